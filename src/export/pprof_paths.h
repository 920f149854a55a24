/* pprof_paths - whole stacks of the pprof export
 *
 * Role: from call paths (paths.h) to samples of pprof.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_PPROF_PATHS_H
#define EXPORT_PPROF_PATHS_H

#include "view/paths.h"
#include "export/pprof_tables.h"

#include <stdbool.h>
#include <stdint.h>

/* Room to divide figures among lines. */
struct pprof_division {
    double *ticks;            /* by line; owned */
    uint64_t *time, *samples; /* what becomes of them; owned */
};

/* Room for `n` lines. Fails, after reporting, when memory is out; release it then, too. */
bool pprof_division_init(struct pprof_division *v, size_t n, struct diag *d);

void pprof_division_release(struct pprof_division *v);

/* Write the paths of call stacks, by the lines in which they end. Fails, after reporting, when
 * memory is out. */
bool pprof_measured(struct pprof_tables *t, const struct paths *p);

/* Write estimated paths. They have times alone: samples cannot be divided. Fails, after reporting,
 * when memory is out. */
bool pprof_estimated(struct pprof_tables *t, const struct paths *p);

/* Write what has no path: functions below a place that says so. */
void pprof_cut(struct pprof_tables *t, const struct paths *p);

#endif
