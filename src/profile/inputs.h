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
    size_t n_found;  /* names at the end of the list that beside_find() has found */
    size_t left_out; /* inputs left out, with keep_going; each has been reported */
};

/* Makes the list. Returns false, after reporting, if there is no file at all, a directory or a list
 * cannot be read, or standard input is named twice. A file that is found in directories, also
 * through links, is listed once; each time it is named, it is listed once more. A file that cannot
 * be opened is listed, since its reader reports it. */
bool inputs_gather(struct inputs *in, const struct inputs_request *request, struct diag *d);

/* Appends a name, and takes ownership of it. */
void inputs_add(struct inputs *in, char *name, struct diag *d);

/* Leaves out data files of other libraries than the image, which the program has written, too, and
 * says so once, if there are other files in the list. */
void inputs_leave_libraries(struct inputs *in, const char *image, struct diag *d);

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

/* Appends the stacks beside the data files that are not in the list. */
void beside_find(struct inputs *in, struct diag *d);

/* Leaves out stacks that were found and are of another run than all data files of the list, with a
 * warning. Returns false, after reporting, if stacks that were named are; with `keep_going`, leaves
 * these out, too. Stacks without data files in the list may be of any run. If some stacks have the
 * mark of a data file, the data files are read. The check is repeated for half a second, as a
 * running program may be replacing the files. */
bool beside_check(struct inputs *in, bool keep_going, struct diag *d);

#endif
