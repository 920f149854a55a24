/* external.S - x86-64: the functions <external> and <unseen>, to which other time is charged
 *
 * Role: time spent outside the program's own code, and calls that come from there, must be
 * charged to some symbol, or readers drop them. This is <external>; nobody calls it. <unseen> gets
 * the processor time that no sample has seen. In the archive only: the shared library is not part
 * of the program.
 *
 * SPDX-License-Identifier: MIT
 */
        .text
        .macro  row name
        .globl  "<\name>"
        .type   "<\name>", @function
        .p2align 4
"<\name>":
        .cfi_startproc
        endbr64
        ret
        .p2align 4, 0xcc
        .cfi_endproc
        .size   "<\name>", . - "<\name>"
        .endm

        row     external
        row     unseen

/* Their addresses for the C part (arch/entry.h): a C compiler cannot write these names. */
        .section .data.rel.ro.gmon, "aw", @progbits
        .globl  gm_rows
        .hidden gm_rows
        .type   gm_rows, @object
        .p2align 3
gm_rows:
        .quad   "<external>", "<unseen>", mcount
        .size   gm_rows, . - gm_rows

        .section .note.GNU-stack, "", @progbits

        .section .note.gnu.property, "a", @note
        .p2align 3
        .long   4, 16, 5
        .asciz  "GNU"
        .long   0xc0000002, 4, 3, 0
