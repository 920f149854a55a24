/* harmless_files.c - a program whose files and descriptors libgmon must leave alone
 *
 * Use: harmless_files WAY; the head of main lists them. Prints what it saw, and calls work() ten
 * times.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";

    for (int i = 0; i < 10; i++)
        work();
    puts(way);
    if (strcmp(way, "own") == 0)
        return own_file();
    return 7;
}
