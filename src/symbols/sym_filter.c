/* sym_filter - tells which functions and arcs each report includes and excludes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_filter.h"

#include "base/search.h"
#include "base/trace.h"

static uint16_t half_bit(enum sym_table table, bool include)
{
    return (uint16_t)(1U << (2 * table + (include ? 0 : 1)));
}

bool sym_is_profiler(const struct symtab *symtab, uint32_t symbol)
{
    enum { CLASSIC = 7 };
    static const char *const names[] = {
        "mcount", "_mcount", "__mcount", "__mcount_internal", "__mcleanup", "_gprof_mcount",
        "<profiler>", /* in call stacks of programs that have none of the others */
        /* names of -mfentry, ARM and Windows, and of the stubs through which counting functions are
         * called */
        "__fentry__", "__gnu_mcount_nc", "_mcount_private", "mcount@plt", "_mcount@plt",
        "__fentry__@plt", "__gnu_mcount_nc@plt",
        /* functions of libgmon-bare that a timer or a hook calls, and hooks themselves */
        "gmon_tick", "bare_find", "bare_external", "__cyg_profile_func_enter",
        "__cyg_profile_func_exit"};
    size_t n = symtab->is_exact ? sizeof names / sizeof *names : CLASSIC;
    const char *name = symtab_bare_name(symtab, symbol);

    for (size_t i = 0; i < n && strchr("_mgb<", *name); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* What is known of a group of sides. */
struct group_state {
    uint32_t first;       /* first symbol that the group names, or NO_SYMBOL */
    uint32_t function;    /* last function that the group named, or NO_SYMBOL if it named a line
                           * since */
    uint32_t counting[2]; /* 1 + number of the including and of the excluding specification of arcs
                           * with these callers that counts; 0: none */
    uint16_t bits;        /* bits of the symbols that the group names */
    bool is_callee;       /* the group is the callee of a specification that counts */
};

struct resolution {
    struct sym_filter *filter;
    const struct symtab *symtab;
    struct sym_matches matches;
    struct group_state *groups; /* states by group; owned */
    struct diag *diag;
};

/* Returns the state of a side, or NULL if the side has no group. */
static struct group_state *side_of(const struct resolution *r, size_t spec, bool right)
{
    uint32_t group = r->matches.groups[spec][right];

    return group == SYM_NO_GROUP ? NULL : &r->groups[group];
}

static bool names_something(const struct resolution *r, size_t spec, bool right)
{
    const struct group_state *side = side_of(r, spec, right);

    return side && side->first != NO_SYMBOL;
}

static void trace_match(const struct resolution *r, const struct sym_match *m)
{
    const struct sym_ids *ids = r->filter->ids;

    for (size_t i = 0; i < ids->n; i++)
        for (int right = 0; right < 2; right++)
            if (r->matches.groups[i][right] == m->group)
                trace_line(r->diag, "sym_filter_init", "'%s'%s names %s", ids->specs[i].option_text,
                           right ? ", its right side," : "", r->symtab->symbols[m->symbol].name);
}

/* Finds what each group names, and the bits of symbols. */
static void take_matches(const struct resolution *r)
{
    struct sym_filter *f = r->filter;

    for (uint32_t i = 0; i < r->matches.n_groups; i++)
        r->groups[i].first = r->groups[i].function = NO_SYMBOL;
    for (size_t i = 0; i < f->ids->n; i++) {
        const struct sym_spec *spec = &f->ids->specs[i];
        uint16_t bit = spec->table == SYM_TABLE_ARCS ? 0 : half_bit(spec->table, spec->include);

        side_of(r, i, false)->bits |= bit;
    }
    for (size_t i = 0; i < r->matches.n; i++) {
        const struct sym_match *m = &r->matches.at[i];
        struct group_state *group = &r->groups[m->group];

        if (trace_on(r->diag, TRACE_SYMBOLS))
            trace_match(r, m);
        if (group->first == NO_SYMBOL)
            group->first = m->symbol;
        f->bits[m->symbol] |= group->bits;
    }
}

/* Finds the specifications of arcs that count: a later one whose callers begin with the same
 * function overrules an earlier one, even if it names no callee. */
static void find_counting(const struct resolution *r)
{
    const struct sym_ids *ids = r->filter->ids;
    LOCAL bool *seen = mem_alloc(r->diag, 2 * (size_t)r->symtab->n, sizeof *seen);

    for (size_t i = ids->n; i-- > 0;) {
        const struct sym_spec *spec = &ids->specs[i];
        struct group_state *left = side_of(r, i, false), *right = side_of(r, i, true);
        bool *is_overruled;

        if (spec->table != SYM_TABLE_ARCS || left->first == NO_SYMBOL)
            continue;
        is_overruled = &seen[2 * (size_t)left->first + spec->include];
        if (spec->is_arc && !*is_overruled) {
            left->counting[spec->include] = (uint32_t)i + 1;
            if (right)
                right->is_callee = true;
        }
        *is_overruled = true;
    }
}

static void add_end(const struct resolution *r, struct arc_ends *to, uint32_t symbol, uint32_t of)
{
    *mem_push(r->diag, to->at, to->n, to->cap) = (uint64_t)symbol << 32 | of;
}

/* Adds the symbol as a caller of the specifications that count. */
static void add_caller(const struct resolution *r, const struct group_state *g, uint32_t symbol)
{
    for (int include = 0; include < 2; include++)
        if (g->counting[include] > 0)
            add_end(r, &r->filter->callers, symbol, g->counting[include] - 1);
}

/* Adds the lines before `end` of the function that the group named last as a caller: the lines are
 * callers, too (name_lines_of_functions). */
static void add_lines(const struct resolution *r, const struct group_state *g, uint32_t end)
{
    uint32_t s = g->function;

    while (s != NO_SYMBOL && ++s < end && r->symtab->symbols[s].is_line)
        add_caller(r, g, s);
}

static void resolve_arcs(const struct resolution *r)
{
    struct sym_filter *f = r->filter;

    find_counting(r);
    for (size_t i = 0; i < r->matches.n; i++) {
        const struct sym_match *m = &r->matches.at[i];
        struct group_state *g = &r->groups[m->group];

        add_lines(r, g, m->symbol);
        g->function = r->symtab->symbols[m->symbol].is_line ? NO_SYMBOL : m->symbol;
        add_caller(r, g, m->symbol);
        if (g->is_callee)
            add_end(r, &f->callees, m->symbol, m->group);
    }
    for (uint32_t i = 0; i < r->matches.n_groups; i++)
        add_lines(r, &r->groups[i], r->symtab->n);
    sort_u64(f->callers.at, f->callers.n, sizeof *f->callers.at);
    sort_u64(f->callees.at, f->callees.n, sizeof *f->callees.at);
}

/* Notes which tables have something included by name, and reports specifications without effect.
 * Returns false if they are errors. */
static bool check_specs(const struct resolution *r)
{
    const struct sym_ids *ids = r->filter->ids;
    size_t unnamed = 0;

    for (size_t i = 0; i < ids->n; i++) {
        const struct sym_spec *spec = &ids->specs[i];
        bool named = names_something(r, i, false);
        const char *hint = spec->hint ? spec->hint : "see the names with -b -p -z";

        /* the specification names something in the other program, so nothing of this one is left */
        r->filter->includes[spec->table] |=
            spec->include && (named || ids->unnamed == SYM_UNNAMED_IS_NOTHING);
        if (ids->unnamed == SYM_UNNAMED_IS_NOTHING)
            continue;
        if (spec->table == SYM_TABLE_ARCS && !spec->is_arc) {
            diag_warning(r->diag, NULL, "'%s' is not an arc, ignored; write FROM/TO",
                         spec->option_text);
        } else if (!named || (sym_spec_has_right(spec) && !names_something(r, i, true))) {
            unnamed++;
            if (ids->unnamed == SYM_UNNAMED_IS_WRONG)
                diag_error(r->diag, NULL, "'%s' names nothing in the program; %s",
                           spec->option_text, hint);
            else
                diag_warning(r->diag, NULL,
                             "'%s' names nothing in the program and has no effect; %s",
                             spec->option_text, hint);
        }
    }
    return unnamed == 0 || ids->unnamed != SYM_UNNAMED_IS_WRONG;
}

/* Names, in line mode, the lines of each named function: its code, including inlined code, up to
 * the next line that is named. `-pmain.c:7' means all of the function that begins there. */
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

bool sym_filter_init(struct sym_filter *filter, const struct sym_ids *ids,
                     const struct symtab *symtab, const struct sym_lines *lines, struct diag *d)
{
    const uint16_t excluded =
        (uint16_t)(half_bit(SYM_TABLE_FLAT, false) | half_bit(SYM_TABLE_GRAPH, false) |
                   half_bit(SYM_TABLE_TIME, false));
    struct resolution r = {.filter = filter, .symtab = symtab, .diag = d};
    bool ok;

    *filter = (struct sym_filter){.ids = ids};
    filter->bits = mem_alloc(d, symtab->n, sizeof *filter->bits);
    for (uint32_t i = 0; i < symtab->n; i++)
        if (sym_is_profiler(symtab, i) || symtab_owner(symtab, i) != i) /* another symbol stands for
                                                                         * it */
            filter->bits[i] = excluded;
    r.matches = sym_ids_resolve(ids, symtab, lines, d);
    r.groups = mem_alloc(d, r.matches.n_groups, sizeof *r.groups);
    take_matches(&r);
    ok = check_specs(&r);
    name_lines_of_functions(filter, symtab);
    resolve_arcs(&r);
    filter->groups = r.matches.groups;
    free(r.matches.at);
    free(r.groups);
    return ok;
}

static bool names_callee(const struct sym_filter *f, uint32_t spec, uint32_t child)
{
    uint64_t wanted = (uint64_t)child << 32 | f->groups[spec][1];
    size_t behind;

    if (sym_pattern_is_any(&f->ids->specs[spec].right))
        return true;
    behind = count_up_to(f->callees.at, f->callees.n, sizeof wanted, wanted);
    return behind > 0 && f->callees.at[behind - 1] == wanted;
}

/* Returns true if some specification of that half names both ends. */
static bool names_arc(const struct sym_filter *f, bool include, uint32_t parent, uint32_t child)
{
    const struct arc_ends *callers = &f->callers;
    size_t i = count_up_to(callers->at, callers->n, sizeof *callers->at,
                           (uint64_t)parent << 32 | UINT32_MAX);

    while (i-- > 0 && callers->at[i] >> 32 == parent) {
        uint32_t spec = (uint32_t)callers->at[i];

        if (f->ids->specs[spec].include == include && names_callee(f, spec, child))
            return true;
    }
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
    free(filter->groups);
    *filter = (struct sym_filter){0};
}
