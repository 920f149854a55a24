/* kept_riscv.S - RISC-V: calls a hook with every register set, and stores what they hold then
 *
 * Role: kept.c says what of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#if __riscv_xlen == 64
#define WORD 8
#define STORE sd
#define LOAD ld
#else
#define WORD 4
#define STORE sw
#define LOAD lw
#endif
#if __riscv_float_abi_double
#define FLOATS 12
#else
#define FLOATS 0
#endif

        .macro  each_float instruction, base, at
#if FLOATS
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        \instruction fs\r, 8 * \r + \at(\base)
        .endr
#endif
        .endm

        .macro  each_word instruction, base, at
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        \instruction s\r, WORD * \r + \at(\base)
        .endr
        .endm

        .section .rodata
        .globl  kept_words
        .p2align 2
kept_words:
        .long   12 + FLOATS * 8 / WORD  /* s0 to s11, and fs0 to fs11 */

        .text
        .globl  kept_through
        .type   kept_through, %function
kept_through:
        addi    sp, sp, -208
        STORE   ra, 0(sp)
        each_word STORE, sp, 8
        each_float fsd, sp, 104
        la      t0, kept_frame
        STORE   sp, 0(t0)
        la      t0, kept_in
        each_word LOAD, t0, 0
        each_float fld, t0, 12 * WORD
        la      t0, kept_site
        LOAD    a0, 0(t0)
        call    _mcount
        la      t0, kept_out
        each_word STORE, t0, 0
        each_float fsd, t0, 12 * WORD
        la      t0, kept_frame
        LOAD    t0, 0(t0)
        sub     a0, sp, t0      /* how far the stack pointer is off */
        mv      sp, t0
        LOAD    ra, 0(sp)
        each_word LOAD, sp, 8
        each_float fld, sp, 104
        addi    sp, sp, 208
        ret
        .size   kept_through, . - kept_through

        .section .note.GNU-stack, "", %progbits
