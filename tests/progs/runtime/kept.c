/* kept.c - does every register come back from the hook that -pg calls, on any machine?
 *
 * kept_MACHINE.S calls the hook with registers set from kept_in, and stores into kept_out what they
 * hold then; all that the entered function owns are among them. Known arcs, new ones, which make
 * tables grow, and both from far away, in two threads, and with counting switched off. Prints a
 * line for each word that changed; then the number of calls that were looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

_Alignas(16) uintptr_t kept_in[256], kept_out[256];
uintptr_t kept_site, kept_frame; /* kept_frame: where kept_through keeps its stack pointer */
extern const unsigned kept_words;
uintptr_t kept_through(void); /* returns 0, or what is wrong with the stack pointer */

static long looked;

static void look(const char *what, uintptr_t site)
{
    uintptr_t step = (uintptr_t)0x0123456789abcdefU;

    for (unsigned i = 0; i < kept_words; i++)
        kept_in[i] = step * (2 * i + 3) + site;
    kept_site = site;
    if (kept_through() != 0)
        printf("%s: the stack pointer\n", what);
    for (unsigned i = 0; i < kept_words; i++)
        if (kept_in[i] != kept_out[i])
            printf("%s: word %u\n", what, i);
    looked++;
}

static void *all(void *unused)
{
    uintptr_t here = (uintptr_t)all & ~(uintptr_t)15, far = (uintptr_t)0x7fff12345678U;

    for (int i = 0; i < 4; i++)
        look("a known arc", here);
    for (int i = 0; i < 4; i++)
        look("a call from far away", far);
    for (uintptr_t i = 0; i < 3000; i++)
        look("a new arc", here + 4 * i);
    for (uintptr_t i = 0; i < 3000; i++)
        look("a new arc from far away", far + 16 * i);
    return unused;
}

int main(void)
{
    pthread_t t;

    all(NULL);
    if (pthread_create(&t, NULL, all, NULL) == 0)
        pthread_join(t, NULL);
    moncontrol(0);
    all(NULL);
    printf("looked %ld\n", looked);
    return 0;
}
