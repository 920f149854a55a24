/* start - start-up code, the timer that takes samples, the serial line, of QEMU's machine virt
 *
 * Compiled without -pg: this runs before the memory of the program is initialised.
 *
 * SPDX-License-Identifier: MIT
 */
#include "board.h"

#include "gmon_bare.h"

#include <stdint.h>

enum { CLOCK = 10000000, TIMER_INTERRUPT = 1 << 7, INTERRUPTS = 1 << 3 };
enum { DATA = 0, STATUS = 5, CAN_SEND = 1 << 5 }; /* the serial line's registers */

#define SERIAL ((volatile uint8_t *)0x10000000)
#define COMPARE ((volatile uint32_t *)0x02004000) /* low and high word */
#define TIME ((volatile uint32_t *)0x0200bff8)
#define FINISH ((volatile uint32_t *)0x00100000)

extern char __bss_start[], __bss_end[];
int main(void);

static uint32_t period;
static uint64_t next;

static void set_next(uint64_t when)
{
    COMPARE[1] = UINT32_MAX; /* no interrupt between the two halves */
    COMPARE[0] = (uint32_t)when;
    COMPARE[1] = (uint32_t)(when >> 32);
}

/* The one interrupt that is on. A program with more asks mcause, and takes a sample for the timer.
 */
__attribute__((interrupt, aligned(4))) static void trap(void)
{
    uintptr_t pc;

    __asm__ volatile("csrr %0, mepc" : "=r"(pc));
    gmon_tick(pc);
    set_next(next += period);
}

void start_ticks(unsigned a_second)
{
    uint32_t high = TIME[1];

    period = CLOCK / a_second;
    next = ((uint64_t)high << 32 | TIME[0]) + period;
    set_next(next);
    __asm__ volatile("csrw mtvec, %0" : : "r"(trap));
    __asm__ volatile("csrs mie, %0" : : "r"(TIMER_INTERRUPT));
    __asm__ volatile("csrs mstatus, %0" : : "r"(INTERRUPTS));
}

void stop_ticks(void)
{
    __asm__ volatile("csrc mie, %0" : : "r"(TIMER_INTERRUPT));
}

int put_serial(void *unused, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;

    (void)unused;
    while (size-- > 0) {
        while (!(SERIAL[STATUS] & CAN_SEND))
            continue;
        SERIAL[DATA] = *from++;
    }
    return 0;
}

void print(const char *text)
{
    while (*text)
        put_serial(0, text++, 1);
}

__attribute__((used)) static void run(void)
{
    for (char *to = __bss_start; to < __bss_end; to++)
        *to = 0;
    *FINISH = main() == 0 ? 0x5555 : 0x13333;
    for (;;)
        continue;
}

__attribute__((naked, section(".start"))) void start(void);
void start(void)
{
    __asm__(".option push\n\t"
            ".option norelax\n\t"
            "la gp, __global_pointer$\n\t"
            ".option pop\n\t"
            "la sp, __stack_top\n\t"
            "j run");
}
