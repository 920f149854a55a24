/* cost - instructions that a counted call and a sample take, by the system timer
 *
 * Role: for QEMU's mps2 boards with -icount shift=5: an instruction takes 32 ns, a tick of the
 * timer
 * 40. Prints, for 1000 calls with and without counting and for 1000 samples, ticks. Built as
 * interrupts.c is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "board.h"

#include "gmon_bare.h"

enum { MEMORY_BYTES = 3000, ROUNDS = 1000, LONGEST = 0xffffff, SYS_WRITE0 = 4 };

#define SYSTICK ((volatile uint32_t *)0xe000e010) /* control, reload, current */
#define HIDDEN __attribute__((no_instrument_function))

static char memory[MEMORY_BYTES];

__attribute__((noinline, noclone)) static void counted(void)
{
    __asm__ volatile("");
}

HIDDEN __attribute__((noinline, noclone)) static void plain(void)
{
    __asm__ volatile("");
}

HIDDEN static void print(const char *text)
{
    register long r0 __asm__("r0") = SYS_WRITE0;
    register const char *r1 __asm__("r1") = text;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

HIDDEN static void print_ticks(uint32_t n)
{
    char text[] = "0000000000\n", *at = text + sizeof text - 2;

    for (; n > 0; n /= 10)
        *--at = (char)('0' + n % 10);
    print(text);
}

HIDDEN int main(void)
{
    uint32_t start, with, without, samples;

    if (!gmon_init(memory, sizeof memory, __text_start, __text_end))
        return 1;
    counted(); /* the first call makes the entry */
    SYSTICK[1] = LONGEST;
    SYSTICK[0] = 5; /* on, without interrupts */
    while (SYSTICK[2] == 0)
        continue;
    start = SYSTICK[2];
    for (int i = 0; i < ROUNDS; i++)
        counted();
    with = SYSTICK[2];
    for (int i = 0; i < ROUNDS; i++)
        plain();
    without = SYSTICK[2];
    for (int i = 0; i < ROUNDS; i++)
        gmon_tick((uintptr_t)__text_start);
    samples = SYSTICK[2];
    print_ticks(start - with);
    print_ticks(with - without);
    print_ticks(without - samples);
    return 0;
}
