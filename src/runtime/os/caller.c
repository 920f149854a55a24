/* caller.c - from where in the program a thread waits in a library
 *
 * The functions that wait are libc's, and who wants to know why a program waits looks for his own.
 * So the stack of the waiting thread is searched for the return address of the call that left the
 * program. Return addresses of calls that are long over lie there, too, as frames are not cleared;
 * so a call counts most if it leads to a function which the thread is in: one into which the pc or
 * a return address below points.
 *
 * Memory is read through /proc/self/mem, as the thread may go on, and give its stack back, at any
 * moment.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

enum {
    FIRST_WORDS = 128, /* mostly enough */
    FUNCTION = 4096,   /* bytes that a function in a library has at most, about */
    START = 64         /* bytes of the code at the program's entry point */
};

/* What is known of a call besides its target. */
enum { NO_CALL = 0, UNKNOWN = 1 };

/* How likely a call is the one by which the thread has left the program. */
enum rank { NEVER, TO_PROGRAM, TO_OTHERS, IS_IN_IT };

static size_t read_memory(uintptr_t at, void *to, size_t bytes)
{
    long n = gm_pread(gm_linux.watch.memory, to, bytes, at);

    return n > 0 ? (size_t)n : 0;
}

static bool is_in_program(uintptr_t at)
{
    return at - gm.code < gm.end - gm.code && !gm_is_own(at);
}

/* ---- calls ---------------------------------------------------------------------------------- */

/* Before the first call the slot leads back into the program. */
static uintptr_t read_slot(uintptr_t slot)
{
    uintptr_t target = UNKNOWN;

    if (read_memory(slot, &target, sizeof target) != sizeof target || is_in_program(target))
        return UNKNOWN;
    return target;
}

/* Where a direct call or jump leads in the end: through an entry of a procedure linkage table. */
static uintptr_t through_stub(uintptr_t target)
{
    unsigned char stub[GM_STUB_BYTES];

    if (!is_in_program(target) || read_memory(target, stub, sizeof stub) != sizeof stub)
        return target;
    uintptr_t slot = gm_slot_of_stub(stub, target);
    return slot != 0 ? read_slot(slot) : target;
}

/* Of the call that returns to `after`. */
static uintptr_t find_target(uintptr_t after)
{
    unsigned char code[GM_CALL_BYTES];

    if (read_memory(gm_return_address(after) - sizeof code, code, sizeof code) != sizeof code)
        return NO_CALL;
    struct gm_call_seen seen = gm_call_before(code, after);
    if (!seen.is_call)
        return NO_CALL;
    if (seen.slot != 0)
        return read_slot(seen.slot);
    return seen.target != 0 ? through_stub(seen.target) : UNKNOWN;
}

/* A function of the program may end in a jump to one of a library; then it is in no return
 * address. False: perhaps one that is not known before its first call. */
static bool find_jump(struct gm_call_place *p)
{
    unsigned char *code = gm_linux.watch.code;
    size_t size = read_memory(p->target, code, sizeof gm_linux.watch.code);

    p->jump = p->end = 0;
    for (size_t i = 0; i + GM_STUB_BYTES <= size; i++) {
        uintptr_t to = gm_jump_target(code + i, p->target + i);
        uintptr_t slot = to == 0 ? gm_slot_of_jump(code + i, p->target + i) : 0;
        uintptr_t end = slot != 0 ? read_slot(slot) : to != 0 ? through_stub(to) : 0;
        if (end == UNKNOWN)
            return false;
        if (end == 0 || is_in_program(end) || gm_is_own(end))
            continue;
        p->jump = p->target + i;
        p->end = end;
        break;
    }
    return true;
}

/* The code of the program stays as it is, and threads mostly wait in the same places. */
static const struct gm_call_place *call_before(uintptr_t after)
{
    struct gm_call_place *p = &gm_linux.watch.calls[(after ^ after >> 7) % GM_WATCH_CALLS];
    bool is_known = true;

    if (p->after == after)
        return p;
    *p = (struct gm_call_place){.target = find_target(after)};
    if (is_in_program(p->target))
        is_known = find_jump(p);
    p->after = p->target != UNKNOWN && is_known ? after : 0;
    return p;
}

/* ---- the stack ------------------------------------------------------------------------------ */

static bool points_into(uintptr_t function, uintptr_t pc, const uintptr_t *words, size_t count)
{
    if (pc - function < FUNCTION)
        return true;
    for (size_t i = 0; i < count; i++)
        if (words[i] - function < FUNCTION)
            return true;
    return false;
}

/* In it, or in one to which it jumps as its last step. */
static bool is_in_function(uintptr_t target, uintptr_t pc, const uintptr_t *words, size_t count)
{
    unsigned char *code = gm_linux.watch.code;

    if (points_into(target, pc, words, count))
        return true;
    size_t size = read_memory(target, code, sizeof gm_linux.watch.code);
    for (size_t i = 0; i + GM_JUMP_BYTES <= size; i++) {
        uintptr_t to = gm_jump_target(code + i, target + i);
        if (to != 0 && points_into(to, pc, words, count))
            return true;
    }
    return false;
}

struct found {
    enum rank rank;
    uintptr_t place;
};

/* The call that returns to `after`, which `below` words that lie nearer to the top of the stack
 * precede. */
static struct found judge(uintptr_t after, uintptr_t pc, const uintptr_t *words, size_t below)
{
    const struct gm_call_place *p = call_before(after);

    if (p->target == NO_CALL || after - gm.entry < START)
        return (struct found){.rank = NEVER};
    if (p->target == UNKNOWN)
        return (struct found){TO_OTHERS, gm_return_address(after) - 1};
    if (is_in_program(p->target)) {
        if (p->jump != 0 && is_in_function(p->end, pc, words, below))
            return (struct found){IS_IN_IT, p->jump};
        return (struct found){TO_PROGRAM, gm_return_address(after) - 1};
    }
    if (gm_is_own(p->target) && !gm_is_call_of_program(pc)) /* mcount */
        return (struct found){.rank = NEVER};
    return (struct found){is_in_function(p->target, pc, words, below) ? IS_IN_IT : TO_OTHERS,
                          gm_return_address(after) - 1};
}

static void search(struct found *best, uintptr_t pc, size_t from, size_t to)
{
    const uintptr_t *words = gm_linux.watch.words;

    for (size_t i = from; i < to && best->rank != IS_IN_IT; i++) {
        if (!is_in_program(words[i]))
            continue;
        struct found f = judge(words[i], pc, words, i);
        if (f.rank > best->rank)
            *best = f;
    }
}

uintptr_t gm_place_of_wait(uintptr_t pc, uintptr_t stack)
{
    uintptr_t *words = gm_linux.watch.words;
    struct found best = {.rank = NEVER};

    if (is_in_program(pc) || (gm_is_own(pc) && !gm_is_call_of_program(pc)))
        return pc;
    stack = (stack + sizeof *words - 1) & ~(uintptr_t)(sizeof *words - 1);
    size_t first = read_memory(stack, words, FIRST_WORDS * sizeof *words) / sizeof *words;
    search(&best, pc, 0, first);
    if (first == FIRST_WORDS && best.rank != IS_IN_IT) {
        size_t more = read_memory(stack + first * sizeof *words, words + first,
                                  (GM_WATCH_WORDS - first) * sizeof *words);
        search(&best, pc, first, first + more / sizeof *words);
    }
    return best.rank != NEVER ? best.place : pc;
}
