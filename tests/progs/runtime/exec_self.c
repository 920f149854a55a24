/* exec_self.c - a program that executes its own image, under an emulator's command if it gets one
 *
 * Use: exec_self [EMULATOR ARG...]: by EMULATOR ARG... and its own name, or by /proc/self/exe. The
 * first image calls before() 10 times. The second, which has `again' for its last argument, calls
 * after() 7 times, and some time passes: a tick that is left of the first would kill the second.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WORDS = 16 };

__attribute__((noinline)) static int before(int n)
{
    __asm__ volatile("" : "+r"(n));
    return n;
}

__attribute__((noinline)) static int after(int n)
{
    __asm__ volatile("" : "+r"(n));
    return n + 1;
}

__attribute__((noinline)) static void use_time(void)
{
    while (clock() < CLOCKS_PER_SEC / 10)
        ;
}

int main(int argc, char **argv)
{
    static char again[] = "again";
    char *words[WORDS + 3] = {NULL};
    int n = 0, k = 0;

    use_time();
    if (strcmp(argv[argc - 1], again) == 0) {
        for (int i = 0; i < 7; i++)
            n += after(0);
        return n == 7 ? 0 : 1;
    }
    for (int i = 0; i < 10; i++)
        n += before(i);
    for (int i = 1; i < argc && i <= WORDS; i++)
        words[k++] = argv[i];
    words[k++] = argv[0];
    words[k] = again;
    execvp(argc > 1 ? words[0] : "/proc/self/exe", words);
    return 2;
}
