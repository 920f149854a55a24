/* by_file - compares the data files of a list: a row for each file, and a row for each function
 *
 * Role: what --by-file shows, made from the table of runs. A run is a data file, and the call
 * stacks that were written with it, if both are in the list; then both are one row.
 *
 * The data file of a rank stands for the processes that the rank has started, too (FILE.RANK.PID
 * beside FILE.RANK).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_BY_FILE_H
#define ANALYSIS_BY_FILE_H

#include "analysis/runs.h"

#define NO_FILE UINT32_MAX

/* The row of a data file. */
struct by_file_row {
    struct run_sums sums; /* zeros if the file is left out */
    uint32_t parent;      /* number of the file of the process that has started this one, if it
                           * stands for both; or NO_FILE */
    bool is_left_out;     /* the file is broken, or does not fit; it has been reported */
    bool is_beside;       /* the file has stacks, which are in the row of their data file */
};

/* Figures of a function over all files. A file without the function counts as 0. */
struct by_file_function {
    uint32_t symbol; /* number of the symbol; that behind the last one: time outside functions */
    uint32_t file;   /* number of the file with the most, the first by name if there are several; or
                      * NO_FILE */
    uint64_t min, median, max, total;
};

/* All data files; zero-initialised at first. */
struct by_file {
    const char *const *names; /* names of the files; not owned */
    uint32_t n_files;
    struct by_file_row *rows;   /* rows by number in the list; owned */
    uint32_t *order;            /* numbers of the files in natural order of their names
                                 * (base/words.h); owned */
    uint32_t n_listed;          /* number of rows that are not is_beside */
    uint32_t n_timed, n_called; /* rows that have time, and that have calls */
    uint32_t n_left_out;
    uint32_t n_children;         /* number of rows that have a parent */
    struct by_file_function all; /* times of the rows that have time */
    uint64_t profiler;           /* sum of the rows */
    enum time_kind kind;         /* kind of these times; TIME_OTHER: of several */

    bool of_calls;                      /* figures are calls, since no file has time */
    uint32_t n_compared;                /* number of files with figures */
    struct by_file_function *functions; /* functions, greatest total first, then by address;
                                         * owned */
    uint32_t n_functions;
};

/* The functions that rows are made of. */
struct by_file_choice {
    uint32_t n_symbols; /* number of symbols */
    uint32_t n_always;  /* symbols below this number have a row even without figures */
    const bool *counts; /* by symbol: the function has a row; not owned */
};

/* Compares `n` files of these names by `runs`, sorted by runs_sort; their numbers of files are
 * those of the list. Fails, after reporting, if there are too many files. O(n log n) for n files
 * and values. */
bool by_file_init(struct by_file *b, const char *const *names, size_t n, const struct runs *runs,
                  const struct by_file_choice *of, struct diag *d);

/* Returns max/mean, or 0 if the total is 0. */
static inline double by_file_imbalance(uint64_t max, uint64_t total, uint32_t n_files)
{
    return total > 0 ? (double)max * n_files / (double)total : 0;
}

void by_file_release(struct by_file *b);

#endif
