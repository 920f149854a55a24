/* top - one screen: which functions take the time (--top)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top.h"

#include <stdlib.h>

/* The keys of the tables that there are data for; returns how many. */
static size_t choose_tables(const struct report *r, const struct top_facts *facts,
                            enum sort_key keys[MOST_TOP_TABLES])
{
    enum sort_key key = r->style.sort;
    size_t n = 0;

    if (!facts->has_times && !facts->has_calls)
        return 0;
    if (key == SORT_BY_SELF && !facts->has_times)
        key = SORT_BY_CALLS;
    if (key == SORT_BY_TOTAL && !facts->has_inclusive)
        key = facts->has_times ? SORT_BY_SELF : SORT_BY_CALLS;
    if (key == SORT_BY_CALLS && !facts->has_calls)
        key = SORT_BY_SELF;
    if (key != SORT_BY_REPORT) {
        keys[n++] = key;
        return n;
    }
    keys[n++] = facts->has_times ? SORT_BY_SELF : SORT_BY_CALLS;
    if (facts->has_inclusive)
        keys[n++] = SORT_BY_TOTAL;
    return n;
}

bool top_print(const struct report *r, struct sink *out, struct diag *d)
{
    const struct top_facts facts = top_facts(r);
    struct top_rows rows[MOST_TOP_TABLES] = {0};
    enum sort_key keys[MOST_TOP_TABLES];
    size_t n = choose_tables(r, &facts, keys);
    bool ok = top_heading(r, &facts, out, d);

    for (size_t i = 0; ok && i < n; i++)
        ok = top_rows_choose(&rows[i], r, &facts, keys[i], d);
    ok = ok && top_tables_print(r, &facts, rows, n, out, d);
    ok = ok && top_next(r, &facts, rows[0].n > 0 ? rows[0].at[0] : NO_SYMBOL, out, d);
    for (size_t i = 0; i < n; i++)
        free(rows[i].at);
    return ok;
}
