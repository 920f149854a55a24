/* stack_format - call stacks of samples: what there is to know besides the row of the format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_STACK_FORMAT_H
#define PROFILE_STACK_FORMAT_H

#include "base/diag.h"
#include "base/sink.h"
#include "profile/stacks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Add the modules of a stack file, of which `start' has the first bytes, to `stacks'. False if it
 * is no such file, or the modules are not there. */
bool stack_peek_modules(const uint8_t *start, size_t bytes, struct stack_data *stacks,
                        struct diag *d);

/* Finds what the stack file says of the data file that was written with it; zeros: nothing. False
 * if it is no stack file. */
bool stack_peek_mark(const uint8_t *start, size_t bytes, struct stack_mark *mark, struct diag *d);

/* ---- stack_output.c ---- */

/* Puts a stack file up to its end section. The bytes depend on what the stacks are alone, not on
 * the order in which they were added up. `mark`: of the data file that is written with it; of 0
 * bytes: there is none. The sink tells of write errors. O(n log n). */
void stack_put(struct sink *out, const struct stack_data *s, const struct stack_mark *mark,
               struct diag *d);

/* The end section, with the checksum of all that is in front of it. */
void stack_put_end(struct sink *out, uint32_t checksum);

#endif
