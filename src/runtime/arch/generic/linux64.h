/* linux64.h - the kernel's types on machines of 64 bits with the generic table of system calls
 *
 * Role: part of such a machine's linux.h (AArch64, RISC-V, LoongArch).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_GENERIC_LINUX64_H
#define GMON_GENERIC_LINUX64_H

#include "runtime/arch/generic/linux.h"

#include <stdint.h>
#include <sys/syscall.h>

/* Numbers of system calls whose names differ between machines. */
#ifdef SYS_renameat
enum { GM_SYS_RENAME = SYS_renameat };
#else
enum { GM_SYS_RENAME = SYS_renameat2 };
#endif
enum { GM_SYS_MMAP = SYS_mmap };

typedef long gm_kernel_long; /* the two fields of the kernel's struct timespec */

#ifndef GM_HAS_STATX_ONLY
enum { GM_SYS_FSTATAT = SYS_newfstatat };

/* What this fills in; four fields of it are read. */
struct gm_kernel_stat {
    uint64_t dev, ino;
    uint32_t mode, nlink, uid, gid;
    uint64_t rdev;
    uint64_t rest[11];
};
#endif

#endif
