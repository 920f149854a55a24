/* by_file - tells what each data file holds, and how functions differ among files
 *
 * Role: is handed each data file before it is added to the others. Keeps a row for each file, and a
 * figure (16 bytes) for each function that a file has time in. The result does not depend on
 * the order in which the files are read.
 *
 * Times are nanoseconds (of another dimension than seconds its billionth), by each file's own
 * sampling rate. Functions that the filter leaves out of the flat profile do not count. A file's
 * time is the sum of what its functions, and code that is none, have in it.
 *
 * A file of call stacks and the data file that was written with it are one row, if both are in the
 * list. The time is the data file's; the stacks only tell which part of it is the libraries'.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_BY_FILE_H
#define ANALYSIS_BY_FILE_H

#include "base/diag.h"
#include "image/core.h"
#include "profile/profile.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A data file. */
struct by_file_row {
    uint64_t time;          /* of the functions that count, and of code that is none */
    uint64_t library, part; /* of `part` nanoseconds `library` were in libraries, filters or not */
    uint64_t calls;         /* of functions that count */
    bool has_time, has_library, has_calls; /* the file tells of it */
    bool is_left_out;                      /* broken, or it does not fit; it has been reported */
    bool is_beside;                        /* stacks that stand in the row of their data file */
};

/* How the figures of a function differ. A file without the function counts as 0. */
struct by_file_function {
    uint32_t symbol; /* its number, or one of struct by_file */
    uint32_t file;   /* number of the file with the most, of several the first by name; NO_FILE */
    uint64_t min, median, max, total;
};

#define NO_FILE UINT32_MAX

/* Zero-initialised at first. */
struct by_file {
    const char *const *names; /* of the files; not owned */
    uint32_t n_files;
    struct by_file_row *rows; /* by number in the list; owned */
    uint32_t *order;          /* numbers of the files in the order of their names, in which numbers
                                 count as numbers; owned */
    uint32_t n_shown;         /* rows that are not beside another */
    uint32_t n_timed, n_called; /* rows that have time, and that have calls */
    uint32_t n_left_out;
    struct by_file_function all; /* times of the rows that have time */

    bool of_calls;                      /* no file has time, so figures are calls */
    uint32_t n_compared;                /* files that have such figures */
    struct by_file_function *functions; /* greatest total first, then by address; owned */
    uint32_t n_functions;
    uint32_t external, unknown; /* symbol numbers that stand for code outside the program and for
                                   code in no function; `external` may be a function's */

    /* while files are read */
    const struct symtab *symtab;
    const struct sym_filter *filter;
    const struct image *image;
    uint32_t *place;                /* by number: the place in `order`; owned */
    size_t *data_file;              /* by number, of stacks: beside_data_files; owned */
    struct by_file_figure *figures; /* of all files; owned */
    size_t n_figures, figures_cap;
    uint32_t n_symbols; /* functions, and the two behind them */
};

/* Begins with `n` files of these names; what the arguments point to must outlive `b`. */
bool by_file_init(struct by_file *b, const char *const *names, size_t n, const struct image *image,
                  const struct symtab *symtab, const struct sym_filter *filter, struct diag *d);

/* Takes in what file number `file` of the list holds. Files that are not taken in count as left
 * out. O(bins + arcs log(functions)). */
void by_file_take(struct by_file *b, size_t file, const struct profile *one, struct diag *d);

/* Compares the files; with_unused: functions without figures are rows, too. O(n log n) for n
 * figures. */
void by_file_finish(struct by_file *b, bool with_unused, struct diag *d);

/* Returns the name of what a symbol number stands for that is no function's, else NULL. */
const char *by_file_stand_in(const struct by_file *b, uint32_t symbol);

/* Returns max/mean; 0 if there is nothing. */
static inline double by_file_imbalance(uint64_t max, uint64_t total, uint32_t n_files)
{
    return total > 0 ? (double)max * n_files / (double)total : 0;
}

void by_file_release(struct by_file *b);

#endif
