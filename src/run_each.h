/* run_each - makes each run of a program alone, for a table of runs
 *
 * Role: for products that show several runs. A run is a data file, and the call stacks that were
 * written with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_EACH_H
#define RUN_EACH_H

#include "run.h"

#include "analysis/runs.h"

/* Adds each run whose data files `all`, made by run_analyse, has added up, and sorts the table.
 * Time outside functions has the number behind the last symbol. Reads each file once more, unless
 * there is only one run. Returns false after reporting. O(runs * symbols) beside what reading
 * takes. */
bool run_each(struct runs *runs, const struct run *all);

/* Returns the time that a sample stands for on average, in the dimension of the data: signals with
 * several ticks are one sample. */
double run_sample(const struct run *u);

#endif
