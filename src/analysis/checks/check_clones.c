/* check_clones - tells of functions that listings count for others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/causes.h"

#include "base/mem.h"
#include "base/search.h"

#include <math.h>

static const double least = 1; /* least percentage of all time or calls that is worth a warning */

/* Time and calls of the functions that are not symbols of the listings. */
struct left_out {
    struct symtab table;     /* these functions alone, by ascending addresses; owned */
    struct hist_result hist; /* ticks of these functions */
    double *calls;           /* calls by symbol; owned */
    double all_calls;        /* calls of the data */
};

/* Returns true if the classic listings leave the symbol out. */
static bool is_left_out(const struct evidence *e, const struct image_symbol *from)
{
    uint32_t found;

    if (!from->is_local || sym_name_is_plain(from->name))
        return false;
    found = sym_find(e->symtab, from->address);
    return found == NO_SYMBOL || e->symtab->symbols[found].address != from->address;
}

/* Finds the functions that follow another symbol of the table. A function without a size, as all
 * are without libelf, ends at the next one. */
static void find_left_out(struct left_out *l, const struct evidence *e, struct diag *d)
{
    struct symbol *s = mem_alloc(d, e->image->n_symbols, sizeof *s);
    uint32_t n = 0, kept = 0;

    for (size_t i = 0; i < e->image->n_symbols; i++) {
        const struct image_symbol *from = &e->image->symbols[i];

        if (from->is_function)
            s[n++] = (struct symbol){.address = from->address,
                                     .size = from->size,
                                     .name = from->name,
                                     .is_static = is_left_out(e, from)};
    }
    sort_u64(s, n, sizeof *s);
    for (uint32_t i = 0; i < n; i++) {
        if (!s[i].is_static || (kept > 0 && s[i].address == s[kept - 1].address))
            continue;
        s[kept] = s[i];
        if (s[kept].size == 0 && i + 1 < n)
            s[kept].size = s[i + 1].address - s[kept].address;
        kept++;
    }
    l->table = (struct symtab){.symbols = s, .n = kept, .n_code = kept};
}

static void count_calls(struct left_out *l, const struct profile *profile)
{
    const struct symbol *s = l->table.symbols;

    for (size_t i = 0; i < profile->arcs.n; i++) {
        uint64_t callee = profile->arcs.keys[i].second;
        size_t n = count_up_to(s, l->table.n, sizeof *s, callee);

        l->all_calls += (double)profile->arc_counts[i];
        if (n > 0 && callee - s[n - 1].address < s[n - 1].size)
            l->calls[n - 1] += (double)profile->arc_counts[i];
    }
}

/* Returns the percentage of the figures in `all`, and finds the symbol with the largest figure. */
static double share_of(const double *figures, uint32_t n, double all, uint32_t *largest)
{
    double sum = 0;

    *largest = 0;
    for (uint32_t i = 0; i < n; i++) {
        sum += figures[i];
        if (figures[i] > figures[*largest])
            *largest = i;
    }
    return all > 0 ? 100 * sum / all : 0;
}

bool check_clones(const struct evidence *e, struct sink *detail)
{
    struct left_out l = {0};
    double time = 0, calls = 0;
    uint32_t hottest = 0, most_called = 0;
    bool is_of_time;

    if (!e->drops_clones)
        return false;
    find_left_out(&l, e, detail->diag);
    if (l.table.n > 0) {
        hist_assign_samples(&l.hist, e->profile, &l.table, NULL, NULL, NULL);
        l.calls = mem_alloc(detail->diag, l.table.n, sizeof *l.calls);
        count_calls(&l, e->profile);
        time = share_of(l.hist.ticks, l.table.n, e->hist->total, &hottest);
        calls = share_of(l.calls, l.table.n, l.all_calls, &most_called);
    }
    is_of_time = time >= least;
    if (is_of_time || calls >= least) {
        const struct symbol *s = &l.table.symbols[is_of_time ? hottest : most_called];
        uint32_t found = sym_find(e->symtab, s->address);

        sink_printf(detail,
                    "%.1f %% of the %s is in clones that a compiler made (largest: %s), and "
                    "counted for other functions (here %s)",
                    fmin(is_of_time ? time : calls, 100), is_of_time ? "time" : "calls", s->name,
                    found == NO_SYMBOL ? "none" : e->symtab->symbols[found].name);
    }
    hist_result_release(&l.hist);
    free(l.calls);
    free(l.table.symbols);
    return is_of_time || calls >= least;
}
