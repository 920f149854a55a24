/* figures - makes times, samples and calls integers, for all but the classic listings
 *
 * Role: makes the figures of --top and every export. They are those of the classic listings
 * (view/flat_view.h, view/cg_view.h) with all filters applied, but in whole nanoseconds that add
 * up: the self times of all functions, and time outside functions, are exactly the total. All
 * writers read their figures here, so that they agree with each other.
 *
 * The functions are those that the symbol specifications leave in the flat profile, if they have
 * time or calls (or all of them, with -z). Only these have self time. Time outside functions is in
 * the total, too; exports have a row for it, and --top a line above its table. The
 * arcs are those with an end that is left in the call graph; both ends are listed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_FIGURES_H
#define VIEW_FIGURES_H

#include "analysis/call_graph.h"
#include "analysis/hist.h"
#include "analysis/line_facts.h"
#include "analysis/time_kind.h"
#include "base/sink.h"
#include "symbols/sym_filter.h"
#include "view/cg_view.h"
#include "view/flat_view.h"

struct results; /* view/results.h */

/* Units of times. */
enum figures_unit {
    FIGURES_NS,   /* nanoseconds; of another dimension than seconds, its billionth */
    FIGURES_TICKS /* ticks, since the data have no rate */
};

struct figure {
    uint64_t self;      /* time in the function itself, in units of figures.unit */
    uint64_t self_high; /* upper bound of self without profiling (cg_times.h) */
    uint64_t inclusive; /* inclusive time */
    uint64_t samples;   /* samples of self: signals if it is measured; else ticks, rounded so that
                         * they add up */
    bool in_flat;       /* the function is left in the flat profile; if not, self and samples are
                         * 0 */
    bool in_graph;      /* the function is left in the call graph */
    bool is_listed;     /* a report lists the function */
};

struct figures {
    enum figures_unit unit;
    unsigned decimals;        /* significant digits behind the point of seconds: those of the time
                               * between two ticks, at least 2, at most 9 */
    enum time_kind kind;      /* what self times and the total are of */
    bool samples_are_ticks;   /* samples are ticks: the number of signals is not known, and ticks
                               * come faster than signals */
    struct figure *functions; /* figures by symbol number; owned */
    uint64_t *arcs;           /* inclusive times of calls by arc; 0 for arcs inside a cycle, if
                               * estimated; owned */
    uint64_t *cycles;         /* inclusive times by cycle, from 0; owned */
    uint32_t n_listed;        /* number of listed symbols */
    uint32_t *order; /* listed symbols: most self time first, then most calls, then by address; made
                      * by figures_sort; owned */
    /* Parts of functions' self times and samples by number in line_times.at, made by
     * figures_share_lines; else NULL; owned. */
    uint64_t *line_self, *line_samples;
    uint64_t total, total_samples;     /* sums over all functions, and over code outside
                                        * functions */
    uint64_t unknown, unknown_samples; /* time and samples outside functions, for FIGURES_UNKNOWN */
};

/* Name of the time outside all functions. */
#define FIGURES_UNKNOWN "<unknown>"

/* Makes the figures of `r`, whose facts are known, from the arcs of `graph`, the self times of
 * `flat` and the inclusive times of `view`. If the times of `view` are measured, self times come
 * from `view`, too, with the samples in view->stacks. A NULL `filter` leaves nothing out. O(arcs +
 * functions). */
void figures_init(struct figures *f, const struct results *r, const struct call_graph *graph,
                  const struct flat_view *flat, const struct cg_view *view,
                  const struct sym_filter *filter, struct diag *d);

/* Makes the order of listed symbols in r->figures. O(functions). */
void figures_sort(struct results *r, struct diag *d);

/* Returns the decimals of a second, from 2 to `most`, in the time between two ticks, at `rate`
 * ticks a second. */
unsigned figures_decimals(double rate, unsigned most);

/* Returns ticks in the unit of the figures. */
uint64_t figures_units(const struct figures *f, const struct hist_result *hist, double ticks);

/* Returns true if an arc is listed. */
static inline bool figures_has_arc(const struct figures *f, const struct cg_arc *arc)
{
    return f->functions[arc->parent].in_graph || f->functions[arc->child].in_graph;
}

/* Divides `total` in the proportion of the `n` numbers `parts`, none negative, into integers that
 * add up to `total`. Each integer is less than 1 away from its share, and 0 if the part is 0. If
 * all parts are 0, all integers are 0. `integers` must not be `parts`. */
void figures_spread(uint64_t total, const double *parts, size_t n, uint64_t *integers);

/* Divides the self time and the samples of each function among its lines: makes f->line_self and
 * f->line_samples. O(functions + lines). */
void figures_share_lines(struct figures *f, const struct line_times *times, uint32_t n_symbols,
                         struct diag *d);

/* Prints a time in seconds (or the dimension of the data) with f->decimals digits behind the point,
 * or as ticks. New reports for people print sums of time so. */
void figures_print_time(const struct figures *f, struct sink *out, uint64_t time);

/* Prints how long the processes ran, if the total is elapsed time of threads, and this another one.
 */
void figures_print_process(const struct results *r, struct sink *out);

/* Prints what the total of `r` is of: the words of its kind, and the time beside it, which no
 * function has: ` of CPU time, without 0.24 in the profiler, 0.01 unseen'. */
void figures_print_kind(const struct results *r, struct sink *out);

void figures_release(struct figures *f);

#endif
