/* csv - writes tables for spreadsheets (RFC 4180)
 *
 * Role: for all that write CSV. A table is one header and rows of as many cells, so that each
 * reader of CSV knows what a column is. Knows nothing of what is written.
 *
 * A row is one line: control characters are written as \xHH, or \uHHHH above U+00FF, and bytes
 * that are no valid UTF-8 as \xHH. A spreadsheet takes a text that begins with =, +, - or @ for a
 * formula, so an apostrophe is put in front of it. A reader cannot undo these changes; programs
 * should read JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include "base/sink.h"

struct csv {
    struct sink *out; /* not owned */
    bool in_row;      /* the row has a cell */
};

/* Writes a cell of text, in quotes if it needs them. NULL makes an empty cell. */
void csv_text(struct csv *c, const char *text);

void csv_u64(struct csv *c, uint64_t value);
void csv_i64(struct csv *c, int64_t value);

/* Writes a number, or an empty cell unless it is known. */
void csv_known(struct csv *c, bool is_known, uint64_t value);

/* Writes `n` empty cells. */
void csv_empty(struct csv *c, unsigned n);

/* Writes the row of the header: names between commas, which need no quotes. */
void csv_header(struct csv *c, const char *names);

void csv_end_row(struct csv *c);

#endif
