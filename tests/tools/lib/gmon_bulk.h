/* gmon_bulk.h - makes many arcs at once, for the data-file language's gen statement
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GMON_BULK_H
#define GMON_BULK_H

#include "tool_words.h"

/* Receives each arc. */
typedef void gmon_arc_fn(void *ctx, uint64_t from, uint64_t self, uint64_t count);

/* Reads the rest of a gen statement and produces its arcs. */
void gmon_bulk(struct words *ws, gmon_arc_fn *put, void *ctx);

#endif
