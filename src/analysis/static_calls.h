/* static_calls - finds calls in the machine code and adds them as arcs without a count
 *
 * Role: adds an arc of count 0 to the call graph for each direct call in the code that has no arc
 * yet: a run may make these calls, even if the profiled one did not. A call leads from a function
 * to the start of a function. Input: the image's code. Jumps, calls of the middle of a function and
 * calls through pointers do not count.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_STATIC_CALLS_H
#define ANALYSIS_STATIC_CALLS_H

#include "analysis/call_graph.h"
#include "image/core.h"
#include "profile/profile.h"

/* Adds the arcs. To be called between call_graph_init and cg_dfn, with the profile complete.
 * Neither ranges of histograms nor symbol specifications matter. New arcs are created in the order
 * of the calls' addresses. An image whose calls cannot be known (another machine, not linked) gets
 * a warning and no arcs. Fails, after reporting, if the code cannot be read. O(bytes of code +
 * calls log functions + arcs). */
bool static_calls_add(struct call_graph *g, const struct image *image, struct diag *d);

/* Returns true if static_calls_add would find a call from or to the symbol with this number.
 * Returns false, without a message, if static_calls_add would warn or fail. Takes as long as
 * static_calls_add. */
bool static_calls_concern(const struct symtab *symtab, uint32_t symbol, const struct image *image);

/* Returns true if there are samples in the code of the symbol with this number, calls to it or from
 * it, or executions of its basic blocks. O(bins + symbols + arcs + blocks). */
bool symbol_has_data(const struct symtab *symtab, uint32_t number, const struct profile *profile);

#endif
