/* unwind_stack.c - which pages of the stack can be read
 *
 * Each is tried once a walk, by a system call, which is cheaper and surer than to know where the
 * mapping ends (and, where a sandbox does not allow it, what was tried before has to do):
 * coroutines have stacks of their own anywhere, and any of them may be gone. Of another thread's
 * stack, which may be gone between the try and the reading, pages are copied.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/unwind/unwind_memory.h"

enum { MOST_GROWTH = 8 << 20 }; /* bytes by which a stack is deeper than any that was walked */

/* Are they on one stack? It has no holes. */
static bool is_near(uintptr_t low, uintptr_t high)
{
    return low >= high || high - low <= MOST_GROWTH;
}

static void learn(struct gm_walker *w)
{
    struct gm_span *s = &w->learnt;

    if (!is_near(w->readable.end, s->begin) || !is_near(s->end, w->readable.begin))
        *s = w->readable;
    if (w->readable.begin < s->begin)
        s->begin = w->readable.begin;
    if (w->readable.end > s->end)
        s->end = w->readable.end;
}

/* From the stack pointer up to the end of what was read before; at least the page that it points
 * into, which is in use. */
static bool is_learnt(const struct gm_walker *w, uintptr_t page)
{
    uintptr_t top = (w->low + GM_RED_ZONE) & ~(uintptr_t)(GM_LEAST_PAGE - 1);

    return page == top || (page > top && page < w->learnt.end && is_near(top, w->learnt.begin));
}

bool gm_try_page(struct gm_walker *w, uintptr_t address)
{
    uintptr_t page = address & ~(uintptr_t)(GM_LEAST_PAGE - 1);
    enum gm_readable answer = gm_try_word(page);

    if (answer == GM_UNREADABLE || (answer == GM_NOT_KNOWN && !is_learnt(w, page)))
        return false;
    if (page == w->readable.end)
        w->readable.end += GM_LEAST_PAGE;
    else
        w->readable = (struct gm_span){page, page + GM_LEAST_PAGE};
    if (answer == GM_READABLE)
        learn(w);
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
