/* runs - what each function had in each run of a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/runs.h"

#include "base/radix.h"

void runs_add(struct runs *r, const struct run_sums *sums, struct diag *d)
{
    *mem_push(d, r->sums, r->n, r->sums_cap) = *sums;
}

void runs_add_value(struct runs *r, const struct run_value *value, struct diag *d)
{
    struct run_value *to;

    if (!value->self && !value->inclusive && !value->calls && !value->self_calls)
        return;
    if (r->n_values >= UINT32_MAX || r->n > UINT32_MAX)
        mem_too_many(d, UINT32_MAX);
    to = mem_push(d, r->values, r->n_values, r->values_cap);
    *to = *value;
    to->run = (uint32_t)(r->n - 1);
}

void runs_sort(struct runs *r, uint32_t n_symbols, struct diag *d)
{
    r->order = mem_alloc(d, r->n_values, sizeof *r->order);
    r->first = mem_alloc(d, (size_t)n_symbols + 1, sizeof *r->first);
    radix_group(r->order, r->first, n_symbols, r->n_values > 0 ? &r->values->symbol : NULL,
                r->n_values, sizeof *r->values, false);
}

void runs_release(struct runs *r)
{
    free(r->sums);
    free(r->values);
    free(r->order);
    free(r->first);
    *r = (struct runs){0};
}
