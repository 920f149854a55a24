/* mcount.S - MIPS: the calls that -pg and -fsanitize-coverage=trace-pc put into functions
 *
 * Role: counts an arc that is known already. The first call of an arc, and calls of functions far
 * away (beyond 4 GB from the program), go on to gm_mcount_slow (core/mcount_slow.c).
 *
 *      move    $1, $31         the return address into the caller
 *      subu    $sp, $sp, 8     o32 alone: _mcount gives these bytes back
 *      jal     _mcount         $31: the return address into the callee
 *
 * The call stands behind the prologue, but the arguments stay where they are: $4 to $7 (o32), to
 * $11 (n64), and registers of floating point; the static chain waits in $2. $28 is the caller's.
 * $31 is to be the return address into the caller again. $1, $3, $12 to $15, $24 and $25 are free.
 *
 * gm begins with `base`: where the program begins in memory, or 0 while nothing is to be counted.
 * It is looked at before the thread's register is used, which is not set up in the first steps of a
 * static program. gm_arcs points to the thread's table; arch/layout.h says how an arc is looked up
 * in it. The count is an exclusive pair: a signal handler that counts in between makes the store
 * fail. It needs no order of its own: the thread alone writes, and keys are in place long before.
 * On o32 keys are whole addresses, and a count has two words: whoever makes the lower one 0 adds one
 * to the upper one.
 *
 *      $12  the global pointer; then the table, the entry    $15  n64: site, an offset
 *      $13  base                                             $24  n64: key
 *      $14  n64: callee, an offset; then the hash            $3, $25  what is loaded
 *
 * SPDX-License-Identifier: MIT
 */

#include "runtime/arch/layout.h"
#include "runtime/arch/mips/assembly.inc"

#define KEY (GM_TABLE_ENTRIES + GM_ENTRY_KEY)
#define COUNT (GM_TABLE_ENTRIES + GM_ENTRY_COUNT)

#if GM_CALLEE_FACTOR != 2 * GM_SITE_FACTOR || GM_CALLEE_SHIFT != 0 || GM_SITE_FACTOR != 4
#error "the hash of arcs is another one than this code computes"
#endif

        .text
        .set    noat
        .set    noreorder
        .set    nomacro

#if defined(__mips64)

        .hidden gm_arcs
        .set    mips64r2

        .macro  global_pointer name
        lui     $12, %hi(%neg(%gp_rel(\name)))
        daddu   $12, $12, $25
        daddiu  $12, $12, %lo(%neg(%gp_rel(\name)))
        .endm

        .macro  count_one
6:      lld     $25, COUNT($12)
        daddiu  $25, $25, 1
        scd     $25, COUNT($12)
        .endm

        .globl  _mcount
        .type   _mcount, @function
        .ent    _mcount
        .p2align 5
_mcount:
        .cfi_startproc
        global_pointer _mcount
        ld      $13, %got_disp(gm)($12)
        ld      $13, GM_STATE_BASE($13)
        beqz    $13, 9f
        dsubu   $14, $31, $13
        dsubu   $15, $1, $13
        dsll32  $24, $15, 0
        daddu   $24, $24, $14
        dsrl32  $25, $24, 0
        bne     $25, $15, 8f
2:      ld      $25, %gottprel(gm_arcs)($12)
        rdhwr   $3, $29
        daddu   $25, $25, $3
        ld      $25, 0($25)
        dsll    $14, $14, 1
        daddu   $14, $14, $15
        ld      $3, GM_TABLE_MASK($25)
        dsll    $14, $14, 2
        and     $14, $14, $3
        daddu   $12, $25, $14
        ld      $25, KEY($12)
        bne     $25, $24, 1f
        nop
0:      count_one
        beqz    $25, 6b
9:      move    $25, $31
        jr      $25
        move    $31, $1
1:
        .rept   GM_REACH
        daddiu  $12, $12, GM_ENTRY_BYTES
        ld      $25, KEY($12)
        beq     $25, $24, 0b
        nop
        .endr
        b       7f
        nop
        /* A callback from far away: all callers in one. */
8:      dsrl32  $25, $14, 0
        bnez    $25, 7f
        move    $24, $14
        b       2b
        li      $15, GM_FAR_SITE
7:      daddiu  $sp, $sp, -112
        .cfi_adjust_cfa_offset 112
        sd      $1, 0($sp)
        sd      $2, 8($sp)
        .irp    r, 4, 5, 6, 7, 8, 9, 10, 11
        sd      $\r, 8 * \r - 16($sp)
        .endr
        sd      $28, 80($sp)
        sd      $31, 88($sp)
        .cfi_offset 31, -24
        bal     5f
        nop
5:      lui     $28, %hi(%neg(%gp_rel(5b)))
        daddu   $28, $28, $31
        daddiu  $28, $28, %lo(%neg(%gp_rel(5b)))
        ld      $5, 88($sp)
        move    $4, $1
        ld      $25, %got_disp(gm_mcount_slow)($28)
        jalr    $25
        move    $6, $0
        .irp    r, 4, 5, 6, 7, 8, 9, 10, 11
        ld      $\r, 8 * \r - 16($sp)
        .endr
        ld      $2, 8($sp)
        ld      $28, 80($sp)
        ld      $25, 88($sp)
        ld      $31, 0($sp)
        jr      $25
        daddiu  $sp, $sp, 112
        .cfi_endproc
        .end    _mcount
        .size   _mcount, . - _mcount

/* void __sanitizer_cov_trace_pc(void): an ordinary call at the head of every basic block. The key
 * is the return address. */
        .globl  __sanitizer_cov_trace_pc
        .type   __sanitizer_cov_trace_pc, @function
        .ent    __sanitizer_cov_trace_pc
        .p2align 5
__sanitizer_cov_trace_pc:
        .cfi_startproc
        global_pointer __sanitizer_cov_trace_pc
        ld      $13, %got_disp(gm)($12)
        ld      $13, GM_STATE_BASE($13)
        beqz    $13, 9f
        ld      $25, %gottprel(gm_blocks)($12)
        rdhwr   $3, $29
        daddu   $25, $25, $3
        ld      $25, 0($25)
        dsll    $14, $31, 2
        ld      $3, GM_TABLE_MASK($25)
        and     $14, $14, $3
        daddu   $13, $25, $14
        ld      $25, KEY($13)
        bne     $25, $31, 1f
        nop
0:      lld     $25, COUNT($13)
        daddiu  $25, $25, 1
        scd     $25, COUNT($13)
        beqz    $25, 0b
        nop
9:      jr      $31
        nop
1:
        .rept   GM_REACH
        daddiu  $13, $13, GM_ENTRY_BYTES
        ld      $25, KEY($13)
        beq     $25, $31, 0b
        nop
        .endr
        ld      $25, %got_disp(gm_block_slow)($12)
        jr      $25
        move    $4, $31
        .cfi_endproc
        .end    __sanitizer_cov_trace_pc
        .size   __sanitizer_cov_trace_pc, . - __sanitizer_cov_trace_pc

#else /* o32 */

#if defined(__MIPSEL__)
#define LOWER 0
#define UPPER 4
#else
#define LOWER 4
#define UPPER 0
#endif

        .set    mips32r2

        .macro  global_pointer
        lui     $12, %hi(_gp_disp)
        addiu   $12, $12, %lo(_gp_disp)
        addu    $12, $12, $25
        .endm

        .macro  count_one
6:      ll      $3, COUNT + LOWER($12)
        addiu   $3, $3, 1
        move    $13, $3
        sc      $3, COUNT + LOWER($12)
        beqz    $3, 6b
        nop
        beqz    $13, 5f
        .endm

        .macro  count_carry
5:      ll      $3, COUNT + UPPER($12)
        addiu   $3, $3, 1
        sc      $3, COUNT + UPPER($12)
        beqz    $3, 5b
        nop
        .endm

        .globl  _mcount
        .type   _mcount, @function
        .ent    _mcount
        .p2align 5
_mcount:
        .cfi_startproc
        .cfi_def_cfa_offset 8
        global_pointer
        lw      $13, %got(gm)($12)
        lw      $13, GM_STATE_ARCS($13)
        beqz    $13, 9f
        sll     $14, $31, 1
        rdhwr   $3, $29
        addu    $13, $13, $3
        lw      $12, 0($13)
        addu    $14, $14, $1
        lw      $3, GM_TABLE_MASK + LOWER($12)
        sll     $14, $14, 2
        and     $14, $14, $3
        addu    $12, $12, $14
        lw      $3, KEY + LOWER($12)
        bne     $3, $31, 1f
        lw      $13, KEY + UPPER($12)
        bne     $13, $1, 1f
0:      count_one
9:      move    $25, $31
        addiu   $29, $29, 8
        jr      $25
        move    $31, $1
        count_carry
        b       9b
        nop
1:
        .rept   GM_REACH
        addiu   $12, $12, GM_ENTRY_BYTES
        lw      $3, KEY + LOWER($12)
        bne     $3, $31, 2f
        lw      $13, KEY + UPPER($12)
        beq     $13, $1, 0b
        nop
2:
        .endr
        addiu   $29, $29, -48
        .cfi_adjust_cfa_offset 48
        sw      $1, 16($29)
        sw      $2, 20($29)
        .irp    r, 4, 5, 6, 7
        sw      $\r, 4 * \r + 8($29)
        .endr
        sw      $28, 40($29)
        sw      $31, 44($29)
        .cfi_offset 31, -12
        bal     5f
        nop
5:      lui     $28, %hi(_gp_disp)
        addiu   $28, $28, %lo(_gp_disp)
        addu    $28, $28, $31
        lw      $5, 44($29)
        move    $4, $1
        lw      $25, %got(gm_mcount_slow)($28)
        jalr    $25
        move    $6, $0
        .irp    r, 4, 5, 6, 7
        lw      $\r, 4 * \r + 8($29)
        .endr
        lw      $2, 20($29)
        lw      $28, 40($29)
        lw      $25, 44($29)
        lw      $31, 16($29)
        jr      $25
        addiu   $29, $29, 48 + 8
        .cfi_endproc
        .end    _mcount
        .size   _mcount, . - _mcount

/* As above. */
        .globl  __sanitizer_cov_trace_pc
        .type   __sanitizer_cov_trace_pc, @function
        .ent    __sanitizer_cov_trace_pc
        .p2align 5
__sanitizer_cov_trace_pc:
        .cfi_startproc
        global_pointer
        move    $15, $12
        lw      $13, %got(gm)($15)
        lw      $13, GM_STATE_BASE($13)
        beqz    $13, 9f
        lw      $13, %gottprel(gm_blocks)($15)
        rdhwr   $3, $29
        addu    $13, $13, $3
        lw      $12, 0($13)
        sll     $14, $31, 2
        lw      $3, GM_TABLE_MASK + LOWER($12)
        and     $14, $14, $3
        addu    $12, $12, $14
        lw      $3, KEY + LOWER($12)
        bne     $3, $31, 1f
        nop
0:      count_one
9:      nop
        jr      $31
        nop
        count_carry
        jr      $31
        nop
1:
        .rept   GM_REACH
        addiu   $12, $12, GM_ENTRY_BYTES
        lw      $3, KEY + LOWER($12)
        beq     $3, $31, 0b
        nop
        .endr
        lw      $25, %got(gm_block_slow)($15)
        jr      $25
        move    $4, $31
        .cfi_endproc
        .end    __sanitizer_cov_trace_pc
        .size   __sanitizer_cov_trace_pc, . - __sanitizer_cov_trace_pc

#endif

        .hidden gm, gm_blocks, gm_mcount_slow, gm_block_slow

        gm_marks
