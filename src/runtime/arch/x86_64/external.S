/* external.S - x86-64: the function <external>, to which time outside of the program is charged
 *
 * Role: time spent outside the program's own code, and calls that come from there, must be
 * charged to some symbol, or readers drop them. This is that symbol; nobody calls it. In the
 * archive only: the shared library is not part of the program.
 *
 * SPDX-License-Identifier: MIT
 */
        .text
        .globl  "<external>"
        .type   "<external>", @function
        .p2align 4
"<external>":
        .cfi_startproc
        endbr64
        ret
        .p2align 4, 0xcc
        .cfi_endproc
        .size   "<external>", . - "<external>"

/* Its address for the C part (arch/entry.h): a C compiler cannot write that name. */
        .section .data.rel.ro.gmon, "aw", @progbits
        .globl  gm_external_at
        .hidden gm_external_at
        .type   gm_external_at, @object
        .p2align 3
gm_external_at:
        .quad   "<external>"
        .size   gm_external_at, . - gm_external_at

        .section .note.GNU-stack, "", @progbits

        .section .note.gnu.property, "a", @note
        .p2align 3
        .long   4, 16, 5
        .asciz  "GNU"
        .long   0xc0000002, 4, 3, 0
