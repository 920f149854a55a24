/* linux64_own.h - the kernel's types on 64-bit machines with a table of system calls of their own
 *
 * Role: part of such a machine's linux.h (x86-64, s390x, PowerPC), as linux64.h is of others'.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_GENERIC_LINUX64_OWN_H
#define GMON_GENERIC_LINUX64_OWN_H

#define GM_HAS_RESTORER

#include "runtime/arch/generic/linux.h"

#include <stdint.h>
#include <sys/syscall.h>

/* Numbers of system calls whose names differ between machines. */
enum { GM_SYS_MMAP = SYS_mmap, GM_SYS_FSTATAT = SYS_newfstatat, GM_SYS_RENAME = SYS_renameat };

typedef long gm_kernel_long; /* the four fields of the kernel's struct timespec */

/* What GM_SYS_FSTATAT fills in; two fields of it are read. */
struct gm_kernel_stat {
    uint64_t dev, ino, nlink;
    uint32_t mode, uid, gid, pad;
    uint64_t rdev;
    uint64_t rest[13];
};

#endif
