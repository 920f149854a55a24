/* mcount.S - counts the calls that -pg puts into functions, on MIPS
 *
 * Role: counts an arc that is known already. The first call of an arc goes on to gm_mcount_slow
 * (core/hooks.c). n64 and o32 do the same with words of 64 and of 32 bits.
 *
 *      move    $1, $31         the return address into the caller
 *      subu    $sp, $sp, 8     o32 alone: _mcount gives these bytes back
 *      jal     _mcount         $31: the return address into the callee
 *
 * The call stands behind the prologue, but the arguments stay in their registers: $4 to $7 (o32),
 * to $11 (n64), and floating-point registers; the static chain is in $2. $28 is the caller's. $31
 * must be the return address into the caller again. $1, $3, $12 to $15, $24 and $25 are free.
 *
 * $25 has the function's own address. gm is found by a distance from there, which is stored in
 * front of the code: that takes less than the global pointer and the table behind it. gm.arcs_at is
 * the offset of gm_arcs from the thread pointer. It is 0 while nothing is to be counted, and so in
 * the first steps of a static program, which has no thread pointer. Keys are whole addresses
 * (arch/layout.h).
 * The count is an exclusive pair: a signal handler that counts in between makes the store fail. The
 * count needs no order of its own: the thread alone writes, and keys are in place long before. On
 * o32 a count has two words: the thread that makes the lower one 0 adds one to the upper one.
 * The processor executes the instruction behind a branch or jump before it leaves. So the exclusive
 * load begins while the key is still compared, and $31 is set while the function returns by it.
 *
 *      $12  gm; then the table, the entry              $14  hash
 *      $13  place of gm_arcs; then what is loaded      $3   what is loaded
 *
 * SPDX-License-Identifier: MIT
 */

#include "runtime/arch/layout.h"
#include "runtime/arch/generic/assembly.inc"

#if defined(__mips64)
#define WORD 8
#define WORD_SHIFT 3
#define LOAD ld
#define STORE sd
#define ADD daddu
#define ADDI daddiu
#define SHIFT dsll
#define GOT %got_disp
#define CALLEE (GM_TABLE_ENTRIES + GM_ARC_CALLEE)
#define SITE (GM_TABLE_ENTRIES + GM_ARC_SITE)
#define LOWER 0
#define ARGUMENTS 4, 5, 6, 7, 8, 9, 10, 11
#define POPS 0
        .set    mips64r2
#else
#define WORD 4
#define WORD_SHIFT 2
#define LOAD lw
#define STORE sw
#define ADD addu
#define ADDI addiu
#define SHIFT sll
#define GOT %got
#if defined(__MIPSEL__)
#define LOWER 0
#define UPPER 4
#else
#define LOWER 4
#define UPPER 0
#endif
#define CALLEE (GM_TABLE_ENTRIES + GM_ENTRY_KEY + LOWER)
#define SITE (GM_TABLE_ENTRIES + GM_ENTRY_KEY + UPPER)
#define ARGUMENTS 4, 5, 6, 7
#define POPS 8
        .set    mips32r2
#endif
#define MASK (GM_TABLE_MASK + LOWER)
#define FACTOR (GM_TABLE_FACTOR + LOWER)
#define COUNT (GM_TABLE_ENTRIES + GM_ARC_COUNT)
#define FRAME (16 + 12 * WORD) /* o32 wants 16 bytes below what is saved */

        .text
        .set    noat
        .set    noreorder
        .set    nomacro

        /* Computes the global pointer from the address of `label', which is in `from'. */
        .macro  global_pointer to, from, label
#if defined(__mips64)
        lui     \to, %hi(%neg(%gp_rel(\label)))
        daddu   \to, \to, \from
        daddiu  \to, \to, %lo(%neg(%gp_rel(\label)))
#else
        lui     \to, %hi(_gp_disp) /* from this instruction, which is at the label */
        addiu   \to, \to, %lo(_gp_disp)
        addu    \to, \to, \from
#endif
        .endm

        .macro  multiply to, by
#if defined(__mips64)
        dmultu  \to, \by
        mflo    \to
#else
        mul     \to, \to, \by
#endif
        .endm

        /* Adds one at `at' behind $12; executes `last' once. */
        .macro  count_one at, last
#if defined(__mips64)
0:      lld     $3, \at($12)
        daddiu  $3, $3, 1
        scd     $3, \at($12)
        beqz    $3, 0b
        nop
#else
0:      ll      $3, \at + LOWER($12)
        addiu   $13, $3, 1
        sc      $13, \at + LOWER($12)
        beqz    $13, 0b
        addiu   $3, $3, 1
        beqz    $3, 5f
        \last
#endif
        .endm

        .macro  count_carry at
#if !defined(__mips64)
5:      ll      $3, \at + UPPER($12)
        addiu   $3, $3, 1
        sc      $3, \at + UPPER($12)
        beqz    $3, 5b
        nop
#endif
        .endm

        .globl  _mcount
        .type   _mcount, @function
        .ent    _mcount
        .p2align 5
        .word   gm + GM_STATE_ARCS - _mcount, 0
_mcount:
        .cfi_startproc
        .cfi_return_column 0 /* the pc (machine.h) */
        .cfi_register 0, 31
        .cfi_register 31, 1
        .cfi_def_cfa_offset POPS
        lw      $12, -8($25)
        ADD     $12, $12, $25
        LOAD    $13, 0($12)
        beqz    $13, 9f
        rdhwr   $3, $29
        ADD     $13, $13, $3
        LOAD    $12, 0($13)
        LOAD    $14, FACTOR($12)
        LOAD    $3, MASK($12)
        multiply $14, $31
        ADD     $14, $14, $1
        and     $14, $14, $3
        SHIFT   $14, $14, WORD_SHIFT
        ADD     $12, $12, $14
        LOAD    $3, CALLEE($12)
        bne     $3, $31, 1f
        LOAD    $13, SITE($12)
        bne     $13, $1, 1f
        count_one COUNT, "addiu $29, $29, 8"
        .cfi_remember_state
        .cfi_def_cfa_offset 0
6:      jr      $31
        move    $31, $1
        count_carry COUNT
        b       6b
        nop
        .cfi_restore_state
9:      ADDI    $29, $29, POPS
        .cfi_def_cfa_offset 0
        jr      $31
        move    $31, $1
        .cfi_def_cfa_offset POPS
1:
        .rept   GM_REACH
        ADDI    $12, $12, GM_ARC_BYTES
        LOAD    $3, CALLEE($12)
        bne     $3, $31, 2f
        LOAD    $13, SITE($12)
        beq     $13, $1, 0b
        nop
2:
        .endr
        ADDI    $29, $29, -FRAME
        .cfi_adjust_cfa_offset FRAME
        .set    place, 16
        .irp    r, 1, 2, 28, 31, ARGUMENTS
        STORE   $\r, place($29)
        .set    place, place + WORD
        .endr
        .cfi_offset 0, -FRAME - POPS + 16 + 3 * WORD
        .cfi_offset 31, -FRAME - POPS + 16
        move    $4, $1
        move    $5, $31
        bal     5f
        move    $6, $0
5:      global_pointer $28, $31, 5b
        LOAD    $25, GOT(gm_mcount_slow)($28)
        jalr    $25
        nop
        .set    place, 16
        .irp    r, 31, 2, 28, 25, ARGUMENTS /* $31 from $1, and where to from $31 */
        LOAD    $\r, place($29)
        .set    place, place + WORD
        .endr
        jr      $25
        ADDI    $29, $29, FRAME + POPS
        .cfi_endproc
        .end    _mcount
        .size   _mcount, . - _mcount

        .hidden gm, gm_mcount_slow

        gm_marks
