/* figures - times, samples and calls as integers, for writers that are no classic listing
 *
 * Role: what --top and every export show. It is what the classic listings show (view/flat_view.h,
 * view/cg_view.h) with all filters applied, but in whole nanoseconds that add up: the self times
 * of all functions and what belongs to none are the total, to the last digit. All writers read
 * their figures here, so that they agree with each other.
 *
 * Which functions there are: those that the symbol specifications leave in the flat profile, if
 * they have time or calls (or all of them, with -z). Only these have self time, and the total is
 * theirs. Which arcs: those with an end that is left in the call graph; both ends are shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_FIGURES_H
#define VIEW_FIGURES_H

#include "analysis/call_graph.h"
#include "analysis/hist.h"
#include "analysis/line_facts.h"
#include "base/diag.h"
#include "base/sink.h"
#include "symbols/sym_filter.h"
#include "view/cg_view.h"
#include "view/flat_view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct report; /* view/report.h */

/* What times are counted in. */
enum figures_unit {
    FIGURES_NS,   /* nanoseconds; of another dimension than seconds, its billionth */
    FIGURES_TICKS /* ticks: the data tell no rate */
};

struct figure {
    uint64_t self;      /* time in the function itself, in units of figures.unit */
    uint64_t self_high; /* what that may be without profiling at most (cg_times.h) */
    uint64_t inclusive; /* the same with what it called */
    uint64_t samples;   /* behind self: signals if it is measured; else ticks, rounded so that they
                           add up */
    bool in_flat;       /* it is left in the flat profile; if not, self and samples are 0 */
    bool in_graph;      /* it is left in the call graph */
    bool is_shown;      /* there is something to tell of it */
};

struct figures {
    enum figures_unit unit;
    unsigned decimals;        /* digits behind the point of seconds that mean something: as many as
                                 the time between two ticks has, at least 2, at most 9 */
    enum cg_origin origin;    /* of the inclusive times */
    bool samples_are_ticks;   /* nothing tells how many signals brought the ticks, and they come
                                 faster than signals do */
    struct figure *functions; /* by symbol number; owned */
    uint64_t *arcs;           /* by arc: the time that its calls took, with what these called; 0 for
                                 arcs inside a cycle, if estimated; owned */
    uint64_t *cycles;         /* by cycle, from 0: inclusive time; owned */
    uint32_t n_shown;         /* symbols that are shown */
    uint32_t *order; /* these: those with most self time first, then most calls, then by address;
                        of figures_sort; owned */
    uint64_t total, total_samples;     /* of all functions and of what belongs to none */
    uint64_t unknown, unknown_samples; /* what belongs to none, for FIGURES_UNKNOWN */
};

/* What a writer calls the time outside all functions. */
#define FIGURES_UNKNOWN "<unknown>"

/* Makes the figures of `r`, whose facts are known, from the self times of `flat` and the inclusive
 * times of `view`: if these are measured, self times are theirs, too; view->stacks tells the
 * samples of these, or is empty. `filter`: NULL leaves nothing out. O(arcs + functions). */
void figures_init(struct figures *f, const struct report *r, const struct flat_view *flat,
                  const struct cg_view *view, const struct sym_filter *filter, struct diag *d);

/* Makes f->order. O(functions log(functions)). */
void figures_sort(struct figures *f, const struct call_graph *g, struct diag *d);

/* Returns figures by symbol, to be freed. Those of a library are the sums of all of its functions,
 * and a library is shown if one of them is. */
struct figure *figures_with_libraries(const struct figures *f, const struct symtab *symtab,
                                      struct diag *d);

/* Returns how many decimals of a second the time between two ticks has, from 2 to `most`, if there
 * are `rate` ticks a second. */
unsigned figures_decimals(double rate, unsigned most);

/* Returns `value`, rounded; 0 if it is not above 0, and at most 2^63. */
uint64_t figures_rounded(double value);

/* Returns ticks in the unit of the figures. */
uint64_t figures_units(const struct figures *f, const struct hist_result *hist, double ticks);

/* Returns true if an arc is shown. */
static inline bool figures_has_arc(const struct figures *f, const struct cg_arc *arc)
{
    return f->functions[arc->parent].in_graph || f->functions[arc->child].in_graph;
}

/* Divides `total` in the proportion of the `n` numbers `parts`, none negative, into
 * integers that add up to it: each is less than 1 away from its share, and 0 if the part is 0.
 * If all parts are 0, so are the integers. `whole` may not be `parts`. */
void figures_spread(uint64_t total, const double *parts, size_t n, uint64_t *whole);

/* The self time of one function by its source lines. */
struct line_shares {
    const struct line_time *at; /* the lines of the function; not owned */
    size_t n;
    uint64_t *self, *samples; /* by line: its shares, which add up to the function's; owned */
    double *ticks;            /* scratch; owned */
};

/* Makes room for the lines of any function. */
void line_shares_init(struct line_shares *l, const struct line_times *times, uint32_t n_symbols,
                      struct diag *d);

/* Divides what `figure` has among the lines of its function, `symbol`. */
void line_shares_find(struct line_shares *l, const struct line_times *times, uint32_t symbol,
                      const struct figure *figure);

void line_shares_release(struct line_shares *l);

/* Prints a time of these figures in seconds (or what the data count in) with f->decimals digits
 * behind the point, or as ticks; right-justified in `width` columns. All new reports for people
 * print times so. */
void figures_print_time(const struct figures *f, struct sink *out, uint64_t time, int width);

void figures_release(struct figures *f);

#endif
