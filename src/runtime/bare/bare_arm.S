/* bare_arm.S - ARM: __gnu_mcount_nc, which -pg calls at the entry of a function
 *
 * The caller has done `push {lr}; bl __gnu_mcount_nc': the call site is on the stack, lr is in the
 * function that was entered. Both go back where a function has them, so the word is popped here.
 * Arguments (r0 to r3) and ip, which may be the static chain, are kept; C code of the runtime uses
 * no floating-point registers. Thumb code, which all ARMs since ARMv6-M have: where
 * ARM code calls it, the linker makes a blx of the bl. The stack is not aligned to 8 bytes when C code is
 * called: that is for calls between strangers, and the processor aligns it for interrupts.
 *
 * SPDX-License-Identifier: MIT
 */
#ifdef __arm__
        .syntax unified
        .section .text.__gnu_mcount_nc, "ax", %progbits
        .thumb
        .balign 4
        .globl  __gnu_mcount_nc
        .globl  _mcount
        .type   _mcount, %function
        .thumb_func
_mcount:
        .type   __gnu_mcount_nc, %function
        .thumb_func
__gnu_mcount_nc:
#if __ARM_ARCH_ISA_THUMB >= 2
        push    {r0, r1, r2, r3, ip, lr}
        ldr     r0, [sp, #24]
        mov     r1, lr
        bl      __mcount_internal
        ldrd    r0, r1, [sp, #20]       /* the function that was entered, and its return address */
        strd    r1, r0, [sp, #20]
        pop     {r0, r1, r2, r3, ip, lr}
        pop     {pc}
#else
        push    {r0, r1, r2, r3, lr}
        mov     r0, ip
        push    {r0}
        ldr     r0, [sp, #24]
        mov     r1, lr
        bl      __mcount_internal
        pop     {r0}
        mov     ip, r0
        ldr     r0, [sp, #16]           /* as above */
        ldr     r1, [sp, #20]
        mov     lr, r1
        str     r0, [sp, #20]
        pop     {r0, r1, r2, r3}
        add     sp, sp, #4
        pop     {pc}
#endif
        .size   __gnu_mcount_nc, . - __gnu_mcount_nc
#endif
#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
