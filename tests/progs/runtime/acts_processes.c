/* acts_processes.c - acts of acts.c on threads, children, programs, limits, sandboxes, credentials
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include "acts.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { DEEPEST = 3 };

static void act_burn(void)
{
    burn(8);
}

/* ---- children -------------------------------------------------------------------------------- */

static void await_child(pid_t child)
{
    int status = 0;
    pid_t ended;

    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR)
        ;
    if (ended != child)
        result(ended, "wait");
    else
        say("child %s %d", WIFSIGNALED(status) ? "killed by" : "ended with",
            WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

/* Returns true in the child; the parent has waited for it. */
static bool in_child(void)
{
    uint64_t seed = new_seed();

    if (depth >= DEEPEST)
        return false;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        depth++;
        begin_anew(seed);
        return true;
    }
    if (child < 0)
        result(child, "fork");
    else
        await_child(child);
    return false;
}

static void act_fork(void)
{
    if (in_child()) {
        act(1 + below(6));
        leave();
    }
}

static void act_storm(void)
{
    enum { MANY = 8 };
    pid_t children[MANY];

    fflush(stdout);
    for (int i = 0; i < MANY; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            if (i % 2 != 0)
                _exit(i);
            exit(i);
        }
    }
    for (int i = 0; i < MANY; i++)
        if (children[i] > 0)
            await_child(children[i]);
}

/* The process that waits for the pipe's end waits for the daemon, too. */
static void act_daemon(void)
{
    uint64_t seed = new_seed();
    int ends[2];
    char byte;

    if (depth >= DEEPEST || pipe(ends) != 0)
        return;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        depth++;
        begin_anew(seed);
        close(ends[0]);
        if (daemon(1, 1) != 0)
            _exit(1);
        say("daemon leads %d", getsid(0) == getpid() && getpgrp() == getpid());
        act_burn();
        report();
        _exit(0);
    }
    close(ends[1]);
    while (read(ends[0], &byte, 1) < 0 && errno == EINTR)
        ;
    close(ends[0]);
    if (child > 0)
        await_child(child);
}

/* ---- programs -------------------------------------------------------------------------------- */

static char words[3][24];
static char *arguments[] = {(char *)"acts", words[0], words[1], words[2], NULL};
static const char itself[] = "/proc/self/exe";

static void set_arguments(unsigned n)
{
    snprintf(words[0], sizeof words[0], "%llu", (unsigned long long)new_seed());
    snprintf(words[1], sizeof words[1], "%u", n);
    snprintf(words[2], sizeof words[2], "%u", depth + 1);
}

static void become_itself(unsigned way)
{
    int fd;

    switch (way) {
    case 0:
        execv(itself, arguments);
        break;
    case 1:
        execve(itself, arguments, environ);
        break;
    case 2:
        execvp(itself, arguments);
        break;
    case 3:
        execl(itself, "acts", words[0], words[1], words[2], (char *)NULL);
        break;
    case 4:
        if ((fd = open(itself, O_RDONLY | O_CLOEXEC)) >= 0)
            fexecve(fd, arguments, environ);
        break;
    default:
        execle(itself, "acts", words[0], words[1], words[2], (char *)NULL, environ);
    }
}

static void act_exec(void)
{
    char *const none[] = {(char *)"none", NULL};

    result(execv("missing", none), "missing");
    result(execve("/", none, environ), "directory");
    result(execlp("missing.too", "missing.too", (char *)NULL), "search");
    if (depth < DEEPEST && !is_shut_in && below(3) == 0) {
        set_arguments(2 + below(10));
        fflush(stdout);
        become_itself(below(6));
        result(-1, "exec");
    }
}

static void act_fork_exec(void)
{
    if (is_shut_in || !in_child())
        return;
    set_arguments(1 + below(4));
    become_itself(below(6));
    _exit(126);
}

static void act_vfork(void)
{
    if (depth >= DEEPEST || is_shut_in)
        return;
    set_arguments(below(3));
    fflush(stdout);
    pid_t child = vfork();
    if (child == 0) {
        execv(words[1][0] == '0' ? "missing" : itself, arguments);
        _exit(125);
    }
    if (child > 0)
        await_child(child);
}

/* libc starts the program: if SIGPROF is blocked or ignored, it is not let inherit that. */
static void act_spawn(void)
{
    bool all = survives(PROF);
    posix_spawnattr_t a;
    sigset_t set;
    pid_t child = 0;

    if (depth >= DEEPEST || is_shut_in)
        return;
    set_arguments(below(3));
    posix_spawnattr_init(&a);
    sigfillset(&set);
    posix_spawnattr_setsigdefault(&a, &set);
    sigemptyset(&set);
    sigaddset(&set, below(2) == 0 ? PROF : SIGUSR2);
    posix_spawnattr_setsigmask(&a, &set);
    posix_spawnattr_setflags(&a, (short)((all | below(2)) * POSIX_SPAWN_SETSIGDEF +
                                         (all | below(2)) * POSIX_SPAWN_SETSIGMASK));
    fflush(stdout);
    int error = posix_spawn(&child, itself, NULL, &a, arguments, environ);
    posix_spawnattr_destroy(&a);
    if (error == 0)
        await_child(child);
    else
        say("spawn %d", error);
}

static void act_system(void)
{
    char line[64] = "";

    if (is_shut_in)
        return;
    if (below(2) == 0) {
        result(system("exit 5"), "system");
        return;
    }
    FILE *f = popen("echo words; exit 3", "r");
    if (f == NULL)
        return;
    if (fgets(line, sizeof line, f) == NULL)
        line[0] = 0;
    result(pclose(f), "popen %.5s", line);
}

static void act_environment(void)
{
    switch (below(3)) {
    case 0:
        result(setenv("WORD", "value", 1), "set");
        break;
    case 1:
        result(unsetenv("WORD"), "unset");
        break;
    default:
        say("%s", getenv("WORD") != NULL ? getenv("WORD") : "none");
    }
}

/* ---- threads --------------------------------------------------------------------------------- */

static void *in_thread(void *seed)
{
    say("thread: blocked %llx first %d", blocked(), gettid() == getpid());
    if (seed != NULL)
        burn(3);
    depth++;
    act(1 + below(3));
    depth--;
    if (below(4) == 0)
        pthread_exit(NULL);
    return NULL;
}

static void act_thread(void)
{
    pthread_attr_t a;
    pthread_t t;

    if (depth >= DEEPEST)
        return;
    pthread_attr_init(&a);
    if (below(2) == 0)
        pthread_attr_setstacksize(&a, 131072);
    int error = pthread_create(&t, &a, in_thread, below(2) == 0 ? &t : NULL);
    if (error == 0)
        say("joined %d", pthread_join(t, NULL));
    else
        say("thread %d", error);
}

static void *work_a_little(void *unused)
{
    burn(2);
    return unused;
}

static void act_threads(void)
{
    pthread_t t[4];
    int begun = 0;

    while (begun < 4 && pthread_create(&t[begun], NULL, work_a_little, NULL) == 0)
        begun++;
    for (int i = 0; i < begun; i++)
        pthread_join(t[i], NULL);
    say("%d", begun);
}

static void act_session(void)
{
    if (in_child()) {
        result(setsid() > 0, "session");
        result(setpgid(0, 0), "group");
        result(prctl(PR_SET_PDEATHSIG, SIGHUP), "signal of the parent's death");
        report();
        leave();
    }
}

const struct act process_acts[] = {{"fork", act_fork},
                                   {"storm", act_storm},
                                   {"daemon", act_daemon},
                                   {"exec", act_exec},
                                   {"fork and exec", act_fork_exec},
                                   {"vfork", act_vfork},
                                   {"spawn", act_spawn},
                                   {"system", act_system},
                                   {"environment", act_environment},
                                   {"thread", act_thread},
                                   {"threads", act_threads},
                                   {"burn", act_burn},
                                   {"session", act_session},
                                   {0}};

/* ---- limits ---------------------------------------------------------------------------------- */

static void act_limit(void)
{
    static const struct {
        int which;
        rlim_t soft;
    } limits[] = {{RLIMIT_NOFILE, 20},    {RLIMIT_NOFILE, 64},     {RLIMIT_FSIZE, 0},
                  {RLIMIT_FSIZE, 1000},   {RLIMIT_SIGPENDING, 0},  {RLIMIT_AS, (rlim_t)4 << 30},
                  {RLIMIT_MEMLOCK, 4096}, {RLIMIT_STACK, 1 << 20}, {RLIMIT_NOFILE, 400}};
    unsigned i = below(sizeof limits / sizeof limits[0]);
    struct rlimit l;

    /* The transcript is a file, too. */
    if (limits[i].which == RLIMIT_FSIZE && !in_child())
        return;
    if (getrlimit((unsigned)limits[i].which, &l) != 0)
        return;
    l.rlim_cur = limits[i].soft;
    if (limits[i].which == RLIMIT_FSIZE) {
        int fd = open("f0", O_RDWR | O_CREAT | O_TRUNC, 0666);
        setrlimit(RLIMIT_FSIZE, &l);
        burn(2);
        if (below(2) == 0)
            _exit(7);
        signal(SIGXFSZ, SIG_IGN);
        for (int k = 0; k < 3; k++)
            if (write(fd, limits, sizeof limits) < 0)
                burn(2);
        _exit((int)lseek(fd, 0, SEEK_CUR) & 0x7f);
    }
    result(setrlimit((unsigned)limits[i].which, &l), "%d %llu", limits[i].which,
           (unsigned long long)l.rlim_cur);
    if (limits[i].which == RLIMIT_AS) {
        void *at = mmap(NULL, (size_t)8 << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        result(at == MAP_FAILED ? -1 : 0, "much memory");
    }
}

static void act_prctl(void)
{
    char name[17] = "other";

    switch (below(6)) {
    case 0:
        result(prctl(PR_SET_NAME, name), "name");
        break;
    case 1:
        result(prctl(PR_SET_DUMPABLE, below(2)), "dumpable");
        break;
    case 2:
        result(prctl(PR_SET_CHILD_SUBREAPER, 0), "reaper");
        break;
    case 3:
        result(prctl(PR_SET_KEEPCAPS, 1), "keep capabilities");
        break;
    case 4:
        result(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges");
        break;
    default:
        result(nice(1), "nice");
    }
}

/* ---- sandboxes ------------------------------------------------------------------------------- */

/* Calls that fail. Not close: what cannot be closed stays open, libgmon's descriptors, too. */
static const int failing[] = {
    SYS_getppid, SYS_timer_create,   SYS_timer_settime, SYS_rt_sigaction, SYS_gettid,
    SYS_tgkill,  SYS_kill,           SYS_sigaltstack,   SYS_setitimer,    SYS_madvise,
    SYS_munmap,  SYS_prctl,          SYS_clone,         SYS_clone3,       SYS_readlinkat,
    SYS_uname,   SYS_rt_sigprocmask, SYS_openat,        SYS_mmap};
/* Calls that this process does not make from then on. */
static const int deadly[] = {SYS_timer_create, SYS_timer_settime, SYS_timer_delete,
                             SYS_setitimer,    SYS_uname,         SYS_fchmod,
                             SYS_readlinkat,   SYS_getdents64,    SYS_process_vm_readv,
                             SYS_tgkill,       SYS_unshare,       SYS_sigaltstack,
                             SYS_openat,       SYS_mmap,          SYS_clone,
                             SYS_clone3};

static int forbid(int number, unsigned action)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, action), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {4, code};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return below(2) == 0 ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)
                         : (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

static void act_sandbox(void)
{
    unsigned kind = below(4);

    if (!in_child())
        return;
    is_shut_in = true;
    if (kind == 0) {
        unsigned n = below(sizeof deadly / sizeof deadly[0]);
        result(forbid(deadly[n], SECCOMP_RET_KILL_PROCESS), "deadly %u", n);
        burn(6);
        say("lives");
        if (below(2) == 0)
            _exit(3);
        exit(4);
    }
    unsigned n = below(sizeof failing / sizeof failing[0]);
    result(forbid(failing[n], SECCOMP_RET_ERRNO | EPERM), "failing %u", n);
    if (kind > 1)
        act(1 + below(4));
    burn(2);
    leave();
}

/* ---- credentials ----------------------------------------------------------------------------- */

enum { NOBODY = 65534 };

static void drop_rights(unsigned way)
{
    if (way == 0) {
        result(setgroups(0, NULL), "setgroups");
        result(setgid(NOBODY), "setgid");
        result(setuid(NOBODY), "setuid");
    } else if (way == 1) {
        result(setresuid(NOBODY, NOBODY, 0), "setresuid");
        result(seteuid(0), "seteuid");
    } else if (way == 2) {
        for (int i = 0; i <= 40; i++)
            prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
        result(seteuid(NOBODY), "seteuid");
    } else if (way == 3) {
        result(chroot("."), "chroot");
    } else {
        result(mkdir("elsewhere", 0777), "mkdir");
        result(chdir("elsewhere"), "chdir");
    }
}

static void act_credentials(void)
{
    uid_t r = 0, e = 0, s = 0;

    if (!in_child())
        return;
    is_shut_in = true;
    drop_rights(below(5));
    getresuid(&r, &e, &s);
    say("users %u %u %u group %u", r, e, s, getegid());
    result(setuid(0), "back");
    result(open("/etc/shadow", O_RDONLY), "open");
    burn(2);
    report();
    act(1 + below(3));
    leave();
}

const struct act limit_acts[] = {{"limit", act_limit},
                                 {"prctl", act_prctl},
                                 {"sandbox", act_sandbox},
                                 {"credentials", act_credentials},
                                 {0}};
