/* top - one screen: which functions take the time (--top)
 *
 * Role: what the parts of this report share. top_heading says what the data are, top_rows chooses
 * the functions, top_table prints them in columns, top_text makes any text fit; top puts them
 * together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_TOP_H
#define REPORT_TOP_H

#include "base/diag.h"
#include "base/sink.h"
#include "view/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where all of the samples are; ticks. */
struct top_parts {
    double all;       /* all that were due */
    double libraries; /* in code that is not the program's */
    double profiler;  /* in the profiler; no report lists it */
    double unseen;    /* of which nothing but the number is known */
    double outside;   /* in no function */
};

/* What the data hold. */
struct top_facts {
    struct top_parts parts;
    bool has_times;     /* samples */
    bool has_inclusive; /* times that are not the functions' own alone */
    bool is_measured;   /* inclusive times are measured */
    bool has_calls;     /* numbers of calls */
    bool has_arcs;      /* callers */
    uint64_t calls;     /* of all functions that are listed */
};

/* A table: functions in the order of `key`, of which the first `n` are shown. */
struct top_rows {
    enum sort_key key;
    uint32_t *at; /* owned */
    uint32_t n;
    uint32_t more;     /* functions that could be listed and are left out */
    double more_share; /* of the total of what it is sorted by, that these have; of inclusive
                          times, and where it is sorted by names, 0 */
};

/* ---- top_rows.c ---- */

struct top_facts top_facts(const struct report *r);

/* By what the functions of a table are chosen: where that is sorted by texts, by the most self time
 * or, without times, calls; else by what it is sorted by. */
enum sort_key top_chosen_by(const struct top_facts *facts, enum sort_key key);

/* Choose the functions. False, after reporting, when memory is out. */
bool top_rows_choose(struct top_rows *rows, const struct report *r, const struct top_facts *facts,
                     enum sort_key key, struct diag *d);

/* The symbol that calls another one for most time, or, if calls have no time, most often; NO_SYMBOL
 * if none does. */
uint32_t top_caller(const struct report *r, uint32_t symbol);

/* The share, of 1, that a table of that key shows of a function; 0 where the total is. */
double top_share(const struct report *r, const struct top_facts *facts, enum sort_key key,
                 uint32_t symbol);

/* How far this share may be off, with a confidence of 95 %; below 0: nobody knows. */
double top_error(const struct report *r, const struct top_facts *facts, enum sort_key key,
                 uint32_t symbol);

/* ---- top_heading.c ---- */

/* The lines above the tables. False, after reporting, when memory is out. */
bool top_heading(const struct report *r, const struct top_facts *facts, struct sink *out,
                 struct diag *d);

/* The line below the tables: what to do next. `hottest`: the function of the first row, or
 * NO_SYMBOL. False, after reporting, when memory is out. */
bool top_next(const struct report *r, const struct top_facts *facts, uint32_t hottest,
              struct sink *out, struct diag *d);

/* ---- top_table.c ---- */

enum { MOST_TOP_TABLES = 2 };

/* Print tables of these rows, at most MOST_TOP_TABLES: one below the other, or two side by side
 * where they fit. Where the user says how to sort, there is one, with the columns of all. False,
 * after reporting, when memory is out. */
bool top_tables_print(const struct report *r, const struct top_facts *facts,
                      const struct top_rows *rows, size_t n, struct sink *out, struct diag *d);

#endif
