/* diagnosis - says why a report comes out empty, all zero or doubtful, and what to do about it
 *
 * Role: looks at the raw data beside what the analysis made of it, after both are complete.
 * Output: warnings only; a report is the same with and without them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_DIAGNOSIS_H
#define ANALYSIS_DIAGNOSIS_H

#include "analysis/call_graph.h"
#include "base/diag.h"
#include "profile/profile.h"
#include "symbols/symtab.h"

#include <stdbool.h>

/* What a run has at hand, and which kinds of figures its reports show. */
struct diagnosis {
    const struct profile *profile;
    const struct symtab *symtab;
    const struct call_graph *graph;
    const char *image, *data; /* files to name: the image, the first data file */
    bool shows_times, shows_calls, shows_blocks;
};

/* Warn of everything doubtful that concerns the figures shown. O(bins + functions). */
void diagnose(const struct diagnosis *at, struct diag *d);

#endif
