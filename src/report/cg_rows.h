/* cg_rows - the lines of the call graph's entries: callers, callees and members, in order
 *
 * Role: between cg_view, which orders the entries, and cg_print, which writes lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_CG_ROWS_H
#define REPORT_CG_ROWS_H

#include "base/diag.h"
#include "view/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The line of an arc, or of a member of a cycle. */
struct cg_row {
    struct cg_time time;
    double flow;       /* it is sorted by: the ticks that flow; CG_WITHIN, CG_OF_ITSELF */
    uint64_t count;    /* calls */
    uint64_t of_calls; /* of an arc: those of its callee, as a function or cycle */
    uint32_t number;   /* of the arc, or among the members: age decides what is equal */
    uint32_t shown;    /* the node that the line is about */
};

/* In place of ticks: the arc is inside a cycle and has no time; or it is a call of itself. */
#define CG_WITHIN (-1.0)
#define CG_OF_ITSELF (-2.0)

/* The lines of an entry: callers, then callees; of a cycle its members. */
struct cg_rows {
    const struct report *r;
    struct cg_row *rows; /* owned */
    size_t n_parents, n; /* callers, which come first; all */
    size_t cap;
};

/* Makes the rows of a node's entry, in place of those that `b` has. */
void cg_rows_gather(struct cg_rows *b, uint32_t node, struct diag *d);

/* Traces why these rows, which are of arcs, have this order. */
void cg_rows_trace(const struct cg_rows *b, size_t first, size_t end, const struct diag *d);

void cg_rows_release(struct cg_rows *b);

#endif
