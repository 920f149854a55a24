/* time_kind - says which time a total is of
 *
 * Role: the one source of the words beside a total, for people and for programs. A histogram alone
 * has the time in the program's own code; time in libraries is in no bin of it, unless the runtime
 * charges <external> with it. Call stacks have all time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_TIME_KIND_H
#define ANALYSIS_TIME_KIND_H

#include "analysis/hist.h"
#include "analysis/stack_frames.h"

enum time_kind {
    TIME_OTHER, /* not seconds, or not known */
    TIME_CPU,
    TIME_ELAPSED,
    TIME_OWN_CODE, /* CPU time in the program's own code alone */
    TIME_KINDS
};

/* Returns the kind of the times of a histogram; of those of `stacks`, unless that is NULL. */
enum time_kind time_kind_of(const struct hist_result *hist, const struct stack_frames *stacks,
                            const struct symtab *symtab);

/* Returns the words behind `seconds', which begin with a blank; or "". */
const char *time_kind_words(enum time_kind kind);

/* Returns the word for programs, or NULL. */
const char *time_kind_key(enum time_kind kind);

/* Returns the kind that has this word for programs. `key` may be NULL. */
enum time_kind time_kind_named(const char *key);

#endif
