/* line_rows_dw - whole tables of source lines, read with libdw
 *
 * Algorithm: the line tables of all units give stretches (address, file, line), the trees of their
 * entries give scopes (low, high, function). Both are sorted; a sweep over all their limits keeps
 * the line that holds and a stack of the scopes that are open, the innermost on top.
 *
 * Files written by hostile hands: libdw bounds every read; what it refuses is left out, as if the
 * unit had no debug information.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/line_rows.h"

#include "base/mem.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* The line that holds from an address on, until the next stretch. */
struct stretch {
    uint64_t address;
    const char *file; /* NULL: a table ends here */
    size_t order;     /* position among all rows: the last one of an address counts */
    unsigned line;
};

struct range {
    uint64_t low, high; /* first address, first address behind */
};

/* The addresses of a function or of one inlined into it. */
struct scope {
    uint64_t low, high; /* first address, first address behind */
    const char *name;
    size_t order; /* outer scopes come before inner ones */
};

/* A symbol of the image, to be found by its address. */
struct function {
    uint64_t address;
    const char *name;
    size_t order;
};

struct reader {
    Dwarf *dwarf;
    uint64_t start, end; /* addresses asked for */
    struct stretch *stretches;
    size_t n_stretches, stretches_cap;
    struct scope *scopes;
    size_t n_scopes, scopes_cap;
    struct range *ranges; /* of the unit being read */
    size_t n_ranges, ranges_cap;
    Dwarf_Die *path; /* entries from a unit's root to the one being visited */
    size_t path_cap;
    struct function *functions; /* by address */
    size_t n_functions;
    bool mangled; /* the unit's language mangles names */
    struct diag *diag;
};

static bool add_stretch(struct reader *r, uint64_t address, const char *file, unsigned line)
{
    struct stretch *at =
        mem_grow(r->diag, r->stretches, &r->stretches_cap, r->n_stretches + 1, sizeof *at);

    if (!at)
        return false;
    r->stretches = at;
    at[r->n_stretches] = (struct stretch){address, file, r->n_stretches, line};
    r->n_stretches++;
    return true;
}

static bool add_scope(struct reader *r, uint64_t low, uint64_t high, const char *name)
{
    struct scope *at;

    if (high <= low || high <= r->start || low >= r->end)
        return true;
    at = mem_grow(r->diag, r->scopes, &r->scopes_cap, r->n_scopes + 1, sizeof *at);
    if (!at)
        return false;
    r->scopes = at;
    at[r->n_scopes] = (struct scope){low, high, name, r->n_scopes};
    r->n_scopes++;
    return true;
}

static int by_range_low(const void *left, const void *right)
{
    const struct range *l = left, *r = right;

    return l->low < r->low ? -1 : l->low > r->low;
}

/* The addresses of a unit's code, ascending. */
static bool read_ranges(struct reader *r, Dwarf_Die *unit)
{
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;

    r->n_ranges = 0;
    while ((offset = dwarf_ranges(unit, offset, &base, &low, &high)) > 0) {
        struct range *at =
            mem_grow(r->diag, r->ranges, &r->ranges_cap, r->n_ranges + 1, sizeof *at);
        if (!at)
            return false;
        r->ranges = at;
        if (low < high)
            at[r->n_ranges++] = (struct range){low, high};
    }
    if (r->n_ranges)
        qsort(r->ranges, r->n_ranges, sizeof *r->ranges, by_range_low);
    return true;
}

/* libdw sorts a table's rows and puts the end of a sequence before all rows of its address, also
 * before those of the very sequence, which stand for no code. A unit's ranges tell these from the
 * rows of a sequence that begins there. */
static bool read_lines(struct reader *r, Dwarf_Die *unit)
{
    Dwarf_Lines *lines;
    size_t n, range = 0;

    if (dwarf_getsrclines(unit, &lines, &n) != 0)
        return true;
    if (!read_ranges(r, unit))
        return false;
    for (size_t i = 0; i < n; i++) {
        Dwarf_Line *row = dwarf_onesrcline(lines, i);
        Dwarf_Addr address;
        bool ends;
        int line;

        if (!row || dwarf_lineaddr(row, &address) != 0 || dwarf_lineendsequence(row, &ends) != 0 ||
            dwarf_lineno(row, &line) != 0 || address < r->start || address > r->end)
            continue;
        while (range < r->n_ranges && r->ranges[range].high <= address)
            range++;
        if (!ends && r->n_ranges > 0 && (range == r->n_ranges || address < r->ranges[range].low))
            continue;
        if (!add_stretch(r, address, ends ? NULL : dwarf_linesrc(row, NULL, NULL),
                         line > 0 ? (unsigned)line : 0))
            return false;
    }
    return true;
}

static int by_function_address(const void *left, const void *right)
{
    const struct function *l = left, *r = right;

    if (l->address != r->address)
        return l->address < r->address ? -1 : 1;
    return l->order < r->order ? -1 : l->order > r->order;
}

static bool sort_functions(struct reader *r, const struct image *image)
{
    r->functions = mem_alloc(r->diag, image->n_symbols, sizeof *r->functions);
    if (!r->functions)
        return false;
    for (size_t i = 0; i < image->n_symbols; i++) {
        const struct image_symbol *s = &image->symbols[i];
        if (s->is_function)
            r->functions[r->n_functions++] = (struct function){s->address, s->name, i};
    }
    qsort(r->functions, r->n_functions, sizeof *r->functions, by_function_address);
    return true;
}

/* The name of the image's function that starts at `address`, or NULL. */
static const char *symbol_at(const struct reader *r, uint64_t address)
{
    size_t low = 0, high = r->n_functions;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->functions[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->n_functions && r->functions[low].address == address ? r->functions[low].name
                                                                        : NULL;
}

/* A function's name: the linker's where the entry has it. A language that mangles names without
 * telling the result leaves it to the image's symbol of that address. */
static const char *function_name(struct reader *r, Dwarf_Die *die, uint64_t low)
{
    static const unsigned linkage[] = {DW_AT_linkage_name, DW_AT_MIPS_linkage_name};
    Dwarf_Attribute attribute;
    const char *name;

    for (size_t i = 0; i < sizeof linkage / sizeof *linkage; i++) {
        name = dwarf_formstring(dwarf_attr_integrate(die, linkage[i], &attribute));
        if (name)
            return name;
    }
    name = r->mangled ? symbol_at(r, low) : NULL;
    return name ? name : dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
}

/* The address ranges of a function, if this is one. */
static bool read_scope(struct reader *r, Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;

    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine && tag != DW_TAG_entry_point)
        return true;
    while ((offset = dwarf_ranges(die, offset, &base, &low, &high)) > 0)
        if (low < high && !add_scope(r, low, high, function_name(r, die, low)))
            return false;
    return true;
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

        if (!read_scope(r, &r->path[depth]))
            return false;
        if (dwarf_child(&r->path[depth], &next) == 0) {
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
    Dwarf_Half version;
    uint8_t type;

    while (dwarf_get_units(r->dwarf, cu, &cu, &version, &type, &unit, &split) == 0) {
        /* the entries of a skeleton unit stand in a file of their own */
        Dwarf_Die *entries = type == DW_UT_skeleton && dwarf_tag(&split) ? &split : &unit;

        r->mangled = language_mangles(entries);
        if (!read_lines(r, &unit) || !read_scopes(r, entries))
            return false;
    }
    return true;
}

/* By address; where one table ends and another begins, the end comes first. */
static int by_address(const void *left, const void *right)
{
    const struct stretch *l = left, *r = right;

    if (l->address != r->address)
        return l->address < r->address ? -1 : 1;
    if (!l->file != !r->file)
        return !l->file ? -1 : 1;
    return l->order < r->order ? -1 : 1;
}

/* By start, the longer one first: an outer scope comes before those inside. */
static int by_low(const void *left, const void *right)
{
    const struct scope *l = left, *r = right;

    if (l->low != r->low)
        return l->low < r->low ? -1 : 1;
    if (l->high != r->high)
        return l->high > r->high ? -1 : 1;
    return l->order < r->order ? -1 : 1;
}

/* What holds while the sweep goes on. */
struct sweep {
    const struct reader *r;
    size_t next_stretch, next_scope, next_function;
    const struct stretch *line; /* NULL: none */
    size_t *open;               /* numbers of the scopes that have begun, the innermost last */
    size_t n_open;
    const char *symbol; /* the image's function that began last; names code outside all scopes, such
                           as the padding between functions */
};

/* The next address at which something changes, or UINT64_MAX. */
static uint64_t next_change(const struct sweep *s)
{
    const struct reader *r = s->r;
    uint64_t at = UINT64_MAX;

    if (s->next_stretch < r->n_stretches)
        at = r->stretches[s->next_stretch].address;
    if (s->next_scope < r->n_scopes && r->scopes[s->next_scope].low < at)
        at = r->scopes[s->next_scope].low;
    if (s->next_function < r->n_functions && r->functions[s->next_function].address < at)
        at = r->functions[s->next_function].address;
    if (s->n_open > 0 && r->scopes[s->open[s->n_open - 1]].high < at)
        at = r->scopes[s->open[s->n_open - 1]].high;
    return at;
}

static void apply_changes(struct sweep *s, uint64_t at)
{
    const struct reader *r = s->r;

    while (s->next_stretch < r->n_stretches && r->stretches[s->next_stretch].address <= at) {
        const struct stretch *line = &r->stretches[s->next_stretch++];
        s->line = line->file && line->line ? line : NULL;
    }
    while (s->next_function < r->n_functions && r->functions[s->next_function].address <= at) {
        uint64_t address = r->functions[s->next_function].address;
        s->symbol = r->functions[s->next_function].name;
        while (s->next_function < r->n_functions &&
               r->functions[s->next_function].address == address)
            s->next_function++; /* aliases: the first one names them all */
    }
    while (s->n_open > 0 && r->scopes[s->open[s->n_open - 1]].high <= at)
        s->n_open--;
    while (s->next_scope < r->n_scopes && r->scopes[s->next_scope].low <= at) {
        if (r->scopes[s->next_scope].high > at)
            s->open[s->n_open++] = s->next_scope;
        s->next_scope++;
    }
}

static bool sweep_all(const struct reader *r, struct line_rows *rows)
{
    struct sweep s = {.r = r};
    uint64_t at;
    bool ok;

    s.open = mem_alloc(r->diag, r->n_scopes, sizeof *s.open);
    ok = s.open != NULL;
    while (ok && (at = next_change(&s)) < r->end) {
        struct line_row row = {.address = at > r->start ? at : r->start};

        apply_changes(&s, at);
        if (s.line) {
            row.file = s.line->file;
            row.line = s.line->line;
            row.function = s.n_open ? r->scopes[s.open[s.n_open - 1]].name : s.symbol;
        }
        ok = line_rows_add(rows, &row, r->diag);
    }
    free(s.open);
    return ok;
}

bool line_source_list(struct line_rows *rows, const struct image *image, uint64_t start,
                      uint64_t end, bool *listed, struct diag *d)
{
    struct reader r = {.start = start, .end = end, .diag = d};
    int fd = open(image->path, O_RDONLY | O_CLOEXEC);
    bool ok = true;

    r.dwarf = fd >= 0 ? dwarf_begin(fd, DWARF_C_READ) : NULL;
    rows->source = (struct line_source *)r.dwarf;
    *listed = r.dwarf != NULL;
    if (r.dwarf) {
        ok = sort_functions(&r, image) && read_units(&r);
        if (ok && r.n_stretches)
            qsort(r.stretches, r.n_stretches, sizeof *r.stretches, by_address);
        if (ok && r.n_scopes)
            qsort(r.scopes, r.n_scopes, sizeof *r.scopes, by_low);
        ok = ok && sweep_all(&r, rows);
    }
    free(r.stretches);
    free(r.scopes);
    free(r.ranges);
    free(r.path);
    free(r.functions);
    if (fd >= 0)
        close(fd);
    return ok;
}

void line_source_release(struct line_source *source)
{
    dwarf_end((Dwarf *)source);
}
