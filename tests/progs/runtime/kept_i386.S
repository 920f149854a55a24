/* kept_i386.S - i386: calls both hooks with every register set, and stores what they hold then
 *
 * Role: kept.c says what of. The words are those of mcount, then those of __fentry__.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
        .section .rodata
        .globl  kept_words
        .p2align 2
kept_words:
        .long   2 * (6 + 48)    /* eax, ecx, edx, ebx, esi, edi, xmm0 to xmm7, and mm0 to mm7 */

        .text
        .macro  try hook, at
        .set    place, \at
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        movups  kept_in+place+24+16*\r, %xmm\r
        movq    kept_in+place+152+8*\r, %mm\r
        .endr
        .irp    r, eax, ecx, edx, ebx, esi, edi
        movl    kept_in+place, %\r
        .set    place, place + 4
        .endr
        call    \hook
        .set    place, \at
        .irp    r, eax, ecx, edx, ebx, esi, edi
        movl    %\r, kept_out+place
        .set    place, place + 4
        .endr
        .set    place, \at
        .irp    r, 0, 1, 2, 3, 4, 5, 6, 7
        movups  %xmm\r, kept_out+place+24+16*\r
        movq    %mm\r, kept_out+place+152+8*\r
        .endr
        emms
        .endm

        .globl  kept_through
        .type   kept_through, @function
kept_through:
        pushl   %ebp
        pushl   %ebx
        pushl   %esi
        pushl   %edi
        movl    kept_site, %eax
        pushl   %eax            /* 4(%ebp), where mcount looks for the caller */
        pushl   $0
        movl    %esp, %ebp
        try     mcount, 0
        pushl   kept_site       /* what __fentry__ takes for the caller */
        try     __fentry__, 216
        leal    4(%esp), %eax
        subl    %ebp, %eax      /* how far the stack pointer, or ebp, is off */
        addl    $12, %esp
        popl    %edi
        popl    %esi
        popl    %ebx
        popl    %ebp
        ret
        .size   kept_through, . - kept_through

        .section .note.GNU-stack, "", @progbits
