/* by_file - what each data file holds: its time and calls, and how functions differ among files
 *
 * Role: watches while the files are read and added up (profile/data_watch.h), and keeps one row for
 * each file and the spread of each function's times (analysis/spread.h); so memory grows with the
 * functions, and by a few numbers a file. The result depends neither on the number of threads nor
 * on the order in which files are read.
 *
 * Times are nanoseconds (of another dimension than seconds its billionth), by each file's own
 * sampling rate. Which functions count is what the symbol specifications leave in the flat profile.
 * A file's time is the sum of what its functions, and code that is none, have in it.
 *
 * Where a file of call stacks and the data file that was written with it are both in the list, the
 * time is the data file's, and the stacks only tell which part of it is the libraries': one row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_BY_FILE_H
#define ANALYSIS_BY_FILE_H

#include "analysis/spread.h"
#include "base/diag.h"
#include "profile/data_watch.h"
#include "symbols/sym_filter.h"
#include "symbols/sym_ids.h"
#include "symbols/sym_lines.h"
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

/* Zero-initialised at first. */
struct by_file {
    const char *const *names; /* of the files; not owned */
    uint32_t n_files;
    struct by_file_row *rows; /* by number in the list; owned */
    uint32_t *order;          /* numbers of the files in the order of their names, ranks and other
                                 numbers in them counting as numbers; owned */
    uint32_t *place;          /* by number: the place in that order; owned */
    uint32_t *partner;        /* by number: of stacks the number of the data file that they were
                                 written with, if that is in the list, else NO_FILE; owned */

    /* By symbol number; behind the functions come code outside the program, as far as that has no
     * symbol, and code that is in no function. Their places are numbers in `order`. Owned; NULL
     * before all files are read. */
    struct file_spread *times;
    struct file_spread *calls;  /* only if no file has any time, else NULL */
    uint32_t n_symbols;         /* of both, with the two behind the functions */
    uint32_t external, unknown; /* the numbers of these two; `external` may be a function's */

    uint32_t n_shown;           /* rows that are not beside another */
    uint32_t n_timed, n_called; /* rows that have time, and that have calls */
    uint32_t n_left_out;
    struct file_spread
        file_times; /* of the rows that have time; the file of the most is its place */

    struct sym_ids ids;         /* what the symbol specifications name */
    struct sym_filter filter;   /* which functions count */
    bool *is_left_out;          /* by symbol: does it not? owned */
    uint32_t *left_out_symbols; /* those of which it is true; owned */
    uint32_t n_left_out_symbols;
    struct sym_lines lines;
    const struct symtab *symtab;
    const char *image;                /* the path of the program, */
    const uint8_t *build_id;          /* and its build-id, which tell its code in call stacks */
    size_t build_id_bytes;            /* 0: it has none */
    struct list_watch watch;          /* for merge_files */
    struct by_file_watcher *watchers; /* what they saw is not added up yet; owned */
};

#define NO_FILE UINT32_MAX

struct by_file_source {
    const char *const *names; /* of the files, in the order of the list */
    size_t n_files;
    const struct symtab *symtab; /* of functions alone, no lines */
    const struct sym_ids *ids;
    enum demangle_style demangle;
    const struct image *image;
};

/* Before the files are read. What `from` points to must outlive it. Fails, after reporting, when
 * memory is out. O(files log(files) + symbols). */
bool by_file_init(struct by_file *b, const struct by_file_source *from, struct diag *d);

/* When they have been read with b->watch. Fails, after reporting, when memory is out. */
bool by_file_finish(struct by_file *b, struct diag *d);

/* What stands for a number of `times` that is no function's, else NULL. */
const char *by_file_stand_in(const struct by_file *b, uint32_t symbol);

void by_file_release(struct by_file *b);

/* ---- by_file_watch.c: for by_file.c ---- */

/* Functions that watch, for `b`. */
struct list_watch by_file_watch(struct by_file *b);

/* Add up what the watchers saw, into times and calls. Fails, after reporting, when memory is out.
 */
bool by_file_add_up(struct by_file *b, struct diag *d);

/* Release the watchers that are left. */
void by_file_release_watchers(struct by_file *b);

/* Release the spreads of an array of `n`, and the array; NULL is none. */
void by_file_release_spreads(struct file_spread *s, uint32_t n);

#endif
