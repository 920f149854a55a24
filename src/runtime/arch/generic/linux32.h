/* linux32.h - the kernel's types on most machines of 32 bits
 *
 * Role: part of such a machine's linux.h (i386, ARM), beside its struct gm_kernel_stat.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_GENERIC_LINUX32_H
#define GMON_GENERIC_LINUX32_H

#define GM_HAS_RESTORER

#include "runtime/arch/generic/linux.h"

#include <stdint.h>
#include <sys/syscall.h>

/* Numbers of system calls whose names differ between machines. */
enum { GM_SYS_MMAP = SYS_mmap2, GM_SYS_FSTATAT = SYS_fstatat64, GM_SYS_RENAME = SYS_renameat };

typedef long gm_kernel_long; /* the two fields of the kernel's struct timespec */

/* What GM_SYS_FSTATAT fills in; four fields of it are read. */
struct gm_kernel_stat {
    uint64_t dev;
    uint32_t pad, ino; /* its lower half */
    uint32_t mode, nlink, uid, gid;
    uint64_t rdev;
    uint32_t rest[24];
};

#endif
