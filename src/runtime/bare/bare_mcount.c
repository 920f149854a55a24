/* bare_mcount - what compilers call with -pg where that is a plain call
 *
 * RISC-V, AArch64 and LoongArch hand the return address over as an argument, and keep what they
 * need themselves. ARM does not: bare_arm.S.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/bare/bare.h"

#if defined(__riscv) || defined(__aarch64__) || defined(__loongarch__)
void _mcount(uintptr_t from);

void _mcount(uintptr_t from)
{
    __mcount_internal(from, (uintptr_t)__builtin_return_address(0));
}
#else
typedef int bare_no_mcount; /* a file of C has to hold something */
#endif
