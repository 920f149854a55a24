/* change_limits - checks if a program got worse than --fail-on allows
 *
 * Role: parses limits such as self:5%, and compares changes with them. Each excess is reported in a
 * line; the caller decides what the process does then.
 *
 *   self:P%[:FUNCTION]   the self time of a function grew by more than P % of what it was
 *   total:P%             the time of the whole program did
 *   total:P%:FUNCTION    the time of a function with what it calls did
 *   calls:N[:FUNCTION]   a function is called more than N times more often; or P % more often
 *
 * A time exceeds its limit if it is slower beyond noise and its mean grew by more than P %; calls
 * must exceed theirs in every run. If noise hides a growth of P %, or if there is one run on each
 * side, which shows no noise, a warning says so. Functions that are on one side only have not
 * grown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPARE_CHANGE_LIMITS_H
#define COMPARE_CHANGE_LIMITS_H

#include "compare/changes.h"

enum change_figure { CHANGE_SELF, CHANGE_TOTAL, CHANGE_CALLS };

struct change_limit {
    const char *text; /* text as given; not owned */
    enum change_figure figure;
    bool is_percent;
    double percent;       /* limit in percent, 0 or more, if it is one */
    uint64_t count;       /* limit as a count, if it is not in percent */
    const char *function; /* name of the function, part of the text; NULL: all functions, or the
                           * whole program */
};

/* Returns the number of tests that the limits need beyond those of changes_init. */
size_t change_limits_tests(const struct change_limit *limits, size_t n);

/* Reports and counts the excesses of each of the `n` limits. Returns false, after reporting, if a
 * limit cannot be checked: it names no function, or a side has no figures of that kind. */
bool change_limits_check(const struct change_limit *limits, size_t n, const struct changes *c,
                         size_t *exceeded, struct diag *d);

#endif
