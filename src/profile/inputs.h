/* inputs - makes the list of the data files of a run
 *
 * Role: makes one list from all that the user names: files, directories with all files below
 * them, and lists of names. Directories are searched in the order of their entries' bytes, so the
 * same names give the same list everywhere. It opens files in directories only to recognise data
 * files by their first bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_INPUTS_H
#define PROFILE_INPUTS_H

#include "profile/formats/gmon_format.h"

/* The names that the user gave, and how to treat them. */
struct inputs_request {
    const char *const *names; /* files; with `recursive` also directories; `-' is standard input */
    size_t n_names;
    const char *const *lists; /* files that list names; `-' is standard input */
    size_t n_lists;
    bool null_ended;    /* a NUL ends each name in a list; else a newline does */
    bool recursive;     /* a directory stands for the data files below it */
    bool keep_going;    /* leave out directories that cannot be read or hold no data file */
    const char *output; /* the sum that will be written, or NULL; an old sum, and stacks beside it,
                         * are inputs only if they are named */
    const struct gmon_target *target; /* target of the programs whose files are looked for */
};

/* The list of data files; zero-initialised at first. */
struct inputs {
    char **names; /* names in reading order; the array and the names are owned */
    size_t n, cap;
    size_t left_out; /* directories left out, with keep_going; each has been reported */
};

/* Makes the list. Returns false, after reporting, if there is no file at all, a directory or a list
 * cannot be read, or standard input is named twice. A file that is found in directories, also
 * through links, is listed once; each time it is named, it is listed once more. A file that cannot
 * be opened is listed, since its reader reports it. */
bool inputs_gather(struct inputs *in, const struct inputs_request *request, struct diag *d);

/* Appends a name, and takes ownership of it. */
void inputs_add(struct inputs *in, char *name, struct diag *d);

void inputs_release(struct inputs *in);

/* ---- beside.c: which call stacks were written with which data file ----
 *
 * A stack file has a mark of its data file: length and sum (gmon_stacks.h). Stack files of older
 * runtimes have no mark, so only their names can tell. */

#define BESIDE_NONE SIZE_MAX

/* Returns for each of `n` files a number: for a stack file that of the data file whose name
 * matches, for others, or if there is none in the list, BESIDE_NONE. Both files may be packed. The
 * caller frees the result. O(n log n). */
size_t *beside_data_files(const char *const *names, size_t n, struct diag *d);

/* Returns false, after reporting, if stacks in the list are of another run than all data files in
 * the list; with `keep_going`, leaves these stacks out instead. Stacks alone may be of any run. If
 * some stacks have the mark of a data file, the data files are read. The check is repeated after
 * half a second, as a running program may be replacing the files. */
bool beside_check(struct inputs *in, bool keep_going, struct diag *d);

/* Adds the stacks that were written with the only data file of the list, if that is certain. */
void beside_add(struct inputs *in, struct diag *d);

/* The program whose stacks are expected. */
struct beside_image {
    const char *path;
    const uint8_t *id; /* build ID of the program */
    size_t id_bytes;   /* bytes of the build ID; 0: none */
};

/* Warns once if stacks of the image are beside data files but not in the list: classic listings do
 * not depend on other files in a directory. Unreadable files are skipped without a message. O(1)
 * system calls a data file. */
void beside_warn(const struct inputs *in, const struct beside_image *image, struct diag *d);

#endif
