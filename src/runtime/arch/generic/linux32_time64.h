/* linux32_time64.h - the kernel's types on newer machines of 32 bits, whose times have 64 bits
 *
 * Role: part of such a machine's linux.h (RISC-V), beside the generic table of system calls. They
 * came when times of 32 bits, lseek, and stat in all its forms had been left out of that table, so
 * that system calls have other names.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_GENERIC_LINUX32_TIME64_H
#define GMON_GENERIC_LINUX32_TIME64_H

#include "runtime/arch/generic/linux.h"

#include <stdint.h>
#include <sys/syscall.h>

/* These take a struct timespec of 64 bits, which the others would take were they here. C libraries
 * define some of these names themselves. */
#undef SYS_futex
#define SYS_futex SYS_futex_time64
#undef SYS_clock_gettime
#define SYS_clock_gettime SYS_clock_gettime64
#undef SYS_clock_getres
#define SYS_clock_getres SYS_clock_getres_time64
#undef SYS_timer_settime
#define SYS_timer_settime SYS_timer_settime64
#undef SYS_rt_sigtimedwait
#define SYS_rt_sigtimedwait SYS_rt_sigtimedwait_time64

/* Numbers of system calls whose names differ between machines. kernel.h does without the missing
 * GM_SYS_FSTATAT and SYS_lseek. */
enum { GM_SYS_MMAP = SYS_mmap2, GM_SYS_RENAME = SYS_renameat2 };
#define GM_HAS_STATX_ONLY 1
#define GM_HAS_LLSEEK_ONLY 1

typedef int64_t gm_kernel_long; /* the two fields of the kernel's struct timespec */

#endif
