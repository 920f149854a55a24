/* registers.c - does every register come back from mcount and __fentry__, whatever they do inside?
 *
 * Calls both by through.S: a first call, a known one, ones from far away, with the stack aligned
 * or not, on and off, in a thread, and many new arcs, which make tables grow. Prints a line for
 * each register that changed; then the number of calls that were looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 13 };

extern uint64_t words_in[], words_out[], vectors_in[], vectors_out[];
extern void (*through_hook)(void);
extern uint64_t through_site, through_shift;
void through(void);
void mcount(void);
void __fentry__(void);

static long looked;

static void look(const char *what, void (*hook)(void), uint64_t site, uint64_t shift)
{
    for (uint64_t i = 0; i < WORDS; i++)
        words_in[i] = 0x1111111111111111U * (i + 1) + site;
    for (uint64_t i = 0; i < 32; i++)
        vectors_in[i] = 0x123456789abcdefU * (i + 3) + site;
    through_hook = hook;
    through_site = site;
    through_shift = shift;
    through();
    for (int i = 0; i < WORDS; i++)
        if (words_in[i] != words_out[i])
            printf("%s: word %d\n", what, i);
    if (memcmp(vectors_in, vectors_out, 256) != 0)
        printf("%s: vectors\n", what);
    looked++;
}

static void *all(void *unused)
{
    static const char *const name[] = {"mcount", "__fentry__"};
    void (*const hook[])(void) = {mcount, __fentry__};
    uint64_t here = (uint64_t)(uintptr_t)all;

    for (int h = 0; h < 2; h++)
        for (uint64_t shift = 0; shift <= 8; shift += 8)
            for (int again = 0; again < 2; again++) {
                look(name[h], hook[h], here + shift, shift);
                look(name[h], hook[h], 0x7fff00000000U + shift, shift);
            }
    for (uint64_t i = 0; i < 3000; i++) {
        look("new arc", mcount, here + i, i & 8);
        look("new far arc", __fentry__, 0x7ffe00000000U + i * 16, i & 8);
    }
    return unused;
}

int main(void)
{
    pthread_t t;

    all(NULL);
    pthread_create(&t, NULL, all, NULL);
    pthread_join(t, NULL);
    moncontrol(0);
    all(NULL);
    printf("%ld\n", looked);
    return 0;
}
