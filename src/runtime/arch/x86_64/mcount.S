/* mcount.S - x86-64: the calls that -pg and -fsanitize-coverage=trace-pc put into functions
 *
 * Role: counts an arc that is known already; the first call of an arc, and calls from far away
 * (beyond 4 GB from the program), go on to gm_mcount_slow in gmon_slow.c.
 *
 *      -pg (gcc calls mcount, clang too)          -pg -mfentry
 *
 *      |  return into the caller | 8(%rbp)        |  return into the caller | 8(%rsp)
 *      |  saved rbp              | (%rbp)         |  return into the callee | (%rsp)
 *      |  locals ...             |
 *      |  return into the callee | (%rsp)
 *
 * Every register but r11 and the flags belongs to the function that is being entered: arguments,
 * al for variadic functions, r10 (static chain, stack realignment). The stack may be misaligned
 * by 8. The two registers that the fast path borrows lie below rsp meanwhile, in the 128 bytes
 * that signal handlers leave alone (ABI 3.2.2).
 *
 * gm begins with `base`: where the program begins in memory, 0 while nothing is to be counted.
 * It is looked at before %fs is used, which is not set up in the first steps of a static program.
 * gm_arcs points to the thread's table: mask of byte offsets, 8 more bytes, then entries of
 * {key, count}. key = (call site - base) << 32 | (callee - base). The entry's home is
 * (callee * 0x4F1BBCDD >> 12) + 4 * site: neighbouring sites lie side by side (a call takes 5 bytes,
 * an entry 16), callees far apart.
 * Four further entries are tried; the table goes on far enough behind its last home for that.
 * Each entry point begins a line of the cache: a fast path that lies across two of them took half as
 * long again.
 * The count is one instruction, so a signal handler that counts in between loses nothing.
 *
 * SPDX-License-Identifier: MIT
 */

#define HOME_FACTOR 0x4F1BBCDD /* gmon_int.h has it, too */

        .section .text, "ax", @progbits

        .macro  count_arc name, site
        .globl  \name
        .type   \name, @function
        .p2align 6
\name:
        .cfi_startproc
        endbr64
        movq    gm(%rip), %r11
        testq   %r11, %r11
        jz      9f
        movq    %rax, -8(%rsp)
        movq    %r10, -16(%rsp)
        movq    (%rsp), %rax
        movq    \site, %r10
        subq    %r11, %rax
        subq    %r11, %r10
        movq    %rax, %r11
        orq     %r10, %r11
        shrq    $32, %r11
        jnz     8f
        imulq   $HOME_FACTOR, %rax, %r11
        shrq    $12, %r11
        leaq    (%r11,%r10,4), %r11
        shlq    $32, %r10
        orq     %rax, %r10
        movq    gm_arcs@gottpoff(%rip), %rax
        movq    %fs:(%rax), %rax
        andq    (%rax), %r11
        cmpq    %r10, 16(%rax,%r11)
        jne     1f
0:      addq    $1, 24(%rax,%r11)
        movq    -8(%rsp), %rax
        movq    -16(%rsp), %r10
9:      ret
1:
        .irp    step, 1, 2, 3, 4
        addq    $16, %r11
        cmpq    %r10, 16(%rax,%r11)
        je      0b
        .endr
8:      movq    -8(%rsp), %rax
        movq    -16(%rsp), %r10
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        pushq   %rcx
        .cfi_adjust_cfa_offset 8
        pushq   %rdx
        .cfi_adjust_cfa_offset 8
        pushq   %rsi
        .cfi_adjust_cfa_offset 8
        pushq   %rdi
        .cfi_adjust_cfa_offset 8
        pushq   %r8
        .cfi_adjust_cfa_offset 8
        pushq   %r9
        .cfi_adjust_cfa_offset 8
        pushq   %r10
        .cfi_adjust_cfa_offset 8
        .endm

        /* Behind the pushes: rdi = site, rsi = callee, rdx = the words above the return address
           (mcount: 0), with the stack aligned; then everything back. */
        .macro  call_slow
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        andq    $-16, %rsp
        cld
        call    gm_mcount_slow
        movq    %rbp, %rsp
        .cfi_def_cfa_register %rsp
        popq    %r10
        .cfi_adjust_cfa_offset -8
        popq    %r9
        .cfi_adjust_cfa_offset -8
        popq    %r8
        .cfi_adjust_cfa_offset -8
        popq    %rdi
        .cfi_adjust_cfa_offset -8
        popq    %rsi
        .cfi_adjust_cfa_offset -8
        popq    %rdx
        .cfi_adjust_cfa_offset -8
        popq    %rcx
        .cfi_adjust_cfa_offset -8
        popq    %rax
        .cfi_adjust_cfa_offset -8
        popq    %rbp
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_endproc
        .endm

        .globl  _mcount
        .type   _mcount, @function
        .set    _mcount, mcount
        count_arc mcount, 8(%rbp)
        movq    8(%rbp), %rdi
        movq    72(%rsp), %rsi
        xorl    %edx, %edx
        call_slow
        .size   mcount, . - mcount
        .size   _mcount, . - mcount

        count_arc __fentry__, 8(%rsp)
        movq    80(%rsp), %rdi
        movq    72(%rsp), %rsi
        leaq    80(%rsp), %rdx
        call_slow
        .size   __fentry__, . - __fentry__

/* void __sanitizer_cov_trace_pc(void): an ordinary call at the head of every basic block. The
 * key is the return address (the dump takes 1 off), its home 4 bytes of table for each byte of code. */
        .globl  __sanitizer_cov_trace_pc
        .type   __sanitizer_cov_trace_pc, @function
        .p2align 6
__sanitizer_cov_trace_pc:
        .cfi_startproc
        endbr64
        cmpq    $0, gm(%rip)
        je      9f
        movq    (%rsp), %rdi
        movq    gm_blocks@gottpoff(%rip), %rdx
        movq    %fs:(%rdx), %rdx
        leaq    (,%rdi,4), %rax
        andq    (%rdx), %rax
        cmpq    %rdi, 16(%rdx,%rax)
        jne     1f
0:      addq    $1, 24(%rdx,%rax)
9:      ret
1:
        .irp    step, 1, 2, 3, 4
        addq    $16, %rax
        cmpq    %rdi, 16(%rdx,%rax)
        je      0b
        .endr
        jmp     gm_block_slow
        .cfi_endproc
        .size   __sanitizer_cov_trace_pc, . - __sanitizer_cov_trace_pc

        .hidden gm, gm_arcs, gm_blocks, gm_mcount_slow, gm_block_slow

        .section .note.GNU-stack, "", @progbits

/* This code keeps to indirect branch tracking and shadow stacks (CET). */
        .section .note.gnu.property, "a", @note
        .p2align 3
        .long   4, 16, 5
        .asciz  "GNU"
        .long   0xc0000002, 4, 3, 0
