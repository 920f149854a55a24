/* finer_ticks.c - uses CPU time while it does something that ticks finer than the kernel's clock
 * could get in the way of, or that could get in theirs
 *
 * Use: finer_ticks WAY MS. Prints what it sees of that, which is the same without libgmon.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <gmon.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern __typeof__(moncontrol) moncontrol __attribute__((weak));
static char bytes[4096];

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1000 + (double)t.tv_nsec / 1e6;
}

__attribute__((noinline)) static void in_user(double ms)
{
    volatile double x = 1;

    for (double end = now() + ms; now() < end;)
        for (int i = 0; i < 20000; i++)
            x = x * 1.0000001;
}

__attribute__((noinline)) static void in_kernel(double ms)
{
    for (double end = now() + ms; now() < end;)
        for (int i = 0; i < 20; i++)
            syscall(SYS_getrandom, bytes, sizeof bytes, 0);
}

static void list(void)
{
    DIR *d = opendir("/proc/self/fd");

    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
        if (e->d_name[0] != '.' && atoi(e->d_name) != dirfd(d))
            printf("descriptor %s\n", e->d_name);
    if (d != NULL)
        closedir(d);
}

static void limit(int which, rlim_t most)
{
    struct rlimit to;

    getrlimit(which, &to);
    to.rlim_cur = most < to.rlim_max ? most : to.rlim_max;
    if (setrlimit(which, &to) != 0)
        printf("no limit\n");
}

static void *thread(void *ms)
{
    in_user(*(double *)ms);
    return NULL;
}

static void threads(double ms)
{
    enum { N = 4 };
    pthread_t t[N];
    double each = ms / N;

    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, thread, &each);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
}

/* Sets a filter that ends the program for perf_event_open and getrusage. */
static void filter(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getrusage, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof code / sizeof code[0], code};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0)
        printf("no filter\n");
}

static void child(double ms)
{
    int status = 1;

    if (fork() == 0) {
        in_user(ms);
        exit(0);
    }
    wait(&status);
    printf("child %d\n", status);
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "user";
    double ms = argc > 2 ? atof(argv[2]) : 500;

    if (strcmp(way, "closes") == 0) {
        for (int i = 3; i < 1024; i++)
            close(i);
        printf("next %d\n", dup(1));
    } else if (strcmp(way, "lists") == 0) {
        list();
    } else if (strcmp(way, "files") == 0) {
        limit(RLIMIT_NOFILE, 3);
    } else if (strcmp(way, "pending") == 0) {
        limit(RLIMIT_SIGPENDING, 0);
    } else if (strcmp(way, "filter") == 0) {
        filter();
    }
    if (strcmp(way, "threads") == 0 || strcmp(way, "files") == 0)
        threads(ms);
    else if (strcmp(way, "kernel") == 0)
        in_kernel(ms);
    else if (strcmp(way, "child") == 0)
        child(ms);
    else if (strcmp(way, "mixed") == 0)
        for (int i = 0; i < ms / 4; i++) {
            in_kernel(2);
            in_user(2);
        }
    else if (strcmp(way, "pauses") == 0)
        for (int i = 0; i < 10 && moncontrol; i++) {
            moncontrol(i % 2 == 0);
            in_user(ms / 10);
        }
    else
        in_user(ms);
    limit(RLIMIT_NOFILE, RLIM_INFINITY); /* the profile is a file */
    return 0;
}
