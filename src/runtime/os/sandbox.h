/* sandbox.h - the seccomp filters of the program: wrap_sandbox.c keeps them, sandbox.c asks them
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_SANDBOX_H
#define GMON_SANDBOX_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>

/* What headers before Linux 3.17 and 4.14 do not have. A program that was built with them does not
 * make this call. */
#ifndef SYS_seccomp
#define SYS_seccomp (-1)
#endif
#ifndef SECCOMP_SET_MODE_STRICT
#define SECCOMP_SET_MODE_STRICT 0
#define SECCOMP_SET_MODE_FILTER 1
#define SECCOMP_FILTER_FLAG_TSYNC 1UL
#endif
#ifndef SECCOMP_RET_KILL_THREAD
#define SECCOMP_RET_KILL_THREAD 0U
#endif
#ifndef SECCOMP_RET_ACTION_FULL
#define SECCOMP_RET_ACTION_FULL 0xffff0000U
#endif

/* A program of the kernel's little machine; new ones come in front, and stay for ever. */
struct gm_filter {
    struct gm_filter *next;
    size_t length; /* 0: the kernel has refused it */
    struct sock_filter code[];
};

#endif
