/* harmless_files.c - a program whose files and descriptors libgmon must leave alone
 *
 * Use: harmless_files WAY; the head of main lists them. Prints what it saw, and calls work() ten
 * times.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include "gmon.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Programs for LD_PRELOAD are linked without it. */
#pragma weak gmon_dump

__attribute__((noinline)) void work(void)
{
    __asm__ volatile("");
}

/* Another file gets the number 2. */
static int own_file(void)
{
    close(2);
    return open("own", O_WRONLY | O_CREAT | O_TRUNC, 0666) == 2 && write(2, "mine\n", 5) == 5 ? 0
                                                                                              : 9;
}

static atomic_bool is_over, has_begun;

__attribute__((no_instrument_function)) static void *keep_logging(void *unused)
{
    while (!atomic_load(&is_over))
        if (write(2, "log line\n", 9) > 0)
            atomic_store(&is_over, true);
    return unused;
}

/* A thread goes on writing to 2, which is closed. Returns 1 if it could write there. */
static int logging(void)
{
    pthread_t t;

    close(2);
    pthread_create(&t, NULL, keep_logging, NULL);
    for (int i = 0; i < 500 && !atomic_load(&is_over); i++)
        gmon_dump("dumped");
    bool is_open = atomic_exchange(&is_over, true);
    pthread_join(t, NULL);
    return is_open;
}

static void burn(double seconds)
{
    for (double end = (double)clock() / CLOCKS_PER_SEC + seconds;
         (double)clock() / CLOCKS_PER_SEC < end;)
        work();
}

static void *burn_in_thread(void *unused)
{
    atomic_store(&has_begun, true);
    burn(0.2);
    return unused;
}

__attribute__((no_instrument_function)) static void *stay_unseen(void *unused)
{
    atomic_store(&has_begun, true);
    for (clock_t end = clock() + CLOCKS_PER_SEC; clock() < end;)
        ;
    return unused;
}

/* Lets the kernel end the process if this thread, or one that it makes, opens a file. The call is
 * an instruction: the runtime does not see it. */
static bool forbid_open(void)
{
#ifdef __x86_64__
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog filter = {sizeof code / sizeof code[0], code};
    long result = SYS_prctl;
    register long fourth __asm__("r10") = 0;
    register long fifth __asm__("r8") = 0;

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"(PR_SET_SECCOMP), "S"(SECCOMP_MODE_FILTER), "d"(&filter), "r"(fourth),
                       "r"(fifth)
                     : "rcx", "r11", "memory");
    return result == 0;
#else
    return false;
#endif
}

/* Works in a library, in the program and in another thread while no file may be opened. Returns 8
 * if nothing can forbid that. */
static int numbers(const char *library, void *(*in_thread)(void *))
{
    pthread_t t;

    if (library == NULL)
        burn(0.1);
    void *loaded = library != NULL ? dlopen(library, RTLD_NOW) : NULL;
    void (*in_library)(double) = NULL;
    if (loaded != NULL)
        *(void **)&in_library = dlsym(loaded, "in_library");
    if (!forbid_open())
        return 8;
    if (in_library != NULL)
        in_library(0.2);
    pthread_create(&t, NULL, in_thread, NULL);
    while (!atomic_load(&has_begun))
        usleep(1000);
    burn(in_thread == stay_unseen ? 0.9 : 0.2);
    pthread_join(t, NULL);
    raise(SIGKILL); /* no file is written */
    return 9;
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";

    for (int i = 0; i < 10; i++)
        work();
    puts(way);
    if (strcmp(way, "own") == 0)
        return own_file();
    if (strcmp(way, "logging") == 0)
        return logging();
    if (strcmp(way, "numbers") == 0)
        return numbers(argv[2], burn_in_thread);
    if (strcmp(way, "unseen") == 0)
        return numbers(NULL, stay_unseen);
    return 7;
}
