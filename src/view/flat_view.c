/* flat_view - selects the samples that the classic flat profile shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/flat_view.h"

#include "base/trace.h"

static bool leaves_out_ticks(const struct sym_filter *filter, const struct hist_result *hist,
                             uint32_t n_symbols)
{
    for (uint32_t s = 0; s < n_symbols; s++)
        if (hist->ticks[s] != 0 && !sym_selected(filter, SYM_TABLE_FLAT, s))
            return true;
    return false;
}

/* What tells whether a share is shown. */
struct selection {
    const struct symtab *symtab;
    const struct sym_filter *filter;
};

static bool is_shown(void *context, uint32_t symbol, uint64_t low, uint64_t high, double ticks)
{
    const struct selection *by = context;

    (void)low;
    (void)high;
    (void)ticks;
    return sym_selected(by->filter, SYM_TABLE_FLAT, symtab_owner(by->symtab, symbol));
}

/* Leaves out what the filter does not select. The total is summed up bin by bin, because the last
 * digits of the classic listings depend on that. */
static void select_ticks(struct flat_view *v, const struct hist_result *hist,
                         const struct profile *profile, struct selection *by, struct diag *d)
{
    struct hist_result shown = {0};

    if (profile)
        hist_assign_samples(&shown, profile, by->symtab, is_shown, by, d);
    v->total = shown.total;
    v->ticks = v->selected = mem_alloc(d, by->symtab->n, sizeof *v->selected);
    for (uint32_t s = 0; s < by->symtab->n; s++) {
        bool selected = sym_selected(by->filter, SYM_TABLE_FLAT, s);

        v->selected[s] = selected ? hist->ticks[s] : 0;
        if (!profile)
            v->total += v->selected[s];
        else if (!selected && s >= by->symtab->n_code) /* a bin in no function is in the total */
            v->total -= hist->ticks[s];
        if (!selected && hist->ticks[s] != 0 && trace_on(d, TRACE_SAMPLES))
            trace_line(d, "flat_view_init", "%.2f ticks of %s are left out", hist->ticks[s],
                       by->symtab->symbols[s].name);
    }
}

void flat_view_init(struct flat_view *v, const struct hist_result *hist,
                    const struct profile *profile, const struct symtab *symtab,
                    const struct sym_filter *filter, struct diag *d)
{
    *v = (struct flat_view){.ticks = hist->ticks, .total = hist->total, .is_of_stacks = !profile};
    if (leaves_out_ticks(filter, hist, symtab->n))
        select_ticks(v, hist, profile, &(struct selection){symtab, filter}, d);
    if (profile && profile->n_hists > 0 && trace_on(d, TRACE_SAMPLES))
        trace_line(d, "flat_view_init", "%.2f ticks in all, %.2f %s", v->total,
                   hist_units(hist, v->total), hist->dimension);
}

void flat_view_release(struct flat_view *v)
{
    free(v->selected);
    *v = (struct flat_view){0};
}
