/* interrupts - two nested interrupts count calls while the program does, in two profiles in turn
 *
 * Role: for QEMU's mps2 boards. main, the interrupt of the system timer and, above it, that of the
 * board's first timer call the same functions. The latter selects the other profile each time, as
 * the switch of tasks would. Writes both as a.out and b.out and prints what must be in their sum,
 * as lines `FUNCTION CALLS'. Built with the other files of doc/examples/bare-cortex-m3.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "board.h"

#include "gmon_bare.h"

#include <stdint.h>

enum { MEMORY_BYTES = 3000, ROUNDS = 60000, SYSTEM_PERIOD = 1009, BOARD_PERIOD = 1511 };
enum { SYS_WRITE0 = 4, BOARD_TIMER = 8 }; /* the number of its interrupt */

#define SYSTICK ((volatile uint32_t *)0xe000e010)
#define TIMER ((volatile uint32_t *)0x40000000) /* control, value, reload, clear */
#define ENABLE ((volatile uint32_t *)0xe000e100)
#define PRIORITY ((volatile uint8_t *)0xe000e400)
#define SYSTEM_PRIORITY ((volatile uint8_t *)0xe000ed18)
#define HIDDEN __attribute__((no_instrument_function))
#define COUNTED __attribute__((noinline, noclone))

extern char __data_load[], __data_start[], __data_end[], __bss_start[], __bss_end[], __stack_top[];

static char first_memory[MEMORY_BYTES], second_memory[MEMORY_BYTES];
static struct gmon_profile *first, *second;
static volatile unsigned n_main, n_system, n_board;

COUNTED static void shared(volatile unsigned *n)
{
    ++*n;
}

/* One arc for all: what interrupts each other counts in one entry. */
COUNTED static void middle(volatile unsigned *n)
{
    shared(n);
}

COUNTED static void by_main(void)
{
    middle(&n_main);
}

COUNTED static void by_system(void)
{
    middle(&n_system);
}

COUNTED static void by_board(void)
{
    middle(&n_board);
}

HIDDEN static void on_system(void)
{
    by_system();
}

HIDDEN static void on_board(void)
{
    TIMER[3] = 1;
    by_board();
    gmon_select(gmon_select(0) == first ? second : first);
}

/* ---- what it must come to ------------------------------------------------------------------- */

HIDDEN static void print(const char *text)
{
    register long r0 __asm__("r0") = SYS_WRITE0;
    register const char *r1 __asm__("r1") = text;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

HIDDEN static void print_calls(const char *name, unsigned n)
{
    char text[] = " 0000000000\n", *at = text + sizeof text - 2;

    for (; n > 0; n /= 10)
        *--at = (char)('0' + n % 10);
    print(name);
    print(text);
}

HIDDEN static int write_one(struct gmon_profile *profile, const char *name)
{
    gmon_select(profile);
    return gmon_lost().calls || write_profile(name);
}

/* Registers that belong to the function which is entered: 0 if all are kept. */
HIDDEN __attribute__((naked, noinline)) static int check_registers(void)
{
    __asm__(".syntax unified\n\t"
            "push {r4, lr}\n\t"
            "movs r0, #11\n\t"
            "movs r1, #22\n\t"
            "movs r2, #33\n\t"
            "mov ip, r2\n\t"
            "movs r2, #44\n\t"
            "movs r3, #55\n\t"
            "mov r4, sp\n\t"
            "push {r4}\n\t"
            "mov r4, lr\n\t"
            "pop {r4}\n\t"
            "push {r3}\n\t"
            "mov lr, r3\n\t"
            "bl __gnu_mcount_nc\n\t" /* takes the pushed word as the call site, and pops it */
            "subs r0, #11\n\t"
            "subs r1, #22\n\t"
            "subs r2, #44\n\t"
            "subs r3, #55\n\t"
            "orrs r0, r1\n\t"
            "orrs r0, r2\n\t"
            "orrs r0, r3\n\t"
            "mov r1, ip\n\t"
            "subs r1, #33\n\t"
            "orrs r0, r1\n\t"
            "mov r1, lr\n\t" /* the pushed word again */
            "subs r1, #55\n\t"
            "orrs r0, r1\n\t"
            "mov r1, sp\n\t"
            "subs r1, r1, r4\n\t"
            "orrs r0, r1\n\t"
            "pop {r4, pc}");
}

HIDDEN int main(void)
{
    first = gmon_init(first_memory, sizeof first_memory, __text_start, __text_end);
    second = gmon_init(second_memory, sizeof second_memory, __text_start, __text_end);
    if (!first || !second || check_registers() != 0)
        return 1;
    gmon_reset();
    SYSTEM_PRIORITY[11] = 0x80;
    PRIORITY[BOARD_TIMER] = 0x40;
    SYSTICK[1] = SYSTEM_PERIOD;
    SYSTICK[0] = 7;
    TIMER[2] = TIMER[1] = BOARD_PERIOD;
    TIMER[0] = 9; /* on, with interrupts */
    ENABLE[0] = 1 << BOARD_TIMER;
    for (int i = 0; i < ROUNDS; i++)
        by_main();
    TIMER[0] = SYSTICK[0] = 0;
    print_calls("by_main", n_main);
    print_calls("by_system", n_system);
    print_calls("by_board", n_board);
    print_calls("middle", n_main + n_system + n_board);
    print_calls("shared", n_main + n_system + n_board);
    return write_one(first, "a.out") || write_one(second, "b.out");
}

HIDDEN void reset(void)
{
    const char *from = __data_load;

    for (char *to = __data_start; to < __data_end; to++)
        *to = *from++;
    for (char *to = __bss_start; to < __bss_end; to++)
        *to = 0;
    leave(main());
}

HIDDEN static void fault(void)
{
    leave(2);
}

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    __stack_top, reset, fault, fault, fault, fault, fault,     0,     0,
    0,           0,     fault, fault, 0,     fault, on_system, fault, fault,
    fault,       fault, fault, fault, fault, fault, on_board,
};
