/* debuginfod - asks servers for the debug file of an image
 *
 * Role: libdebuginfod, which debuggers use as well, asks the servers that DEBUGINFOD_URLS names,
 * and keeps what it gets in the user's cache. It is loaded when it is first needed: gprof runs
 * without it, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_DEBUGINFOD_H
#define IMAGE_DEBUGINFOD_H

#include "base/build_id.h"

/* The servers of a run; is_asked is false at first. */
struct debuginfod {
    double seconds;    /* time that all questions together may still take; 0: nothing is asked */
    struct diag *diag; /* gets the line that says that servers are asked; not owned */
    bool is_asked;     /* that line was written */
};

/* Returns the path of the debug file of the image `file`, to be freed, or NULL if no server has it,
 * or none may be asked. The first question of a run is told in a line. */
char *debuginfod_find(struct debuginfod *s, const char *file, struct build_id id);

#endif
