/* line_paths - names of source files, joined with the folder of the compiler
 *
 * Role: debug information names most files relative to the folder that the compiler ran in. libdw
 * joins the two only for files that stand in that folder itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_LINE_PATHS_H
#define IMAGE_LINE_PATHS_H

#include "base/diag.h"
#include "base/pair_map.h"

#include <stddef.h>

struct line_paths {
    struct pair_map names; /* the names that were joined, by where they stand in memory */
    char **joined;         /* by their number in names; owned */
    size_t cap;
};

/* `folder`/`name`; a `name` that stands at one place in memory is joined once. The result lives
 * until `p` is released. NULL after reporting that memory is out. `p` is zero-initialised before
 * the first use. O(1) on average, but for the first time. */
const char *line_paths_join(struct line_paths *p, const char *folder, const char *name,
                            struct diag *d);

void line_paths_release(struct line_paths *p);

#endif
