/* profiling_time - what profiling may have cost each function
 *
 * Role: how much longer a function's own time may be than its samples say. The counting function,
 * mcount, is called at the start of each profiled function, and samples in it are the profiler's.
 * But a processor works on the instructions of the program and those of mcount at once, and a
 * sample in mcount may have waited for the program. How often, one run cannot tell. So the time
 * that a function takes in a program without -pg lies between
 *
 *     its samples                    as if all samples in mcount were waiting for mcount, and
 *     these and those in mcount      that were taken while mcount counted a call of it or by it,
 *                                    as if counting cost nothing.
 *
 * Counting costs nothing where the program waits by itself: in a loop whose leaf has four dependent
 * multiplications, a call takes 3.3 ns with -pg and without (doc/PERF, tests/perf/leaf_cost.c). So
 * no constant for the price of a call would be right for all programs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_PROFILING_TIME_H
#define ANALYSIS_PROFILING_TIME_H

#include "analysis/call_graph.h"
#include "analysis/hist.h"
#include "analysis/stack_frames.h"
#include "base/diag.h"
#include "symbols/symtab.h"

/* Returns the ticks in mcount by the symbols for which it may have counted; owned by the caller.
 * Each tick stands with the function that was entered and with its caller. `frames`: all call
 * stacks (STACKS_ALL), which tell both; empty if there are none: then the ticks of the histogram
 * are divided as the calls are, which is an estimate. `*total`: all ticks in mcount.
 * O(frames + arcs + symbols) */
double *profiling_time(const struct stack_frames *frames, const struct hist_result *hist,
                       const struct call_graph *g, const struct symtab *symtab, double *total,
                       struct diag *d);

#endif
