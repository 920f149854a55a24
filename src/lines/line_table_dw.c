/* line_table_dw - the line table of a unit: file and line of each stretch of its code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_dw.h"

#include <dwarf.h>
#include <string.h>

/* What is needed of a row of a line table. */
struct table_row {
    Dwarf_Line *line; /* NULL: none */
    Dwarf_Addr address;
    bool ends;         /* the end of a sequence: no code from here on */
    bool default_file; /* its sequence has not named a file yet */
};

/* The name of the row's file, as the table has it. A sequence begins with file 1; where a DWARF 5
 * table leaves it at that, BFD takes file 0 for it, and so do all listings of GNU gprof. Ours agree
 * with them, but for -l (doc/DEVIATIONS, wrong file). */
static const char *name_of_file(const struct line_reader *r, const struct table_row *row)
{
    const char *zero = NULL;
    Dwarf_Files *files;
    size_t number;

    if (r->request->no_functions && r->version >= 5 && row->default_file &&
        dwarf_line_file(row->line, &files, &number) == 0)
        zero = dwarf_filesrc(files, 0, NULL, NULL);
    /* a unit of version 5 may have a line table of an older one, which has no file 0 */
    return zero && strcmp(zero, "???") != 0 ? zero : dwarf_linesrc(row->line, NULL, NULL);
}

/* Add the row, which is valid up to `to`, if it covers anything that is wanted. `*place` is the
 * first place not below the rows so far; rows ascend, so the search for places never goes back. */
static bool add_row(struct line_reader *r, const struct table_row *row, uint64_t to, size_t *place)
{
    const struct line_request *request = r->request;
    const char *file = NULL;
    int line = 0;

    if (!row->line)
        return true;
    while (*place < request->n_places && request->places[*place] < row->address)
        (*place)++;
    if (request->places ? *place == request->n_places || request->places[*place] >= to
                        : row->address == to)
        return true;
    if (dwarf_lineno(row->line, &line) != 0)
        return true;
    if (!row->ends && (file = name_of_file(r, row)) != NULL) {
        file = line_paths_of(r->paths, file, r->diag);
        if (!file)
            return false;
    }
    return line_sweep_add_stretch(&r->sweep, row->address, file, line > 0 ? (unsigned)line : 0,
                                  r->diag);
}

/* Whether `row` is still of the file that its sequence begins with, `*begun` being where the last
 * one ended. Rows of that very address may be the end of the one and the beginning of the other:
 * the last of them counts. */
static bool has_default_file(const struct table_row *row, const struct table_row *previous,
                             uint64_t *begun)
{
    Dwarf_Files *files;
    size_t number;

    if (row->ends) {
        *begun = row->address;
        return true;
    }
    if (previous->line && !previous->default_file && row->address != *begun)
        return false;
    return dwarf_line_file(row->line, &files, &number) == 0 && number == 1;
}

/* The unit's compilation directory, and the other directories that its line table names. */
static bool read_directories(struct line_reader *r, Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    const char *const *dirs;
    Dwarf_Files *files;
    size_t n;

    if (r->version >= 5 || dwarf_getsrcfiles(unit, &files, &n) != 0 ||
        dwarf_getsrcdirs(files, &dirs, &n) != 0 || n == 0)
        return line_paths_set_directory(r->paths, directory, NULL, 0, r->diag);
    return line_paths_set_directory(r->paths, directory, dirs + 1, n - 1, r->diag);
}

/* libdw sorts a table's rows and puts the end of a sequence before all rows of its address, even
 * before rows of the same sequence, which then cover no code. The unit's ranges tell these apart
 * from the rows of another sequence that begins there. */
bool line_table_read(struct line_reader *r, Dwarf_Die *unit)
{
    struct table_row previous = {.line = NULL};
    size_t n, range = 0, place = 0;
    uint64_t begun = UINT64_MAX;
    Dwarf_Lines *lines;

    if (dwarf_getsrclines(unit, &lines, &n) != 0)
        return true;
    line_sweep_next_table(&r->sweep);
    r->readable = true;
    if (!read_directories(r, unit))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct table_row row = {.line = dwarf_onesrcline(lines, i)};

        if (!row.line || dwarf_lineaddr(row.line, &row.address) != 0 ||
            dwarf_lineendsequence(row.line, &row.ends) != 0 || row.address < r->request->start ||
            row.address > r->request->end)
            continue;
        while (range < r->ranges.n && r->ranges.at[range].high <= row.address)
            range++;
        if (!row.ends && r->ranges.n > 0 &&
            (range == r->ranges.n || row.address < r->ranges.at[range].low))
            continue;
        row.default_file = has_default_file(&row, &previous, &begun);
        if (!add_row(r, &previous, row.address, &place))
            return false;
        previous = row;
    }
    return add_row(r, &previous, UINT64_MAX, &place);
}
