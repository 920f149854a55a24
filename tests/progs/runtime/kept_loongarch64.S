/* kept_loongarch64.S - LoongArch: calls a hook with every register set, and stores what they hold then
 *
 * Role: kept.c says what of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
        .macro  each_word instruction, base, at
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8
        \instruction $s\r, $\base, 8 * \r + \at
        .endr
        \instruction $fp, $\base, 72 + \at
        .endm

        .macro  each_float instruction, base, at
        .irp    r, 24, 25, 26, 27, 28, 29, 30, 31
        \instruction $f\r, $\base, 8 * (\r - 24) + \at
        .endr
        .endm

        .section .rodata
        .globl  kept_words
        .p2align 2
kept_words:
        .long   18              /* s0 to s8, fp, and fs0 to fs7 */

        .text
        .globl  kept_through
        .type   kept_through, %function
kept_through:
        addi.d  $sp, $sp, -160
        st.d    $ra, $sp, 0
        each_word st.d, sp, 8
        each_float fst.d, sp, 88
        la.local $t0, kept_frame
        st.d    $sp, $t0, 0
        la.local $t0, kept_in
        each_word ld.d, t0, 0
        each_float fld.d, t0, 80
        la.local $t0, kept_site
        ld.d    $a0, $t0, 0
        bl      _mcount
        la.local $t0, kept_out
        each_word st.d, t0, 0
        each_float fst.d, t0, 80
        la.local $t0, kept_frame
        ld.d    $t0, $t0, 0
        sub.d   $a0, $sp, $t0   /* how far the stack pointer is off */
        or      $sp, $t0, $zero
        ld.d    $ra, $sp, 0
        each_word ld.d, sp, 8
        each_float fld.d, sp, 88
        addi.d  $sp, $sp, 160
        jr      $ra
        .size   kept_through, . - kept_through

        .section .note.GNU-stack, "", %progbits
