/* bare_hooks - counts what compilers' hooks report: -finstrument-functions, and -pg if that is a
 * call
 *
 * RISC-V, AArch64 and LoongArch pass the return address as an argument of _mcount, and save the
 * registers that they need. ARM does not: see bare_arm.S.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/bare/bare.h"

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site)
{
    __mcount_internal((uintptr_t)site, (uintptr_t)function);
}

void __cyg_profile_func_exit(void *function, void *site)
{
    (void)function;
    (void)site;
}

#if defined(__riscv) || defined(__aarch64__) || defined(__loongarch__)
void _mcount(uintptr_t from);

void _mcount(uintptr_t from)
{
    __mcount_internal(from, (uintptr_t)__builtin_return_address(0));
}
#endif
