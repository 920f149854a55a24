/* causes - tells why a report is empty or doubtful, and what to do
 *
 * Role: one table maps facts (evidence.h) to a cause and to its sentence, `what happened; what to
 * do'. Standard error and the export to JSON have the sentence; --top ends with what to do. Of two
 * causes that explain the same, the surer one is told; if none is sure, none is. A report is the
 * same with and without what is told.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CHECKS_CAUSES_H
#define ANALYSIS_CHECKS_CAUSES_H

#include "analysis/checks/evidence.h"
#include "base/sink.h"

/* Warns of the causes that concern the reports. Returns what to do first, or NULL if there is
 * nothing that the figures lack. The caller frees. */
char *causes_tell(const struct evidence *e, struct diag *d);

/* Returns false, after reporting the probable reason, if `name`, a data file of the image, does not
 * exist. Called before the data files are read. */
bool causes_data_exists(const char *name, const struct image *image, struct diag *d);

/* ---- for the rows of the table ---- */

/* Writes what a sentence says for `{detail}', and returns true, if image and data show the cause.
 */
typedef bool cause_shown(const struct evidence *e, struct sink *detail);

/* check_build.c */
cause_shown check_library, check_other_build, check_behind_main, check_other_range, check_elsewhere;
/* check_arcs.c */
cause_shown check_unprofiled, check_other_calls;
/* check_calls.c */
cause_shown check_leaving_calls, check_inlined, check_nop_hooks, check_lost_calls;
/* check_times.c */
cause_shown check_strays, check_unnamed, check_profiling_time, check_unseen_time;
/* check_stacks.c */
cause_shown check_incomplete_stacks, check_made_code, check_missing_stacks, check_stacks_disagree,
    check_two_clocks, check_other_stacks, check_spinning, check_waits;
/* check_clones.c, check_lines.c */
cause_shown check_clones, check_no_lines;

#endif
