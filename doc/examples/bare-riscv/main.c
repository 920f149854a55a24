/* main - what is profiled: the primes below 20000, and greatest common divisors
 *
 * SPDX-License-Identifier: MIT
 */
#include "board.h"

#include "gmon_bare.h"

enum { LIMIT = 20000, ROUNDS = 20, PAIRS = 1000, TICKS_A_SECOND = 1000 };

/* The code is some 3 KB in ten functions; for a real program see `size prog.elf'. */
static char profile_memory[GMON_BYTES_NEEDED(4096, 10)];

static char composite[LIMIT];
volatile unsigned result;

__attribute__((noinline, noclone)) static void cross_out(unsigned prime)
{
    for (unsigned i = 2 * prime; i < LIMIT; i += prime)
        composite[i] = 1;
}

__attribute__((noinline, noclone)) static unsigned sieve(void)
{
    unsigned found = 0;

    for (unsigned i = 2; i < LIMIT; i++)
        composite[i] = 0;
    for (unsigned i = 2; i < LIMIT; i++)
        if (!composite[i]) {
            found++;
            cross_out(i);
        }
    return found;
}

__attribute__((noinline, noclone)) static unsigned gcd(unsigned a, unsigned b)
{
    return b == 0 ? a : gcd(b, a % b);
}

static void work(void)
{
    for (unsigned i = 0; i < ROUNDS; i++)
        result = sieve();
    for (unsigned i = 1; i <= PAIRS; i++)
        result += gcd(2 * i, i);
}

int main(void)
{
    print("started\n");
    if (!gmon_init(profile_memory, sizeof profile_memory, __text_start, __text_end))
        return 1;
    gmon_rate(TICKS_A_SECOND);
    start_ticks(TICKS_A_SECOND);
    work();
    stop_ticks();
    print("sending the profile\n");
    if (gmon_write_hex(put_serial, 0) != 0)
        return 1;
    print("done\n");
    return 0;
}
