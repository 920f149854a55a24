/* code.h - calls in machine code, as most machines have them
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_CODE_H
#define GMON_CODE_H

#include <stdbool.h>
#include <stdint.h>

struct gm_call_seen {
    bool is_call;
    uintptr_t target; /* 0: it is not known */
};

/* The instruction of 32 bits at `code`; its bytes lie lowest first. */
#ifndef GM_OWN_INSTRUCTION
static inline uint32_t gm_instruction(const unsigned char *code)
{
    return code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 | (uint32_t)code[3] << 24;
}
#endif

/* The call site of an arc: on most machines nothing is put between it and the call of mcount. */
#ifndef GM_OWN_CALL_SITE
static inline uintptr_t gm_call_site(uintptr_t site, uintptr_t callee, const uintptr_t *frame)
{
    (void)callee;
    (void)frame;
    return site;
}
#endif

#endif
