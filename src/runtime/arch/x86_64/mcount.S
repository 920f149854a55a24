/* mcount.S - x86-64: the calls that -pg and -fsanitize-coverage=trace-pc put into functions
 *
 * Role: counts an arc that is known already. The first call of an arc, and calls of functions far
 * away (beyond 4 GB from the program), go on to gm_mcount_slow (core/mcount_slow.c).
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
 * gm begins with `base`: where the program begins in memory, or 0 while nothing is to be counted.
 * It is looked at before %fs is used, which is not set up in the first steps of a static program.
 * gm_arcs points to the thread's table; arch/layout.h says how an arc is looked up in it. The
 * table extends far enough behind its last home that GM_REACH entries can be tried from there.
 * Each entry point begins a cache line: a fast path that lay across two of them took half as long
 * again.
 * The call frame information holds at every instruction, for all registers that the ABI does not
 * let a function change and those that mcount may not: a debugger or another profiler may look at
 * the stack at any moment, and functions that realign their stack have it hang on r10.
 * Callbacks from libraries are calls from far away: they are looked up with the site GM_FAR_SITE,
 * all callers in one. But a nested function compiled with -mfentry may have its static chain where
 * the call site should be (machine.h, gm_call_site), and that needs the C part.
 * The count is one instruction, so a signal handler that counts in between loses nothing.
 *
 * SPDX-License-Identifier: MIT
 */

#include "runtime/arch/layout.h"
#include "runtime/arch/x86_64/assembly.inc"

#define KEY (GM_TABLE_ENTRIES + GM_ENTRY_KEY)
#define POP_R10 0x5a41
#define COUNT (GM_TABLE_ENTRIES + GM_ENTRY_COUNT)

        .section .text, "ax", @progbits

        .macro  count_arc name, site
        .globl  \name
        .type   \name, @function
        .p2align 6
\name:
        .cfi_startproc
        endbr64
        movq    gm+GM_STATE_BASE(%rip), %r11
        testq   %r11, %r11
        jz      9f
        movq    %rax, -8(%rsp)
        .cfi_rel_offset %rax, -8
        movq    %r10, -16(%rsp)
        .cfi_rel_offset %r10, -16
        movq    (%rsp), %rax
        movq    \site, %r10
        subq    %r11, %rax
        subq    %r11, %r10
        movq    %rax, %r11
        orq     %r10, %r11
        shrq    $32, %r11
        jnz     8f
2:      imulq   $GM_CALLEE_FACTOR, %rax, %r11
        shrq    $GM_CALLEE_SHIFT, %r11
        leaq    (%r11,%r10,GM_SITE_FACTOR), %r11
        shlq    $32, %r10
        orq     %rax, %r10
        movq    gm_arcs@gottpoff(%rip), %rax
        movq    %fs:(%rax), %rax
        andq    GM_TABLE_MASK(%rax), %r11
        cmpq    %r10, KEY(%rax,%r11)
        jne     1f
0:      addq    $1, COUNT(%rax,%r11)
        .cfi_remember_state
        movq    -8(%rsp), %rax
        .cfi_restore %rax
        movq    -16(%rsp), %r10
        .cfi_restore %r10
9:      ret
        .cfi_restore_state
1:
        .rept   GM_REACH
        addq    $GM_ENTRY_BYTES, %r11
        cmpq    %r10, KEY(%rax,%r11)
        je      0b
        .endr
        jmp     7f
8:      movq    %rax, %r11
        shrq    $32, %r11
        jnz     7f
        .ifc    \name, __fentry__
        movq    (%rsp), %r11
        cmpw    $POP_R10, (%r11)
        je      7f
        .endif
        movl    $GM_FAR_SITE, %r10d
        jmp     2b
7:      movq    -8(%rsp), %rax
        .cfi_restore %rax
        movq    -16(%rsp), %r10
        .cfi_restore %r10
        .irp    r, rbp, rax, rcx, rdx, rsi, rdi, r8, r9, r10
        pushq   %\r
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %\r, 0
        .endr
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
        .irp    r, r10, r9, r8, rdi, rsi, rdx, rcx, rax, rbp
        popq    %\r
        .cfi_adjust_cfa_offset -8
        .cfi_restore %\r
        .endr
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

/* void __sanitizer_cov_trace_pc(void): an ordinary call at the head of every basic block, so the
 * registers that the ABI lets a function change are free. The key is the return address. */
        .globl  __sanitizer_cov_trace_pc
        .type   __sanitizer_cov_trace_pc, @function
        .p2align 6
__sanitizer_cov_trace_pc:
        .cfi_startproc
        endbr64
        cmpq    $0, gm+GM_STATE_BASE(%rip)
        je      9f
        movq    (%rsp), %rdi
        movq    gm_blocks@gottpoff(%rip), %rdx
        movq    %fs:(%rdx), %rdx
        leaq    (,%rdi,GM_BLOCK_FACTOR), %rax
        andq    GM_TABLE_MASK(%rdx), %rax
        cmpq    %rdi, KEY(%rdx,%rax)
        jne     1f
0:      addq    $1, COUNT(%rdx,%rax)
9:      ret
1:
        .rept   GM_REACH
        addq    $GM_ENTRY_BYTES, %rax
        cmpq    %rdi, KEY(%rdx,%rax)
        je      0b
        .endr
        jmp     gm_block_slow
        .cfi_endproc
        .size   __sanitizer_cov_trace_pc, . - __sanitizer_cov_trace_pc

        .hidden gm, gm_arcs, gm_blocks, gm_mcount_slow, gm_block_slow

        gm_marks
