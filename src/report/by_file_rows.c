/* by_file_rows - the functions of the report by file, in its order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/by_file_rows.h"

#include "base/mem.h"

#include <stdlib.h>

static int by_total(const void *left, const void *right)
{
    const struct by_file_function *l = left, *r = right;

    if (l->total != r->total)
        return l->total > r->total ? -1 : 1;
    return l->symbol < r->symbol ? -1 : l->symbol > r->symbol;
}

static bool is_shown(const struct report *r, const struct file_spread *s, uint32_t symbol)
{
    const struct by_file *b = &r->by_file;

    return s->n > 0 || (r->style.show_unused && symbol < b->symtab->n_code &&
                        sym_selected(&b->filter, SYM_TABLE_FLAT, symbol));
}

bool by_file_functions_init(struct by_file_functions *f, const struct report *r, struct diag *d)
{
    const struct by_file *b = &r->by_file;
    const struct file_spread *spreads = b->calls ? b->calls : b->times;

    *f = (struct by_file_functions){.of_calls = b->calls != NULL,
                                    .n_files = b->calls ? b->n_called : b->n_timed};
    f->at = mem_alloc(d, b->n_symbols, sizeof *f->at);
    if (!f->at)
        return false;
    for (uint32_t i = 0; i < b->n_symbols; i++) {
        const struct file_spread *s = &spreads[i];
        struct by_file_function *at = &f->at[f->n];

        if (!is_shown(r, s, i))
            continue;
        f->n++;
        *at = (struct by_file_function){
            .symbol = i,
            .file = s->n > 0 ? b->order[s->place_of_most] : NO_FILE,
            .min = s->n < f->n_files ? 0 : s->least,
            .max = s->most,
            .total = s->sum,
        };
        at->median = spread_median(s, f->n_files, &at->is_exact);
    }
    if (f->n > 0)
        qsort(f->at, f->n, sizeof *f->at, by_total);
    return true;
}

void by_file_functions_release(struct by_file_functions *f)
{
    free(f->at);
    *f = (struct by_file_functions){0};
}

const char *by_file_name(const struct report *r, uint32_t symbol)
{
    const char *stand_in = by_file_stand_in(&r->by_file, symbol);

    return stand_in ? stand_in : names_shown(&r->names, symbol);
}

const char *by_file_full_name(const struct report *r, uint32_t symbol)
{
    const char *stand_in = by_file_stand_in(&r->by_file, symbol);

    return stand_in ? stand_in : names_full(&r->names, symbol);
}

const char *by_file_linker_name(const struct report *r, uint32_t symbol)
{
    return by_file_stand_in(&r->by_file, symbol) ? NULL : r->symtab.symbols[symbol].name;
}

double by_file_imbalance(uint64_t max, uint64_t total, uint32_t n_files)
{
    return total > 0 ? (double)max * n_files / (double)total : 0;
}
