/* mcount.S - counts the calls that -pg puts into functions, on LoongArch
 *
 * Role: counts an arc that is known already. The first call of an arc, and calls of functions far
 * away (beyond 4 GB from the program), go on to gm_mcount_slow (core/hooks.c).
 *
 *      or      $a0, $ra, $zero the return address into the caller
 *      bl      _mcount         $ra: the return address into the callee
 *
 * The call stands behind the prologue and is an ordinary one: the compiler has saved the arguments,
 * the static chain ($t8) and $ra if it wants to keep them. So every register that a function may
 * change is free here, nothing is saved, and the C part is jumped to.
 *
 * gm begins with `base`: the program's beginning in memory, or 0 while nothing is to be counted.
 * `base` is read before $tp, which is not set up in the first steps of a static program. gm_arcs
 * points to the thread's table; arch/layout.h says how an arc is looked up in the table. The key is
 * also a check: its upper half is the site again only if both addresses lie within 4 GB.
 * The count is one instruction, so a signal handler that counts in between loses nothing. The count
 * needs no order: nobody else adds to the thread's own table, and a reader finds the count whole.
 *
 * SPDX-License-Identifier: MIT
 */

#include "runtime/arch/layout.h"
#include "runtime/arch/generic/assembly.inc"

#define KEY (GM_TABLE_ENTRIES + GM_ENTRY_KEY)
#define COUNT (GM_TABLE_ENTRIES + GM_ENTRY_COUNT)

/* Adds one to the entry's COUNT at $a5, and returns. */
        .macro  count_and_return
        ori     $a4, $zero, 1
        amadd.d $zero, $a4, $a5
9:      jr      $ra
        .endm

        .section .text, "ax", @progbits

        gm_begin _mcount, 4
        pcalau12i $t0, %pc_hi20(gm + GM_STATE_BASE)
        ld.d    $t0, $t0, %pc_lo12(gm + GM_STATE_BASE)
        beqz    $t0, 9f
        sub.d   $a1, $ra, $t0
        sub.d   $a2, $a0, $t0
        slli.d  $a3, $a2, 32
        add.d   $a3, $a3, $a1
        srli.d  $a4, $a3, 32
        bne     $a4, $a2, 8f
2:      la.tls.ie $a5, gm_arcs
        ldx.d   $a5, $a5, $tp
        ld.d    $a4, $a5, GM_TABLE_FACTOR
        mul.d   $a1, $a1, $a4
        add.d   $a1, $a1, $a2
        ld.d    $a4, $a5, GM_TABLE_MASK
        and     $a1, $a1, $a4
        alsl.d  $a5, $a1, $a5, 2
        ld.d    $a4, $a5, KEY
        bne     $a4, $a3, 3f
0:      addi.d  $a5, $a5, COUNT
        count_and_return
3:
        .rept   GM_REACH
        addi.d  $a5, $a5, GM_ENTRY_BYTES
        ld.d    $a4, $a5, KEY
        beq     $a4, $a3, 0b
        .endr
        b       7f
8:      srli.d  $a4, $a1, 32
        bnez    $a4, 7f
        ori     $a2, $zero, GM_FAR_SITE
        or      $a3, $a1, $zero
        b       2b
7:      or      $a1, $ra, $zero
        ori     $a2, $zero, 0
        b       gm_mcount_slow
        gm_end  _mcount
        gm_also mcount, _mcount

        .hidden gm, gm_arcs, gm_mcount_slow

        gm_marks
