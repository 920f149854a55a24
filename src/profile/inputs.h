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

#endif
