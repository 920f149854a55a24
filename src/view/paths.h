/* paths - the ways in which functions were called, with the time that was spent at their ends
 *
 * Role: what every export of whole stacks is made of. Where there are call stacks, these are the
 * paths. Where there are none, paths can be estimated, as the call graph's times are: the time of a
 * function is divided among its callers by numbers of calls. Such paths are those that the numbers
 * allow, and the program may never have taken them.
 *
 * An estimated path leads into a cycle by one node, the cycle itself, and from there to each of its
 * members: that is all that is known of the time in it. So no path goes in circles, and all paths
 * with a function have together the function's inclusive time of the call graph. Functions and
 * cycles begin paths with the time that no caller accounts for.
 *
 * A graph allows more paths than anybody can read. They are made the largest first, down to a
 * millionth of the total, until they would have 2^20 frames. What this cuts off is kept by
 * function.
 *
 * Call stacks are paths as they are, but if they have more than 2^26 frames, as deep recursion
 * may: then those with least time are cut off, too.
 *
 * The times of the paths that end in a function, and what is cut off, are its figure (figures.h),
 * to the last digit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_PATHS_H
#define VIEW_PATHS_H

#include "base/diag.h"
#include "view/report.h"

#include <stdint.h>

#define NO_PATH UINT32_MAX

struct path {
    uint32_t parent;  /* number of the path without its last frame, less than its own; NO_PATH: it
                         has this one alone */
    uint32_t node;    /* the last frame: a function or, if estimated, a cycle (call_graph.h) */
    uint64_t time;    /* spent in the function itself when it was called in this way */
    uint64_t samples; /* ticks of that; 0 if estimated, as samples cannot be divided */
};

struct paths {
    struct path *at; /* owned */
    uint32_t n;
    size_t cap;
    /* What no path has. */
    uint64_t *cut;         /* by symbol: time in the function; owned */
    uint64_t *cut_samples; /* by symbol: ticks of that; 0 if estimated; owned */
    uint64_t cut_total;    /* time of all functions */
};

/* Makes the paths of the call stacks that are shown (&r->listed). O(frames), and
 * O(frames log(frames)) if some are cut off. */
void paths_measured(struct paths *p, const struct report *r, struct diag *d);

/* Makes paths from what the call graph shows (&r->view), which is estimated. O(arcs log(arcs) +
 * paths log(paths)), without recursion. */
void paths_estimated(struct paths *p, const struct report *r, struct diag *d);

/* What a cycle is called: `<cycle 1>`. */
enum { PATHS_CYCLE_BYTES = 32 };
void paths_cycle_name(char *text, const struct report *r, uint32_t node);

/* What time without a path is called. */
#define PATHS_CUT "[pruned]"

void paths_release(struct paths *p);

/* ---- for paths_estimated.c: ---- */

/* Fills in time and samples. `own`: ticks by path, in the function itself; `rest`: by symbol, ticks
 * that no path has; NULL: none. */
void paths_share_out(struct paths *p, const struct report *r, const double *own, const double *rest,
                     bool with_samples, struct diag *d);

#endif
