/* kept_x86_64.S - x86-64: calls both hooks with every register set, and stores what they hold then
 *
 * Role: kept.c says what of. The words are those of mcount, then those of __fentry__, each with the
 * stack aligned as at a call, and off by 8.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
        .section .rodata
        .globl  kept_words
        .p2align 2
kept_words:
        .long   4 * (14 + 72)   /* all but rsp and rbp, xmm0 to xmm15, mm0 to mm7, the rest of ymm0 to ymm15 */

        .text
        .macro  try hook, shift, at
        subq    $\shift, %rsp
        pushq   kept_site(%rip) /* what __fentry__ takes for the caller */
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movups  kept_in+\at+112+16*\r(%rip), %xmm\r
        .endr
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        movq    kept_in+\at+368+8*\r(%rip), %mm\r
        .endr
        cmpl    $0, kept_vectors(%rip)
        je      1f
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vinsertf128 $1, kept_in+\at+432+16*\r(%rip), %ymm\r, %ymm\r
        .endr
1:
        .set    place, \at
        .irp    r, rax, rbx, rcx, rdx, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
        movq    kept_in+place(%rip), %\r
        .set    place, place + 8
        .endr
        call    \hook
        .set    place, \at
        .irp    r, rax, rbx, rcx, rdx, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
        movq    %\r, kept_out+place(%rip)
        .set    place, place + 8
        .endr
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movups  %xmm\r, kept_out+\at+112+16*\r(%rip)
        .endr
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        movq    %mm\r, kept_out+\at+368+8*\r(%rip)
        .endr
        emms
        cmpl    $0, kept_vectors(%rip)
        je      1f
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vextractf128 $1, %ymm\r, kept_out+\at+432+16*\r(%rip)
        .endr
        vzeroupper
1:
        addq    $8 + \shift, %rsp
        .endm

        .globl  kept_through
        .type   kept_through, @function
kept_through:
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $8, %rsp
        pushq   kept_site(%rip) /* 8(%rbp), where mcount looks for the caller */
        pushq   $0
        movq    %rsp, %rbp
        try     mcount, 8, 0
        try     mcount, 0, 688
        try     __fentry__, 8, 1376
        try     __fentry__, 0, 2064
        movq    %rsp, %rax
        subq    %rbp, %rax      /* how far the stack pointer, or rbp, is off */
        addq    $24, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        ret
        .size   kept_through, . - kept_through

        .section .note.GNU-stack, "", @progbits
