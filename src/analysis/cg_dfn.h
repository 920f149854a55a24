/* cg_dfn - finds cycles and numbers functions in topological order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CG_DFN_H
#define ANALYSIS_CG_DFN_H

#include "analysis/call_graph.h"

/* Finds the cycles (strongly connected components of two or more functions), counts the calls into
 * and within each, and orders all functions so that callees come before callers.
 * O(functions + arcs), without recursion. */
void cg_dfn(struct call_graph *g, struct diag *d);

#endif
