/* by_file - summarises each data file, and compares functions among files
 *
 * Role: gets each data file before it is added to the others. It keeps a row for each file, and a
 * figure (16 bytes) for each function with time in a file, until by_file_finish. The result does
 * not depend on the reading order of the files.
 *
 * Times are nanoseconds (of another dimension than seconds its billionth), by each file's own
 * sampling rate. Functions that the filter leaves out of the flat profile do not count. A file's
 * time is the sum of the times of its functions and of code outside functions.
 *
 * A file of call stacks and the data file that was written with it are one row, if both are in the
 * list. Both hold the same ticks, and the stacks also those in libraries: the time is theirs. Time
 * in libraries is that of the library's function that the program has called, in which a process
 * waits, say, whatever this one calls.
 *
 * The data file of a rank stands for the processes that the rank has started, too (FILE.RANK.PID
 * beside FILE.RANK).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_BY_FILE_H
#define ANALYSIS_BY_FILE_H

#include "analysis/stack_symbols.h"
#include "analysis/time_kind.h"
#include "image/core.h"
#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"

#define NO_FILE UINT32_MAX

/* The row of a data file. */
struct by_file_row {
    uint64_t time;          /* time of the functions that count, and of code outside functions */
    uint64_t library, code; /* nanoseconds in libraries, and in all code but the profiler's, without
                             * filters */
    uint64_t profiler;      /* nanoseconds in the profiler */
    double variance;        /* square of the standard error of `code', in ns */
    uint32_t parent;        /* number of the file of the process that has started this one, if it
                             * stands for both; or NO_FILE */
    uint64_t calls;         /* calls of functions that count */
    enum time_kind kind;    /* what the time is of, if the dimension is seconds */
    bool has_time, has_library, has_calls; /* the file tells that figure */
    bool is_left_out;                      /* the file is broken, or does not fit; it has been
                                            * reported */
    bool is_beside;                        /* the file has stacks, which are in the row of their
                                            * data file */
    bool takes_stacks;                     /* the time is that of stacks beside the file */
};

/* Figures of a function over all files. A file without the function counts as 0. */
struct by_file_function {
    uint32_t symbol; /* number of the symbol, or a stand-in of struct by_file */
    uint32_t file;   /* number of the file with the most, the first by name if there are several; or
                      * NO_FILE */
    uint64_t min, median, max, total;
};

/* Summaries of all data files; zero-initialised at first. */
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
    double sample;               /* average time that a sample stands for, in ns */
    struct by_file_function all; /* times of the rows that have time */
    uint64_t profiler;           /* sum of the rows */
    enum time_kind kind;         /* kind of these times; TIME_OTHER: of several */

    bool of_calls;                      /* figures are calls, since no file has time */
    uint32_t n_compared;                /* number of files with figures */
    struct by_file_function *functions; /* functions, greatest total first, then by address;
                                         * owned */
    uint32_t n_functions;
    uint32_t external, unknown; /* stand-ins: symbol numbers for code outside the program, and for
                                 * code outside functions; `external` may be a function's number */

    /* Only used while files are read. */
    const struct symtab *symtab;
    const struct sym_filter *filter;
    const struct image *image;
    struct budget budget; /* of image and files, for figures: a bin may lie on all functions */
    uint32_t unseen;      /* symbol number for time without samples */
    uint32_t *place;      /* places in `order`, by number; owned */
    size_t *data_file;    /* number of the data file, by number of the stacks
                           * (beside_data_files); owned */
    double *times;        /* time of the file being read, by symbol; zeros between files;
                           * owned */
    uint64_t *calls;      /* its calls; the same */
    uint32_t *touched;    /* symbols with time or calls; those with neither may repeat; owned */
    size_t n_touched, touched_cap;
    struct by_file_figure *figures; /* figures of all files; owned */
    size_t n_figures, figures_cap;
    uint32_t n_symbols; /* number of functions, and of the two stand-ins behind them; behind those,
                         * figures have the nodes of `entries` */
    struct stack_data entries; /* calls from the program into libraries, in one tree; owned */
};

/* Starts with `n` files of these names. The objects that the arguments point to must outlive
 * `b`. */
bool by_file_init(struct by_file *b, const char *const *names, size_t n, const struct image *image,
                  const struct symtab *symtab, const struct sym_filter *filter, struct diag *d);

/* Adds file number `file` of the list. Files that are not added count as left out, and so do those
 * beyond the budget; by_file_finish warns of them. O(bins + arcs log(functions)). */
void by_file_take(struct by_file *b, size_t file, const struct profile *one, struct diag *d);

/* Compares the files, when the table of symbols has the libraries of all stacks, `symbols`. With
 * `with_unused`, functions without figures have rows, too. O(n log n) for n figures, and nodes. */
void by_file_finish(struct by_file *b, const struct stack_symbols *symbols, bool with_unused,
                    struct diag *d);

/* Returns the name of a stand-in, or NULL if the symbol number is a function's. */
const char *by_file_stand_in(const struct by_file *b, uint32_t symbol);

/* Returns max/mean, or 0 if the total is 0. */
static inline double by_file_imbalance(uint64_t max, uint64_t total, uint32_t n_files)
{
    return total > 0 ? (double)max * n_files / (double)total : 0;
}

void by_file_release(struct by_file *b);

#endif
