/* start - start-up code, and the timer that takes samples
 *
 * Compiled without -pg: this runs before the memory of the program is initialised.
 *
 * SPDX-License-Identifier: MIT
 */
#include "board.h"

#include "gmon_bare.h"

#include <stdint.h>

enum { CLOCK = 25000000 }; /* of the processor: change it for your board */

#define SYSTICK ((volatile uint32_t *)0xe000e010) /* control, reload, current */

extern char __data_load[], __data_start[], __data_end[], __bss_start[], __bss_end[], __stack_top[];
int main(void);

void reset(void);
void reset(void)
{
    const char *from = __data_load;

    for (char *to = __data_start; to < __data_end; to++)
        *to = *from++;
    for (char *to = __bss_start; to < __bss_end; to++)
        *to = 0;
    leave(main());
}

void start_ticks(unsigned a_second)
{
    SYSTICK[1] = CLOCK / a_second - 1;
    SYSTICK[2] = 0;
    SYSTICK[0] = 7; /* on, with interrupts, by the processor's clock */
}

void stop_ticks(void)
{
    SYSTICK[0] = 0;
}

/* The processor has put eight words on the stack that was in use; the seventh is the pc. */
__attribute__((naked)) void tick(void);
void tick(void)
{
    __asm__(".syntax unified\n\t"
            "mov r0, lr\n\t"
            "lsls r0, r0, #29\n\t" /* bit 2 of the exception's return value */
            "bmi 1f\n\t"
            "mrs r0, msp\n\t"
            "b 2f\n"
            "1:\tmrs r0, psp\n"
            "2:\tldr r0, [r0, #24]\n\t"
            "ldr r1, =gmon_tick\n\t"
            "bx r1\n\t"
            ".ltorg");
}

static void fault(void)
{
    leave(2);
}

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    __stack_top, reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, tick,
};
