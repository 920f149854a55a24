/* stack_format - call stacks of samples: what there is to know besides the row of the format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_STACK_FORMAT_H
#define PROFILE_STACK_FORMAT_H

#include "base/diag.h"
#include "profile/stacks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Add the modules of a stack file, of which `start' has the first bytes, to `stacks'. False if it
 * is no such file, or the modules are not there. */
bool stack_peek_modules(const uint8_t *start, size_t bytes, struct stack_data *stacks,
                        struct diag *d);

#endif
