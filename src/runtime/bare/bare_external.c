/* bare_external - the function <external>, to which time and calls of no function are charged
 *
 * A C compiler cannot write the name, and each assembler has its own directives; these few are
 * common to all machines.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/bare/bare.h"

__asm__(".text\n"
        ".balign 4\n"
        ".globl \"<external>\"\n"
        ".type \"<external>\", %function\n"
        "\"<external>\":\n"
        ".long 0\n"
        ".size \"<external>\", 4\n"
        ".section .rodata.bare_external, \"a\"\n"
        ".balign 8\n"
        "bare_external_at:\n"
#if UINTPTR_MAX > UINT32_MAX
        ".quad \"<external>\"\n"
#else
        ".long \"<external>\"\n"
#endif
        ".text\n");
extern const uintptr_t bare_external_at;

uintptr_t bare_external(void)
{
    return bare_external_at & ~(uintptr_t)3;
}
