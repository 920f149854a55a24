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

void flat_view_init(struct flat_view *v, const struct hist_result *hist,
                    const struct profile *profile, const struct symtab *symtab,
                    const struct sym_filter *filter, struct diag *d)
{
    bool traced = profile && trace_on(d, TRACE_SAMPLES);

    *v = (struct flat_view){.ticks = hist->ticks, .total = hist->total, .is_of_stacks = !profile};
    if (!traced && !leaves_out_ticks(filter, hist, symtab->n))
        return;
    v->ticks = v->selected = mem_alloc(d, symtab->n, sizeof *v->selected);
    v->total = profile ? hist_assign_selected(v->selected, profile, symtab, filter, d) : 0;
    for (uint32_t s = profile ? symtab->n_code : 0; s < symtab->n; s++)
        if (sym_selected(filter, SYM_TABLE_FLAT, s)) {
            v->selected[s] = hist->ticks[s];
            v->total += hist->ticks[s];
        }
    if (traced && profile->n_hists > 0)
        trace_line(d, "hist_assign_samples", "%.2f ticks in all, %.2f %s", v->total,
                   hist_units(hist, v->total), hist->dimension);
}

void flat_view_release(struct flat_view *v)
{
    free(v->selected);
    *v = (struct flat_view){0};
}
