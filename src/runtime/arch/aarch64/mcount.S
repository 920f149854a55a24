/* mcount.S - counts the calls that -pg puts into functions, on AArch64
 *
 * Role: counts an arc that is known already. The first call of an arc, and calls of functions far
 * away (beyond 4 GB from the program), go on to gm_mcount_slow (core/hooks.c).
 *
 *      mov x0, x30        the return address into the caller, without its signature (xpaclri)
 *      bl  _mcount        x30: the return address into the callee
 *
 * To compilers this is an ordinary call. The arguments of the function that is entered, and its
 * static chain (x18), are in registers that calls preserve. So x0 to x17 are free, and the C part
 * is a jump away. Vector registers still stay as they are.
 *
 * gm begins with `base`: the program's beginning in memory, or 0 while nothing is to be counted.
 * `base` is read before tpidr_el0, which is not set up in the first steps of a static program.
 * gm_arcs points to the thread's table; arch/layout.h says how an arc is looked up in the table.
 * The factor of the hash is loaded with the table's mask, which is cheaper than making it.
 * The count is an exclusive pair: a signal handler that counts in between makes the store fail. The
 * count needs no order of its own: the thread alone writes, and keys are in place long before.
 *
 *      x9   base                       x13  the table, then behind its header
 *      x10  callee, an offset          x14  mask, then what is loaded
 *      x11  site, an offset; then key  x15  factor, then both offsets, for their upper halves
 *      x12  the entry's count
 *
 * SPDX-License-Identifier: MIT
 */

#include "runtime/arch/layout.h"
#include "runtime/arch/generic/assembly.inc"

#define ENTRIES (GM_TABLE_ENTRIES + GM_ENTRY_COUNT)
#define KEY (GM_ENTRY_KEY - GM_ENTRY_COUNT)

        .text

        .macro  load_local name, to, by
        adrp    \to, :gottprel:\name
        mrs     \by, tpidr_el0
        ldr     \to, [\to, #:gottprel_lo12:\name]
        ldr     \to, [\to, \by]
        .endm

        /* Adds one at x12, by the processor's own instruction if the compiler may use it. */
        .macro  count_one
#ifdef __ARM_FEATURE_ATOMICS
        mov     x14, #1
        stadd   x14, [x12]
#else
5:      ldxr    x14, [x12]
        add     x14, x14, #1
        stxr    w15, x14, [x12]
        cbnz    w15, 5b
#endif
        .endm

        gm_begin _mcount, 6
        adrp    x9, gm
        ldr     x9, [x9, #:lo12:gm]
        cbz     x9, 9f
        sub     x10, x30, x9
        sub     x11, x0, x9
        orr     x15, x10, x11
2:      load_local gm_arcs, x13, x14
        ldp     x14, x16, [x13], #ENTRIES
        madd    x12, x10, x16, x11
        and     x12, x14, x12
        add     x12, x13, x12, lsl #2
        orr     x11, x10, x11, lsl #32
        ldr     x14, [x12, #KEY]
        cmp     xzr, x15, lsr #32
        ccmp    x14, x11, #0, eq
        b.ne    1f
0:      count_one
9:      ret
1:      lsr     x15, x15, #32
        cbnz    x15, 8f
        .rept   GM_REACH
        add     x12, x12, #GM_ENTRY_BYTES
        ldr     x14, [x12, #KEY]
        cmp     x14, x11
        b.eq    0b
        .endr
        b       7f
        /* A callback from far away: all callers are one. x15 is 0 if the callee is near. */
8:      mov     x11, #GM_FAR_SITE
        lsr     x15, x10, #32
        cbz     x15, 2b
7:      mov     x1, x30
        mov     x2, #0
        b       gm_mcount_slow
        gm_end  _mcount
        gm_also mcount, _mcount

        .hidden gm, gm_arcs, gm_mcount_slow

        gm_marks
