/* mcount.S - counts the calls that -pg puts into functions, on i386
 *
 * Role: counts an arc that is known already. The first call of an arc goes on to gm_mcount_slow
 * (core/hooks.c).
 *
 *      -pg (gcc calls mcount, clang too)          -pg -mfentry
 *
 *      |  return into the caller | 4(%ebp)        |  return into the caller | 4(%esp)
 *      |  saved ebp              | (%ebp)         |  return into the callee | (%esp)
 *      |  locals ...             |
 *      |  return into the callee | (%esp)
 *
 * Every register but the flags belongs to the function that is being entered: eax, edx and ecx have
 * arguments (regparm, fastcall), ecx the static chain, ebx the global offset table.
 *
 * Everything is found from the place of the code: no register has a known value, and no text needs
 * relocation. gm.arcs_at is the offset of gm_arcs from gs. It is 0 while nothing is to be counted,
 * and so in the first steps of a static program, in which gs is not set up. Keys are the addresses
 * themselves (arch/layout.h).
 * The count is an add and an add of its carry. A signal handler that counts in between loses
 * nothing, because flags are kept for the interrupted code.
 *
 * SPDX-License-Identifier: MIT
 */

#include "runtime/arch/layout.h"
#include "runtime/arch/generic/assembly.inc"

#define CALLEE (GM_TABLE_ENTRIES + GM_ENTRY_KEY)
#define SITE (CALLEE + 4)
#define COUNT (GM_TABLE_ENTRIES + GM_ENTRY_COUNT)
#define PUSHED 12

        .text

        .macro  push_all
        .irp    r, ecx, edx
        pushl   %\r
        .cfi_adjust_cfa_offset 4
        .cfi_rel_offset %\r, 0
        .endr
        .endm

        .macro  pop_all
        .irp    r, edx, ecx, eax
        popl    %\r
        .cfi_adjust_cfa_offset -4
        .cfi_restore %\r
        .endr
        .endm

        /* Sets eax to the place of gm less that of `name\().here'. */
        .macro  find_gm name
        call    \name\().here
        .cfi_adjust_cfa_offset 4
\name\().here:
        popl    %eax
        .cfi_adjust_cfa_offset -4
        movl    gm+GM_STATE_ARCS-\name\().here(%eax), %eax
        testl   %eax, %eax
        .endm

        .macro  count_arc name, site
        gm_begin \name, 6
        pushl   %eax
        .cfi_adjust_cfa_offset 4
        .cfi_rel_offset %eax, 0
        find_gm \name
        jz      9f
        push_all
        movl    %gs:(%eax), %eax
        movl    \site, %edx
        imull   $GM_CALLEE_FACTOR, PUSHED(%esp), %ecx
        addl    %edx, %ecx
        andl    GM_TABLE_MASK(%eax), %ecx
        leal    (%eax,%ecx,GM_ARC_SCALE), %ecx
        cmpl    %edx, SITE(%ecx)
        jne     1f
        movl    PUSHED(%esp), %edx
        cmpl    %edx, CALLEE(%ecx)
        jne     1f
0:      addl    $1, COUNT(%ecx)
        adcl    $0, COUNT+4(%ecx)
        .cfi_remember_state
        pop_all
        ret
        .cfi_restore_state
        .cfi_def_cfa_offset 16 /* clang goes on adding to what it was before .cfi_restore_state */
1:
        .rept   GM_REACH
        addl    $GM_ENTRY_BYTES, %ecx
        movl    \site, %edx
        cmpl    %edx, SITE(%ecx)
        jne     2f
        movl    PUSHED(%esp), %edx
        cmpl    %edx, CALLEE(%ecx)
        je      0b
2:
        .endr
        .endm

        /* Behind the pushes: calls the C part, whose third argument is in eax. */
        .macro  call_slow name, site
        movl    \site, %edx
        movl    PUSHED(%esp), %ecx
        pushl   %eax
        .cfi_adjust_cfa_offset 4
        pushl   %ecx
        .cfi_adjust_cfa_offset 4
        pushl   %edx
        .cfi_adjust_cfa_offset 4
        cld
        call    gm_mcount_slow
        addl    $12, %esp
        .cfi_adjust_cfa_offset -12
        .cfi_remember_state
        pop_all
        ret
        .cfi_restore_state
        .cfi_def_cfa_offset 16 /* clang goes on adding to what it was before .cfi_restore_state */
        .cfi_adjust_cfa_offset -8
        .cfi_restore %ecx
        .cfi_restore %edx
9:      popl    %eax
        .cfi_adjust_cfa_offset -4
        .cfi_restore %eax
        ret
        gm_end  \name
        .endm

        count_arc mcount, 4(%ebp)
        xorl    %eax, %eax
        call_slow mcount, 4(%ebp)
        gm_also _mcount, mcount

        count_arc __fentry__, PUSHED+4(%esp)
        leal    PUSHED+4(%esp), %eax
        call_slow __fentry__, PUSHED+4(%esp)

        .hidden gm, gm_mcount_slow

        gm_marks
