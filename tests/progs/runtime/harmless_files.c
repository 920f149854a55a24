/* harmless_files.c - a program whose files and descriptors libgmon must leave alone
 *
 * Use: harmless_files WAY; the head of main lists them. Prints what it saw, and calls work() ten
 * times.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
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

static atomic_bool is_over;

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
    return 7;
}
