/* report_name - a function or cycle as the tables print it: name, source line, cycle, index
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/report.h"

void report_name(const struct report *r, struct sink *out, uint32_t symbol)
{
    unsigned line;
    const char *file;

    sink_string(out, names_shown(&r->names, symbol));
    file = r->names.style.with_lines ? names_file(&r->names, symbol, &line) : NULL;
    if (file) {
        sink_string(out, " (");
        sink_string(out, file);
        sink_char(out, ':');
        sink_u64(out, line, 0);
        if (r->names.style.with_addresses) {
            sink_string(out, " @ ");
            sink_hex(out, r->symtab.symbols[symbol].address);
        }
        sink_char(out, ')');
    }
}

void report_full_name(const struct report *r, struct sink *out, uint32_t node)
{
    const struct call_graph *g = &r->graph;
    uint32_t cycle = g->nodes[node].cycle;

    if (node < g->n_symbols)
        report_name(r, out, node);
    if (cycle) {
        sink_string(out, " <cycle ");
        sink_u64(out, cycle, 0);
        sink_string(out, node < g->n_symbols ? ">" : " as a whole>");
    }
    if (r->view.entries) {
        const struct cg_entry *e = &r->view.entries[node];
        sink_string(out, e->is_shown ? " [" : " (");
        sink_u64(out, e->index, 0);
        sink_char(out, e->is_shown ? ']' : ')');
    }
}
