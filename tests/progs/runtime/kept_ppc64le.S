/* kept_ppc64le.S - ppc64le: calls a hook with every register set, and stores what they hold then
 *
 * Role: kept.c says what of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
        .abiversion 2
        .section .rodata
        .globl  kept_words
        .p2align 2
kept_words:
        .long   2 * 18 + 2 * 12 + 1 /* r14 to r31, f14 to f31, v20 to v31, cr2 to cr4 */

        .text
        .globl  kept_through
        .type   kept_through, %function
kept_through:
5:      addis   2, 12, .TOC. - 5b@ha
        addi    2, 2, .TOC. - 5b@l
        .localentry kept_through, . - kept_through
        mflr    0
        stdu    1, -544(1)
        std     0, 32(1)
        mfcr    0
        std     0, 40(1)
        .irp    r, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        std     \r, 8 * \r - 72(1)
        stfd    \r, 8 * \r + 72(1)
        .endr
        .irp    v, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        li      4, 16 * \v
        addi    4, 4, 16
        stvx    \v, 4, 1
        .endr
        addis   4, 2, kept_frame@toc@ha
        addi    4, 4, kept_frame@toc@l
        std     1, 0(4)
        addis   4, 2, kept_site@toc@ha
        addi    4, 4, kept_site@toc@l
        ld      4, 0(4)
        std     4, 544 + 16(1)  /* where the entered function has put its return address */
        addis   3, 2, kept_in@toc@ha
        addi    3, 3, kept_in@toc@l
        .irp    r, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        ld      \r, 8 * \r - 112(3)
        lfd     \r, 8 * \r + 32(3)
        .endr
        .irp    v, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        li      4, 16 * \v - 32
        lvx     \v, 4, 3
        .endr
        lwz     4, 480(3)
        rlwinm  4, 4, 0, 8, 19
        std     4, 480(3)
        mtcrf   0x38, 4
        bl      _mcount
        nop
        addis   3, 2, kept_out@toc@ha
        addi    3, 3, kept_out@toc@l
        .irp    r, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        std     \r, 8 * \r - 112(3)
        stfd    \r, 8 * \r + 32(3)
        .endr
        .irp    v, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        li      4, 16 * \v - 32
        stvx    \v, 4, 3
        .endr
        mfcr    4
        rlwinm  4, 4, 0, 8, 19
        std     4, 480(3)
        addis   4, 2, kept_frame@toc@ha
        addi    4, 4, kept_frame@toc@l
        ld      4, 0(4)
        subf    3, 4, 1         /* how far the stack pointer is off */
        mr      1, 4
        .irp    r, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        ld      \r, 8 * \r - 72(1)
        lfd     \r, 8 * \r + 72(1)
        .endr
        .irp    v, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        li      4, 16 * \v
        addi    4, 4, 16
        lvx     \v, 4, 1
        .endr
        ld      0, 40(1)
        mtcrf   0x38, 0
        ld      0, 32(1)
        mtlr    0
        addi    1, 1, 544
        blr
        .size   kept_through, . - kept_through

        .section .note.GNU-stack, "", %progbits
