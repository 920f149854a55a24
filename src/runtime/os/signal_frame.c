/* signal_frame.c - finds the frame of a signal without call frame information
 *
 * Role: on most machines, the kernel's code to which handlers return has no call frame information,
 * or information about the stack alone. So that code is recognised by its instructions, and the
 * registers are read from the place where the kernel has put them for the handler. The machine's
 * linux.h either lists these instructions, or has a function that knows them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#ifdef GM_SIGNAL_RETURN
static const uint32_t known[] = {GM_SIGNAL_RETURN};
enum { GM_SIGNAL_RETURN_BYTES = sizeof known };

/* Returns the address of the context if `code` is that code, or 0 if it is not. */
static uintptr_t gm_signal_context(const unsigned char *code, uintptr_t stack)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (gm_instruction(code + i * sizeof known[0]) != known[i])
            return 0;
    return stack + GM_SIGNAL_CONTEXT;
}
#endif

bool gm_signal_caller(uintptr_t pc, uintptr_t stack, struct gm_registers *interrupted)
{
    unsigned char code[GM_SIGNAL_RETURN_BYTES + 1];
    unsigned char context[GM_CONTEXT_BYTES + 1] __attribute__((aligned(16)));

    if (GM_SIGNAL_RETURN_BYTES == 0 ||
        gm_copy(code, pc, GM_SIGNAL_RETURN_BYTES) != GM_SIGNAL_RETURN_BYTES)
        return false;
    uintptr_t at = gm_signal_context(code, stack);
    if (at == 0 || gm_copy(context, at, GM_CONTEXT_BYTES) != GM_CONTEXT_BYTES)
        return false;
    const void *part = context;
    __asm__("" : "+r"(part)); /* hides from gcc that this is only a part of a ucontext_t */
    gm_context_registers(part, interrupted);
    return true;
}
