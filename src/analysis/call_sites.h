/* call_sites - the calls of each arc by call site, with its source line
 *
 * Role: the arcs of the call graph add up the profile's arcs by function; this keeps them apart by
 * the address that the call returns to. The sites of an arc add up to its count.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CALL_SITES_H
#define ANALYSIS_CALL_SITES_H

#include "analysis/call_graph.h"
#include "base/diag.h"
#include "lines/line_rows.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct call_site {
    uint64_t address; /* where the call returns to, as in the data */
    uint64_t count;   /* calls; 0 is possible */
    const char *file; /* of the call itself; as recorded; NULL: not known; of the rows */
    unsigned line;    /* 0 where the file is not known */
};

struct call_sites {
    struct call_site *at; /* by arc number, then by address; of one arc all different; owned */
    size_t n;
    size_t *first; /* by arc: those of arc a are from first[a] up to first[a + 1], for the n_counted
                      arcs of the graph; an arc that only the code tells of (-c) has none; owned */
};

/* `graph` is made of `profile`; `rows`, which must outlive the sites, are of all code, or empty.
 * O((call sites) log(rows)). */
void call_sites_init(struct call_sites *c, const struct call_graph *graph,
                     const struct profile *profile, const struct line_rows *rows, struct diag *d);

void call_sites_release(struct call_sites *c);

#endif
