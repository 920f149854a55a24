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

/* Names of profiling runtimes' counting functions: their time is the profiler's, not the program's.
 */
static bool is_profiler(const char *name)
{
    static const char *const names[] = {
        "mcount", "_mcount", "__mcount", "__mcount_internal", "__mcleanup", "_gprof_mcount",
    };

    if (name[0] != '_' && name[0] != 'm')
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void exclude_profiler(struct sym_filter *filter, const struct symtab *symtab)
{
    const unsigned excluded = half_bit(SYM_TABLE_FLAT, false) | half_bit(SYM_TABLE_GRAPH, false) |
                              half_bit(SYM_TABLE_TIME, false);

    for (uint32_t i = 0; i < symtab->n; i++)
        if (is_profiler(symtab->symbols[i].name))
            filter->bits[i] = (uint16_t)(filter->bits[i] | excluded);
}

/* What sym_ids_resolve hands round. */
struct resolution {
    struct sym_filter *filter;
    const struct symtab *symtab;
    uint8_t *sides; /* by specification: 1 its left side names something, 2 its right side */
    struct diag *diag;
};

enum { LEFT_SIDE = 1, RIGHT_SIDE = 2 };

static bool add_callee(struct sym_filter *f, uint32_t symbol, size_t spec, struct diag *d)
{
    struct arc_match *at = mem_grow(d, f->callees, &f->callees_cap, f->n_callees + 1, sizeof *at);

    if (!at)
        return false;
    f->callees = at;
    at[f->n_callees++] = (struct arc_match){symbol, (uint32_t)spec};
    return true;
}

static bool take_match(void *context, size_t number, bool right, uint32_t symbol)
{
    struct resolution *r = context;
    struct sym_filter *f = r->filter;
    const struct sym_spec *spec = &f->ids->specs[number];

    if (trace_on(r->diag, TRACE_SYMBOLS))
        trace_line(r->diag, "sym_filter_init", "`%s'%s names %s", spec->option_text,
                   right ? ", its right side," : "", r->symtab->symbols[symbol].name);
    r->sides[number] = (uint8_t)(r->sides[number] | (right ? RIGHT_SIDE : LEFT_SIDE));
    if (right)
        return add_callee(f, symbol, number, r->diag);
    if (spec->table == SYM_TABLE_ARCS) {
        uint32_t *last = &f->caller_specs[spec->include][symbol];
        if (*last <= number)
            *last = (uint32_t)number + 1;
    } else {
        f->bits[symbol] = (uint16_t)(f->bits[symbol] | half_bit(spec->table, spec->include));
    }
    return true;
}

/* Which specifications name something at all; the others are worth a warning. */
static void check_specs(struct resolution *r)
{
    struct sym_filter *f = r->filter;

    for (size_t i = 0; i < f->ids->n; i++) {
        const struct sym_spec *spec = &f->ids->specs[i];
        bool left = r->sides[i] & LEFT_SIDE, right = r->sides[i] & RIGHT_SIDE;

        f->includes[spec->table] |= spec->include && left;
        if (spec->table == SYM_TABLE_ARCS && !spec->is_arc)
            diag_warning(r->diag, NULL, "`%s' is no arc and has no effect; write FROM/TO",
                         spec->option_text);
        else if (!left ||
                 (spec->table == SYM_TABLE_ARCS && !right && !sym_pattern_is_any(&spec->right)))
            diag_warning(r->diag, NULL,
                         "`%s' names nothing in the program and has no effect; see the "
                         "names with -b -p -z --no-demangle",
                         spec->option_text);
    }
}

/* Room for what specifications of arcs name, if there are any. */
static bool prepare_arcs(struct sym_filter *f, uint32_t n_symbols, struct diag *d)
{
    bool any = false;

    for (size_t i = 0; i < f->ids->n; i++)
        any |= f->ids->specs[i].table == SYM_TABLE_ARCS;
    for (size_t half = 0; any && half < 2; half++) {
        f->caller_specs[half] = mem_alloc(d, n_symbols, sizeof *f->caller_specs[half]);
        if (!f->caller_specs[half])
            return false;
    }
    return true;
}

static int by_symbol(const void *left, const void *right)
{
    const struct arc_match *l = left, *r = right;

    if (l->symbol != r->symbol)
        return l->symbol < r->symbol ? -1 : 1;
    return l->spec < r->spec ? -1 : l->spec > r->spec;
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

bool sym_filter_init(struct sym_filter *filter, const struct sym_ids *ids,
                     const struct symtab *symtab, const struct sym_lines *lines, struct diag *d)
{
    struct resolution r = {.filter = filter, .symtab = symtab, .diag = d};
    bool ok;

    *filter = (struct sym_filter){.ids = ids};
    if (ids->n >= UINT32_MAX)
        return diag_error(d, NULL, "%zu symbol specifications are too many", ids->n);
    if (trace_on(d, TRACE_SYMBOLS))
        trace_specs(ids, d);
    filter->bits = mem_alloc(d, symtab->n, sizeof *filter->bits);
    r.sides = mem_alloc(d, ids->n, sizeof *r.sides);
    ok = filter->bits && r.sides && prepare_arcs(filter, symtab->n, d);
    if (ok) {
        exclude_profiler(filter, symtab);
        ok = ids->n == 0 || sym_ids_resolve(ids, symtab, lines, take_match, &r, d);
    }
    if (ok)
        check_specs(&r);
    if (ok && filter->n_callees)
        qsort(filter->callees, filter->n_callees, sizeof *filter->callees, by_symbol);
    free(r.sides);
    return ok;
}

/* Whether the last specification of that half that names the caller names the callee too. */
static bool names_arc(const struct sym_filter *f, bool include, uint32_t parent, uint32_t child)
{
    uint32_t last = f->caller_specs[include][parent];
    struct arc_match wanted = {child, last - 1};

    if (last == 0 || !f->ids->specs[last - 1].is_arc)
        return false;
    if (sym_pattern_is_any(&f->ids->specs[last - 1].right))
        return true;
    return f->n_callees > 0 &&
           bsearch(&wanted, f->callees, f->n_callees, sizeof wanted, by_symbol) != NULL;
}

bool sym_arc_selected(const struct sym_filter *f, uint32_t parent, uint32_t child)
{
    if (!f->caller_specs[0])
        return true;
    if (f->includes[SYM_TABLE_ARCS])
        return names_arc(f, true, parent, child);
    return !names_arc(f, false, parent, child);
}

void sym_filter_release(struct sym_filter *filter)
{
    free(filter->bits);
    free(filter->caller_specs[0]);
    free(filter->caller_specs[1]);
    free(filter->callees);
    *filter = (struct sym_filter){0};
}
