/* paths - lists the call stacks, with the time at their ends
 *
 * Role: input of every export of whole stacks.
 *
 * The times of the paths that end in a function, and its time that is cut off, add up exactly to
 * its figure (figures.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_PATHS_H
#define VIEW_PATHS_H

#include "view/results.h"

#define NO_PATH UINT32_MAX

struct path {
    uint32_t parent;  /* number of the path without its last frame, less than the path's own;
                       * NO_PATH: the path has one frame */
    uint32_t symbol;  /* symbol of the last frame */
    uint32_t place;   /* stack_frame.place of the last frame */
    uint64_t time;    /* self time of the function, when called in this way */
    uint64_t samples; /* ticks of the time */
};

struct paths {
    struct path *at; /* owned */
    uint32_t n;
    /* Time that no path has. */
    uint64_t *cut;         /* self times by symbol; owned */
    uint64_t *cut_samples; /* ticks by symbol; owned */
    uint64_t cut_total;    /* sum of cut */
};

/* Makes the paths from listed call stacks, such as &r->views.stacks; none if there are none.
 * O(frames).
 */
void paths_init(struct paths *p, const struct results *r, const struct stack_frames *f,
                struct diag *d);

/* Name of time without a path. */
#define PATHS_CUT "[pruned]"

void paths_release(struct paths *p);

#endif
