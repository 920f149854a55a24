/* mcount.S - ppc64le: the calls that -pg and -fsanitize-coverage=trace-pc put into functions
 *
 * Role: counts an arc that is known already. The first call of an arc, and calls of functions far
 * away (beyond 4 GB from the program), go on to gm_mcount_slow (core/mcount_slow.c).
 *
 *      mflr    r0
 *      std     r0, 16(r1)      the return address into the caller, in the caller's frame
 *      stdu    r1, -N(r1)
 *      bl      _mcount         lr: the return address into the callee
 *
 * The call stands behind the prologue and is an ordinary one: the compiler has saved the arguments
 * and the static chain (r11) where it wants to keep them. So every register that a function may
 * change is free here, nothing is saved, and the C part is jumped to. (ABI: ELFv2.)
 *
 * gm begins with `base`: where the program begins in memory, or 0 while nothing is to be counted.
 * It is looked at before r13 is used, which is not set up in the first steps of a static program.
 * gm_arcs points to the thread's table; arch/layout.h says how an arc is looked up in it.
 * The count is an exclusive pair: a signal handler that counts in between makes the store fail.
 * It needs no order of its own: the thread alone writes, and keys are in place long before.
 *
 *      r9  base; then both offsets, for their upper halves     r3  site
 *      r5  site, an offset                                     r4  callee
 *      r6  callee, an offset; then the key                     r10 hash
 *      r8  the table, the entry; then its count
 *
 * SPDX-License-Identifier: MIT
 */

#include "runtime/arch/layout.h"
#include "runtime/arch/ppc64le/assembly.inc"

#define KEY (GM_TABLE_ENTRIES + GM_ENTRY_KEY)
#define COUNT (GM_TABLE_ENTRIES + GM_ENTRY_COUNT)

#if GM_CALLEE_FACTOR != 2 * GM_SITE_FACTOR || GM_CALLEE_SHIFT != 0 || GM_SITE_FACTOR != 4
#error "the hash of arcs is another one than this code computes"
#endif

        .abiversion 2
        .text

        /* The table of contents, for calls that do not share it. */
        .macro  enter name
        .type   \name, @function
        .p2align 5
\name:
        .cfi_startproc
5:      addis   2, 12, .TOC. - 5b@ha
        addi    2, 2, .TOC. - 5b@l
        .localentry \name, . - \name
        .endm

        /* The thread's variable, a pointer. */
        .macro  load_local name, to
        addis   \to, 2, \name@got@tprel@ha
        ld      \to, \name@got@tprel@l(\to)
        ldx     \to, \to, \name@tls
        .endm

        .macro  count_one
        addi    8, 8, COUNT
6:      ldarx   11, 0, 8
        addi    11, 11, 1
        stdcx.  11, 0, 8
        bne-    6b
        .endm

        .globl  _mcount, mcount
        enter   _mcount
        addis   9, 2, gm@toc@ha
        ld      9, gm@toc@l(9)
        cmpdi   9, 0
        beqlr-
        mflr    4
        ld      3, 0(1)
        ld      3, 16(3)
        subf    6, 9, 4
        subf    5, 9, 3
        or      9, 5, 6
        srdi.   9, 9, 32
        bne-    8f
2:      load_local gm_arcs, 8
        sldi    10, 6, 1
        add     10, 10, 5
        sldi    10, 10, 2
        ld      11, GM_TABLE_MASK(8)
        rldimi  6, 5, 32, 0
        and     10, 10, 11
        add     8, 8, 10
        ld      11, KEY(8)
        cmpd    11, 6
        bne-    1f
0:      count_one
        blr
1:
        .rept   GM_REACH
        addi    8, 8, GM_ENTRY_BYTES
        ld      11, KEY(8)
        cmpd    11, 6
        beq     0b
        .endr
        b       7f
        /* A callback from far away: all callers in one. */
8:      srdi.   9, 6, 32
        bne     7f
        li      5, GM_FAR_SITE
        b       2b
7:      li      5, 0
        b       gm_mcount_slow
        .cfi_endproc
        .size   _mcount, . - _mcount
        .set    mcount, _mcount

/* void __sanitizer_cov_trace_pc(void): at the head of every basic block. The key is the return
 * address. */
        .globl  __sanitizer_cov_trace_pc
        enter   __sanitizer_cov_trace_pc
        addis   9, 2, gm@toc@ha
        ld      9, gm@toc@l(9)
        cmpdi   9, 0
        beqlr-
        mflr    3
        load_local gm_blocks, 8
        sldi    10, 3, 2
        ld      11, GM_TABLE_MASK(8)
        and     10, 10, 11
        add     8, 8, 10
        ld      11, KEY(8)
        cmpd    11, 3
        bne-    1f
0:      count_one
        blr
1:
        .rept   GM_REACH
        addi    8, 8, GM_ENTRY_BYTES
        ld      11, KEY(8)
        cmpd    11, 3
        beq     0b
        .endr
        b       gm_block_slow
        .cfi_endproc
        .size   __sanitizer_cov_trace_pc, . - __sanitizer_cov_trace_pc

        .hidden gm, gm_arcs, gm_blocks, gm_mcount_slow, gm_block_slow

        gm_marks
