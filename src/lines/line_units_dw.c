/* line_units_dw - reads whole tables of source lines with libdw, unit by unit
 *
 * The line tables of all units give stretches (address, file, line), the trees of their entries
 * give scopes (low, high, function; line_scopes_dw); line_sweep merges both into rows.
 *
 * Damaged and malicious files: libdw bounds every read; a unit that it refuses is treated as if it
 * had no debug information.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_dw.h"

#include "base/cursor.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/search.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* ---- which addresses hold the code of a unit ---- */

/* An entry of .debug_aranges about a unit. */
struct unit_range {
    uint64_t unit; /* offset of its root entry */
    struct address_range range;
};

static void add_range(struct line_reader *r, uint64_t low, uint64_t high)
{
    struct line_ranges *to = &r->ranges;

    to->at = mem_grow(r->diag, to->at, &to->cap, to->n + 1, sizeof *to->at);
    if (low < high)
        to->at[to->n++] = (struct address_range){low, high};
}

/* Reads .debug_aranges and sorts its entries by unit. */
static void list_ranges(struct line_reader *r)
{
    Dwarf_Aranges *table;
    size_t n = 0;

    if (dwarf_getaranges(r->dwarf, &table, &n) != 0)
        n = 0;
    r->ranges.listed = mem_alloc(r->diag, n, sizeof *r->ranges.listed);
    for (size_t i = 0; i < n; i++) {
        Dwarf_Addr low;
        Dwarf_Word bytes;
        Dwarf_Off unit;

        if (dwarf_getarangeinfo(dwarf_onearange(table, i), &low, &bytes, &unit) == 0 &&
            bytes <= UINT64_MAX - low)
            r->ranges.listed[r->ranges.n_listed++] = (struct unit_range){unit, {low, low + bytes}};
    }
    sort_u64(r->ranges.listed, r->ranges.n_listed, sizeof *r->ranges.listed);
}

/* Adds the ranges that .debug_aranges lists for a unit. In DWARF 2 a unit has only one range. Some
 * compilers list the unit's code in other sections, such as .text.startup, in .debug_aranges
 * alone. */
static void add_listed_ranges(struct line_reader *r, Dwarf_Die *unit)
{
    uint64_t at = dwarf_dieoffset(unit);
    size_t i;

    if (!r->ranges.listed)
        list_ranges(r);
    i = at && r->ranges.n_listed ? count_up_to(&r->ranges.listed->unit, r->ranges.n_listed,
                                               sizeof *r->ranges.listed, at - 1)
                                 : 0;
    for (; i < r->ranges.n_listed && r->ranges.listed[i].unit == at; i++)
        add_range(r, r->ranges.listed[i].range.low, r->ranges.listed[i].range.high);
}

/* Sets r->ranges to the addresses of the unit's code. */
static void read_ranges(struct line_reader *r, Dwarf_Die *unit)
{
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;

    r->ranges.n = 0;
    while ((offset = dwarf_ranges(unit, offset, &base, &low, &high)) > 0 && line_reader_spend(r))
        add_range(r, low, high);
    if (r->ranges.n == 0)
        return;
    if (r->version == 2 && !dwarf_hasattr(unit, DW_AT_ranges))
        add_listed_ranges(r, unit);
    sort_u64(r->ranges.at, r->ranges.n, sizeof *r->ranges.at);
}

/* Returns true if the unit has code that the request is about, or if its ranges are not known. */
static bool is_wanted(const struct line_reader *r)
{
    const uint64_t *places = r->request->places;

    if (!places || r->ranges.n == 0)
        return true;
    for (size_t i = 0; i < r->ranges.n; i++) {
        const struct address_range *range = &r->ranges.at[i];
        size_t n = count_up_to(places, r->request->n_places, sizeof *places, range->high - 1);
        if (n > 0 && places[n - 1] >= range->low)
            return true;
    }
    return false;
}

/* ---- the line table of a unit: file and line of each stretch of its code ---- */

/* Number of a file if libdw knows none for a row. */
enum { NO_FILE = 0x7fffffff };

struct table_row {
    uint64_t address;
    uint32_t line, file;
    bool ends; /* the row's sequence ends at the address */
};

/* The line table of the unit being read. */
struct table {
    Dwarf_Lines *lines; /* rows by ascending addresses, ends of sequences first */
    size_t n;
    Dwarf_Files *files;
    size_t n_files;
    bool has_file_zero; /* the table begins with file 0, as in DWARF 5 */
};

/* A walk over the rows of a table. */
struct table_walk {
    struct line_reader *r;
    struct table table;
    struct table_row previous; /* last row read; valid if has_previous */
    bool has_previous;
    bool default_file; /* the sequence has not named a file yet */
    uint64_t begun;    /* address at which the last sequence ended; at first none has */
    size_t place;      /* number of the first wanted place that is not below the rows so far */
};

/* Sets the directories that complete libdw's names of files: the unit's compilation directory, and
 * the other directories of its line table. */
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

/* Returns true if the unit's line table is to be read: if it is behind all others, or is shared by
 * units whose code is known. libdw would read overlapping tables again and again. */
static bool may_read_table(struct line_reader *r, Dwarf_Die *unit)
{
    size_t known = r->line_tables.n;
    Dwarf_Attribute attribute;
    Dwarf_Word at;
    struct cursor c = {.pos = 0};
    uint64_t bytes;

    if (!r->tables || dwarf_formudata(dwarf_attr(unit, DW_AT_stmt_list, &attribute), &at) != 0 ||
        at > r->tables->d_size)
        return false;
    if (pair_map_add(&r->line_tables, at, 0, r->diag) < known)
        return r->ranges.n > 0;
    c = (struct cursor){.data = r->tables->d_buf,
                        .size = r->tables->d_size,
                        .pos = (size_t)at,
                        .big_endian = r->big_endian};
    bytes = cursor_u32(&c);
    if (bytes == UINT32_MAX)
        bytes = cursor_u64(&c);
    if (c.failed || bytes > r->tables_left)
        return false;
    r->tables_left -= bytes;
    return true;
}

/* Opens the line table of a unit. Returns false if libdw cannot read the table. */
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

/* Reads a row. Returns false if libdw does not know the whole row, which is then passed over. */
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
 * none. A sequence begins with file 1. If a DWARF 5 table does not change that, BFD and all
 * listings of GNU gprof take file 0. This gprof does the same, except in -l (doc/DEVIATIONS, wrong
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

/* Adds the previous row, which is valid up to `to`, if the row covers wanted addresses. Rows
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

/* Returns true if `row` is still of the file that its sequence begins with. Rows at the address at
 * which the last sequence ended may belong to the end of one sequence or the beginning of the next:
 * the last of these rows counts. */
static bool has_default_file(struct table_walk *w, const struct table_row *row)
{
    if (!w->r->request->no_functions || w->r->version < 5)
        return false; /* the file is not needed */
    if (row->ends) {
        w->begun = row->address;
        return true;
    }
    if (w->has_previous && !w->default_file && row->address != w->begun)
        return false;
    return row->file == 1;
}

/* Returns the first row from number `first` on that is not below `low`. O(log n). */
static size_t first_row(const struct table *t, size_t first, uint64_t low)
{
    size_t last = t->n;

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

/* Adds the stretches of the unit's line table to the sweep, those of its ranges only.
 *
 * The ends of sequences come before all rows of their addresses, even before rows of the same
 * sequence, which then cover no code. The unit's ranges tell these apart from the rows of another
 * sequence that begins there. */
static void read_table(struct line_reader *r, Dwarf_Die *unit)
{
    struct table_walk w = {.r = r, .begun = UINT64_MAX};
    const struct line_ranges *ranges = &r->ranges;
    uint64_t low = r->request->start;
    size_t range = 0;

    if (!may_read_table(r, unit) || !open_table(&w.table, unit))
        return;
    set_directories(r, &w.table, unit);
    r->sweep.table++;
    r->readable = true;
    if (ranges->n > 0 && ranges->at[0].low > low)
        low = ranges->at[0].low;
    for (size_t i = first_row(&w.table, 0, low); i < w.table.n && line_reader_spend(r); i++) {
        struct table_row row;

        if (!read_row(&row, &w.table, i))
            continue;
        if (row.address > r->request->end)
            break;
        while (range < ranges->n && ranges->at[range].high <= row.address)
            range++;
        if (!row.ends && ranges->n > 0 &&
            (range == ranges->n || row.address < ranges->at[range].low)) {
            /* after the end of a sequence, rows in front of the next range do not matter */
            if (w.has_previous && w.previous.ends && range < ranges->n)
                i = first_row(&w.table, i, ranges->at[range].low) - 1;
            continue;
        }
        add_previous(&w, row.address);
        w.default_file = has_default_file(&w, &row);
        w.previous = row;
        w.has_previous = true;
        if (row.ends && ranges->n > 0 && range == ranges->n)
            break; /* the rest belongs to other units that share the table */
    }
    add_previous(&w, UINT64_MAX);
}

/* ---- units, one by one ---- */

/* Returns true if the unit's language mangles names; in other languages names are those of the
 * linker. */
static bool language_mangles(Dwarf_Die *unit)
{
    switch (dwarf_srclang(unit)) {
    case DW_LANG_C89:
    case DW_LANG_C:
    case DW_LANG_C99:
    case DW_LANG_C11:
    case DW_LANG_Cobol74:
    case DW_LANG_Cobol85:
    case DW_LANG_Fortran77:
    case DW_LANG_Pascal83:
    case DW_LANG_PLI:
    case DW_LANG_UPC:
    case DW_LANG_Mips_Assembler:
        return false;
    default:
        return true;
    }
}

/* Finds the root of a unit's entries if they are in a separate file. Does not look if libdw, which
 * searches the same places, might never return. */
static bool find_entries(const struct line_reader *r, Dwarf_Die *unit, Dwarf_Die *entries)
{
    static const unsigned names[] = {DW_AT_dwo_name, DW_AT_GNU_dwo_name};
    Dwarf_Attribute attribute;
    const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    const char *name = NULL, *place = r->place;

    for (size_t i = 0; !name && i < sizeof names / sizeof *names; i++)
        name = dwarf_formstring(dwarf_attr(unit, names[i], &attribute));
    for (int i = 0; name && i < 2; i++, directory = "") {
        bool whole = *name == '/', has_place = !whole && directory && *directory == '/';
        char *path = mem_printf(r->diag, "%s%s/%s", whole || has_place ? "" : place,
                                whole || !directory ? "" : directory, name);
        bool waits = file_may_wait(path);

        free(path);
        if (waits)
            return false;
    }
    return name && !r->package_waits &&
           dwarf_cu_info(unit->cu, NULL, NULL, NULL, entries, NULL, NULL, NULL) == 0 &&
           dwarf_tag(entries) != DW_TAG_invalid;
}

static void read_units(struct line_reader *r)
{
    struct progress progress;
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    uint8_t type;
    size_t n = 0;

    progress_start(&progress, r->diag, 0, "source files with line information read");
    while (dwarf_get_units(r->dwarf, cu, &cu, &r->version, &type, &unit, NULL) == 0) {
        Dwarf_Die split, *entries = &unit;

        progress_tell(&progress, n++);
        if (type == DW_UT_type)
            continue; /* the unit has no code */
        read_ranges(r, &unit);
        if (!is_wanted(r)) {
            r->readable = true;
            continue;
        }
        if (type == DW_UT_skeleton && find_entries(r, &unit, &split))
            entries = &split;
        r->mangled = language_mangles(entries);
        read_table(r, &unit);
        if (!r->request->no_functions)
            line_scopes_read(r, entries);
    }
    progress_end(&progress);
}

bool line_rows_list(struct line_rows *rows, const struct image *image,
                    const struct line_request *request, struct diag *d)
{
    struct line_reader r = {
        .request = request, .sweep = {.start = request->start, .end = request->end}, .diag = d};

    if (line_source_open(&r, image)) {
        if (!request->no_functions)
            line_symbols_init(&r.sweep.symbols, image, d);
        read_units(&r);
        if (r.left == 0)
            diag_warning(d, core_debug_path(image),
                         "has damaged debug information: units or functions share their code; some "
                         "lines are missing");
        line_sweep_rows(&r.sweep, rows, d);
    }
    rows->source = r.source;
    line_sweep_release(&r.sweep);
    line_scopes_release(&r.scopes);
    pair_map_release(&r.line_tables);
    free(r.place);
    free(r.ranges.at);
    free(r.ranges.listed);
    return r.readable;
}
