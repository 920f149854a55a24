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
    for (uint32_t s = 0; s < symtab->n_code; s++) {
        const struct image_line *at = &lines->at[s];

        if (at->file)
            trace_line(d, "sym_lines_load", "0x%" PRIx64 ": %s is at %s:%u",
                       symtab->symbols[s].address, symtab->symbols[s].name, at->file, at->line);
        else
            trace_line(d, "sym_lines_load", "0x%" PRIx64 ": %s has no line, or needs none",
                       symtab->symbols[s].address, symtab->symbols[s].name);
    }
}

/* Which symbols to look up. */
struct wanted {
    enum sym_lines_need need;
    uint64_t start, end; /* except those of the addresses [start, end) */
};

static bool is_wanted(const struct wanted *w, const struct symbol *symbol)
{
    return (w->need == SYM_LINES_ALL || (w->need == SYM_LINES_STATIC && symbol->is_static)) &&
           (symbol->address < w->start || symbol->address >= w->end);
}

/* Returns the addresses of these, ascending as the symbols are; the caller frees them. */
static uint64_t *wanted_places(const struct symtab *symtab, const struct wanted *w, size_t *n,
                               struct diag *d)
{
    uint64_t *places = mem_alloc(d, symtab->n, sizeof *places);

    *n = 0;
    for (uint32_t s = 0; s < symtab->n_code; s++)
        if (is_wanted(w, &symtab->symbols[s]))
            places[(*n)++] = symtab->symbols[s].address;
    return places;
}

static void take_row(struct image_line *line, const struct line_row *row)
{
    if (row)
        *line = (struct image_line){row->file, row->line, row->function};
}

static bool look_up(struct sym_lines *lines, const struct image *image, const struct symtab *symtab,
                    const struct wanted *w, struct diag *d)
{
    size_t n;
    uint64_t *places = wanted_places(symtab, w, &n, d);
    bool listed = line_rows_read_places(&lines->rows, image, places, n, d);
    bool ok = listed || core_open_lines(image, d);

    lines->at = mem_alloc(d, symtab->n, sizeof *lines->at);
    for (uint32_t s = 0; ok && s < symtab->n_code; s++) {
        uint64_t address = symtab->symbols[s].address;

        if (!is_wanted(w, &symtab->symbols[s]))
            continue;
        if (listed)
            take_row(&lines->at[s], line_rows_at(&lines->rows, address));
        else
            core_line(image, address, &lines->at[s]);
    }
    free(places);
    return ok;
}

bool sym_lines_load(struct sym_lines *lines, const struct image *image, const struct symtab *symtab,
                    enum sym_lines_need need, struct diag *d)
{
    const struct wanted w = {.need = need};

    if (!look_up(lines, image, symtab, &w, d))
        return false;
    if (trace_on(d, TRACE_IMAGE))
        trace_lines(lines, symtab, d);
    return true;
}

bool sym_lines_from_rows(struct sym_lines *lines, const struct line_rows *rows, uint64_t start,
                         uint64_t end, const struct image *image, const struct symtab *symtab,
                         struct diag *d)
{
    const struct wanted elsewhere = {.need = SYM_LINES_ALL, .start = start, .end = end};
    size_t row = 0; /* the first one behind the symbols so far: both ascend */

    if (!look_up(lines, image, symtab, &elsewhere, d))
        return false;
    for (uint32_t s = 0; s < symtab->n_code; s++) {
        const struct symbol *symbol = &symtab->symbols[s];

        while (row < rows->n && rows->at[row].address <= symbol->address)
            row++;
        if (!is_wanted(&elsewhere, symbol))
            take_row(&lines->at[s], row > 0 && rows->at[row - 1].file ? &rows->at[row - 1] : NULL);
    }
    if (trace_on(d, TRACE_IMAGE))
        trace_lines(lines, symtab, d);
    return true;
}

void sym_lines_release(struct sym_lines *lines)
{
    free(lines->at);
    line_rows_release(&lines->rows);
    *lines = (struct sym_lines){0};
}
