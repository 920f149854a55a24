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
 * must exceed theirs in every run. Without a name, limits of times concern functions with at least
 * 5 % of the time on a side. Limits are tests of their own, beside those of all rows: they are
 * known before, and few, so a smaller growth can be beyond noise (SIG_LIMITS_ERROR).
 *
 * A warning says that a limit is not judged: noise hides a growth of P %, one run on each side
 * shows no noise, or the function is on one side only.
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

/* Returns after how many runs a side the limits are to be looked at, if that was done after `runs`.
 * A limit must not be looked at until it is exceeded by luck, so only what is known decides whether
 * there are more runs (struct change_judgement.open), and looks are few. */
unsigned change_limits_look(unsigned runs);

/* What became of limits. */
struct change_judgement {
    size_t exceeded; /* functions beyond a limit, over all limits */
    size_t unjudged; /* limits that could not be judged */
    size_t open;     /* limits that more runs would tell more about: there are no times yet, or the
                      * possible error of a growth is large, and the limit within its reach */
};

/* Judges the `n` limits: reports each excess, and warns of each limit that is not judged. Returns
 * false, after reporting, if a limit cannot be checked: it names no function, so none is judged, or
 * a side has no figures of that kind. */
bool change_limits_check(const struct change_limit *limits, size_t n, const struct changes *c,
                         struct change_judgement *result, struct diag *d);

#endif
