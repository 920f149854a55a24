/* line_table_dw - the line table of a unit: file and line of each stretch of its code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_dw.h"

#include "base/search.h"

#include <string.h>

static bool ends(const struct line_program_row *row)
{
    return row->file & 1;
}

static uint32_t number_of_file(const struct line_program_row *row)
{
    return row->file >> 1;
}

/* Where a walk over the rows of a table is. */
struct table_walk {
    struct line_reader *r;
    const struct line_program_row *previous; /* NULL: none */
    bool default_file;                       /* its sequence has not named a file yet */
    uint64_t begun;                          /* where the last sequence ended; at first none has */
    size_t place; /* the first place that is wanted and not below the rows so far */
};

/* The path of the file of that number; NULL, and `*ok` is false after reporting, when memory is
 * out; NULL where the table has no such file. */
static const char *path_of_file(struct line_reader *r, uint32_t number, bool *ok)
{
    struct line_tables *t = &r->tables;
    const char *name;

    if (number >= t->n_files)
        return NULL;
    if (t->paths[number])
        return t->paths[number];
    name = line_decode_name(r, number);
    if (name)
        t->paths[number] = line_paths_of(r->paths, name, r->diag);
    *ok = name ? t->paths[number] != NULL : t->files != NULL;
    return t->paths[number];
}

/* The file of the row that the walk has come from. A sequence begins with file 1; where a DWARF 5
 * table leaves it at that, BFD takes file 0 for it, and so do all listings of GNU gprof. Ours agree
 * with them, but for -l (doc/DEVIATIONS, wrong file). */
static const char *path_of_previous(struct table_walk *w, bool *ok)
{
    const struct line_tables *t = &w->r->tables;
    uint32_t number = number_of_file(w->previous);

    /* a unit of version 5 may have a line table of an older one, which has no file 0 */
    if (w->default_file && t->has_file_zero && number < t->n_files)
        number = 0;
    return path_of_file(w->r, number, ok);
}

/* Add the previous row, which is valid up to `to`, if it covers anything that is wanted. Rows
 * ascend, so the search for places never goes back. */
static bool add_previous(struct table_walk *w, uint64_t to)
{
    const struct line_program_row *row = w->previous;
    const struct line_request *request = w->r->request;
    const char *file = NULL;
    bool ok = true;

    if (!row)
        return true;
    if (request->places) {
        while (w->place < request->n_places && request->places[w->place] < row->address)
            w->place++;
        if (w->place == request->n_places || request->places[w->place] >= to)
            return true;
    } else if (row->address == to) {
        return true;
    }
    if (!ends(row))
        file = path_of_previous(w, &ok);
    return ok && line_sweep_add_stretch(&w->r->sweep, row->address, file, row->line, w->r->diag);
}

/* Whether `row` is still of the file that its sequence begins with. Rows of the very address where
 * the last sequence ended may be the end of that one and the beginning of the other: the last of
 * them counts. */
static bool has_default_file(struct table_walk *w, const struct line_program_row *row)
{
    if (!w->r->request->no_functions || w->r->version < 5)
        return false; /* nobody asks */
    if (ends(row)) {
        w->begun = row->address;
        return true;
    }
    if (w->previous && !w->default_file && row->address != w->begun)
        return false;
    return number_of_file(row) == 1;
}

/* The first row that may be of the unit's code, and of what is wanted. */
static size_t first_row(const struct line_reader *r)
{
    const struct line_program *p = &r->tables.program;
    uint64_t low = r->request->start;

    if (r->ranges.n > 0 && r->ranges.at[0].low > low)
        low = r->ranges.at[0].low;
    return p->n_rows && low ? count_up_to(&p->rows->address, p->n_rows, sizeof *p->rows, low - 1)
                            : 0;
}

/* The ends of sequences come before all rows of their addresses, even before rows of the same
 * sequence, which then cover no code. The unit's ranges tell these apart from the rows of another
 * sequence that begins there. */
bool line_table_read(struct line_reader *r, Dwarf_Die *unit)
{
    struct table_walk w = {.r = r, .begun = UINT64_MAX};
    const struct line_ranges *ranges = &r->ranges;
    const struct line_program *p = &r->tables.program;
    size_t range = 0;
    bool readable;

    if (!line_decode(r, unit, &readable))
        return false;
    if (!readable)
        return true;
    line_sweep_next_table(&r->sweep);
    r->readable = true;
    for (size_t i = first_row(r); i < p->n_rows; i++) {
        const struct line_program_row *row = &p->rows[i];

        if (row->address > r->request->end)
            break;
        while (range < ranges->n && ranges->at[range].high <= row->address)
            range++;
        if (!ends(row) && ranges->n > 0 &&
            (range == ranges->n || row->address < ranges->at[range].low))
            continue;
        if (!add_previous(&w, row->address))
            return false;
        w.default_file = has_default_file(&w, row);
        w.previous = row;
        if (ends(row) && ranges->n > 0 && range == ranges->n)
            break; /* what follows is of other units that share the table */
    }
    return add_previous(&w, UINT64_MAX);
}
