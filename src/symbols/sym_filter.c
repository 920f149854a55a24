/* sym_filter - which functions and arcs each report includes and excludes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_filter.h"

#include "base/mem.h"
#include "base/trace.h"

#include <stdlib.h>
#include <string.h>

static uint16_t half_bit(enum sym_table table, bool include)
{
    return (uint16_t)(1U << (2 * table + (include ? 0 : 1)));
}

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
    if (name[0] != '_' && name[0] != 'm' && name[0] != '<')
        return false;
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

bool sym_is_profiler(const struct symtab *symtab, uint32_t symbol)
{
    /* the last one is in call stacks of programs that have none of these */
    static const char *const classic[] = {
        "mcount",     "_mcount",       "__mcount",  "__mcount_internal",
        "__mcleanup", "_gprof_mcount", "<profiler>"};
    /* -mfentry, ARM, and the stubs by which they are called */
    static const char *const more[] = {"__fentry__",  "__gnu_mcount_nc", "mcount@plt",
                                       "_mcount@plt", "__fentry__@plt",  "__gnu_mcount_nc@plt"};
    const char *name = symtab->symbols[symbol].name;

    return is_one_of(name, classic, sizeof classic / sizeof *classic) ||
           (symtab->is_exact && is_one_of(name, more, sizeof more / sizeof *more));
}

/* Excludes the profiler, and symbols that others stand for. */
static void exclude_others(struct sym_filter *filter, const struct symtab *symtab)
{
    const unsigned excluded = half_bit(SYM_TABLE_FLAT, false) | half_bit(SYM_TABLE_GRAPH, false) |
                              half_bit(SYM_TABLE_TIME, false);

    for (uint32_t i = 0; i < symtab->n; i++)
        if (sym_is_profiler(symtab, i) || symtab_owner(symtab, i) != i)
            filter->bits[i] = (uint16_t)(filter->bits[i] | excluded);
}

/* The context of the functions that sym_ids_resolve calls. */
struct resolution {
    struct sym_filter *filter;
    const struct symtab *symtab;
    uint8_t *sides;     /* by specification: which sides name something, and whether it counts */
    uint32_t *first;    /* by specification: the first function that its left side names */
    uint32_t *function; /* by specification: the function that its left side named last, unless it
                           named a line since; else NO_SYMBOL */
    struct diag *diag;
};

enum { LEFT_SIDE = 1, RIGHT_SIDE = 2, OVERRULED = 4 };

static void add_match(struct arc_matches *to, uint32_t symbol, size_t spec, struct diag *d)
{
    to->at = mem_grow(d, to->at, &to->cap, to->n + 1, sizeof *to->at);
    to->at[to->n++] = (struct arc_match){symbol, (uint32_t)spec};
}

static void take_match(void *context, size_t number, bool right, uint32_t symbol)
{
    struct resolution *r = context;
    struct sym_filter *f = r->filter;
    const struct sym_spec *spec = &f->ids->specs[number];

    if (trace_on(r->diag, TRACE_SYMBOLS))
        trace_line(r->diag, "sym_filter_init", "`%s'%s names %s", spec->option_text,
                   right ? ", its right side," : "", r->symtab->symbols[symbol].name);
    if (!right && !(r->sides[number] & LEFT_SIDE))
        r->first[number] = symbol;
    r->sides[number] = (uint8_t)(r->sides[number] | (right ? RIGHT_SIDE : LEFT_SIDE));
    if (spec->table != SYM_TABLE_ARCS)
        f->bits[symbol] = (uint16_t)(f->bits[symbol] | half_bit(spec->table, spec->include));
}

/* The lines before `end` of the function that the specification named last as a caller are callers,
 * too: see name_lines_of_functions. */
static void add_lines(const struct resolution *r, size_t spec, uint32_t end)
{
    uint32_t s = r->function[spec];

    while (s != NO_SYMBOL && ++s < end && r->symtab->symbols[s].is_line)
        add_match(&r->filter->callers, s, spec, r->diag);
}

/* The second round, when it is known which specifications of arcs count. */
static void take_arc_match(void *context, size_t number, bool right, uint32_t symbol)
{
    struct resolution *r = context;
    const struct sym_spec *spec = &r->filter->ids->specs[number];

    if (spec->table != SYM_TABLE_ARCS || !spec->is_arc || r->sides[number] & OVERRULED)
        return;
    if (!right) {
        add_lines(r, number, symbol);
        r->function[number] = r->symtab->symbols[symbol].is_line ? NO_SYMBOL : symbol;
    }
    add_match(right ? &r->filter->callees : &r->filter->callers, symbol, number, r->diag);
}

/* Marks the specifications of arcs that a later one overrules: one whose callers begin with the
 * same function, even if it names no callee. */
static void find_overruled(const struct resolution *r)
{
    const struct sym_ids *ids = r->filter->ids;
    uint32_t *last = mem_alloc(r->diag, 2 * (size_t)r->symtab->n, sizeof *last);

    for (size_t i = ids->n; i-- > 0;) {
        const struct sym_spec *spec = &ids->specs[i];
        uint32_t *seen = &last[2 * (size_t)r->first[i] + spec->include];

        if (spec->table != SYM_TABLE_ARCS || !(r->sides[i] & LEFT_SIDE))
            continue;
        if (*seen)
            r->sides[i] |= OVERRULED;
        *seen = 1;
    }
    free(last);
}

/* Tell of a specification that names nothing. */
static void report_unnamed(const struct sym_ids *ids, const struct sym_spec *spec, struct diag *d)
{
    const char *hint = spec->hint ? spec->hint : "see the names with -b -p -z";

    if (ids->unnamed == SYM_UNNAMED_IS_WRONG)
        diag_error(d, NULL, "`%s' names nothing in the program; %s", spec->option_text, hint);
    else
        diag_warning(d, NULL, "`%s' names nothing in the program and has no effect; %s",
                     spec->option_text, hint);
}

/* Note which tables have something included by name, and tell of specifications without effect:
 * false where these are errors. */
static bool check_specs(struct resolution *r)
{
    struct sym_filter *f = r->filter;
    size_t unnamed = 0;

    for (size_t i = 0; i < f->ids->n; i++) {
        const struct sym_spec *spec = &f->ids->specs[i];
        bool left = r->sides[i] & LEFT_SIDE, right = r->sides[i] & RIGHT_SIDE;

        /* it did name something elsewhere, or the run had failed: of this program nothing is left
         */
        left |= f->ids->unnamed == SYM_UNNAMED_IS_NOTHING;
        f->includes[spec->table] |= spec->include && left;
        if (f->ids->unnamed == SYM_UNNAMED_IS_NOTHING)
            continue;
        if (spec->table == SYM_TABLE_ARCS && !spec->is_arc)
            diag_warning(r->diag, NULL, "`%s' is no arc and has no effect; write FROM/TO",
                         spec->option_text);
        else if (!left ||
                 (spec->table == SYM_TABLE_ARCS && !right && !sym_pattern_is_any(&spec->right)))
            unnamed++, report_unnamed(f->ids, spec, r->diag);
    }
    return unnamed == 0 || f->ids->unnamed != SYM_UNNAMED_IS_WRONG;
}

static int by_symbol(const void *left, const void *right)
{
    const struct arc_match *l = left, *r = right;

    if (l->symbol != r->symbol)
        return l->symbol < r->symbol ? -1 : 1;
    return l->spec < r->spec ? -1 : l->spec > r->spec;
}

static void sort_matches(struct arc_matches *m)
{
    if (m->n)
        qsort(m->at, m->n, sizeof *m->at, by_symbol);
}

/* In line mode a function that is named stands for its code up to the next line that is named, code
 * that was inlined too: `-pmain.c:7' means all of the function that begins there. */
static void name_lines_of_functions(struct sym_filter *f, const struct symtab *symtab)
{
    unsigned of_function = 0;

    for (uint32_t i = 0; i < symtab->n; i++) {
        if (symtab->symbols[i].is_line) {
            of_function &= ~(unsigned)f->bits[i];
            f->bits[i] = (uint16_t)(f->bits[i] | of_function);
        } else {
            of_function = f->bits[i];
        }
    }
}

static void trace_specs(const struct sym_ids *ids, const struct diag *d)
{
    static const char *const tables[SYM_TABLES] = {
        [SYM_TABLE_FLAT] = "the flat profile", [SYM_TABLE_GRAPH] = "the call graph",
        [SYM_TABLE_TIME] = "time propagation", [SYM_TABLE_ARCS] = "the arcs",
        [SYM_TABLE_EXEC] = "execution counts", [SYM_TABLE_ANNO] = "annotated source",
    };

    for (size_t i = 0; i < ids->n; i++) {
        const struct sym_spec *spec = &ids->specs[i];

        trace_line(d, "sym_filter_init", "`%s' %s %s: %sfile %s, line %u (0: any), function %s",
                   spec->option_text, spec->include ? "includes in" : "excludes from",
                   tables[spec->table], spec->is_arc ? "caller: " : "",
                   spec->left.file ? spec->left.file : "any", spec->left.line,
                   spec->left.name ? spec->left.name : "any");
        if (spec->is_arc)
            trace_line(d, "sym_filter_init", "`%s' callee: file %s, line %u (0: any), function %s",
                       spec->option_text, spec->right.file ? spec->right.file : "any",
                       spec->right.line, spec->right.name ? spec->right.name : "any");
    }
}

/* Resolves the specifications of arcs, function by function. */
static void resolve_arcs(struct resolution *r, const struct sym_lines *lines)
{
    const struct sym_ids *ids = r->filter->ids;
    bool any = false;

    for (size_t i = 0; i < ids->n; i++)
        any |= ids->specs[i].table == SYM_TABLE_ARCS && ids->specs[i].is_arc;
    if (!any)
        return;
    r->function = mem_alloc(r->diag, ids->n, sizeof *r->function);
    for (size_t i = 0; i < ids->n; i++)
        r->function[i] = NO_SYMBOL;
    find_overruled(r);
    sym_ids_resolve(ids, r->symtab, lines, take_arc_match, r, r->diag);
    for (size_t i = 0; i < ids->n; i++)
        add_lines(r, i, r->symtab->n);
    free(r->function);
}

bool sym_filter_init(struct sym_filter *filter, const struct sym_ids *ids,
                     const struct symtab *symtab, const struct sym_lines *lines, struct diag *d)
{
    struct resolution r = {.filter = filter, .symtab = symtab, .diag = d};
    bool ok;

    *filter = (struct sym_filter){.ids = ids};
    if (trace_on(d, TRACE_SYMBOLS))
        trace_specs(ids, d);
    filter->bits = mem_alloc(d, symtab->n, sizeof *filter->bits);
    r.sides = mem_alloc(d, ids->n, sizeof *r.sides);
    r.first = mem_alloc(d, ids->n, sizeof *r.first);
    exclude_others(filter, symtab);
    if (ids->n > 0)
        sym_ids_resolve(ids, symtab, lines, take_match, &r, d);
    ok = check_specs(&r);
    name_lines_of_functions(filter, symtab);
    resolve_arcs(&r, lines);
    sort_matches(&filter->callers);
    sort_matches(&filter->callees);
    free(r.sides);
    free(r.first);
    return ok;
}

static bool names_callee(const struct sym_filter *f, uint32_t spec, uint32_t child)
{
    struct arc_match wanted = {child, spec};

    if (sym_pattern_is_any(&f->ids->specs[spec].right))
        return true;
    return f->callees.n > 0 &&
           bsearch(&wanted, f->callees.at, f->callees.n, sizeof wanted, by_symbol) != NULL;
}

/* Whether some specification of that half names both ends. */
static bool names_arc(const struct sym_filter *f, bool include, uint32_t parent, uint32_t child)
{
    const struct arc_matches *callers = &f->callers;
    size_t low = 0, high = callers->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (callers->at[middle].symbol < parent)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < callers->n && callers->at[low].symbol == parent; low++)
        if (f->ids->specs[callers->at[low].spec].include == include &&
            names_callee(f, callers->at[low].spec, child))
            return true;
    return false;
}

bool sym_arc_selected(const struct sym_filter *f, uint32_t parent, uint32_t child)
{
    if (f->callers.n == 0)
        return !f->includes[SYM_TABLE_ARCS];
    if (f->includes[SYM_TABLE_ARCS])
        return names_arc(f, true, parent, child);
    return !names_arc(f, false, parent, child);
}

void sym_filter_release(struct sym_filter *filter)
{
    free(filter->bits);
    free(filter->callers.at);
    free(filter->callees.at);
    *filter = (struct sym_filter){0};
}
