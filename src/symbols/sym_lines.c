/* sym_lines - the source file and line of each function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_lines.h"

#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>

static void trace_lines(const struct sym_lines *lines, const struct symtab *symtab,
                        const struct diag *d)
{
    for (uint32_t s = 0; s < symtab->n; s++) {
        const struct image_line *at = &lines->at[s];

        if (at->file)
            trace_line(d, "sym_lines_load", "0x%" PRIx64 ": %s is at %s:%u",
                       symtab->symbols[s].address, symtab->symbols[s].name, at->file, at->line);
        else
            trace_line(d, "sym_lines_load", "0x%" PRIx64 ": %s has no line, or needs none",
                       symtab->symbols[s].address, symtab->symbols[s].name);
    }
}

bool sym_lines_load(struct sym_lines *lines, const struct image *image, const struct symtab *symtab,
                    enum sym_lines_need need, bool *any, struct diag *d)
{
    *any = false;
    lines->at = mem_alloc(d, symtab->n, sizeof *lines->at);
    if (!lines->at)
        return false;
    for (uint32_t s = 0; need != SYM_LINES_NONE && s < symtab->n; s++) {
        const struct symbol *symbol = &symtab->symbols[s];
        if (need == SYM_LINES_ALL || symbol->is_static)
            *any |= core_line(image, symbol->address, &lines->at[s]);
    }
    if (trace_on(d, TRACE_IMAGE))
        trace_lines(lines, symtab, d);
    return true;
}

bool sym_lines_from_rows(struct sym_lines *lines, const struct line_rows *rows, uint64_t start,
                         uint64_t end, const struct image *image, const struct symtab *symtab,
                         struct diag *d)
{
    lines->at = mem_alloc(d, symtab->n, sizeof *lines->at);
    if (!lines->at)
        return false;
    for (uint32_t s = 0; s < symtab->n; s++) {
        uint64_t address = symtab->symbols[s].address;
        const struct line_row *row = line_rows_at(rows, address);

        if (address < start || address >= end)
            core_line(image, address, &lines->at[s]);
        else if (row)
            lines->at[s] = (struct image_line){row->file, row->line, row->function};
    }
    if (trace_on(d, TRACE_IMAGE))
        trace_lines(lines, symtab, d);
    return true;
}

void sym_lines_release(struct sym_lines *lines)
{
    free(lines->at);
    *lines = (struct sym_lines){0};
}
