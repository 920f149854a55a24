/* kept_riscv64.S - RISC-V of 64 bits: calls a hook with every register set, and stores what they hold then
 *
 * Role: kept.c says what of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
        .bss
        .p2align 4
        .globl  kept_in, kept_out, kept_site
kept_in: .skip  1024
kept_out: .skip 1024
kept_site: .skip 8
saved:  .skip   8

        .section .rodata
        .globl  kept_words
        .p2align 2
kept_words:
        .long   24              /* s0 to s11, and fs0 to fs11 */

        .text
        .globl  kept_through
        .type   kept_through, %function
kept_through:
        addi    sp, sp, -208
        sd      ra, 0(sp)
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        sd      s\r, 8 * \r + 8(sp)
        fsd     fs\r, 8 * \r + 104(sp)
        .endr
        la      t0, saved
        sd      sp, 0(t0)
        la      t0, kept_in
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        ld      s\r, 8 * \r(t0)
        fld     fs\r, 8 * \r + 96(t0)
        .endr
        la      t0, kept_site
        ld      a0, 0(t0)
        call    _mcount
        la      t0, kept_out
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        sd      s\r, 8 * \r(t0)
        fsd     fs\r, 8 * \r + 96(t0)
        .endr
        la      t0, saved
        ld      t0, 0(t0)
        sub     a0, sp, t0      /* how far the stack pointer is off */
        mv      sp, t0
        ld      ra, 0(sp)
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        ld      s\r, 8 * \r + 8(sp)
        fld     fs\r, 8 * \r + 104(sp)
        .endr
        addi    sp, sp, 208
        ret
        .size   kept_through, . - kept_through

        .section .note.GNU-stack, "", %progbits
