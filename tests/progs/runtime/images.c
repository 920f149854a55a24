/* images.c - a program that executes itself, several times if it is told to
 *
 * Use: images N [N...]: calls work(), and outer() of library.c if it is linked to it, as often as
 * the first number says; works for 20 ms with BURN. Then tries to execute a program that there is
 * not, and executes itself with the other numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#ifdef LINKED /* with library.c */
int outer(int n);
#else
#define outer(n)
#endif

__attribute__((noinline)) void work(void)
{
    __asm__ volatile("");
}

int main(int argc, char **argv)
{
    for (int i = argc > 1 ? atoi(argv[1]) : 0; i > 0; i--) {
        work();
        outer(i);
    }
#ifdef BURN
    for (clock_t begun = clock(); clock() - begun < CLOCKS_PER_SEC / 50;)
        ;
#endif
    if (argc <= 2)
        return 0;
    execl("./missing", "missing", (char *)NULL);
    execv("/proc/self/exe", argv + 1);
    return 9;
}
