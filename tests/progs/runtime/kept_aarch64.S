/* kept_aarch64.S - AArch64: calls a hook with every register set, and stores what they hold then
 *
 * Role: kept.c says what of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
        .section .rodata
        .globl  kept_words
        .p2align 2
kept_words:
        .long   11 + 64         /* x18 to x28, and v0 to v31 */

        .text
        .globl  kept_through
        .type   kept_through, %function
kept_through:
        stp     x29, x30, [sp, #-176]!
        stp     x19, x20, [sp, #16]
        stp     x21, x22, [sp, #32]
        stp     x23, x24, [sp, #48]
        stp     x25, x26, [sp, #64]
        stp     x27, x28, [sp, #80]
        stp     d8, d9, [sp, #96]
        stp     d10, d11, [sp, #112]
        stp     d12, d13, [sp, #128]
        stp     d14, d15, [sp, #144]
        str     x18, [sp, #160]
        mov     x29, sp
        adrp    x1, kept_in
        add     x1, x1, #:lo12:kept_in
        .irp    r, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28
        ldr     x\r, [x1], #8
        .endr
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        ldr     d\r, [x1], #8
        ldr     x0, [x1], #8
        mov     v\r\().d[1], x0
        .endr
        adrp    x1, kept_site
        ldr     x0, [x1, #:lo12:kept_site]
        bl      _mcount
        adrp    x1, kept_out
        add     x1, x1, #:lo12:kept_out
        .irp    r, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28
        str     x\r, [x1], #8
        .endr
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        str     d\r, [x1], #8
        mov     x0, v\r\().d[1]
        str     x0, [x1], #8
        .endr
        mov     x0, sp
        sub     x0, x29, x0     /* how far the stack pointer is off */
        ldp     x19, x20, [sp, #16]
        ldp     x21, x22, [sp, #32]
        ldp     x23, x24, [sp, #48]
        ldp     x25, x26, [sp, #64]
        ldp     x27, x28, [sp, #80]
        ldp     d8, d9, [sp, #96]
        ldp     d10, d11, [sp, #112]
        ldp     d12, d13, [sp, #128]
        ldp     d14, d15, [sp, #144]
        ldr     x18, [sp, #160]
        ldp     x29, x30, [sp], #176
        ret
        .size   kept_through, . - kept_through

        .section .note.GNU-stack, "", %progbits
