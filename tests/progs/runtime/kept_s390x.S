/* kept_s390x.S - s390x: calls a hook with every register set, and stores what they hold then
 *
 * Role: kept.c says what of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
        .section .rodata
        .globl  kept_words
        .p2align 2
kept_words:
        .long   13 + 16 + 1 + 32 /* r0, which is the static chain of _mcount alone, r2 to r13, f0 to f15,
                                    r14, __fentry__'s return address into the caller, v16 to v31 */

        .machine "z13"
        .text

        /* v16 to v31, if the processor has them; r2 is free */
        .macro  vectors instruction
        larl    %r2, kept_vectors
        lt      %r2, 0(%r2)
        je      1f
        .irp    v, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        \instruction %v\v, 16 * (\v - 16) + 240(%r1)
        .endr
1:
        .endm

        .globl  kept_through
        .type   kept_through, %function
kept_through:
        stmg    %r6, %r15, 48(%r15)
        lay     %r15, -320(%r15)
        .irp    f, 8, 9, 10, 11, 12, 13, 14, 15
        std     %f\f, 8 * \f + 160(%r15)
        .endr
        larl    %r1, kept_frame
        stg     %r15, 0(%r1)
        larl    %r1, kept_site
        mvc     8(8, %r15), 0(%r1)
        lg      %r14, 8(%r15)
        larl    %r1, kept_in
        stg     %r14, 232(%r1)
        vectors vl
        .irp    f, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        ld      %f\f, 8 * \f + 104(%r1)
        .endr
        lmg     %r2, %r13, 8(%r1)
        lg      %r0, 0(%r1)
        brasl   %r14, _mcount
        larl    %r1, kept_out
        stg     %r0, 0(%r1)
        lg      %r14, 8(%r15)
        brasl   %r0, __fentry__
        larl    %r1, kept_out
        stmg    %r2, %r13, 8(%r1)
        stg     %r14, 232(%r1)
        vectors vst
        .irp    f, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        std     %f\f, 8 * \f + 104(%r1)
        .endr
        larl    %r1, kept_frame
        lg      %r1, 0(%r1)
        sgrk    %r2, %r15, %r1  /* how far the stack pointer is off */
        lgr     %r15, %r1
        .irp    f, 8, 9, 10, 11, 12, 13, 14, 15
        ld      %f\f, 8 * \f + 160(%r15)
        .endr
        lmg     %r6, %r15, 368(%r15)
        br      %r14
        .size   kept_through, . - kept_through

        .section .note.GNU-stack, "", %progbits
