/* top_figures - computes the figures of a function for --top
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/top_figures.h"

#include "base/utf8_put.h"

void top_put_library(struct sink *out, const struct symtab *symtab, uint32_t library)
{
    const char *name = symtab->symbols[library].name;

    utf8_put(out, name + 1, strlen(name) - 2, utf8_put_safe);
}

void top_put_place(struct sink *out, const struct names *names, uint32_t symbol)
{
    unsigned line;
    const char *file = names->style.with_lines ? names_file(names, symbol, &line) : NULL;

    if (!file)
        return;
    sink_string(out, " (");
    utf8_put_text(out, names_once_more(names, file));
    sink_printf(out, ":%u)", line);
}

double top_share(const struct top_page *p, enum sort_key key, uint32_t symbol)
{
    const struct figures *f = &p->r->figures;
    const struct figure *at = &f->functions[symbol];
    double calls = (double)cg_all_calls(&p->r->facts.graph.nodes[symbol]);

    if (key == SORT_BY_CALLS)
        return p->calls ? calls / (double)p->calls : 0;
    if (f->total == 0)
        return 0;
    return (double)(key == SORT_BY_TOTAL ? at->inclusive : at->self) / (double)f->total;
}
