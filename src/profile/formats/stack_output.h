/* stack_output - writes a stack file
 *
 * Role: the bytes of the header and of all sections. Private to formats/.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_STACK_OUTPUT_H
#define PROFILE_STACK_OUTPUT_H

#include "base/diag.h"
#include "base/sink.h"
#include "profile/stacks.h"

#include <stdbool.h>
#include <stdint.h>

/* Puts a stack file up to its end section. The bytes depend on what the stacks are alone, not on
 * the order in which they were added up. The sink tells of write errors. O(n log n). */
void stack_put(struct sink *out, const struct stack_data *s, struct diag *d);

/* The end section, with the checksum of all that is in front of it. */
void stack_put_end(struct sink *out, uint32_t checksum);

#endif
