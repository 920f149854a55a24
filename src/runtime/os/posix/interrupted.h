/* interrupted.h - the address at which a signal has interrupted the program
 *
 * Role: the one thing that POSIX leaves to each system: what is in the third argument of a handler.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_POSIX_INTERRUPTED_H
#define GMON_POSIX_INTERRUPTED_H

#include <stdint.h>

#if defined(__linux__)

#include "runtime/arch/target.h"
#include GM_MACHINE_LINUX_HEADER /* has gm_context_pc() */

#else

#include <signal.h>
#include <ucontext.h>

static inline uintptr_t gm_context_pc(const void *context)
{
#if defined(__FreeBSD__) && defined(__x86_64__)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.mc_rip;
#elif defined(__FreeBSD__) && defined(__aarch64__)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.mc_gpregs.gp_elr;
#elif defined(__NetBSD__)
    return (uintptr_t)_UC_MACHINE_PC((const ucontext_t *)context);
#elif defined(__OpenBSD__) && defined(__x86_64__)
    return (uintptr_t)((const ucontext_t *)context)->sc_rip;
#elif defined(__OpenBSD__) && defined(__aarch64__)
    return (uintptr_t)((const ucontext_t *)context)->sc_elr;
#elif defined(__APPLE__) && defined(__x86_64__)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext->__ss.__rip;
#elif defined(__APPLE__) && defined(__aarch64__)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext->__ss.__pc;
#else
#error "libgmon does not know what a signal handler gets on this system: add it here"
#endif
}

#endif

#endif
