/* kernel_action.h - how the kernel knows signals on nearly all machines
 *
 * Role: part of linux32.h, linux64.h and the others like them; GM_HAS_RESTORER says whether the
 * machine's kernel is told how handlers return.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_GENERIC_KERNEL_ACTION_H
#define GMON_GENERIC_KERNEL_ACTION_H

#include <stdint.h>

enum { GM_KERNEL_SIGNALS = 64 }; /* how many there are: the bits of a signal set */

/* What rt_sigaction reads and writes. */
struct gm_kernel_action {
    uintptr_t handler;
    unsigned long flags;
#ifdef GM_HAS_RESTORER
    uintptr_t restorer;
#endif
    uint32_t mask[GM_KERNEL_SIGNALS / 32];
#ifndef GM_HAS_RESTORER
    uintptr_t beyond; /* qemu writes a word more for RISC-V */
#endif
};

#endif
