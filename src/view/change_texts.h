/* change_texts - writes the words and figures of a comparison, the same on a terminal and on a page
 *
 * Role: the texts of --compare. Each writer lays them out; none writes a figure or a sentence of
 * its own. All texts are safe for a terminal, and end without a newline unless said otherwise.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_CHANGE_TEXTS_H
#define VIEW_CHANGE_TEXTS_H

#include "base/sink.h"
#include "compare/changes.h"

struct change_texts {
    const struct changes *changes; /* not owned */
    bool show_unused;              /* --display-unused-functions */
    int decimals;                  /* decimals of times */
    double least;                  /* least difference that is not shown as 0 */
};

/* The cells of a row, in their order. */
enum change_cell {
    CHANGE_BEFORE,
    CHANGE_AFTER,
    CHANGE_DIFFERENCE,
    CHANGE_REACH,
    CHANGE_VERDICT,
    CHANGE_CALLS,
    CHANGE_NAME,
    CHANGE_CELLS
};

/* Titles of the cells. */
extern const char *const change_titles[CHANGE_CELLS];

/* What the figures mean, in lines. */
extern const char change_explanation[];

struct change_texts change_texts_of(const struct changes *c, bool show_unused);

/* Returns true if the row of a change is listed. */
bool change_is_listed(const struct change_texts *t, const struct change *at);

/* Returns true if rows have this cell. */
bool change_has_cell(const struct change_texts *t, enum change_cell cell);

void change_put_cell(const struct change_texts *t, const struct change *at, enum change_cell cell,
                     struct sink *out);

/* Writes the file behind a name that another function has, too. */
void change_put_file(const struct change *at, struct sink *out);

/* Writes what a side is: its files and runs, and its time. */
void change_put_side(const struct change_texts *t, const struct changes_side *side,
                     struct sink *out);

/* Writes the change of the total time, if both sides have times. */
void change_put_total(const struct change_texts *t, struct sink *out);

/* Writes lines that count the changes, each with its newline. */
void change_put_counts(const struct change_texts *t, struct sink *out);

#endif
