/* call_seen.h - what is known of a call in machine code
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_CALL_SEEN_H
#define GMON_CALL_SEEN_H

#include <stdbool.h>
#include <stdint.h>

struct gm_call_seen {
    bool is_call;
    uintptr_t target; /* 0: it is not known */
};

#endif
