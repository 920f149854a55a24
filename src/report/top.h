/* top - prints one screen of the functions that take the time (--top)
 *
 * Role: declares what the parts of this report share. top.c summarises the data and chooses the
 * functions, top_heading prints the lines above and below the tables, top_table the tables, and
 * top_cells their cells.
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

/* Division of all samples, in ticks. */
struct top_parts {
    double all;       /* ticks that were due */
    double libraries; /* ticks in code outside of the program */
    double profiler;  /* ticks in the profiler, which no report lists */
    double unseen;    /* ticks without a known place */
    double outside;   /* ticks outside all functions */
};

/* Summary of the data. */
struct top_page {
    const struct report *r;
    struct figure *figures; /* figures by symbol; those of a library include its functions; owned */
    struct stack_sum
        *self; /* self-time samples by symbol, like figures; owned; NULL if not measured */
    struct top_parts parts;
    unsigned columns;   /* columns of a line */
    bool has_times;     /* the data have samples */
    bool has_inclusive; /* inclusive times are known */
    bool is_measured;   /* inclusive times are measured */
    bool has_calls;     /* numbers of calls are known */
    bool has_arcs;      /* callers are known */
    uint64_t calls;     /* calls of all listed functions */
};

/* Rows of a table: functions in the order of `key`; the first `n` are shown. Functions of a library
 * follow the library. */
struct top_rows {
    enum sort_key key;
    uint32_t *at;  /* owned */
    bool *is_open; /* true if the rank is uncertain, by symbol number; owned */
    uint32_t n;
    uint32_t more;     /* number of functions that could be listed, but are left out */
    double more_share; /* share of these in the total of the sort key; 0 for inclusive times and
                        * names */
};

/* ---- top_heading.c ---- */

/* Prints the lines above the `n` tables. */
void top_heading(const struct top_page *p, const struct top_rows *rows, size_t n, struct sink *out,
                 struct diag *d);

/* Prints the line below the tables, with the next command to try. `hottest` is the function of the
 * first row, or NO_SYMBOL. */
void top_next(const struct top_page *p, uint32_t hottest, struct sink *out, struct diag *d);

/* ---- top_table.c ---- */

enum { MOST_TOP_TABLES = 2 };

/* Prints tables of these rows, at most MOST_TOP_TABLES: one below the other, or two side by side if
 * they fit. If the user chose the sort key, there is one table, with all columns. */
void top_tables_print(const struct top_page *p, const struct top_rows *rows, size_t n,
                      struct sink *out, struct diag *d);

/* ---- top_cells.c ---- */

/* Returns the key by which the functions of a table are chosen. It is the sort key, except for
 * tables sorted by texts: these take the most self time or, without times, calls. */
enum sort_key top_chosen_by(const struct top_page *p, enum sort_key key);

/* Returns a function's share, of 1, in the total of that key; 0 if the total is 0. */
double top_share(const struct top_page *p, enum sort_key key, uint32_t symbol);

/* Returns the calls of a function, including those by itself. */
uint64_t top_calls(const struct report *r, uint32_t symbol);

/* Returns true if profiling makes the self time, or its share, less certain than chance does. */
bool top_self_is_open(const struct top_page *p, uint32_t symbol);
bool top_share_is_open(const struct top_page *p, uint32_t symbol);

/* Returns the symbol whose calls of another one take most time, or, if calls have no time, the
 * symbol that calls most often. Returns NO_SYMBOL if there is no caller. */
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

/* How clearly a row tells its function. */
enum top_clearness {
    NAME_IS_CLEAR,
    NAME_IS_CUT,   /* the cut name equals that of another row */
    NAME_IS_SHARED /* two functions have the same name */
};

struct top_table {
    const struct top_page *p;
    const struct report *r; /* p->r */
    const struct top_rows *rows;
    bool is_only;          /* the table replaces several, and has the columns of all */
    bool has[TOP_COLUMNS]; /* columns that the table has */
    unsigned widths[TOP_COLUMNS];
    unsigned all;       /* columns of a line */
    unsigned decimals;  /* decimals of percentages */
    struct sink cell;   /* text of a cell */
    char *name;         /* room for a name of MOST_COLUMNS columns; owned */
    uint8_t *clearness; /* enum top_clearness by row; owned */
};

static inline bool top_is_text(enum top_column column)
{
    return column >= FUNCTION;
}

/* Returns the title of a column. */
const char *top_cell_title(const struct top_table *t, enum top_column column);

/* Returns the columns that the cell takes without cuts. */
unsigned top_cell_columns(struct top_table *t, enum top_column column, uint32_t symbol);

/* Prints the cell at the width of its column: numbers to the right, texts to the left. `padded`
 * adds blanks behind a text. */
void top_cell_print(struct top_table *t, enum top_column column, uint32_t symbol, bool padded,
                    struct sink *out);

/* Sets t->cell to the whole name of a function, and, if `with_place', its place in the source. */
void top_cell_spell_out(struct top_table *t, uint32_t symbol, bool with_place);

/* Returns a function's share, of 1, by the key of its table. */
double top_cell_share(const struct top_table *t, uint32_t symbol);

#endif
