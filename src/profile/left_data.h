/* left_data - lists the data files that a run has left in a directory, by program
 *
 * Role: for gprof --run. libgmon names the files as LEFT_DATA_NAMES says; what has another name is
 * not a data file. Links are none either, as others may have made them. Cost: call stacks are read
 * for the time and the path of each process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_LEFT_DATA_H
#define PROFILE_LEFT_DATA_H

#include "base/diag.h"

#include <sys/types.h>

#define LEFT_DATA_NAMES "%p.%r.%e.gmon" /* for GMON_OUT: process, rank, program */
#define LEFT_DATA_PREFIX "prefix"       /* for GMON_OUT_PREFIX, which the C library obeys */

/* A data file. */
struct left_file {
    char *data;    /* path; owned */
    char *stacks;  /* path of its call stacks, or NULL; owned */
    uint64_t ns;   /* time of its samples, with those that were due and missed */
    unsigned rank; /* 0 if the process was not a rank */
};

/* The files of one program. */
struct left_program {
    char *name;              /* file name of the program; owned */
    char *path;              /* path by which it ran, as call stacks tell, or NULL; owned */
    struct left_file *files; /* in the order of their names; owned */
    size_t n_files, files_cap;
    char **libraries; /* data files of libraries, their paths; owned, like the array */
    size_t n_libraries, libraries_cap;
    uint64_t ns;      /* time of all its files */
    unsigned n_ranks; /* ranks, from 0 on; 1: it was not started as several */
    bool is_first;    /* the process that was started was this program for a while */
};

struct left_data {
    struct left_program *programs; /* in the order of their names; owned */
    size_t n, cap;
};

/* Lists the files in `directory`. `first` is the process that was started, and `name` the program
 * that it was started as, to which files named by the prefix alone belong. */
void left_data_read(struct left_data *l, const char *directory, pid_t first, const char *name,
                    struct diag *d);

/* Returns the library's name, a part of the path of its data file. */
const char *left_library(const char *data);

/* Returns the path by which a library that the program used was loaded, as its call stacks tell;
 * the caller frees it. Returns NULL if they do not tell. */
char *left_library_path(const struct left_program *p, const char *name, struct diag *d);

/* Returns true if a data file of the program has calls. Reads them all. */
bool left_has_calls(const struct left_program *p);

/* Removes all files of the list. */
void left_data_remove(const struct left_data *l);

void left_data_release(struct left_data *l);

#endif
