/* line_paths - joins names of source files with the compilation directory
 *
 * Role: debug information names most files relative to the directory that the compiler ran in,
 * the compilation directory. libdw joins the two only for files in that directory itself;
 * line_paths joins them for other files, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_PATHS_H
#define LINES_LINE_PATHS_H

#include "base/diag.h"
#include "base/pair_map.h"

struct line_paths {
    struct pair_map names; /* names that were asked for, by their addresses in memory */
    char **path;           /* joined paths, by number in names; NULL: the name needs no joining;
                            * owned */
    size_t cap;
    const char *directory; /* compilation directory of the unit, not owned; "" if not known */
    size_t directory_length;
    bool marked;        /* libdw has joined the names of files in that directory */
    const char **below; /* the unit's other directories whose names begin with it, sorted; owned */
    size_t n_below, below_cap;
};

/* Sets the compilation directory of the names that follow; `directory` may be NULL, and must live
 * as long as names are asked for. `dirs` are the `n` other directories of a line table before DWARF
 * 5. They tell names that libdw has joined from others. If `dirs` is NULL, libdw has joined none.
 * `p` is zero-initialised before the first unit. O(n log n). */
void line_paths_set_directory(struct line_paths *p, const char *directory, const char *const *dirs,
                              size_t n, struct diag *d);

/* Returns the path of the file that libdw calls `name`. The same pointer is looked up only once.
 * The result is valid until `p` is released or `name` ends. O(log n) the first time, then O(1) on
 * average. */
const char *line_paths_of(struct line_paths *p, const char *name, struct diag *d);

void line_paths_release(struct line_paths *p);

#endif
