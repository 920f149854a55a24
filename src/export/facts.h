/* facts - figures before all filters, for exports that hold everything
 *
 * Role: what &r->figures would be if nothing were left out: with the same rounding, so that a figure
 * of both is one number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_FACTS_H
#define EXPORT_FACTS_H

#include "base/diag.h"
#include "view/figures.h"
#include "view/report.h"

#include <stdbool.h>

/* Makes figures of the times of all functions and arcs, &r->times. To be released with
 * figures_release. O(arcs + functions log(functions)). Fails, after reporting, when memory is out.
 */
bool facts_init(struct figures *f, const struct report *r, struct diag *d);

/* Self times by the histogram, where &r->times are those of call stacks. */
bool facts_of_histogram(struct figures *f, const struct report *r, struct diag *d);

#endif
