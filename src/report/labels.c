/* labels - the names of nodes as the lines of the call graph show them, made once for all lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/labels.h"

#include "base/mem.h"

#include <stdlib.h>

bool labels_has(const struct report *r, uint32_t node)
{
    const struct call_graph *g = r->graph;

    return r->view->entries[node].is_shown || node >= g->n_symbols ||
           g->children.first[node] != g->children.first[node + 1] ||
           g->parents.first[node] != g->parents.first[node + 1];
}

bool labels_init(struct labels *l, const struct report *r, struct diag *d)
{
    uint32_t n = cg_n_nodes(r->graph);

    *l = (struct labels){.start = mem_alloc(d, (size_t)n + 1, sizeof *l->start)};
    sink_init(&l->text, -1);
    if (!l->start)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        l->start[i] = l->text.used;
        if (!labels_has(r, i))
            continue;
        report_full_name(r, &l->text, i);
        sink_char(&l->text, '\n');
    }
    l->start[n] = l->text.used;
    return l->text.error == 0 || diag_no_memory(d, l->text.used);
}

void labels_release(struct labels *l)
{
    sink_release(&l->text);
    free(l->start);
    *l = (struct labels){0};
}
