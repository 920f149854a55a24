/* through.S - calls a function with every register set, and stores what they hold afterwards
 *
 * void through(void): loads the general registers (but rsp, rbp) from words_in[0..13], xmm0-15
 * from vectors_in, calls *through_hook with through_site as the caller's return address where
 * both mcount and __fentry__ look for it, the stack off by 8 if through_shift is 8, and stores
 * into words_out and vectors_out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
        .bss
        .globl  words_in, words_out, vectors_in, vectors_out, through_hook, through_site, through_shift
        .p2align 4
words_in: .skip 128
words_out: .skip 128
vectors_in: .skip 256
vectors_out: .skip 256
through_hook: .skip 8
through_site: .skip 8
through_shift: .skip 8
frame: .skip 16

        .text
        .globl  through
        .type   through, @function
through:
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $8, %rsp
        movq    through_site(%rip), %rax
        movq    %rax, frame+8(%rip)
        leaq    frame(%rip), %rbp
        movq    %rsp, %rbx
        movq    %rbx, saved(%rip)
        subq    through_shift(%rip), %rsp
        pushq   %rax                    /* what __fentry__ takes for the caller */
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movaps  vectors_in+16*\n(%rip), %xmm\n
        .endr
        .set    at, 0
        .irp    r, rax, rbx, rcx, rdx, rsi, rdi, r8, r9, r10, r12, r13, r14, r15
        movq    words_in+at(%rip), %\r
        .set    at, at + 8
        .endr
        call    *through_hook(%rip)
        .set    at, 0
        .irp    r, rax, rbx, rcx, rdx, rsi, rdi, r8, r9, r10, r12, r13, r14, r15
        movq    %\r, words_out+at(%rip)
        .set    at, at + 8
        .endr
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movaps  %xmm\n, vectors_out+16*\n(%rip)
        .endr
        popq    %rax
        movq    saved(%rip), %rsp
        addq    $8, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        ret
        .size   through, . - through

        .bss
saved:  .skip 8
        .section .note.GNU-stack, "", @progbits
