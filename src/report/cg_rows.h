/* cg_rows - the lines of the call graph's entries: callers, callees and members, in order
 *
 * Role: between cg_view, which orders the entries, and cg_print, which writes lines. Entries are
 * made in blocks of some dozens: arcs, and the functions at their ends, are scattered in memory,
 * and a loop that does nothing but gather them has many accesses under way at once, while one that
 * prints each line as it comes to it waits for each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_CG_ROWS_H
#define REPORT_CG_ROWS_H

#include "base/diag.h"
#include "report/labels.h"
#include "report/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CG_ENTRIES_A_BLOCK = 64, CG_ROWS_A_BLOCK = 1024 };

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

/* The lines of an entry: callers up to `entry`, then callees (of a cycle: members). */
struct cg_entry_rows {
    uint32_t node;
    size_t first, entry, end; /* numbers of rows */
};

struct cg_rows {
    const struct report *r;
    const struct labels *labels;
    struct cg_row *rows; /* owned */
    size_t n_rows, cap;
    struct cg_entry_rows entries[CG_ENTRIES_A_BLOCK];
    uint32_t n_entries;
};

/* The most lines that the node's entry can have beside its own. */
size_t cg_rows_most(const struct call_graph *g, uint32_t node);

/* Make the rows of entries from place `*next` of the listing on, before `end`, as many as fit into
 * a block (the lines of an entry are never divided, how many they may be), and move `*next` behind
 * them. Fails, after reporting, when memory is out. */
bool cg_rows_fill(struct cg_rows *b, uint32_t *next, uint32_t end, struct diag *d);

/* Trace why these rows, which are of arcs, have this order. */
void cg_rows_trace(const struct cg_rows *b, size_t first, size_t end, const struct diag *d);

void cg_rows_release(struct cg_rows *b);

#endif
