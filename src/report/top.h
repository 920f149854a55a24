/* top - one screen: which functions take the time (--top)
 *
 * Role: what the parts of this report share. top.c says what the data hold and chooses the
 * functions, top_heading prints the lines above and below the tables, top_table the tables in
 * columns, top_cells what stands in these.
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
    double unseen;    /* only the number is known of these */
    double outside;   /* in no function */
};

/* What the data hold. */
struct top_page {
    const struct report *r;
    struct figure *figures; /* by symbol; a library has those of its functions, too; owned */
    struct stack_sum
        *self; /* by symbol, likewise: samples of measured self times; owned, or NULL */
    struct top_parts parts;
    unsigned columns;   /* of a line */
    bool has_times;     /* samples */
    bool has_inclusive; /* times that are not the functions' own alone */
    bool is_measured;   /* inclusive times are measured */
    bool has_calls;     /* numbers of calls */
    bool has_arcs;      /* callers */
    uint64_t calls;     /* of all functions that are listed */
};

/* A table: functions in the order of `key`; the first `n` are shown. Those of a library
 * stand behind it. */
struct top_rows {
    enum sort_key key;
    uint32_t *at;  /* owned */
    bool *is_open; /* by symbol number: its rank is; owned */
    uint32_t n;
    uint32_t more;     /* functions that could be listed and are left out */
    double more_share; /* of the total of what it is sorted by, that these have; of inclusive
                          times, and if it is sorted by names, 0 */
};

/* ---- top_heading.c ---- */

/* Prints the lines above the `n` tables. */
void top_heading(const struct top_page *p, const struct top_rows *rows, size_t n, struct sink *out,
                 struct diag *d);

/* Prints the line below the tables: what to do next. `hottest`: the function of the first row, or
 * NO_SYMBOL. */
void top_next(const struct top_page *p, uint32_t hottest, struct sink *out, struct diag *d);

/* ---- top_table.c ---- */

enum { MOST_TOP_TABLES = 2 };

/* Prints tables of these rows, at most MOST_TOP_TABLES: one below the other, or two side by side if
 * they fit. If the user says how to sort, there is one, with the columns of all. */
void top_tables_print(const struct top_page *p, const struct top_rows *rows, size_t n,
                      struct sink *out, struct diag *d);

/* ---- top_cells.c ---- */

/* Returns by what the functions of a table are chosen: if that is sorted by texts, by the most self
 * time or, without times, calls; else by what it is sorted by. */
enum sort_key top_chosen_by(const struct top_page *p, enum sort_key key);

/* Returns the share, of 1, that a table of that key shows of a function; 0 if the total is. */
double top_share(const struct top_page *p, enum sort_key key, uint32_t symbol);

/* Returns the calls of a function, those by itself among them. */
uint64_t top_calls(const struct report *r, uint32_t symbol);

/* Returns true if profiling leaves the self time, or its share, less certain than chance does. */
bool top_self_is_open(const struct top_page *p, uint32_t symbol);
bool top_share_is_open(const struct top_page *p, uint32_t symbol);

/* Returns the symbol that calls another one for most time, or, if calls have no time, most often;
 * NO_SYMBOL if none does. */
uint32_t top_caller(const struct report *r, uint32_t symbol);

/* Columns in their order from left to right: numbers, then texts. */
enum top_column {
    SELF_PERCENT,
    SELF_ERROR,
    SELF_TIME,
    TOTAL_PERCENT,
    TOTAL_ERROR,
    TOTAL_TIME,
    CALLS,
    CALLS_PERCENT,
    FUNCTION,
    CALLER,
    FILE_NAME,
    TOP_COLUMNS
};

/* Returns true if a row tells which function it is about. */
enum top_clearness {
    NAME_IS_CLEAR,
    NAME_IS_CUT,   /* as another one is, so that both look alike */
    NAME_IS_SHARED /* by two functions */
};

struct top_table {
    const struct top_page *p;
    const struct report *r; /* p->r */
    const struct top_rows *rows;
    bool is_only;          /* it stands for several, and has the columns of all */
    bool has[TOP_COLUMNS]; /* which columns there are */
    unsigned widths[TOP_COLUMNS];
    unsigned all;       /* columns of a line */
    unsigned decimals;  /* of percentages */
    struct sink cell;   /* the text of a cell */
    char *name;         /* room for a name of MOST_COLUMNS columns; owned */
    uint8_t *clearness; /* by row: enum top_clearness; owned */
};

static inline bool top_is_text(enum top_column column)
{
    return column >= FUNCTION;
}

/* Returns what stands above a column. */
const char *top_cell_title(const struct top_table *t, enum top_column column);

/* Returns the columns that the cell would take if nothing was cut. */
unsigned top_cell_columns(struct top_table *t, enum top_column column, uint32_t symbol);

/* Prints the cell, as wide as the column is: numbers to the right, texts to the left. `padded`:
 * with blanks behind a text. */
void top_cell_print(struct top_table *t, enum top_column column, uint32_t symbol, bool padded,
                    struct sink *out);

/* Makes t->cell the whole name of a function; `with_place': and where it is. */
void top_cell_spell_out(struct top_table *t, uint32_t symbol, bool with_place);

/* Returns how large a function is by what it is listed for: a share of 1. */
double top_cell_share(const struct top_table *t, uint32_t symbol);

#endif
