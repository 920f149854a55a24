/* line_rows_dw - reads source lines unit by unit
 *
 * The line tables of all units give stretches (address, file, line; line_table_dw), the trees of
 * their entries give scopes (low, high, function; line_scopes_dw); line_sweep merges both into
 * rows.
 *
 * Damaged and malicious files: libdw bounds every read; a unit that it refuses is treated as if it
 * had no debug information.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_rows.h"

#include "base/file.h"
#include "base/limit.h"
#include "base/mem.h"
#include "base/search.h"
#include "lines/line_open_dw.h"

#include <dwarf.h>
#include <sys/stat.h>

/* ---- which addresses hold the code of a unit ---- */

/* An entry of .debug_aranges about a unit. */
struct unit_range {
    uint64_t unit; /* offset of its root entry */
    struct address_range range;
};

static void add_range(struct line_reader *r, uint64_t low, uint64_t high)
{
    struct line_ranges *to = &r->ranges;

    if (low < high)
        *mem_push(r->diag, to->at, to->n, to->cap) = (struct address_range){low, high};
}

/* Reads .debug_aranges and sorts its entries by unit. */
static void list_ranges(struct line_reader *r)
{
    IN_LIBRARY("libdw");
    Dwarf_Aranges *table;
    size_t n = 0;

    if (dwarf_getaranges(r->dwarf, &table, &n) != 0)
        n = 0;
    r->ranges.aranges = mem_alloc(r->diag, n, sizeof *r->ranges.aranges);
    for (size_t i = 0; i < n; i++) {
        Dwarf_Addr low;
        Dwarf_Word bytes;
        Dwarf_Off unit;

        if (dwarf_getarangeinfo(dwarf_onearange(table, i), &low, &bytes, &unit) == 0 &&
            bytes <= UINT64_MAX - low)
            r->ranges.aranges[r->ranges.n_aranges++] =
                (struct unit_range){unit, {low, low + bytes}};
    }
    sort_u64(r->ranges.aranges, r->ranges.n_aranges, sizeof *r->ranges.aranges);
}

/* Adds the ranges that .debug_aranges lists for a unit. In DWARF 2 a unit has only one range. Some
 * compilers list the unit's code in other sections, such as .text.startup, in .debug_aranges
 * alone. */
static void add_known_ranges(struct line_reader *r, Dwarf_Die *unit)
{
    uint64_t at = dwarf_dieoffset(unit);
    size_t i;

    if (!r->ranges.aranges)
        list_ranges(r);
    i = count_below(r->ranges.aranges, r->ranges.n_aranges, sizeof *r->ranges.aranges, at);
    for (; i < r->ranges.n_aranges && r->ranges.aranges[i].unit == at; i++)
        add_range(r, r->ranges.aranges[i].range.low, r->ranges.aranges[i].range.high);
}

/* Sets r->ranges to the addresses of the unit's code. */
static void read_ranges(struct line_reader *r, Dwarf_Die *unit)
{
    IN_LIBRARY("libdw");
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;

    r->ranges.n = r->ranges.last = 0;
    while ((offset = dwarf_ranges(unit, offset, &base, &low, &high)) > 0)
        add_range(r, low, high);
    if (r->ranges.n == 0)
        return;
    if (r->version == 2 && !dwarf_hasattr(unit, DW_AT_ranges))
        add_known_ranges(r, unit);
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

/* Returns true if the code at `address` is of the unit that is being read, and may be asked for. */
static bool is_of_unit(struct line_reader *r, uint64_t address)
{
    struct line_ranges *ranges = &r->ranges;
    const struct address_range *at = ranges->at;
    size_t n;

    if (address < r->request->start || address > r->request->end)
        return false;
    if (ranges->n == 0 || (address >= at[ranges->last].low && address < at[ranges->last].high))
        return true;
    n = count_up_to(at, ranges->n, sizeof *at, address);
    if (n == 0 || address >= at[n - 1].high)
        return false;
    ranges->last = n - 1;
    return true;
}

/* Returns true if some of the addresses [low, high) are asked for. */
static bool is_asked_for(struct line_reader *r, uint64_t low, uint64_t high)
{
    const uint64_t *places = r->request->places;
    size_t n = r->request->n_places, place = r->place_reached;

    if (low >= high || !places)
        return low < high;
    if ((place > 0 && places[place - 1] >= low) || (place < n && places[place] < low))
        place = count_below(places, n, sizeof *places, low);
    r->place_reached = place;
    return place < n && places[place] < high;
}

/* Returns the end of a function that begins at `address`, or 0 if none with a size does, or none
 * is asked for. */
static uint64_t end_of_function(struct line_reader *r, uint64_t address)
{
    const struct line_symbol *s;

    if (address < r->request->start || address >= r->request->end ||
        !is_asked_for(r, address, address + 1))
        return 0;
    if (!r->sweep.symbols.at)
        line_symbols_init(&r->sweep.symbols, r->image, r->diag);
    s = line_symbols_at(&r->sweep.symbols, address);
    return s && s->end > address + 1 ? s->end : 0;
}

static bool open_table(struct line_reader *r, Dwarf_Die *unit)
{
    IN_LIBRARY("libdw");
    Dwarf_Attribute attribute;
    const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    Dwarf_Word at;

    return dwarf_formudata(dwarf_attr(unit, DW_AT_stmt_list, &attribute), &at) == 0 &&
           line_table_open(&r->table, at, directory, r->diag);
}

/* Adds the stretches of the unit's line table to the sweep, those of its ranges only: units may
 * share a table, and code that the linker left out keeps its rows, at addresses of other code.
 * Compilers leave functions that they merged with others out of the ranges: a sequence that is a
 * function counts, too, if no unit has its code in its ranges. */
static void read_table(struct line_reader *r, Dwarf_Die *unit)
{
    struct line_sweep *sweep = &r->sweep;
    struct table_row row, previous = {.ends = true};
    size_t before = sweep->n_stretches, table = ++sweep->table;
    size_t sequence = before;  /* stretches before the sequence */
    uint64_t function_end = 0; /* end of the function outside of the ranges; 0: none */
    bool begins = true;        /* the row is the first of its sequence */
    bool open = false;         /* a stretch of the sequence was added */

    if (!open_table(r, unit))
        return;
    for (; line_table_next(&r->table, &row, r->diag); begins = row.ends) {
        bool is_inside = is_of_unit(r, row.address);

        if (begins) {
            sequence = sweep->n_stretches;
            function_end = is_inside ? 0 : end_of_function(r, row.address);
            sweep->table = function_end ? SIZE_MAX : table; /* the last one that counts */
        }
        if (!row.ends && !is_inside && !function_end)
            continue;
        if (!previous.ends && is_asked_for(r, previous.address, row.address)) {
            line_sweep_add_stretch(sweep, previous.address,
                                   line_table_path(&r->table, previous.file, r->paths, r->diag),
                                   previous.line, r->diag);
            open = true;
        }
        if (row.ends && open) {
            line_sweep_add_stretch(sweep, row.address, NULL, 0, r->diag);
            open = false;
        }
        if (row.ends && function_end && row.address > function_end)
            sweep->n_stretches = sequence;
        previous = row;
    }
    if (open) /* the program stops within a sequence */
        line_sweep_add_stretch(sweep, previous.address, NULL, 0, r->diag);
    sweep->table = table;
    if (r->table.c.failed)
        sweep->n_stretches = before;
    else
        r->readable = true;
}

/* ---- units, one by one ---- */

/* Returns true if the unit's language mangles names; in other languages names are those of the
 * linker. */
static bool language_mangles(Dwarf_Die *unit)
{
    IN_LIBRARY("libdw");
    Dwarf_Attribute attribute;
    Dwarf_Word language = 0;

    /* dwarf_srclang looks for the attribute in what the unit may name as its origin, too */
    dwarf_formudata(dwarf_attr(unit, DW_AT_language, &attribute), &language);
    switch (language) {
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

static int pass_over(Dwarf_Attribute *attribute, void *nothing)
{
    (void)attribute;
    (void)nothing;
    return DWARF_CB_OK;
}

/* Returns true if the addresses in a unit have the size of the image's, and libdw can pass over all
 * attributes of its root: then none is a text without an end. */
static bool is_readable(const struct line_reader *r, Dwarf_Die *root)
{
    IN_LIBRARY("libdw");
    uint8_t bytes = 0;
    Dwarf_Die same;

    return dwarf_diecu(root, &same, &bytes, NULL) && bytes == r->image->word_bytes &&
           dwarf_getattrs(root, pass_over, NULL, 0) >= 0;
}

/* Adds a separate file of entries, which libdw will open, to the limit. Many units may name it. */
static void add_to_limit(struct line_reader *r, const char *path)
{
    size_t n = r->entries.n;
    struct stat st;

    if (stat(path, &st) == 0 && pair_map_add(&r->entries, st.st_dev, st.st_ino, r->diag) == n)
        limit_add_file(path);
}

/* Finds the root of a unit's entries if they are in a separate file. Does not look if libdw, which
 * searches the same places, might never return. */
static bool find_entries(struct line_reader *r, Dwarf_Die *unit, Dwarf_Die *entries)
{
    static const unsigned names[] = {DW_AT_dwo_name, DW_AT_GNU_dwo_name};
    IN_LIBRARY("libdw");
    Dwarf_Attribute attribute;
    const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    const char *name = NULL, *place = r->place;
    bool waits = r->package_waits;

    for (size_t i = 0; !name && i < sizeof names / sizeof *names; i++)
        name = dwarf_formstring(dwarf_attr(unit, names[i], &attribute));
    directory = directory ? directory : "";
    if (!name)
        return false;
    for (int i = 0; i < 2; i++, directory = "") {
        bool whole = *name == '/', has_place = !whole && *directory == '/';
        LOCAL char *path = mem_printf(r->diag, "%s%s/%s", whole || has_place ? "" : place,
                                      whole ? "" : directory, name);

        add_to_limit(r, path);
        waits = waits || file_may_wait(path);
    }
    return !waits && dwarf_cu_info(unit->cu, NULL, NULL, NULL, entries, NULL, NULL, NULL) == 0 &&
           dwarf_tag(entries) != DW_TAG_invalid && is_readable(r, entries);
}

static bool next_unit(struct line_reader *r, Dwarf_CU **cu, uint8_t *type, Dwarf_Die *unit)
{
    IN_LIBRARY("libdw");

    return dwarf_get_units(r->dwarf, *cu, cu, &r->version, type, unit, NULL) == 0;
}

static void read_units(struct line_reader *r)
{
    struct progress progress;
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    uint8_t type;
    size_t n = 0;

    progress_start(&progress, r->diag, 0, "source files with line information read");
    while (next_unit(r, &cu, &type, &unit)) {
        Dwarf_Die split, *entries = &unit;

        progress_tell(&progress, n++);
        if (type == DW_UT_type || type == DW_UT_split_type || !is_readable(r, &unit))
            continue; /* the unit has no code, or none of the image */
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
    struct line_reader r = {.image = image,
                            .request = request,
                            .sweep = {.start = request->start, .end = request->end},
                            .diag = d};

    if (line_source_open(&r, image)) {
        if (!request->no_functions)
            line_symbols_init(&r.sweep.symbols, image, d);
        read_units(&r);
        if (request->no_functions)
            line_symbols_release(&r.sweep.symbols);
        line_sweep_rows(&r.sweep, rows, d);
    }
    rows->source = r.source;
    line_sweep_release(&r.sweep);
    line_scopes_release(&r.scopes);
    line_table_release(&r.table);
    pair_map_release(&r.entries);
    free(r.place);
    free(r.ranges.at);
    free(r.ranges.aranges);
    return r.readable;
}
