/* runs - what each function had in each run of a program
 *
 * Role: the table from which --by-file and --compare are made. The pipeline makes the runs one
 * after the other, and adds the figures of each. Functions without time and calls in a run have no
 * entry, so memory grows with the functions that each run has used.
 *
 * Times are in the unit of the figures (view/figures.h): nanoseconds, or ticks if the data have no
 * rate.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_RUNS_H
#define ANALYSIS_RUNS_H

#include "analysis/time_kind.h"
#include "base/mem.h"

/* What a function had in a run. */
struct run_value {
    uint32_t symbol; /* number of the symbol; that behind the last one: time outside functions */
    uint32_t run;    /* number of the run */
    uint64_t self, inclusive;
    uint64_t calls, self_calls; /* calls by other functions, and by itself */
};

/* The sums of a run. */
struct run_sums {
    size_t file, stacks;    /* numbers of the data file, and of the stacks beside it, in the list of
                             * data files; RUN_NO_FILE: there is none */
    uint64_t time;          /* time of the functions that filters leave, and of code outside
                             * functions */
    uint64_t samples;       /* samples of that time */
    uint64_t calls;         /* calls of the functions that filters leave */
    uint64_t library, code; /* time in libraries, and in all code but the profiler's, without
                             * filters */
    uint64_t profiler;      /* time in the profiler */
    enum time_kind kind;    /* what the time is of */
    bool has_time, has_library, has_calls; /* the data tell that figure */
};

#define RUN_NO_FILE SIZE_MAX

/* The table; zero-initialised at first. */
struct runs {
    struct run_sums *sums; /* sums by number of the run; owned */
    size_t n, sums_cap;
    struct run_value *values; /* in the order in which they were added; owned */
    size_t n_values, values_cap;
    /* Made by runs_sort: numbers of values, those of symbol s, by run, from first[s] up to
     * first[s + 1]; owned. */
    uint32_t *order, *first;
};

/* Adds a run. Its values follow, before the next run is added. */
void runs_add(struct runs *r, const struct run_sums *sums, struct diag *d);

/* Adds a value of the last run, unless all its figures are 0. */
void runs_add_value(struct runs *r, const struct run_value *value, struct diag *d);

/* Lists the values by symbol, when all runs are added. All numbers of symbols are below
 * `n_symbols`. O(values + symbols). */
void runs_sort(struct runs *r, uint32_t n_symbols, struct diag *d);

/* Returns value number `i` in the order of runs_sort. */
static inline const struct run_value *runs_value(const struct runs *r, uint32_t i)
{
    return &r->values[r->order[i]];
}

void runs_release(struct runs *r);

#endif
