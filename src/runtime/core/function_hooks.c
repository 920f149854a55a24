/* function_hooks - what compilers call with -finstrument-functions
 *
 * Role: exact counts by any compiler, on any machine, without assembly. The callee of an arc is the
 * beginning of its function; the call site is a return address, as mcount has it. Weak, as a
 * program may have such functions of its own, and in front of libc's, which do nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/entry.h"
#include "runtime/core/state.h"

#define HOOK __attribute__((visibility("default"), weak)) void
HOOK __cyg_profile_func_enter(void *function, void *site);
HOOK __cyg_profile_func_exit(void *function, void *site);

HOOK __cyg_profile_func_enter(void *function, void *site)
{
    gm_mcount_slow((uintptr_t)site, (uintptr_t)function, NULL);
}

HOOK __cyg_profile_func_exit(void *function, void *site)
{
    (void)function;
    (void)site;
}
