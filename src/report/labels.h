/* labels - the names of nodes as the lines of the call graph show them, made once for all lines
 *
 * Role: a function's name stands in the line of each arc from and to it. What is shown of it comes
 * from five tables, which in large programs are five accesses to memory that no cache holds; so all
 * names are put into one text first, function by function, and a line copies its piece of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_LABELS_H
#define REPORT_LABELS_H

#include "base/diag.h"
#include "base/sink.h"
#include "report/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct labels {
    struct sink text; /* all labels, one behind the other */
    size_t *start;    /* by node, where its label starts; and the end; owned */
};

/* The full name (report_full_name) and the end of the line, of each node that has an entry or an
 * arc. Fails, after reporting, when memory is out. */
bool labels_init(struct labels *l, const struct report *r, struct diag *d);

static inline const char *label_text(const struct labels *l, uint32_t node)
{
    return l->text.buf + l->start[node];
}

static inline size_t label_bytes(const struct labels *l, uint32_t node)
{
    return l->start[node + 1] - l->start[node];
}

void labels_release(struct labels *l);

/* Whether a line may show the node: it has an entry, or arcs. In a program of which little ran,
 * hardly any has. */
bool labels_has(const struct report *r, uint32_t node);

#endif
