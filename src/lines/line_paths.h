/* line_paths - names of source files, joined with the directory of the compiler
 *
 * Role: debug information names most files relative to the directory that the compiler ran in.
 * libdw joins the two only for files that stand in that directory itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_LINE_PATHS_H
#define LINES_LINE_PATHS_H

#include "base/diag.h"
#include "base/pair_map.h"

#include <stdbool.h>
#include <stddef.h>

struct line_paths {
    struct pair_map names; /* the names that were asked for, by where they stand in memory */
    char **path;           /* by their number in names; NULL: the name is whole; owned */
    size_t cap;
    const char *directory; /* the compiler's of the unit, not owned; "" if not known */
    size_t directory_length;
    bool marked;        /* libdw has put it before the names of files that stand in it */
    const char **below; /* further directories of the unit that begin like it, sorted */
    size_t n_below, below_cap;
};

/* The names that follow are of a unit that was compiled in `directory`, which may be NULL and lives
 * as long as names are asked for. `dirs` are the `n` further directories of a line table before
 * DWARF 5, by which the files that libdw has joined are told from others; NULL: it has joined none.
 * `p` is zero-initialised before the first unit. False after reporting that memory is out. O(n log
 * n). */
bool line_paths_set_directory(struct line_paths *p, const char *directory, const char *const *dirs,
                              size_t n, struct diag *d);

/* The path of the file that libdw calls `name`; a `name` that stands at one place in memory is
 * looked at once. The result lives until `p` is released or `name` ends. NULL after reporting that
 * memory is out. O(log n) the first time, then O(1) on average. */
const char *line_paths_of(struct line_paths *p, const char *name, struct diag *d);

void line_paths_release(struct line_paths *p);

#endif
