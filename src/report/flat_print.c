/* flat_print - prints the flat profile
 *
 * Formats, order and units: tests/compat compares them with GNU gprof 2.44, byte for byte.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/texts.h"

#include "base/mem.h"
#include "base/radix.h"

/* A prefix of the unit in which times per call are shown. */
struct unit_prefix {
    char letter;
    double factor; /* units of the prefix in one unit of the dimension */
};

static const struct unit_prefix prefixes[] = {
    {'T', 1e-12}, {'G', 1e-9}, {'M', 1e-6}, {'K', 1e-3}, {' ', 1},    {'m', 1e3},
    {'u', 1e6},   {'n', 1e9},  {'p', 1e12}, {'f', 1e15}, {'a', 1e18},
};

enum { PREFIX_MILLI = 5, PREFIXES = sizeof prefixes / sizeof *prefixes };

/* Returns the self ticks of the function, and, if there is a call graph, those of its callees. A
 * histogram may charge a function for time that stacks show in a library, so with measured times
 * both parts come from stacks. */
static double inclusive_ticks(const struct results *r, uint32_t symbol)
{
    double self = r->views.flat.ticks[symbol];
    const struct cg_time *node = r->views.graph.times.nodes;

    if (!node)
        return self;
    return (results_are_measured(r) ? node[symbol].self : self) + node[symbol].children;
}

/* Returns the largest unit in which the slowest call of any function still reads 1 or more; the
 * last one if all are tiny. If no call took time, it is the first unit, as in GNU gprof. */
static const struct unit_prefix *choose_unit(const struct results *r)
{
    double top = 0;

    if (r->style.traditional)
        return &prefixes[PREFIX_MILLI];
    for (uint32_t s = 0; s < r->views.calls->n_symbols; s++) {
        uint64_t calls = r->views.calls->nodes[s].calls;
        if (calls > 0 && inclusive_ticks(r, s) / (double)calls > top)
            top = inclusive_ticks(r, s) / (double)calls;
    }
    if (top <= 0)
        return &prefixes[0];
    for (size_t i = 0; i < PREFIXES; i++)
        if (hist_units(&r->facts.hist, top) * prefixes[i].factor >= 1.0)
            return &prefixes[i];
    return &prefixes[PREFIXES - 1];
}

static void print_header(const struct results *r, struct sink *out, const struct unit_prefix *unit)
{
    const char *dimension = r->facts.hist.dimension;
    /* an abbreviation that is NUL ends the text there, as in GNU gprof */
    const char per_call[] = {unit->letter, r->facts.hist.abbreviation, '/', 'c', 'a', 'l', 'l',
                             '\0'};

    sink_printf(out, "%5.5s %10.10s %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "%  ", "cumulative",
                "self  ", "", "self  ", "total ", "");
    sink_printf(out, "%5.5s %9.9s  %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "time", dimension, dimension,
                "calls", per_call, per_call, "name");
}

/* Prints the function's times for one call, in the chosen unit. */
static void print_per_call(const struct results *r, struct sink *out, uint32_t symbol,
                           double factor)
{
    uint64_t n = r->views.calls->nodes[symbol].calls;
    double calls = (double)n;

    if (n == 0) {
        sink_repeat(out, ' ', 27);
        return;
    }
    sink_char(out, ' ');
    sink_u64(out, n, 8);
    sink_char(out, ' ');
    sink_fixed(out, hist_units(&r->facts.hist, factor * r->views.flat.ticks[symbol]) / calls, 8, 2);
    sink_char(out, ' ');
    sink_fixed(out, hist_units(&r->facts.hist, factor * inclusive_ticks(r, symbol)) / calls, 8, 2);
}

static void print_row(const struct results *r, struct sink *out, uint32_t symbol, double total,
                      double accumulated, double factor)
{
    double self = r->views.flat.ticks[symbol], share = total != 0 ? 100.0 * self / total : 0;

    sink_fixed(out, share, r->style.traditional ? 5 : 6, r->style.traditional ? 1 : 2);
    sink_char(out, ' ');
    sink_fixed(out, accumulated, r->style.traditional ? 10 : 9, 2);
    sink_char(out, ' ');
    sink_fixed(out, hist_units(&r->facts.hist, self), 8, 2);
    print_per_call(r, out, symbol, factor);
    sink_repeat(out, ' ', 2);
    if (r->views.flat.is_of_stacks)
        measured_mark(out, &r->views.graph.stacks.self[symbol]);
    if (r->style.traditional)
        report_full_name(r, out, symbol);
    else
        report_name(r, out, symbol);
    sink_char(out, '\n');
}

/* Gives the sort key of a symbol at a level: most time first, then most calls, then by name. Equal
 * symbols keep the order of addresses. */
static bool by_time(const void *context, uint32_t symbol, unsigned level, uint64_t *key)
{
    const struct results *r = context;

    switch (level) {
    case 0:
        *key = ~radix_of_double(r->views.flat.ticks[symbol]);
        return true;
    case 1:
        *key = ~r->views.calls->nodes[symbol].calls;
        return true;
    default:
        return radix_of_text(r->program.symtab.symbols[symbol].name, level - 2, key);
    }
}

/* Returns the functions that get a row, in order. The caller frees the list. */
static uint32_t *choose_rows(const struct results *r, uint32_t *n_rows, struct diag *d)
{
    uint32_t *rows = mem_alloc(d, r->program.symtab.n, sizeof *rows);
    uint32_t n = 0;

    for (uint32_t s = 0; s < r->program.symtab.n; s++) {
        if (!sym_selected(&r->program.filter, SYM_TABLE_FLAT, s))
            continue;
        if (r->views.flat.ticks[s] == 0 && r->views.calls->nodes[s].calls == 0 &&
            !r->style.show_unused)
            continue;
        rows[n++] = s;
    }
    *n_rows = n;
    radix_sort(rows, n, by_time, r, d);
    return rows;
}

/* Returns the ticks that call stacks have in libraries, and that the histogram lacks: mostly it has
 * code of the program alone. */
static double ticks_in_libraries(const struct results *r)
{
    const struct symtab *symtab = &r->program.symtab;
    const struct stack_times *stacks = &r->views.graph.stacks;
    double ticks = 0, more;

    if (!results_are_measured(r) || r->views.flat.is_of_stacks)
        return 0;
    more = stacks->total.ticks - r->views.flat.total;
    for (uint32_t s = symtab->n_code; s < symtab->n; s++)
        if (s != symtab->unnamed && !sym_is_profiler(symtab, s))
            ticks += stacks->self[s].ticks;
    return ticks < more ? ticks : more;
}

static void print_title(const struct results *r, struct sink *out)
{
    bool any = r->views.flat.total > 0;
    double in_libraries = ticks_in_libraries(r);

    if (r->style.traditional) {
        sink_char(out, '\n');
        report_granularity(out, r->facts.hist.granularity);
        if (any)
            sink_printf(out, " for %.2f%% of %.2f %s\n\n", 100.0 / r->views.flat.total,
                        hist_units(&r->facts.hist, r->views.flat.total), r->facts.hist.dimension);
    } else {
        sink_printf(out, "Flat profile:\n\nEach sample counts as %g %s.\n",
                    hist_units(&r->facts.hist, 1.0), r->facts.hist.dimension);
    }
    if (in_libraries >= 1)
        sink_printf(out, "%.2f %s in libraries are not in this table; the call graph has them.\n",
                    hist_units(&r->facts.hist, in_libraries), r->facts.hist.dimension);
    if (!any)
        sink_string(out, " no time accumulated\n\n");
}

bool flat_print(const struct results *r, struct sink *out, struct diag *d)
{
    const struct unit_prefix *unit = choose_unit(r);
    double total = r->views.flat.total > 0 ? r->views.flat.total : 1.0, ticks = 0;
    uint32_t n_rows;
    LOCAL uint32_t *rows = choose_rows(r, &n_rows, d);

    explain(r, out, EXPLAIN_FLAT, true);
    print_title(r, out);
    print_header(r, out, unit);
    for (uint32_t i = 0; i < n_rows; i++) {
        ticks += r->views.flat.ticks[rows[i]];
        print_row(r, out, rows[i], total, hist_units(&r->facts.hist, ticks), unit->factor);
    }
    explain(r, out, EXPLAIN_FLAT, false);
    return true;
}
