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
#include "analysis/cg_times.h"
#include "analysis/hist.h"
#include "base/diag.h"
#include "base/sink.h"
#include "view/cg_view.h"
#include "view/flat_view.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What times are counted in. */
enum figures_unit {
    FIGURES_NS,   /* nanoseconds; of another dimension than seconds, its billionth */
    FIGURES_TICKS /* ticks: the data tell no rate */
};

struct figure {
    uint64_t self;      /* time in the function itself, in units of figures.unit */
    uint64_t inclusive; /* the same with what it called */
    uint64_t samples;   /* ticks of self, rounded so that they add up, too */
    bool in_flat;       /* it is left in the flat profile; if not, self and samples are 0 */
    bool in_graph;      /* it is left in the call graph */
    bool is_shown;      /* there is something to tell of it */
};

struct figures {
    enum figures_unit unit;
    unsigned decimals;        /* digits behind the point of seconds that mean something: as many as
                                 the time between two ticks has, at least 2, at most 9 */
    enum cg_origin origin;    /* of the inclusive times */
    struct figure *functions; /* by symbol number; owned */
    uint64_t *arcs;           /* by arc: the time that its calls took, with what these called; 0 for
                                 arcs inside a cycle, if estimated; owned */
    uint32_t n_shown;         /* symbols that are shown */
    uint32_t *order; /* these, where they were wanted in order: those with most self time first,
                        then most calls, then by address; owned */
    uint64_t total, total_samples;     /* of all functions and of what belongs to none */
    uint64_t unknown, unknown_samples; /* what belongs to none, for FIGURES_UNKNOWN */
};

/* What a writer calls the time outside all functions. */
#define FIGURES_UNKNOWN "<unknown>"

struct figures_source {
    const struct symtab *symtab;
    const struct sym_filter *filter; /* NULL: nothing is left out */
    const struct hist_result *hist;
    const struct call_graph *graph;
    const struct flat_view *flat;
    const struct cg_view *view; /* empty where there is no call graph */
    bool show_unused;           /* functions without time and calls, too */
    bool in_order;              /* figures.order is wanted */
};

/* O(arcs + functions), and a sort of the functions if they are wanted in order. Fails, after
 * reporting, when memory is out. */
bool figures_init(struct figures *f, const struct figures_source *from, struct diag *d);

/* Whether an arc is shown. */
static inline bool figures_has_arc(const struct figures *f, const struct cg_arc *arc)
{
    return f->functions[arc->parent].in_graph || f->functions[arc->child].in_graph;
}

/* Divide `total` in the proportion of the `n` numbers `parts`, none of which is negative, into
 * integers that add up to it: each is less than 1 away from its share, and 0 where the part is 0.
 * If all parts are 0, so are the integers. `whole` may not be `parts`. */
void figures_spread(uint64_t total, const double *parts, size_t n, uint64_t *whole);

/* Print a time of these figures in seconds (or what the data count in) with f->decimals digits
 * behind the point, or as ticks; right-justified in `width` columns. All new reports for people
 * print times so. */
void figures_print_time(const struct figures *f, struct sink *out, uint64_t time, int width);

void figures_release(struct figures *f);

#endif
