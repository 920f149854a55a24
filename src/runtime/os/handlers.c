/* handlers.c - sigaction and signal as the program would have them without us
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/os/linux.h"

#include <dlfcn.h>
#include <stddef.h>

#pragma weak dlsym

#ifdef __GLIBC__

/* libc's own, for static programs and before the start. */
extern __typeof__(gm_sigaction) __sigaction;
extern __typeof__(gm_signal) ssignal;

/* Those of whoever comes next, so that a sanitizer's library still has its turn. They are found
 * once: between fork and exec the loader's lock may be held by a thread that is gone. */
void gm_handlers_init(void)
{
    void *(*volatile look_up)(void *restrict, const char *restrict) = dlsym;

    if (look_up == NULL)
        return;
    *(void **)&gm_linux.next_sigaction = look_up(RTLD_NEXT, "sigaction");
    *(void **)&gm_linux.next_signal = look_up(RTLD_NEXT, "signal");
}

int gm_sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (gm_linux.next_sigaction != NULL)
        return gm_linux.next_sigaction(number, action, old);
    return __sigaction(number, action, old);
}

void (*gm_signal(int number, void (*function)(int)))(int)
{
    if (gm_linux.next_signal != NULL)
        return gm_linux.next_signal(number, function);
    return ssignal(number, function);
}

#else /* not wrapped: see wrap_handlers.c */

void gm_handlers_init(void)
{
}

int gm_sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    return sigaction(number, action, old);
}

void (*gm_signal(int number, void (*function)(int)))(int)
{
    return signal(number, function);
}

#endif
