/* old_kernel.c - runs a program as Linux 3.2 would: system calls that came later are not there
 *
 * Use: old_kernel PROGRAM ARG...    Status 77: that cannot be done here.
 * A seccomp filter answers ENOSYS to all numbers above those of Linux 3.2, for the program and all
 * that it starts. The flags that libgmon uses and that came later belong to system calls that came
 * later.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Numbers of seccomp(), of 3.17, and of those before it grow with time. */
int main(int argc, char **argv)
{
    struct sock_filter code[] = {
        {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr)},
        {BPF_JMP | BPF_JGT | BPF_K, 0, 1, SYS_process_vm_writev},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | ENOSYS},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
    };
    struct sock_fprog program = {sizeof code / sizeof code[0], code};

    if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0 ||
        syscall(SYS_close_range, 1000, 1001, 0) != -1 || errno != ENOSYS)
        return 77;
    execv(argv[1], argv + 1);
    perror(argv[1]);
    return 1;
}
