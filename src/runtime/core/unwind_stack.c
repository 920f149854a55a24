/* unwind_stack.c - which pages of the stack can be read
 *
 * Each is tried once a walk, by a system call, which is cheaper and surer than to know where the
 * mapping ends: coroutines have stacks of their own anywhere, and any of them may be gone.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/unwind_memory.h"

bool gm_try_page(struct gm_walker *w, uintptr_t address)
{
    uintptr_t page = address & ~(uintptr_t)(GM_LEAST_PAGE - 1);

    if (!gm_is_readable(page))
        return false;
    if (page == w->readable.end)
        w->readable.end += GM_LEAST_PAGE;
    else
        w->readable = (struct gm_span){page, page + GM_LEAST_PAGE};
    return true;
}
