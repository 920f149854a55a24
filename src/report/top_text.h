/* top_text - any text, made fit for a terminal
 *
 * Role: names in images and paths are bytes. Here they become cells of so many columns, without
 * what would disturb a terminal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_TOP_TEXT_H
#define REPORT_TOP_TEXT_H

#include "base/sink.h"

#include <stdbool.h>
#include <stddef.h>

/* Stands for a blank at which top_text_wrap does not break a line. */
#define TOP_HARD_BLANK '\001'

/* Print a text; what must not reach a terminal is `?' (base/utf8.h). */
void top_text_clean(struct sink *out, const char *text);

/* Whether there is nothing in a text that must not reach a terminal. */
bool top_text_is_clean(const char *text);

/* Print a text in at most `columns` columns, cut with `...'; `padded`: with blanks behind it, in
 * exactly as many. */
void top_text_cell(struct sink *out, const char *text, size_t columns, bool padded);

/* Print a text, without control characters but TOP_HARD_BLANK, in lines of at most `columns`
 * columns as far as its words allow, all but the first with two blanks in front. */
void top_text_wrap(struct sink *out, const char *text, size_t columns);

#endif
