/* paths - lists the ways in which functions were called, with the time at their ends
 *
 * Role: input of every export of whole stacks. If there are call stacks, they are the paths. If
 * there are none, paths can be estimated, as the call graph's times are: the time of a function is
 * divided among its callers by numbers of calls. Estimated paths are possible by the numbers, but
 * the program may never have taken them.
 *
 * An estimated path enters a cycle through one node, the cycle itself, and leads from there to each
 * of its members: nothing more is known of the time in a cycle. So no path is circular, and the
 * paths with a function add up to its inclusive time in the call graph. Functions and cycles begin
 * paths with the time that no caller accounts for.
 *
 * A graph allows more paths than anybody can read. Paths are made the largest first, down to a
 * millionth of the total, until they would have 2^20 frames. Time that is cut off is kept by
 * function.
 *
 * Call stacks become paths unchanged. If they have more than 2^26 frames, as deep recursion may,
 * those with least time are cut off, too.
 *
 * The times of the paths that end in a function, and its time that is cut off, add up exactly to
 * its figure (figures.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_PATHS_H
#define VIEW_PATHS_H

#include "base/diag.h"
#include "view/report.h"

#define NO_PATH UINT32_MAX

struct path {
    uint32_t parent;  /* number of the path without its last frame, less than the path's own;
                       * NO_PATH: the path has one frame */
    uint32_t node;    /* node of the last frame: a function or, if estimated, a cycle
                       * (call_graph.h) */
    uint64_t time;    /* self time of the function, when called in this way */
    uint64_t samples; /* ticks of the time; 0 if estimated, as samples cannot be divided */
};

struct paths {
    struct path *at; /* owned */
    uint32_t n;
    size_t cap;
    /* Time that no path has. */
    uint64_t *cut;         /* self times by symbol; owned */
    uint64_t *cut_samples; /* ticks by symbol; 0 if estimated; owned */
    uint64_t cut_total;    /* sum of cut */
};

/* Makes the paths from the shown call stacks (&r->listed). O(frames), and O(frames log(frames)) if
 * some are cut off. */
void paths_measured(struct paths *p, const struct report *r, struct diag *d);

/* Makes paths from the shown call graph (&r->view), whose times are estimated. O(arcs log(arcs) +
 * paths log(paths)), without recursion. */
void paths_estimated(struct paths *p, const struct report *r, struct diag *d);

/* Returns the name of a path's node. `cycle` has PATHS_CYCLE_BYTES bytes of room for the name of a
 * cycle: `<cycle 1>`. */
enum { PATHS_CYCLE_BYTES = 32 };
const char *paths_name(char *cycle, const struct report *r, uint32_t node);

/* Name of time without a path. */
#define PATHS_CUT "[pruned]"

void paths_release(struct paths *p);

/* ---- for paths_estimated.c: ---- */

/* Sets time and samples of all paths. `own` has the self ticks by path; `rest` has the ticks by
 * symbol that no path has; NULL: none. */
void paths_share_out(struct paths *p, const struct report *r, const double *own, const double *rest,
                     bool with_samples, struct diag *d);

#endif
