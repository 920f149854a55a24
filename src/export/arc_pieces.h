/* arc_pieces - the arcs as records of an export, written by several threads where they are many
 *
 * Role: for formats that write the arcs in an order of their own, in which what is known of them is
 * all over memory. Each record depends on no other one; base/pieces writes them in order, and what
 * the next ones read is asked for early, as to wait for it takes longer than to write them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_ARC_PIECES_H
#define EXPORT_ARC_PIECES_H

#include "base/diag.h"
#include "base/sink.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All functions are called from several threads at once. */
struct arc_pieces {
    const uint32_t *order; /* the numbers of the arcs; not owned */
    uint32_t n;
    const void *context;
    void (*put)(struct sink *out, const void *context, uint32_t arc, bool is_first);
    void (*ask)(const void *context, uint32_t arc);      /* for the arc's own memory */
    void (*ask_ends)(const void *context, uint32_t arc); /* for what its own memory tells of */
};

/* Write all records with `jobs` threads at most, as pieces_threads takes it. Fails as pieces_write
 * does. */
bool arc_pieces_write(const struct arc_pieces *arcs, size_t jobs, struct sink *out, struct diag *d);

#endif
