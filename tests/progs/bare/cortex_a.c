/* cortex_a - counts on a Cortex-A, 32-bit (ARM or Thumb code) or 64-bit, of QEMU's machine virt
 *
 * Role: leaf is called 1000 times by branch, and that 500 times by main. No interrupts. The data
 * file goes out by semihosting, as gmon.out. Built by bare_cortex_a.t, with cortex_a.ld.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon_bare.h"

#define HIDDEN __attribute__((no_instrument_function))
#define COUNTED __attribute__((noinline, noclone))

enum { ROUNDS = 500, SYS_OPEN = 1, SYS_CLOSE = 2, SYS_WRITE = 5, SYS_EXIT = 0x18 };
enum { WRITE_BINARY = 5, APPLICATION_EXIT = 0x20026 };

extern const char __text_start[], __text_end[];
static char memory[GMON_BYTES_NEEDED(4096, 10)];

HIDDEN static long host(long operation, const void *arguments)
{
#ifdef __aarch64__
    register long result __asm__("x0") = operation;
    register const void *from __asm__("x1") = arguments;

    __asm__ volatile("hlt 0xf000" : "+r"(result) : "r"(from) : "memory");
#else
    register long result __asm__("r0") = operation;
    register const void *from __asm__("r1") = arguments;

#ifdef __thumb__
    __asm__ volatile("svc 0xab" : "+r"(result) : "r"(from) : "memory", "lr");
#else
    __asm__ volatile("svc 0x123456" : "+r"(result) : "r"(from) : "memory", "lr");
#endif
#endif
    return result;
}

COUNTED static void leaf(void)
{
    __asm__ volatile("");
}

COUNTED static int branch(int a, int b, int c, int d, int e)
{
    leaf();
    leaf();
    return a + b + c + d + e;
}

HIDDEN static int put(void *file, const void *bytes, size_t size)
{
    const uintptr_t arguments[] = {*(const uintptr_t *)file, (uintptr_t)bytes, size};

    return host(SYS_WRITE, arguments) != 0;
}

HIDDEN __attribute__((used)) static void run(void)
{
    const uintptr_t open[] = {(uintptr_t) "gmon.out", WRITE_BINARY, 8};
    int sum = 0;
    long file;
    int failed;

    gmon_init(memory, sizeof memory, __text_start, __text_end);
    for (int i = 0; i < ROUNDS; i++)
        sum += branch(i, 1, 2, 3, 4);
    gmon_tick((uintptr_t)leaf);
    file = host(SYS_OPEN, open);
    failed = sum != ROUNDS * (ROUNDS - 1) / 2 + 10 * ROUNDS || gmon_write(put, &file) != 0;
    host(SYS_CLOSE, &file);
#ifdef __aarch64__
    host(SYS_EXIT, (const uintptr_t[]){APPLICATION_EXIT, (uintptr_t)failed});
#else
    host(SYS_EXIT, (const void *)(failed ? 0 : APPLICATION_EXIT));
#endif
    for (;;)
        continue;
}

#ifdef __aarch64__
__asm__(".section .start, \"ax\"\n"
        ".globl start\n"
        "start:\n\t"
        "adrp x0, __stack_top\n\t"
        "mov sp, x0\n\t"
        "b run\n\t"
        ".text");
#else
__asm__(".section .start, \"ax\"\n"
        ".arm\n"
        ".globl start\n"
        "start:\n\t"
        "ldr sp, =__stack_top\n\t"
        "ldr r0, =run\n\t"
        "bx r0\n\t"
        ".ltorg\n\t"
#ifdef __thumb__
        ".thumb\n\t"
#endif
        ".text");
#endif
