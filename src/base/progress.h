/* progress - one line on a terminal that shows how far long work has come
 *
 * Role: for the user who waits. Nothing is shown unless messages go to a terminal and the work has
 * lasted for a second; the line is removed at the end, and by every message in between.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct progress {
    struct diag *diag; /* where the line is shown; not owned */
    const char *what;  /* the things that are counted, in the plural; not owned */
    size_t total;      /* how many there are; 0: that is not known */
    uint64_t next;     /* when to show the line next, in milliseconds; UINT64_MAX: never */
};

/* Start the work: `total` things, called `what`. */
void progress_start(struct progress *p, struct diag *d, size_t total, const char *what);

/* `done` of the things are done. Cheap enough to be called for each file. */
void progress_tell(struct progress *p, size_t done);

/* The work is over: remove the line. */
void progress_end(struct progress *p);

#endif
