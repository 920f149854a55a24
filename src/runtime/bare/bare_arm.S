/* bare_arm.S - defines __gnu_mcount_nc for ARM, which -pg calls at the entry of a function
 *
 * The caller has done `push {lr}; bl __gnu_mcount_nc': the call site is on the stack, and lr is in
 * the function that was entered. Both go back to their places in a function, so the word is popped
 * here. Arguments (r0 to r3) and ip, which may be the static chain, are kept; C code of the runtime
 * uses no floating-point registers. The code is Thumb code, which all ARMs since ARMv6-M have: if
 * ARM code calls it, the linker turns the bl into a blx. The stack is not aligned to 8 bytes when C
 * code is called: alignment is for calls between separate modules, and the processor aligns the
 * stack for interrupts.
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
        ldrd    r0, r1, [sp, #20]       /* the entered function, and its return address */
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
        ldr     r0, [sp, #16]           /* the same two words */
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
