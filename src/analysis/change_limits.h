/* change_limits - tells how much worse a program got than --fail-on allows
 *
 * Role: parses limits such as self:5%, and holds changes against them. What exceeds one is told, a
 * line each; what the process does then is the caller's affair.
 *
 *   self:P%[:FUNCTION]   the self time of a function grew by more than P % of what it was
 *   total:P%             the time of the whole program did
 *   total:P%:FUNCTION    the time of a function with what it calls did
 *   calls:N[:FUNCTION]   a function is called more than N times more often; or P % more often
 *
 * Times must exceed the limit beyond noise, calls in every run. Functions that are on one side only
 * have not grown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CHANGE_LIMITS_H
#define ANALYSIS_CHANGE_LIMITS_H

#include "analysis/changes.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum change_figure { CHANGE_SELF, CHANGE_TOTAL, CHANGE_CALLS };

struct change_limit {
    const char *text; /* as given; not owned */
    enum change_figure figure;
    bool is_percent;
    double percent;       /* if it is, 0 or more */
    uint64_t count;       /* else */
    const char *function; /* part of the text, or NULL: all of them, or the whole program */
};

/* Returns how many tests the limits need beyond those that changes_init makes by itself. */
size_t change_limits_tests(const struct change_limit *limits, size_t n);

/* Reports what exceeds each of the `n` limits, and counts it. Returns false, after reporting, if a
 * limit cannot be judged: it names no function, or there are no figures of that kind on a side. */
bool change_limits_check(const struct change_limit *limits, size_t n, const struct changes *c,
                         size_t *exceeded, struct diag *d);

#endif
