/* sym_filter - which functions each report includes and excludes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_filter.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Names of profiling runtimes' counting functions: their time is the profiler's, not the program's.
 */
static bool is_profiler(const char *name)
{
    static const char *const names[] = {
        "mcount", "_mcount", "__mcount", "__mcount_internal", "__mcleanup", "_gprof_mcount",
    };

    if (name[0] != '_' && name[0] != 'm')
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

bool sym_filter_init(struct sym_filter *filter, const struct symtab *symtab, struct diag *d)
{
    const unsigned excluded =
        2U << 2 * SYM_TABLE_FLAT | 2U << 2 * SYM_TABLE_GRAPH | 2U << 2 * SYM_TABLE_TIME;

    *filter = (struct sym_filter){.bits = mem_alloc(d, symtab->n, sizeof *filter->bits)};
    if (!filter->bits)
        return false;
    for (uint32_t i = 0; i < symtab->n; i++)
        if (is_profiler(symtab->symbols[i].name))
            filter->bits[i] = (uint16_t)excluded;
    return true;
}

void sym_filter_release(struct sym_filter *filter)
{
    free(filter->bits);
    *filter = (struct sym_filter){0};
}
