/* facts - figures before all filters, for exports that hold everything
 *
 * Role: what &r->figures would be if nothing were left out: with the same rounding, so that a
 * figure of both is one number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_FACTS_H
#define EXPORT_FACTS_H

#include "analysis/cg_times.h"
#include "base/diag.h"
#include "view/figures.h"
#include "view/report.h"

#include <stdbool.h>

/* Makes the times of all functions, cycles and arcs, and figures of them. To be released with
 * cg_times_release and figures_release, in any case. O(arcs + functions log(functions)), and
 * O(frames) if times are measured. Fails, after reporting, when memory is out. */
bool facts_init(struct figures *f, struct cg_times *times, const struct report *r, struct diag *d);

/* Makes figures of the self times by the histogram, where times are measured from call stacks. */
bool facts_of_histogram(struct figures *f, const struct report *r, struct diag *d);

#endif
