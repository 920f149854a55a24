/* main - what is profiled: a filter over samples of a sensor, 200 times
 *
 * SPDX-License-Identifier: MIT
 */
#include "board.h"

#include "gmon_bare.h"

enum { ROUNDS = 200, SAMPLES = 256, TICKS_A_SECOND = 1000 };

/* The code is some 2 KB in ten functions; for a real program see `size prog.elf'. */
static char profile_memory[GMON_BYTES_NEEDED(2048, 10)];

static int samples[SAMPLES];
volatile int result;

__attribute__((noinline, noclone)) static int next_random(int last)
{
    return (int)((unsigned)last * 1103515245U + 12345U) >> 1;
}

__attribute__((noinline, noclone)) static void measure(int seed)
{
    for (int i = 0; i < SAMPLES; i++)
        samples[i] = seed = next_random(seed);
}

__attribute__((noinline, noclone)) static void smooth(void)
{
    for (int pass = 0; pass < 20; pass++)
        for (int i = 1; i < SAMPLES - 1; i++)
            samples[i] = (samples[i - 1] / 4 + samples[i] / 2 + samples[i + 1] / 4);
}

__attribute__((noinline, noclone)) static int peak(void)
{
    int most = 0;

    for (int i = 0; i < SAMPLES; i++)
        most = samples[i] > most ? samples[i] : most;
    return most;
}

__attribute__((noinline, noclone)) static int depth(int n)
{
    return n == 0 ? 0 : 1 + depth(n - 1);
}

static void work(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        measure(i);
        smooth();
        smooth();
        result = peak() + depth(3);
    }
}

int main(void)
{
    if (!gmon_init(profile_memory, sizeof profile_memory, __text_start, __text_end))
        return 1;
    gmon_rate(TICKS_A_SECOND);
    start_ticks(TICKS_A_SECOND);
    work();
    stop_ticks();
    return write_profile("gmon.out");
}
