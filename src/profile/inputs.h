/* inputs - makes the list of the data files of a run
 *
 * Role: makes one list of what the user names: files, directories with all that is below them, and
 * lists of names. Directories are searched in the order of their entries' bytes, so the same names
 * give the same list everywhere. Opens files only to see, by their first bytes, which ones in a
 * directory are data files; reads none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_INPUTS_H
#define PROFILE_INPUTS_H

#include "base/diag.h"
#include "profile/formats/gmon_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the user names. */
struct inputs_request {
    const char *const *names; /* files; with `recursive` also directories; `-' is standard input */
    size_t n_names;
    const char *const *lists; /* files of such names; `-' is standard input */
    size_t n_lists;
    bool null_ended;    /* a NUL ends each name in a list; else a newline does */
    bool recursive;     /* a directory stands for the data files below it */
    bool keep_going;    /* leave out directories that cannot be read or hold no data file */
    const char *output; /* the sum that will be written, or NULL; neither an old one nor what was
                         * written beside it is an input, unless it is named */
    const struct gmon_target *target; /* of the programs whose files are looked for */
};

/* Zero-initialised at first. */
struct inputs {
    char **names; /* in the order in which they are to be read; owned, as is each */
    size_t n, cap;
    size_t left_out; /* directories, with keep_going; each has been reported */
};

/* Makes the list. Returns false, after reporting, if there is no file at all, a directory or a list
 * cannot be read, or standard input is named twice. A file is listed once for all directories that
 * it or a link to it is found in, and as often as it is named besides. A file that cannot be opened
 * is listed: its reader reports it. */
bool inputs_gather(struct inputs *in, const struct inputs_request *request, struct diag *d);

/* Appends a name, which is taken over. */
void inputs_add(struct inputs *in, char *name, struct diag *d);

void inputs_release(struct inputs *in);

/* ---- beside.c: which call stacks were written with which data file ----
 *
 * A stack file says which data file was written with it, by length and sum (gmon_stacks.h); those
 * of older runtimes do not, so that only their names can tell. */

#define BESIDE_NONE SIZE_MAX

/* Returns for each of `n` files the number of the data file that it was written with, by their
 * names, if it is one of stacks; else, and if that is not in the list, BESIDE_NONE. Either of the
 * two may be packed. The caller frees the result. O(n log n). */
size_t *beside_data_files(const char *const *names, size_t n, struct diag *d);

/* Returns false after reporting that stacks in the list are of another run than all data files in
 * it; with `keep_going` these stacks are left out of the list instead. Stacks alone are of any run.
 * If some stacks say what they belong to, the data files are read. Half a second passes before the
 * report: a program that runs may be replacing the files. */
bool beside_check(struct inputs *in, bool keep_going, struct diag *d);

/* Adds the stacks that were certainly written with the only data file of the list, if any. */
void beside_add(struct inputs *in, struct diag *d);

/* The program that stacks should be of. */
struct beside_image {
    const char *path;
    const uint8_t *id; /* its build-id */
    size_t id_bytes;   /* 0: it has none */
};

/* Warns once if stacks of the image lie beside data files and are not among them, as classic
 * listings do not depend on what else is in a directory. Files that cannot be read are passed over
 * in silence. O(1) system calls a data file. */
void beside_warn(const struct inputs *in, const struct beside_image *image, struct diag *d);

#endif
