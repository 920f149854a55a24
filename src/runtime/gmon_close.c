/* gmon_close.c - dlclose, in the shared library: what a library counted is saved before it goes
 *
 * Role: looks at the loaded libraries before and after the real dlclose. Not in the archive: a
 * static program has no other dlclose to call. There, libraries that are closed before the
 * exit count as <external>.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

#include <dlfcn.h>

GM_PUBLIC int dlclose(void *library)
{
    int (*real)(void *);

    *(void **)&real = dlsym(RTLD_NEXT, "dlclose");
    gm_look_at_modules();
    int result = real(library);
    gm_look_at_modules();
    return result;
}
