/* mcount.S - counts the calls that -pg puts into functions, on x86-64
 *
 * Role: counts an arc that is known already. The first call of an arc goes on to gm_mcount_slow
 * (core/hooks.c).
 *
 *      -pg (gcc calls mcount, clang too)          -pg -mfentry
 *
 *      |  return into the caller | 8(%rbp)        |  return into the caller | 8(%rsp)
 *      |  saved rbp              | (%rbp)         |  return into the callee | (%rsp)
 *      |  locals ...             |
 *      |  return into the callee | (%rsp)
 *
 * Every register belongs to the function that is being entered, or to a caller of a function that
 * saves them all (no_caller_saved_registers): arguments, al for variadic functions, r10 (static
 * chain, stack realignment), r11 (variable arguments with -fsplit-stack). Only the flags are free.
 * The stack may be misaligned by 8. The fast path borrows two registers, rax and rcx (for jrcxz),
 * and loads the words that it compares twice, which costs less than to save another register.
 *
 * gm.arcs_at is the offset from %fs of the thread's pointer to its table, or 0 while nothing is to
 * be counted. It is read before %fs, which is not set up in the first steps of a static program.
 * arch/layout.h says how an arc is looked up. Whole addresses are compared, so calls from and in
 * libraries are found like others. The table extends far enough behind its last home that GM_REACH
 * entries can be tried from there.
 * Each entry point begins a cache line, and the fast path of mcount ends in that line: a path
 * across two lines took half as long again.
 * The call frame information holds at every instruction, for all registers that the ABI does not
 * let a function change and those that mcount may not change. The reasons: a debugger or another
 * profiler may look at the stack at any moment, and a function that realigns its stack finds its
 * frame by r10.
 * A nested function compiled with -mfentry may have its static chain in place of the call site
 * (machine.h, gm_call_site). No arc has that chain as its site, so these calls go to the C part.
 * The count is one instruction, so a signal handler that counts in between loses nothing.
 *
 * SPDX-License-Identifier: MIT
 */

#include "runtime/arch/layout.h"
#include "runtime/arch/generic/assembly.inc"

#define KEY (GM_TABLE_ENTRIES + GM_ENTRY_KEY)
#define SITE (GM_TABLE_ENTRIES + GM_ARC_SITE)
#define CALLEE (GM_TABLE_ENTRIES + GM_ARC_CALLEE)
#define COUNT (GM_TABLE_ENTRIES + GM_ARC_COUNT)

        .section .text, "ax", @progbits

        /* site: the call site, once rcx and rax have been pushed. */
        .macro  count_arc name, site
        gm_begin \name, 6
        pushq   %rcx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rcx, 0
        movq    gm+GM_STATE_ARCS(%rip), %rcx
        jrcxz   9f
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rax, 0
        imull   $GM_CALLEE_FACTOR, 16(%rsp), %eax
        movq    %fs:(%rcx), %rcx
        addl    \site, %eax
        andl    GM_TABLE_MASK(%rcx), %eax
        leaq    (%rcx,%rax,GM_ARC_SCALE), %rax
        movq    \site, %rcx
        cmpq    %rcx, SITE(%rax)
        jne     1f
        movq    16(%rsp), %rcx
        cmpq    %rcx, CALLEE(%rax)
        jne     1f
0:      incq    COUNT(%rax)
        .cfi_remember_state
        popq    %rax
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rax
9:      popq    %rcx
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rcx
        ret
        .cfi_restore_state
        .cfi_def_cfa_offset 24 /* clang goes on adding to what it was before .cfi_restore_state */
1:
        .rept   GM_REACH
        addq    $GM_ARC_BYTES, %rax
        movq    \site, %rcx
        cmpq    %rcx, SITE(%rax)
        jne     2f
        movq    16(%rsp), %rcx
        cmpq    %rcx, CALLEE(%rax)
        je      0b
2:
        .endr
        popq    %rax
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rax
        popq    %rcx
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rcx
        .irp    r, rbp, rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11
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
        .irp    r, r11, r10, r9, r8, rdi, rsi, rdx, rcx, rax, rbp
        popq    %\r
        .cfi_adjust_cfa_offset -8
        .cfi_restore %\r
        .endr
        ret
        .endm

        count_arc mcount, 8(%rbp)
        movq    8(%rbp), %rdi
        movq    80(%rsp), %rsi
        xorl    %edx, %edx
        call_slow
        gm_end  mcount
        gm_also _mcount, mcount

        count_arc __fentry__, 24(%rsp)
        movq    88(%rsp), %rdi
        movq    80(%rsp), %rsi
        leaq    88(%rsp), %rdx
        call_slow
        gm_end  __fentry__

        .hidden gm, gm_mcount_slow

        gm_marks
