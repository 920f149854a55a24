/* call_sites - the calls of each arc by call site, with its source line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/call_sites.h"

#include "base/arith.h"
#include "base/mem.h"

#include <stdlib.h>

/* Put the profile's arcs into lists by arc of the graph: a counting sort. */
static void sort_sites(struct call_sites *c, const struct call_graph *graph,
                       const struct profile *p, struct diag *d)
{
    const uint32_t *arc = graph->site_arcs;
    size_t arcs = graph->n_counted;

    c->first = mem_alloc(d, arcs + 2, sizeof *c->first);
    c->at = mem_alloc(d, p->arcs.n, sizeof *c->at);
    size_t *fill = c->first + 1; /* fill[a] is moved to the end of a, which starts a + 1 */
    for (size_t i = 0; i < p->arcs.n; i++)
        if (arc[i] != NO_ARC)
            fill[arc[i] + 1]++;
    for (size_t a = 1; a <= arcs; a++)
        fill[a] += fill[a - 1];
    for (size_t i = 0; i < p->arcs.n; i++)
        if (arc[i] != NO_ARC)
            c->at[fill[arc[i]]++] =
                (struct call_site){.address = p->arcs.keys[i].first, .count = p->arc_counts[i]};
}

static int by_address(const void *left, const void *right)
{
    const struct call_site *l = left, *r = right;

    return l->address < r->address ? -1 : l->address > r->address;
}

/* A call site may call a function at several addresses, which are one function here. */
static void add_up(struct call_sites *c, size_t arcs)
{
    for (size_t a = 0, begin = 0; a < arcs; a++) {
        size_t end = c->first[a + 1], first = c->n;

        if (end - begin > 1)
            qsort(c->at + begin, end - begin, sizeof *c->at, by_address);
        for (size_t i = begin; i < end; i++) {
            struct call_site *last = c->n > first ? &c->at[c->n - 1] : NULL;

            if (last && last->address == c->at[i].address)
                last->count = add_saturated(last->count, c->at[i].count);
            else
                c->at[c->n++] = c->at[i];
        }
        c->first[a] = first;
        begin = end;
    }
    c->first[arcs] = c->n;
}

/* The byte in front of the return address is the call's, or, on machines that run an instruction
 * behind the call before they jump, that instruction's, which is of the same line. */
static void find_lines(struct call_sites *c, const struct line_rows *rows)
{
    for (size_t i = 0; i < c->n; i++) {
        uint64_t address = c->at[i].address;
        const struct line_row *row = line_rows_at(rows, address > 0 ? address - 1 : 0);

        if (row) {
            c->at[i].file = row->file;
            c->at[i].line = row->line;
        }
    }
}

void call_sites_init(struct call_sites *c, const struct call_graph *graph,
                     const struct profile *profile, const struct line_rows *rows, struct diag *d)
{
    *c = (struct call_sites){0};
    sort_sites(c, graph, profile, d);
    add_up(c, graph->n_counted);
    find_lines(c, rows);
}

void call_sites_release(struct call_sites *c)
{
    free(c->at);
    free(c->first);
    *c = (struct call_sites){0};
}
