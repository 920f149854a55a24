/* mcount.S - counts the calls that -pg puts into functions, on RISC-V
 *
 * Role: counts an arc that is known already. The first call of an arc, and calls of functions far
 * away (beyond 4 GB from the program), go on to gm_mcount_slow (core/hooks.c).
 *
 *      mv      a0, ra          the return address into the caller
 *      call    _mcount         ra: the return address into the callee
 *
 * The call stands behind the prologue and is an ordinary one: the compiler has saved the arguments,
 * the static chain (t2) and ra if it wants to keep them. So every register that a function may
 * change is free here, nothing is saved, and the C part is jumped to.
 *
 * gm begins with `base`: the program's beginning in memory, or 0 while nothing is to be counted.
 * `base` is read before tp, which is not set up in the first steps of a static program. gm_arcs
 * points to the thread's table; arch/layout.h says how an arc is looked up in the table. The key is
 * also a check: its upper half is the site again only if both addresses lie within 4 GB. On
 * machines of 32 bits key and count are two words each; the words of the key are the two addresses.
 * The count is one instruction, so a signal handler that counts in between loses nothing. On
 * machines of 32 bits it is one instruction for each word: the thread that turns the lower word to
 * 0 adds to the upper one. The count needs no order: nobody else adds to the thread's own table,
 * and a reader finds the count whole.
 *
 * SPDX-License-Identifier: MIT
 */

#include "runtime/arch/layout.h"
#include "runtime/arch/generic/assembly.inc"

#define KEY (GM_TABLE_ENTRIES + GM_ENTRY_KEY)
#define COUNT (GM_TABLE_ENTRIES + GM_ENTRY_COUNT)

#if __riscv_xlen == 64
        .macro  word register, at
        ld      \register, \at
        .endm
#else
        .macro  word register, at
        lw      \register, \at
        .endm
#endif

/* Lets a5, a table, point to the home of an arc. */
        .macro  find_home callee, site
        word    a4, GM_TABLE_FACTOR(a5)
        mul     a1, \callee, a4
        word    a4, GM_TABLE_MASK(a5)
        add     a1, a1, \site
        and     a1, a1, a4
        slli    a1, a1, 2
        add     a5, a5, a1
        .endm

/* Adds one to the entry's COUNT at a5, and returns. */
        .macro  count_and_return
        li      a4, 1
#if __riscv_xlen == 64
        amoadd.d zero, a4, (a5)
#else
        amoadd.w a3, a4, (a5)
        addi    a3, a3, 1
        bnez    a3, 9f
        addi    a5, a5, 4
        amoadd.w zero, a4, (a5)
#endif
9:      ret
        .endm

        .section .text, "ax", @progbits

        gm_begin _mcount, 4
1:      auipc   t0, %pcrel_hi(gm + GM_STATE_BASE)
        word    t0, %pcrel_lo(1b)(t0)
        beqz    t0, 9f
#if __riscv_xlen == 64
        sub     a1, ra, t0
        sub     a2, a0, t0
        slli    a3, a2, 32
        add     a3, a3, a1
        srli    a4, a3, 32
        bne     a4, a2, 8f
2:      la.tls.ie a5, gm_arcs
        add     a5, a5, tp
        ld      a5, 0(a5)
        find_home a1, a2
        ld      a4, KEY(a5)
        bne     a4, a3, 3f
0:      addi    a5, a5, COUNT
        count_and_return
3:
        .rept   GM_REACH
        addi    a5, a5, GM_ENTRY_BYTES
        ld      a4, KEY(a5)
        beq     a4, a3, 0b
        .endr
        j       7f
8:      srli    a4, a1, 32
        bnez    a4, 7f
        li      a2, GM_FAR_SITE
        mv      a3, a1
        j       2b
7:
#else
        la.tls.ie a5, gm_arcs
        add     a5, a5, tp
        lw      a5, 0(a5)
        find_home ra, a0
        lw      a4, KEY(a5)
        lw      a3, KEY + 4(a5)
        bne     a4, ra, 3f
        bne     a3, a0, 3f
0:      addi    a5, a5, COUNT
        count_and_return
3:
        .rept   GM_REACH
        addi    a5, a5, GM_ENTRY_BYTES
        lw      a4, KEY(a5)
        lw      a3, KEY + 4(a5)
        xor     a4, a4, ra
        xor     a3, a3, a0
        or      a4, a4, a3
        beqz    a4, 0b
        .endr
#endif
        mv      a1, ra
        li      a2, 0
        tail    gm_mcount_slow
        gm_end  _mcount
        gm_also mcount, _mcount

        .hidden gm, gm_arcs, gm_mcount_slow

        gm_marks
