/* kept.c - does every register come back from the hook that -pg calls, on any machine?
 *
 * kept_MACHINE.S calls the hook with registers set from kept_in, and stores into kept_out what they
 * hold then; all that the entered function owns are among them. The first call of a thread, known
 * arcs, new ones, which make tables grow, and both from far away, in two threads, and with counting
 * switched off. Then all of it once more while another thread interrupts, and the handler does the
 * same. Prints a line for each word that changed; then the number of calls that were looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#ifdef __s390x__
#include <sys/auxv.h>
#endif

enum { WORDS = 512, INTERRUPTIONS = 1000 };

_Alignas(16) uintptr_t kept_in[WORDS], kept_out[WORDS];
int kept_vectors;                /* the processor has AVX, or s390x's vector registers */
uintptr_t kept_site, kept_frame; /* kept_frame: where kept_through keeps its stack pointer */
extern const unsigned kept_words;
uintptr_t kept_through(void); /* returns 0, or what is wrong with the stack pointer */

static long looked;
static volatile sig_atomic_t interrupted;

static void look(const char *what, uintptr_t site)
{
    uintptr_t step = (uintptr_t)0x0123456789abcdefU;

    for (unsigned i = 0; i < kept_words; i++)
        kept_in[i] = step * (2 * i + 3) + site;
    memcpy(kept_out, kept_in, sizeof kept_out); /* for what the processor does not have */
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

    look("the first call", here);
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

/* Looks, too, by a known arc or a new one, and leaves the interrupted look as it was. */
static void on_signal(int number)
{
    static uintptr_t in[WORDS], out[WORDS];
    uintptr_t site = kept_site, frame = kept_frame;
    long before = looked;

    (void)number;
    memcpy(in, kept_in, sizeof in);
    memcpy(out, kept_out, sizeof out);
    look("in a handler", (uintptr_t)on_signal + (interrupted % 2 ? 4 * (uintptr_t)interrupted : 0));
    memcpy(kept_in, in, sizeof in);
    memcpy(kept_out, out, sizeof out);
    kept_site = site;
    kept_frame = frame;
    looked = before;
    interrupted++;
}

static void *interrupt(void *thread)
{
    while (interrupted < INTERRUPTIONS) {
        pthread_kill(*(pthread_t *)thread, SIGUSR1);
        sched_yield();
    }
    return NULL;
}

int main(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    pthread_t t, self = pthread_self();

#ifdef __x86_64__
    kept_vectors = __builtin_cpu_supports("avx") != 0;
#elif defined(__s390x__)
    kept_vectors = (getauxval(AT_HWCAP) & HWCAP_S390_VXRS) != 0;
#endif
    all(NULL);
    if (pthread_create(&t, NULL, all, NULL) == 0)
        pthread_join(t, NULL);
    moncontrol(0);
    all(NULL);
    printf("looked %ld\n", looked);
    moncontrol(1);
    sigaction(SIGUSR1, &action, NULL);
    if (pthread_create(&t, NULL, interrupt, &self) == 0) {
        for (uintptr_t i = 0; interrupted < INTERRUPTIONS; i = (i + 1) % 100000) {
            look("an interrupted known arc", (uintptr_t)&looked);
            look("an interrupted new arc", (uintptr_t)main + 4 * i);
        }
        pthread_join(t, NULL);
    }
    printf("interrupted %d\n", interrupted < INTERRUPTIONS ? (int)interrupted : INTERRUPTIONS);
    return 0;
}
