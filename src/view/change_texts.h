/* change_texts - writes the words and makes the table of a comparison
 *
 * Role: what --compare says, the same in all its forms. All texts are safe for a terminal, and end
 * without a newline unless said otherwise.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_CHANGE_TEXTS_H
#define VIEW_CHANGE_TEXTS_H

#include "base/sink.h"
#include "compare/changes.h"
#include "view/grid.h"

struct change_texts {
    const struct changes *changes; /* not owned */
    bool show_unused;              /* --display-unused-functions */
    int decimals;                  /* decimals of times */
    double least;                  /* least difference that is not shown as 0 */
};

enum { CHANGE_COLUMNS = 8 };

/* The table of changes. */
struct change_grid {
    struct grid grid;
    struct grid_column columns[CHANGE_COLUMNS];
};

struct change_texts change_texts_of(const struct changes *c, bool show_unused);

/* Returns true if the row of a change is listed. */
bool change_is_listed(const struct change_texts *t, const struct change *at);

/* Makes the table: a row for each function with time or calls, or for all of them; people see those
 * that are listed. Refers to `t` and its own columns, so it must not be moved. */
void change_grid_init(struct change_grid *g, const struct change_texts *t);

/* Puts a difference, its reach, and the verdict. */
void change_put_judgement(struct grid_row *row, const struct changes *c, const struct change *at);

/* Returns a time in whole units for programs: nanoseconds, or ticks. change_unit returns the name
 * of the unit. */
int64_t change_units(const struct changes *c, double time);
const char *change_unit(const struct changes *c);

/* Writes what a side is: its files and runs, and its time. */
void change_put_side(const struct change_texts *t, const struct changes_side *side,
                     struct sink *out);

/* Writes how many times slower or faster the program is, if runs tell it. */
void change_put_ratio(const struct change_texts *t, struct sink *out);

/* Writes the change of the total time, if both sides have times. */
void change_put_total(const struct change_texts *t, struct sink *out);

/* Writes lines that count the changes, each with its newline. */
void change_put_counts(const struct change_texts *t, struct sink *out);

/* Writes what the figures mean, in lines; the paragraphs are those of the cells that rows have. */
void change_put_explanation(const struct change_texts *t, struct sink *out);

#endif
