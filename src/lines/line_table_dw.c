/* line_table_dw - the line table of a unit: file and line of each stretch of its code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_dw.h"

#include <dwarf.h>
#include <string.h>

/* What stands for the number of a file if libdw knows none for a row. */
enum { NO_FILE = 0x7fffffff };

struct table_row {
    uint64_t address;
    uint32_t line, file;
    bool ends; /* its sequence ends at the address */
};

/* The table of the unit being read. */
struct table {
    Dwarf_Lines *lines; /* ascending addresses, ends of sequences first */
    size_t n;
    Dwarf_Files *files;
    size_t n_files;
    bool has_file_zero; /* it begins with file 0, as those of DWARF 5 do */
};

/* A walk over the rows of a table. */
struct table_walk {
    struct line_reader *r;
    struct table table;
    struct table_row previous; /* if has_previous */
    bool has_previous;
    bool default_file; /* its sequence has not named a file yet */
    uint64_t begun;    /* where the last sequence ended; at first none has */
    size_t place;      /* the first place that is wanted and not below the rows so far */
};

/* Tells libdw's names of files from paths: by the unit's compilation directory, and the other
 * directories that its line table names. */
static void set_directories(struct line_reader *r, const struct table *t, Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    const char *const *dirs;
    size_t n;

    if (r->version >= 5 || t->n_files == 0 || dwarf_getsrcdirs(t->files, &dirs, &n) != 0 || n == 0)
        line_paths_set_directory(r->paths, directory, NULL, 0, r->diag);
    else
        line_paths_set_directory(r->paths, directory, dirs + 1, n - 1, r->diag);
}

/* Returns false if libdw can't read the table. */
static bool open_table(struct table *t, Dwarf_Die *unit)
{
    const char *zero;

    if (dwarf_getsrclines(unit, &t->lines, &t->n) != 0)
        return false;
    if (dwarf_getsrcfiles(unit, &t->files, &t->n_files) != 0)
        t->n_files = 0;
    zero = dwarf_filesrc(t->files, 0, NULL, NULL);
    t->has_file_zero = zero && strcmp(zero, "???") != 0;
    return true;
}

/* Returns false if libdw does not know the whole row: it is passed over. */
static bool read_row(struct table_row *row, const struct table *t, size_t i)
{
    Dwarf_Line *line = dwarf_onesrcline(t->lines, i);
    Dwarf_Files *files;
    Dwarf_Addr address;
    size_t file;
    int number;

    if (!line || dwarf_lineaddr(line, &address) != 0 || dwarf_lineno(line, &number) != 0 ||
        dwarf_lineendsequence(line, &row->ends) != 0)
        return false;
    if (dwarf_line_file(line, &files, &file) != 0 || file > NO_FILE)
        file = NO_FILE;
    row->address = address;
    row->line = number > 0 ? (uint32_t)number : 0;
    row->file = (uint32_t)file;
    return true;
}

/* Returns the path of the file of the row that the walk has come from, or NULL if the table has
 * none. A sequence begins with file 1; if a DWARF 5 table leaves it at that, BFD takes file 0 for
 * it, and so do all listings of GNU gprof. Ours agree with them, but for -l (doc/DEVIATIONS, wrong
 * file). */
static const char *path_of_previous(struct table_walk *w)
{
    const struct table *t = &w->table;
    uint32_t number = w->previous.file;
    const char *name;

    /* a unit of version 5 may have a line table of an older one, which has no file 0 */
    if (w->default_file && t->has_file_zero && number < t->n_files)
        number = 0;
    name = number < t->n_files ? dwarf_filesrc(t->files, number, NULL, NULL) : NULL;
    return name ? line_paths_of(w->r->paths, name, w->r->diag) : NULL;
}

/* Adds the previous row, which is valid up to `to`, if it covers anything that is wanted. Rows
 * ascend, so the search for places never goes back. */
static void add_previous(struct table_walk *w, uint64_t to)
{
    const struct table_row *row = &w->previous;
    const struct line_request *request = w->r->request;

    if (!w->has_previous)
        return;
    if (request->places) {
        while (w->place < request->n_places && request->places[w->place] < row->address)
            w->place++;
        if (w->place == request->n_places || request->places[w->place] >= to)
            return;
    } else if (row->address == to) {
        return;
    }
    line_sweep_add_stretch(&w->r->sweep, row->address, row->ends ? NULL : path_of_previous(w),
                           row->line, w->r->diag);
}

/* Returns true if `row` is still of the file that its sequence begins with. Rows of the very
 * address where the last sequence ended may be the end of that one and the beginning of the other:
 * the last of them counts. */
static bool has_default_file(struct table_walk *w, const struct table_row *row)
{
    if (!w->r->request->no_functions || w->r->version < 5)
        return false; /* nobody asks */
    if (row->ends) {
        w->begun = row->address;
        return true;
    }
    if (w->has_previous && !w->default_file && row->address != w->begun)
        return false;
    return row->file == 1;
}

/* Returns the first row that may be of the unit's code, and of what is wanted. O(log n). */
static size_t first_row(const struct line_reader *r, const struct table *t)
{
    uint64_t low = r->request->start;
    size_t first = 0, last = t->n;

    if (r->ranges.n > 0 && r->ranges.at[0].low > low)
        low = r->ranges.at[0].low;
    while (first < last) {
        size_t middle = first + (last - first) / 2;
        Dwarf_Addr address;

        if (dwarf_lineaddr(dwarf_onesrcline(t->lines, middle), &address) == 0 && address < low)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

/* The ends of sequences come before all rows of their addresses, even before rows of the same
 * sequence, which then cover no code. The unit's ranges tell these apart from the rows of another
 * sequence that begins there. */
void line_table_read(struct line_reader *r, Dwarf_Die *unit)
{
    struct table_walk w = {.r = r, .begun = UINT64_MAX};
    const struct line_ranges *ranges = &r->ranges;
    size_t range = 0;

    if (!open_table(&w.table, unit))
        return;
    set_directories(r, &w.table, unit);
    line_sweep_next_table(&r->sweep);
    r->readable = true;
    for (size_t i = first_row(r, &w.table); i < w.table.n; i++) {
        struct table_row row;

        if (!read_row(&row, &w.table, i))
            continue;
        if (row.address > r->request->end)
            break;
        while (range < ranges->n && ranges->at[range].high <= row.address)
            range++;
        if (!row.ends && ranges->n > 0 &&
            (range == ranges->n || row.address < ranges->at[range].low))
            continue;
        add_previous(&w, row.address);
        w.default_file = has_default_file(&w, &row);
        w.previous = row;
        w.has_previous = true;
        if (row.ends && ranges->n > 0 && range == ranges->n)
            break; /* what follows is of other units that share the table */
    }
    add_previous(&w, UINT64_MAX);
}
