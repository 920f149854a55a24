/* sandbox.h - the seccomp filters of the program: wrap_sandbox.c keeps them, sandbox.c asks them
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_SANDBOX_H
#define GMON_SANDBOX_H

#include <linux/filter.h>
#include <stddef.h>

/* A program of the kernel's little machine; new ones come in front, and stay for ever. */
struct gm_filter {
    struct gm_filter *next;
    size_t length; /* 0: the kernel has refused it */
    struct sock_filter code[];
};

#endif
