/* top_heading - summarises the data, and prints the lines above and below the tables of --top
 *
 * Role: what --top, --top=NAME and --tree have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_TOP_HEADING_H
#define REPORT_TOP_HEADING_H

#include "report/texts.h"
#include "view/self_range.h"

enum { MOST_NAMED_PARTS = 3 };

/* Division of all samples, in ticks. */
struct top_parts {
    double all; /* ticks that were due */
    struct {
        uint32_t library; /* symbol of the library */
        double ticks;
    } named[MOST_NAMED_PARTS]; /* libraries with most time, the most first; 0 ticks: none */
    double libraries;          /* ticks in other code outside of the program */
    double profiler;           /* ticks in the profiler, which no report lists */
    double unseen;             /* ticks without a known place */
    double outside;            /* ticks in code without a file, or at no known place */
};

/* Summary of the data. */
struct top_page {
    const struct results *r;
    struct top_parts parts;
    uint64_t samples;   /* number of samples, of all parts */
    unsigned columns;   /* columns of a line */
    bool has_times;     /* the data have samples */
    bool has_inclusive; /* inclusive times are known */
    bool is_measured;   /* inclusive times are measured */
    bool has_arcs;      /* callers are known */
    uint64_t calls;     /* calls of all listed functions; 0: not known */
};

/* Rows of a table: functions in the order of `key`; the first `n` are listed. */
struct top_rows {
    enum sort_key key;
    enum sort_key chosen_by; /* key by which the functions are chosen: `key`, except for texts:
                              * then self time or, without times, calls */
    uint32_t *at;            /* owned */
    uint32_t n;
    uint32_t more;     /* number of functions that could be listed, but are left out */
    double more_share; /* share of these in the total of the sort key; 0 for inclusive times and
                        * names */
};

/* Summarises the data. */
struct top_page top_page(const struct results *r, struct diag *d);

/* Prints the line, if there is one, and begins the next. The line is broken at blanks if it is
 * longer than `columns`, but not behind its first `breakable` bytes. Further lines are indented by
 * two blanks. The line has no control characters. */
void top_line(struct sink *line, size_t columns, size_t breakable, struct sink *out);

/* Prints the name of the program, its time and its calls. */
void top_program(const struct top_page *p, struct sink *out, struct diag *d);

/* Prints the lines above the tables; `rows` are those of the first one; NULL: there is none. */
void top_heading(const struct top_page *p, const struct top_rows *rows, struct sink *out,
                 struct diag *d);

/* Returns the function that calls `symbol` for most time, or, if calls have no time, the one that
 * calls most often; NO_SYMBOL if there is none. */
uint32_t hottest_caller(const struct results *r, uint32_t symbol);

/* Ends a cell with a name, its place in the source, ` <cycle N>' unless `cycle` is 0, and the
 * library unless it is NO_SYMBOL. */
void top_end_name(struct grid_row *row, const struct results *r, uint32_t symbol, uint32_t cycle,
                  uint32_t library);

/* Returns the unit of times for programs. */
const char *top_unit(const struct results *r);

/* Returns the title of a column of times: the unit if it is not seconds. */
const char *top_time_title(const struct results *r, const char *title);

/* Prints the line below the tables, with the next command to try. `hottest` is the function of the
 * first row, or NO_SYMBOL. */
void top_next(const struct top_page *p, uint32_t hottest, struct sink *out, struct diag *d);

#endif
