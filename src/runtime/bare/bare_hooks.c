/* bare_hooks - what compilers call with -finstrument-functions, on any machine
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
