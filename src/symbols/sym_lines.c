/* sym_lines - finds the source file and line of each function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_lines.h"

#include "base/trace.h"

static bool is_in_rows(const struct sym_lines_request *r, const struct symbol *s)
{
    return r->rows && s->address >= r->start && s->address < r->end;
}

/* Returns true if the symbol is to be looked up. */
static bool is_wanted(const struct sym_lines_request *r, const struct symbol *s)
{
    return (r->need == SYM_LINES_ALL || (r->need == SYM_LINES_STATIC && s->is_static)) &&
           !is_in_rows(r, s);
}

bool sym_lines_load(struct sym_lines *lines, const struct image *image, const struct symtab *symtab,
                    const struct sym_lines_request *request, struct diag *d)
{
    const struct line_rows *rows = request->rows;
    LOCAL uint64_t *places = mem_alloc(d, symtab->n, sizeof *places);
    struct line_request asked = {.end = UINT64_MAX, .places = places, .no_functions = true};
    size_t behind = 0; /* the first row behind the symbols so far: both ascend */
    bool ok;

    for (uint32_t s = 0; s < symtab->n_code; s++)
        if (is_wanted(request, &symtab->symbols[s]))
            places[asked.n_places++] = symtab->symbols[s].address;
    ok = line_rows_read(&lines->rows, image, &asked, d);
    lines->at = mem_alloc(d, symtab->n, sizeof *lines->at);
    if (!ok)
        return false;
    for (uint32_t s = 0; s < symtab->n_code; s++) {
        const struct symbol *symbol = &symtab->symbols[s];
        const struct line_row *row = NULL;

        if (is_in_rows(request, symbol)) {
            while (behind < rows->n && rows->at[behind].address <= symbol->address)
                behind++;
            row = behind > 0 && rows->at[behind - 1].file ? &rows->at[behind - 1] : NULL;
        } else if (is_wanted(request, symbol)) {
            row = line_rows_at(&lines->rows, symbol->address);
        }
        if (row)
            lines->at[s] = (struct image_line){row->file, row->line, row->function};
        if (lines->at[s].file && trace_on(d, TRACE_IMAGE))
            trace_line(d, "sym_lines_load", "0x%" PRIx64 ": %s is at %s:%u", symbol->address,
                       symbol->name, lines->at[s].file, lines->at[s].line);
    }
    return true;
}

void sym_lines_release(struct sym_lines *lines)
{
    free(lines->at);
    line_rows_release(&lines->rows);
    *lines = (struct sym_lines){0};
}
