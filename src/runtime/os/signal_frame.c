/* signal_frame.c - the frame of a signal, where no call frame information tells of it
 *
 * Role: on most machines the kernel's code to which handlers return has none, or tells of the
 * stack alone. So it is known by its instructions, and the registers are taken from where the
 * kernel has put them for the handler.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

static bool are_readable(uintptr_t at, size_t bytes)
{
    const uintptr_t word = sizeof(uintptr_t) - 1;

    for (uintptr_t i = 0; i < bytes; i += GM_LEAST_PAGE)
        if (!gm_is_readable((at + i) & ~word))
            return false;
    return gm_is_readable((at + bytes - 1) & ~word);
}

bool gm_signal_caller(uintptr_t pc, uintptr_t stack, struct gm_registers *interrupted)
{
    if (!are_readable(pc, GM_SIGNAL_RETURN_BYTES) || !are_readable(stack, 4 * sizeof(uintptr_t)))
        return false;
    uintptr_t context = gm_signal_context((const unsigned char *)pc, stack);
    if (context == 0 || !are_readable(context, GM_CONTEXT_BYTES))
        return false;
    gm_context_registers((const void *)context, interrupted);
    return true;
}
