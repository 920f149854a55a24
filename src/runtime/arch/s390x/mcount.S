/* mcount.S - counts the calls that -pg puts into functions, on s390x
 *
 * Role: counts an arc that is known already. The first call of an arc, and calls of functions far
 * away (beyond 4 GB from the program), go on to gm_mcount_slow (core/hooks.c).
 *
 *      -pg                                   -pg -mfentry
 *
 *      stg     %r14, 8(%r15)                 brasl   %r0, __fentry__
 *      brasl   %r14, _mcount
 *      lg      %r14, 8(%r15)
 *
 *      8(%r15) return into the caller        %r14    return into the caller
 *      %r14    return into the callee        %r0     return into the callee
 *
 * Both are the function's first instructions, so every register but r1 belongs to the function that
 * is being entered: arguments, r0 (static chain, with -pg), all of floating point. The borrowed
 * registers are saved in the area for registers that the caller provides, 160 bytes from r15 on.
 * The function has put nothing else there so far.
 *
 * gm begins with `base`: the program's beginning in memory, or 0 while nothing is to be counted.
 * `base` is read before the access registers, which are not set up in the first steps of a static
 * program. gm_arcs points to the thread's table; arch/layout.h says how an arc is looked up in the
 * table.
 * The count is one instruction, so a signal handler that counts in between loses nothing. The count
 * needs no order: the processor keeps the order of all stores.
 *
 *      r1  base; then the table, the entry     r4  both offsets, for their upper halves
 *      r2  callee, an offset; then the key     r5  hash
 *      r3  site, an offset
 *
 * SPDX-License-Identifier: MIT
 */

#include "runtime/arch/layout.h"
#include "runtime/arch/generic/assembly.inc"

#define KEY (GM_TABLE_ENTRIES + GM_ENTRY_KEY)
#define COUNT (GM_TABLE_ENTRIES + GM_ENTRY_COUNT)

        .text

        /* Loads the thread's variable, a pointer, into r1, by `by`. */
        .macro  load_local name, by
        ear     %r1, %a0
        sllg    %r1, %r1, 32
        ear     %r1, %a1
        lgrl    \by, \name@indntpoff
        lg      %r1, 0(%r1, \by)
        .endm

        /* Returns into the function, whose return address is in `back`. */
        .macro  leave back
        lmg     %r2, %r5, 16(%r15)
        .ifc    \back, %r14
        br      %r14
        .else
        lgr     %r1, \back
        br      %r1
        .endif
        .endm

        /* to_site: an instruction that puts the site into r3; site: the register that then has the
         * site. */
        .macro  count_arc name, back, to_site, site
        gm_begin \name, 6
        lgrl    %r1, gm + GM_STATE_BASE
        cgije   %r1, 0, 9f
        stmg    %r2, %r5, 16(%r15)
        sgrk    %r2, \back, %r1
        .ifc    \site, %r3
        \to_site
        .endif
        sgrk    %r3, \site, %r1
        ogrk    %r4, %r2, %r3
        clih    %r4, 0
        jne     8f
2:      lgr     %r5, %r2
        msgfi   %r5, GM_CALLEE_FACTOR
        agr     %r5, %r3
        risbhg  %r2, %r3, 0, 31, 32
        load_local gm_arcs, %r3
        ng      %r5, GM_TABLE_MASK(%r1)
        sllg    %r5, %r5, 2
        la      %r1, 0(%r5, %r1)
        cg      %r2, KEY(%r1)
        jne     1f
0:      agsi    COUNT(%r1), 1
        leave   \back
9:
        .ifc    \back, %r14
        br      %r14
        .else
        lgr     %r1, \back
        br      %r1
        .endif
1:
        .rept   GM_REACH
        la      %r1, GM_ENTRY_BYTES(%r1)
        cg      %r2, KEY(%r1)
        je      0b
        .endr
        j       7f
        /* A callback from far away: all callers are one. */
8:      clih    %r2, 0
        jne     7f
        lghi    %r3, GM_FAR_SITE
        j       2b
7:      \to_site
        lgr     %r2, %r3
        lgr     %r3, \back
        lghi    %r4, 0
        stg     %r0, 48(%r15)
        stg     %r14, 56(%r15)
        .cfi_offset %r14, -104
        lgr     %r1, %r15
        lay     %r15, -160(%r15)
        .cfi_adjust_cfa_offset 160
        stg     %r1, 0(%r15)
        brasl   %r14, gm_mcount_slow
        la      %r15, 160(%r15)
        .cfi_adjust_cfa_offset -160
        lg      %r14, 56(%r15)
        .cfi_restore %r14
        lg      %r0, 48(%r15)
        leave   \back
        gm_end  \name
        .endm

        count_arc _mcount, %r14, "lg %r3, 8(%r15)", %r3
        gm_also mcount, _mcount

        count_arc __fentry__, %r0, "lgr %r3, %r14", %r14

        .hidden gm, gm_arcs, gm_mcount_slow

        gm_marks
