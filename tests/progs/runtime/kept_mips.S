/* kept_mips.S - MIPS, n64 and o32: calls a hook with every register set, and stores what they hold
 *
 * Role: kept.c says what of. The last word is $31, which is to be the return address into the caller.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#if defined(__mips64)
#define WORD 8
#define LOAD ld
#define STORE sd
#define MOVE_TO dmtc1
#define MOVE_FROM dmfc1
#define GOT %got_disp
#define ADD daddiu
#define SUB dsubu
#define LAST_ARGUMENT 11
#define FLOATS 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
#define N_FLOATS 20
#define POPS 0
#else
#define WORD 4
#define LOAD lw
#define STORE sw
#define MOVE_TO mtc1
#define MOVE_FROM mfc1
#define GOT %got
#define ADD addiu
#define SUB subu
#define LAST_ARGUMENT 7
#define FLOATS 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define N_FLOATS 10
#define POPS 8
#endif
#define WORDS (1 + LAST_ARGUMENT - 3 + 8 + 2 + N_FLOATS + 1)
#define FRAME 448

        .section .rodata
        .globl  kept_words
        .p2align 2
kept_words:
        .word   WORDS

        /* All of them, and $f12 to $f31 (o32: the even ones), from or to \at and behind it. */
        .macro  words general, at
        .set    place, 0
        .irp    r, 2, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 28, 30
        .if     \r <= LAST_ARGUMENT || \r > 11
        \general $\r, place(\at)
        .set    place, place + WORD
        .endif
        .endr
        .endm

        .macro  floats general, move, at
        .irp    r, FLOATS
        .ifc    \general, LOAD
        LOAD    $3, place(\at)
        \move   $3, $f\r
        .else
        \move   $3, $f\r
        STORE   $3, place(\at)
        .endif
        .set    place, place + WORD
        .endr
        .endm

        .text
        .set    noat
        .set    noreorder
        .globl  kept_through
        .type   kept_through, @function
        .ent    kept_through
kept_through:
#if defined(__mips64)
        lui     $12, %hi(%neg(%gp_rel(kept_through)))
        daddu   $12, $12, $25
        daddiu  $12, $12, %lo(%neg(%gp_rel(kept_through)))
#else
        lui     $12, %hi(_gp_disp)
        addiu   $12, $12, %lo(_gp_disp)
        addu    $12, $12, $25
#endif
        ADD     $29, $29, -FRAME
        STORE   $31, 16($29)
        STORE   $29, 24($29)
        ADD     $13, $29, 48
        words   STORE, $13
        floats  STORE, MOVE_FROM, $13
        LOAD    $14, GOT(kept_out)($12)
        STORE   $14, 32($29)
        LOAD    $14, GOT(kept_site)($12)
        LOAD    $1, 0($14)
        LOAD    $25, GOT(_mcount)($12)
        LOAD    $13, GOT(kept_in)($12)
        STORE   $1, (WORDS - 1) * WORD($13)
        words   LOAD, $13
        floats  LOAD, MOVE_TO, $13
        ADD     $29, $29, -POPS
        jalr    $25
        nop
        LOAD    $13, 32($29)
        words   STORE, $13
        floats  STORE, MOVE_FROM, $13
        STORE   $31, (WORDS - 1) * WORD($13)
        LOAD    $14, 24($29)
        SUB     $15, $29, $14           /* how far the stack pointer is off */
        ADD     $13, $29, 48
        words   LOAD, $13
        floats  LOAD, MOVE_TO, $13
        LOAD    $31, 16($29)
        move    $2, $15
        jr      $31
        ADD     $29, $29, FRAME
        .end    kept_through
        .size   kept_through, . - kept_through

        .section .note.GNU-stack, "", %progbits
