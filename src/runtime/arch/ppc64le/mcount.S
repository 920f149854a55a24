/* mcount.S - counts the calls that -pg puts into functions, on ppc64le
 *
 * Role: counts an arc that is known already. The first call of an arc goes on to gm_mcount_slow
 * (core/hooks.c).
 *
 *      mflr    r0
 *      std     r0, 16(r1)      the return address into the caller, in the caller's frame
 *      stdu    r1, -N(r1)
 *      bl      _mcount         lr: the return address into the callee
 *
 * The call stands behind the prologue and is an ordinary one: the compiler has saved the arguments
 * and the static chain (r11) if it wants to keep them. So every register that a function may change
 * is free here, nothing is saved, and the C part is jumped to. (ABI: ELFv2.)
 *
 * gm.arcs_at is the offset of gm_arcs from r13. It is 0 while nothing is to be counted, and so in
 * the first steps of a static program, in which r13 is not set up. A call from another module
 * enters with the function's address in r12, other calls with that of their common table of
 * contents in r2: each way finds gm in two instructions. Keys are whole addresses (arch/layout.h).
 * The count is an exclusive pair: a signal handler that counts in between makes the store fail. The
 * count needs no order of its own: the thread alone writes, and keys are in place long before.
 *
 *      r9  where gm_arcs is        r3  site
 *      r8  the table, the entry    r4  callee
 *      r11 what is loaded          r10 hash
 *
 * SPDX-License-Identifier: MIT
 */

#include "runtime/arch/layout.h"
#include "runtime/arch/generic/assembly.inc"

#define SITE (GM_TABLE_ENTRIES + GM_ARC_SITE)
#define CALLEE (GM_TABLE_ENTRIES + GM_ARC_CALLEE)
#define COUNT (GM_TABLE_ENTRIES + GM_ARC_COUNT)

        .abiversion 2
        .text

        .macro  count_one at
        addi    8, 8, \at
6:      ldarx   11, 0, 8
        addi    11, 11, 1
        stdcx.  11, 0, 8
        bne-    6b
        .endm

        gm_begin _mcount, 5
        ld      9, 24(12)
        ldx     9, 9, 12
        cmpdi   9, 0
        bne+    2f
        blr
        nop
        .quad   gm + GM_STATE_ARCS - _mcount
        .localentry _mcount, . - _mcount
        addis   9, 2, (gm + GM_STATE_ARCS)@toc@ha
        ld      9, (gm + GM_STATE_ARCS)@toc@l(9)
        cmpdi   9, 0
        beqlr-
2:      mflr    4
        ld      3, 0(1)
        ld      3, 16(3)
        ldx     8, 9, 13
        ld      10, GM_TABLE_FACTOR(8)
        ld      11, GM_TABLE_MASK(8)
        mulld   10, 10, 4
        add     10, 10, 3
        and     10, 10, 11
        sldi    10, 10, 3
        add     8, 8, 10
        ld      11, CALLEE(8)
        cmpd    11, 4
        bne-    1f
        ld      11, SITE(8)
        cmpd    11, 3
        bne-    1f
0:      count_one COUNT
        blr
1:
        .rept   GM_REACH
        addi    8, 8, GM_ARC_BYTES
        ld      11, CALLEE(8)
        cmpd    11, 4
        bne     3f
        ld      11, SITE(8)
        cmpd    11, 3
        beq     0b
3:
        .endr
        /* Finds the table of contents by the function's address: r2 may be another module's
         * here. */
        .cfi_register 65, 4
        bcl     20, 31, 5f
5:      mflr    12
        mtlr    4
        .cfi_restore 65
        addis   12, 12, gm_mcount_slow - 5b@ha
        addi    12, 12, gm_mcount_slow - 5b@l
        mtctr   12
        li      5, 0
        bctr
        gm_end  _mcount
        gm_also mcount, _mcount

        .hidden gm, gm_mcount_slow

        gm_marks
