/* unwind_stack.c - which pages of the stack can be read
 *
 * Each is tried once a walk, by a system call, which is cheaper and surer than to know where the
 * mapping ends: coroutines have stacks of their own anywhere, and any of them may be gone. Of
 * another thread's stack, which may be gone between the try and the reading, pages are copied.
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

bool gm_read_foreign(struct gm_walker *w, uintptr_t at, uintptr_t *word)
{
    uintptr_t page = at & ~(uintptr_t)(GM_LEAST_PAGE - 1);

    if (page == 0 || (page != w->copied && !gm_copy_page(w->copy, page, sizeof w->copy))) {
        w->copied = 0;
        return false;
    }
    w->copied = page;
    *word = w->copy[(at - page) / GM_WORD];
    return true;
}
