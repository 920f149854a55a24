/* external.S - defines the functions <external> and <unseen>, which are charged with other time
 *
 * Role: time spent outside the program's own code, and calls that come from there, must be charged
 * to some symbol, or readers drop them. This symbol is <external>; nobody calls it. <unseen> gets
 * the CPU time that no sample has seen. Both are in the archive only: the shared library is not
 * part of the program. The differences between machines are in generic/assembly.inc.
 *
 * A weak name brings nothing out of a static libc. The C part asks for __sigaction weakly, because
 * musl lacks it, so the archive for glibc asks for it here.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/generic/assembly.inc"

        .text
        .macro  row name
        .globl  "<\name>"
        .type   "<\name>", %function
        .p2align 4
"<\name>":
        .cfi_startproc
        gm_landing
        gm_return
        .p2align 4
        .cfi_endproc
        .size   "<\name>", . - "<\name>"
        .endm

        row     external
        row     unseen

/* Addresses of both functions for the C part (arch/entry.h): a C compiler cannot write these
 * names. */
        .section .data.rel.ro.gmon, "aw", %progbits
        .globl  gm_rows
        .hidden gm_rows
        .type   gm_rows, %object
        .p2align GM_ADDRESS_SHIFT
gm_rows:
        .weak   main
        GM_ADDRESS "<external>", "<unseen>", GM_MCOUNT, main
        .size   gm_rows, . - gm_rows

#if __has_include(<gnu/libc-version.h>) /* glibc */
        .globl  __sigaction
#endif

        gm_marks
