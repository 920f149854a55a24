/* callpairs - lists the functions of an image and the calls in its machine code
 *
 * Role: shows by address what `gprof -c` adds to a call graph, because names need not be unique.
 *
 * Usage:  callpairs IMAGE
 *
 * Output: a line `function START SIZE` for each function, a line `call CALLER CALLEE` for each
 * pair, all numbers hexadecimal starts.  Status 0, or 1 with a message from the library.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/call_graph.h"
#include "analysis/static_calls.h"
#include "image/core.h"
#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"

#include <inttypes.h>
#include <stdlib.h>

static const struct sym_filter no_filter;

static void print_all(const struct call_graph *g)
{
    const struct symbol *s = g->symtab->symbols;

    for (uint32_t i = 0; i < g->n_symbols; i++)
        printf("function %" PRIx64 " %" PRIx64 "\n", s[i].address, s[i].size);
    for (uint32_t i = 0; i < g->n_arcs; i++)
        printf("call %" PRIx64 " %" PRIx64 "\n", s[g->arcs[i].parent].address,
               s[g->arcs[i].child].address);
}

int main(int argc, char **argv)
{
    const struct symtab_rules rules = {.drop_static = false};
    struct diag d;
    struct image image = {0};
    struct symtab symtab = {0};
    struct profile profile = {0};
    struct call_graph graph = {0};
    bool ok = argc == 2;

    diag_init(&d, "callpairs", stderr);
    ok = ok && core_init(&image, argv[1], &d) && symtab_init(&symtab, &image, &rules, &d);
    if (ok)
        call_graph_init(&graph, &profile, &symtab, &no_filter, &d);
    ok = ok && static_calls_add(&graph, &image, &d);
    if (ok)
        print_all(&graph);
    call_graph_release(&graph);
    profile_release(&profile);
    symtab_release(&symtab);
    core_release(&image);
    return ok ? 0 : 1;
}
