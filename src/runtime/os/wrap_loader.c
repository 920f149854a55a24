/* wrap_loader.c - dlclose saves what the library counted first
 *
 * Meanwhile no walk of a stack reads what may be unloaded. It calls the real one. A static program
 * has no other dlclose: there libraries stay loaded, which POSIX allows.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/os/linux.h"

#include <dlfcn.h>

#pragma weak dlsym

GM_WEAK int dlclose(void *library)
{
    void *(*volatile look_up)(void *restrict, const char *restrict) = dlsym;
    int (*real)(void *) = NULL;

    if (look_up != NULL)
        *(void **)&real = look_up(RTLD_NEXT, "dlclose");
    if (real == NULL)
        return 0;
    gm_look_at_modules();
    gm_objects_before_unload();
    int result = real(library);
    gm_look_at_modules();
    gm_look_at_objects();
    return result;
}
