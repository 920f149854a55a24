/* sandbox.c - works in a sandbox: a seccomp filter that allows only what the program needs
 *
 * Use: sandbox prctl|syscall|tsync FILTER exit|_exit    tsync: syscall, for all threads
 * FILTER:
 *   narrow   a few calls are allowed, the others kill the process
 *   trap     the same, but they send SIGSYS
 *   errno    the same, but they fail
 *   writes   opening and renaming files is allowed, too
 *   quiet    as writes, but no handler of a signal may return
 *   reads    opening files is allowed, but only for reading
 *   forever  the call that ends the process fails
 *   strict   SECCOMP_MODE_STRICT; the program then ends by itself, without exit_group
 *      sandbox none - exit|_exit    without one
 *      sandbox timer_create|clone PROGRAM ARG...    executes that where this call kills
 * Its status is 3; 77: the kernel has no seccomp. spin() is called 10 times.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile unsigned long sink;
static struct sock_filter code[64];
static unsigned short length;

__attribute__((noinline)) void spin(void)
{
    for (unsigned long i = 0; i < 50000000; i++)
        sink += i;
}

static void put(unsigned short what, unsigned char yes, unsigned char no, unsigned k)
{
    code[length++] = (struct sock_filter){what, yes, no, k};
}

static void answer(long number, unsigned how)
{
    put(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)number);
    put(BPF_RET | BPF_K, 0, 0, how);
}

static void make_filter(const char *kind)
{
    static const long narrow[] = {
        SYS_read,   SYS_write, SYS_mmap,           SYS_munmap, SYS_brk,       SYS_rt_sigreturn,
        SYS_getpid, SYS_fstat, SYS_rt_sigprocmask, SYS_close,  SYS_setitimer, SYS_exit_group};

    put(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
    if (strcmp(kind, "forever") == 0) {
        answer(SYS_exit_group, SECCOMP_RET_ERRNO | EPERM);
        put(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
    }
    for (size_t i = 0; i < sizeof narrow / sizeof narrow[0]; i++)
        if (narrow[i] != SYS_rt_sigreturn || strcmp(kind, "quiet") != 0)
            answer(narrow[i], SECCOMP_RET_ALLOW);
    if (strcmp(kind, "writes") == 0 || strcmp(kind, "quiet") == 0) {
        answer(SYS_openat, SECCOMP_RET_ALLOW);
        answer(SYS_renameat, SECCOMP_RET_ALLOW);
    }
    if (strcmp(kind, "reads") == 0) {
        put(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, SYS_openat);
        put(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, args[2]));
        put(BPF_JMP | BPF_JSET | BPF_K, 1, 0, O_WRONLY | O_RDWR);
        put(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
    }
    put(BPF_RET | BPF_K, 0, 0,
        strcmp(kind, "errno") == 0  ? SECCOMP_RET_ERRNO | EPERM
        : strcmp(kind, "trap") == 0 ? SECCOMP_RET_TRAP
                                    : SECCOMP_RET_KILL_PROCESS);
}

static void jail(long number, char **argv)
{
    struct sock_fprog program = {4, code};

    put(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
    put(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)number);
    put(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_KILL_PROCESS);
    put(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0)
        execv(argv[0], argv);
    _exit(77);
}

static void enter(const char *how, const char *kind)
{
    struct sock_fprog program = {0, code};
    long result;

    make_filter(kind);
    program.len = length;
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (strcmp(kind, "strict") == 0)
        result = prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
    else if (strcmp(how, "prctl") == 0)
        result = prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    else
        result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                         strcmp(how, "tsync") == 0 ? SECCOMP_FILTER_FLAG_TSYNC : 0, &program);
    if (result != 0)
        _exit(77);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    if (strcmp(argv[1], "timer_create") == 0)
        jail(SYS_timer_create, argv + 2);
    if (strcmp(argv[1], "clone") == 0)
        jail(SYS_clone, argv + 2);
    if (strcmp(argv[1], "none") != 0)
        enter(argv[1], argv[2]);
    for (int i = 0; i < 10; i++)
        spin();
    if (strcmp(argv[2], "strict") == 0) /* exit_group is not allowed there */
        syscall(SYS_exit, 3);
    if (strcmp(argv[3], "_exit") == 0)
        _exit(3);
    exit(3);
}
