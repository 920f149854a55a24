/* line_rows_dw - whole tables of source lines, read with libdw
 *
 * The line tables of all units give stretches (address, file, line), the trees of their entries
 * give scopes (low, high, function); line_sweep makes rows of both.
 *
 * Files written by hostile hands: libdw bounds every read; what it refuses is left out, as if the
 * unit had no debug information.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_rows.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/pair_map.h"
#include "base/search.h"
#include "lines/line_paths.h"
#include "lines/line_sweep.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct range {
    uint64_t low, high; /* first address, first address behind */
};

/* What .debug_aranges says of a unit. */
struct unit_range {
    uint64_t unit; /* where its root entry stands */
    struct range range;
};

/* What an entry calls itself. */
struct entry_names {
    const char *linkage; /* the linker's name, or NULL */
    const char *name;    /* the name in the source, or NULL */
};

/* A file of debug information. */
struct dwarf_file {
    Dwarf *dwarf; /* NULL: none */
    int fd;       /* -1: none */
};

/* What the names in the rows point into. */
struct line_source {
    struct dwarf_file debug;
    struct dwarf_file alt; /* what dwz has moved out of it, where that is known */
    struct line_paths paths;
};

struct reader {
    Dwarf *dwarf;
    const struct line_request *request;
    struct line_paths *paths; /* of source files */
    struct line_sweep sweep;
    struct range *ranges; /* of the unit being read */
    size_t n_ranges, ranges_cap;
    struct unit_range *listed; /* by unit; NULL: not read yet */
    size_t n_listed;
    Dwarf_Die *path; /* entries from a unit's root to the one being visited */
    size_t path_cap;
    struct pair_map origins;       /* entries that others are instances of, by where they stand */
    struct entry_names *of_origin; /* what these call themselves, by their number in origins */
    size_t origins_cap;
    bool readable;      /* libdw could read of at least one unit where its code or lines are */
    Dwarf_Half version; /* of the unit's DWARF */
    bool mangled;       /* the unit's language mangles names */
    struct diag *diag;
};

static int by_range_low(const void *left, const void *right)
{
    const struct range *l = left, *r = right;

    return l->low < r->low ? -1 : l->low > r->low;
}

static bool add_range(struct reader *r, uint64_t low, uint64_t high)
{
    struct range *at = mem_grow(r->diag, r->ranges, &r->ranges_cap, r->n_ranges + 1, sizeof *at);

    if (!at)
        return false;
    r->ranges = at;
    if (low < high)
        at[r->n_ranges++] = (struct range){low, high};
    return true;
}

static int by_unit(const void *left, const void *right)
{
    const struct unit_range *l = left, *r = right;

    return l->unit < r->unit ? -1 : l->unit > r->unit;
}

/* Read .debug_aranges, sorted by unit. */
static bool list_ranges(struct reader *r)
{
    Dwarf_Aranges *table;
    size_t n = 0;

    if (dwarf_getaranges(r->dwarf, &table, &n) != 0)
        n = 0;
    r->listed = mem_alloc(r->diag, n, sizeof *r->listed);
    if (!r->listed)
        return false;
    for (size_t i = 0; i < n; i++) {
        Dwarf_Addr low;
        Dwarf_Word bytes;
        Dwarf_Off unit;

        if (dwarf_getarangeinfo(dwarf_onearange(table, i), &low, &bytes, &unit) == 0 &&
            bytes <= UINT64_MAX - low)
            r->listed[r->n_listed++] = (struct unit_range){unit, {low, low + bytes}};
    }
    if (r->n_listed)
        qsort(r->listed, r->n_listed, sizeof *r->listed, by_unit);
    return true;
}

/* DWARF 2 has one range for a unit: compilers that keep to it tell in .debug_aranges alone of code
 * in other sections, such as .text.startup. */
static bool add_listed_ranges(struct reader *r, Dwarf_Die *unit)
{
    uint64_t at = dwarf_dieoffset(unit);
    size_t i;

    if (!r->listed && !list_ranges(r))
        return false;
    i = at && r->n_listed ? count_up_to(&r->listed->unit, r->n_listed, sizeof *r->listed, at - 1)
                          : 0;
    for (; i < r->n_listed && r->listed[i].unit == at; i++)
        if (!add_range(r, r->listed[i].range.low, r->listed[i].range.high))
            return false;
    return true;
}

/* The addresses of a unit's code, ascending. */
static bool read_ranges(struct reader *r, Dwarf_Die *unit)
{
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;

    r->n_ranges = 0;
    while ((offset = dwarf_ranges(unit, offset, &base, &low, &high)) > 0)
        if (!add_range(r, low, high))
            return false;
    if (r->n_ranges == 0)
        return true;
    if (r->version == 2 && !dwarf_hasattr(unit, DW_AT_ranges) && !add_listed_ranges(r, unit))
        return false;
    qsort(r->ranges, r->n_ranges, sizeof *r->ranges, by_range_low);
    return true;
}

/* Whether the unit has code that the request is about; one that does not tell its ranges may. */
static bool is_wanted(const struct reader *r)
{
    const uint64_t *places = r->request->places;

    if (!places || r->n_ranges == 0)
        return true;
    for (size_t i = 0; i < r->n_ranges; i++) {
        const struct range *range = &r->ranges[i];
        size_t n = count_up_to(places, r->request->n_places, sizeof *places, range->high - 1);
        if (n > 0 && places[n - 1] >= range->low)
            return true;
    }
    return false;
}

/* A row of a line table, as far as it matters. */
struct table_row {
    Dwarf_Line *line; /* NULL: none */
    Dwarf_Addr address;
    bool ends;         /* no code from here on */
    bool default_file; /* of the file that a sequence begins with, before it names one */
};

/* The name of the row's file, as the table has it. A sequence begins with file 1; where a DWARF 5
 * table leaves it at that, BFD takes file 0 for it, and so do all listings of GNU gprof. Ours agree
 * with them, but for -l (doc/DEVIATIONS, wrong file). */
static const char *name_of_file(const struct reader *r, const struct table_row *row)
{
    const char *zero = NULL;
    Dwarf_Files *files;
    size_t number;

    if (r->request->places && r->version >= 5 && row->default_file &&
        dwarf_line_file(row->line, &files, &number) == 0)
        zero = dwarf_filesrc(files, 0, NULL, NULL);
    /* a unit of version 5 may have a line table of an older one, which has no file 0 */
    return zero && strcmp(zero, "???") != 0 ? zero : dwarf_linesrc(row->line, NULL, NULL);
}

/* Add the row that holds up to `to`, if it is about anything that is wanted; `*place` is where the
 * search among the places goes on. */
static bool add_row(struct reader *r, const struct table_row *row, uint64_t to, size_t *place)
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

/* Where the unit was compiled, and which other folders its line table names. */
static bool read_folders(struct reader *r, Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    const char *folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    const char *const *dirs;
    Dwarf_Files *files;
    size_t n;

    if (r->version >= 5 || dwarf_getsrcfiles(unit, &files, &n) != 0 ||
        dwarf_getsrcdirs(files, &dirs, &n) != 0 || n == 0)
        return line_paths_set_folder(r->paths, folder, NULL, 0, r->diag);
    return line_paths_set_folder(r->paths, folder, dirs + 1, n - 1, r->diag);
}

/* libdw sorts a table's rows and puts the end of a sequence before all rows of its address, also
 * before those of the very sequence, which stand for no code. A unit's ranges tell these from the
 * rows of a sequence that begins there. */
static bool read_lines(struct reader *r, Dwarf_Die *unit)
{
    struct table_row previous = {.line = NULL};
    size_t n, range = 0, place = 0;
    uint64_t begun = UINT64_MAX;
    Dwarf_Lines *lines;

    if (dwarf_getsrclines(unit, &lines, &n) != 0)
        return true;
    line_sweep_next_table(&r->sweep);
    r->readable = true;
    if (!read_folders(r, unit))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct table_row row = {.line = dwarf_onesrcline(lines, i)};

        if (!row.line || dwarf_lineaddr(row.line, &row.address) != 0 ||
            dwarf_lineendsequence(row.line, &row.ends) != 0 || row.address < r->request->start ||
            row.address > r->request->end)
            continue;
        while (range < r->n_ranges && r->ranges[range].high <= row.address)
            range++;
        if (!row.ends && r->n_ranges > 0 &&
            (range == r->n_ranges || row.address < r->ranges[range].low))
            continue;
        row.default_file = has_default_file(&row, &previous, &begun);
        if (!add_row(r, &previous, row.address, &place))
            return false;
        previous = row;
    }
    return add_row(r, &previous, UINT64_MAX, &place);
}

/* An entry's own attributes, as far as they matter; absent ones have no `valp`. */
struct entry {
    Dwarf_Attribute linkage, name, origin;
    bool has_code;
    bool is_declaration;
};

static int note_attribute(Dwarf_Attribute *attribute, void *context)
{
    struct entry *e = context;

    switch (dwarf_whatattr(attribute)) {
    case DW_AT_linkage_name:
    case DW_AT_MIPS_linkage_name:
        e->linkage = *attribute;
        break;
    case DW_AT_name:
        e->name = *attribute;
        break;
    case DW_AT_specification:
        if (e->origin.valp)
            break; /* the abstract instance says more */
        /* fall through */
    case DW_AT_abstract_origin:
        e->origin = *attribute;
        break;
    case DW_AT_high_pc:
    case DW_AT_ranges:
        e->has_code = true;
        break;
    case DW_AT_declaration:
        e->is_declaration = true;
        break;
    default:
        break;
    }
    return DWARF_CB_OK;
}

static const char *text_of(Dwarf_Attribute *attribute)
{
    return attribute->valp ? dwarf_formstring(attribute) : NULL;
}

/* The names of `die`, its own or those of what it is an instance of. */
static struct entry_names integrated_names(Dwarf_Die *die)
{
    static const unsigned linkage[] = {DW_AT_linkage_name, DW_AT_MIPS_linkage_name};
    struct entry_names names = {NULL, NULL};
    Dwarf_Attribute attribute;

    for (size_t i = 0; !names.linkage && i < sizeof linkage / sizeof *linkage; i++)
        names.linkage = dwarf_formstring(dwarf_attr_integrate(die, linkage[i], &attribute));
    names.name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
    return names;
}

/* Give `e` the names of its origin where it has none: a function is inlined in many places, and
 * looked at once. */
static bool add_origin_names(struct reader *r, struct entry *e, struct entry_names *names)
{
    struct entry_names *known;
    Dwarf_Die origin;
    uint32_t number;

    if (!e->origin.valp || (names->linkage && names->name) ||
        !dwarf_formref_die(&e->origin, &origin))
        return true;
    number = pair_map_add(&r->origins, (uintptr_t)origin.addr, 0, r->diag);
    if (number == PAIR_MAP_FAILED)
        return false;
    known = mem_grow(r->diag, r->of_origin, &r->origins_cap, r->origins.n, sizeof *known);
    if (!known)
        return false;
    r->of_origin = known;
    if (number == r->origins.n - 1)
        known[number] = integrated_names(&origin);
    if (!names->linkage)
        names->linkage = known[number].linkage;
    if (!names->name)
        names->name = known[number].name;
    return true;
}

/* The address ranges of a function under its name: the linker's where the entry has it. A language
 * that mangles names without telling the result leaves it to the image's symbol of that address. */
static bool read_scope(struct reader *r, Dwarf_Die *die, struct entry *e)
{
    struct entry_names names = {text_of(&e->linkage), text_of(&e->name)};
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;

    if (!add_origin_names(r, e, &names))
        return false;
    while ((offset = dwarf_ranges(die, offset, &base, &low, &high)) > 0) {
        const char *name = names.linkage;

        if (low >= high)
            continue;
        if (!name && r->mangled)
            name = line_sweep_function_at(&r->sweep, low);
        if (!line_sweep_add_scope(&r->sweep, low, high, name ? name : names.name, r->diag))
            return false;
    }
    return true;
}

/* Read one entry; `*enter` tells whether those below it may hold code. */
static bool read_entry(struct reader *r, Dwarf_Die *die, bool *enter)
{
    int tag = dwarf_tag(die);
    struct entry e = {.has_code = false};

    *enter = true;
    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine && tag != DW_TAG_entry_point)
        return true;
    dwarf_getattrs(die, note_attribute, &e, 0);
    *enter = !e.is_declaration;
    return !e.has_code || read_scope(r, die, &e);
}

static bool push(struct reader *r, size_t depth, const Dwarf_Die *die)
{
    Dwarf_Die *path = mem_grow(r->diag, r->path, &r->path_cap, depth + 1, sizeof *path);

    if (!path)
        return false;
    r->path = path;
    path[depth] = *die;
    return true;
}

/* Visit all entries below `root`, outer ones first, with a stack of our own. */
static bool read_scopes(struct reader *r, Dwarf_Die *root)
{
    size_t depth = 0;
    Dwarf_Die die;

    if (dwarf_child(root, &die) != 0)
        return true;
    if (!push(r, depth, &die))
        return false;
    for (;;) {
        Dwarf_Die next;
        bool enter;

        if (!read_entry(r, &r->path[depth], &enter))
            return false;
        if (enter && dwarf_child(&r->path[depth], &next) == 0) {
            if (!push(r, ++depth, &next))
                return false;
            continue;
        }
        while (dwarf_siblingof(&r->path[depth], &next) != 0) {
            if (depth-- == 0)
                return true;
        }
        r->path[depth] = next;
    }
}

/* Languages whose names are the linker's names; the others mangle. */
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

static bool read_units(struct reader *r)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit, split;
    uint8_t type;

    while (dwarf_get_units(r->dwarf, cu, &cu, &r->version, &type, &unit, &split) == 0) {
        /* the entries of a skeleton unit stand in a file of their own */
        Dwarf_Die *entries = type == DW_UT_skeleton && dwarf_tag(&split) ? &split : &unit;

        if (!read_ranges(r, &unit))
            return false;
        if (!is_wanted(r)) {
            r->readable = true;
            continue;
        }
        r->mangled = language_mangles(entries);
        if (!read_lines(r, &unit) || (!r->request->places && !read_scopes(r, entries)))
            return false;
    }
    return true;
}

static void open_dwarf(struct dwarf_file *file, const char *path)
{
    file->fd = path ? file_open(path, O_RDONLY) : -1;
    file->dwarf = file->fd >= 0 ? dwarf_begin(file->fd, DWARF_C_READ) : NULL;
}

static void close_dwarf(struct dwarf_file *file)
{
    dwarf_end(file->dwarf);
    if (file->fd >= 0)
        close(file->fd);
}

/* Open the debug information of `image`; NULL after reporting that memory is out. */
static struct line_source *open_source(const struct image *image, struct diag *d)
{
    struct line_source *source = mem_alloc(d, 1, sizeof *source);

    if (!source)
        return NULL;
    open_dwarf(&source->debug, core_debug_path(image));
    open_dwarf(&source->alt, source->debug.dwarf ? core_alt_path(image) : NULL);
    if (source->alt.dwarf)
        dwarf_setalt(source->debug.dwarf, source->alt.dwarf);
    return source;
}

bool line_source_list(struct line_rows *rows, const struct image *image,
                      const struct line_request *request, bool *listed, struct diag *d)
{
    struct reader r = {
        .request = request, .sweep = {.start = request->start, .end = request->end}, .diag = d};
    bool ok = true;

    rows->source = open_source(image, d);
    if (!rows->source)
        return false;
    r.dwarf = rows->source->debug.dwarf;
    r.paths = &rows->source->paths;
    if (r.dwarf)
        ok = (request->places || line_sweep_set_functions(&r.sweep, image, d)) && read_units(&r) &&
             line_sweep_rows(&r.sweep, rows, d);
    *listed = r.readable;
    line_sweep_release(&r.sweep);
    pair_map_release(&r.origins);
    free(r.of_origin);
    free(r.ranges);
    free(r.listed);
    free(r.path);
    return ok;
}

void line_source_release(struct line_source *source)
{
    if (!source)
        return;
    close_dwarf(&source->debug);
    close_dwarf(&source->alt);
    line_paths_release(&source->paths);
    free(source);
}
