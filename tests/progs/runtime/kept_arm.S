/* kept_arm.S - ARM: calls the hook with every register set, and stores what they hold then
 *
 * Role: kept.c says what of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
        .syntax unified
        .arm
#ifdef __ARM_FP
        .fpu    vfpv3-d16
#define VECTORS 32
#else
#define VECTORS 0
#endif

        .section .rodata
        .globl  kept_words
        .p2align 2
kept_words:
        .long   12 + VECTORS    /* r0 to r11, and d0 to d15 */

        .text
        .globl  kept_through
        .type   kept_through, %function
kept_through:
        push    {r4-r11, ip, lr}
        ldr     r0, =kept_frame
        str     sp, [r0]
        ldr     r0, =kept_site
        ldr     r0, [r0]
        push    {r0}            /* what the hook takes off the stack, and returns in lr */
        ldr     ip, =kept_in
#ifdef __ARM_FP
        add     lr, ip, #48
        vldm    lr, {d0-d15}
#endif
        ldm     ip, {r0-r11}
        bl      __gnu_mcount_nc
        ldr     ip, =kept_out
        stm     ip, {r0-r11}
#ifdef __ARM_FP
        add     ip, ip, #48
        vstm    ip, {d0-d15}
#endif
        ldr     r1, =kept_site
        ldr     r1, [r1]
        sub     r0, lr, r1      /* how far lr is off, */
        ldr     r1, =kept_frame
        ldr     r1, [r1]
        sub     r2, sp, r1      /* or the stack pointer */
        orr     r0, r0, r2
        mov     sp, r1
        pop     {r4-r11, ip, pc}
        .ltorg
        .size   kept_through, . - kept_through

        .section .note.GNU-stack, "", %progbits
