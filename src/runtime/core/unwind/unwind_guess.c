/* unwind_guess.c - finds the caller without a table, by frame pointers or a search of the stack
 *
 * A return address lies behind a call. A direct call names the function that was called: the
 * interrupted code must be behind the function's beginning. If a table says where the function
 * begins, the two beginnings must be the same. Of several candidates, the call of the function that
 * begins closest before the code is the best. So the caller is right in prologues and in functions
 * without frame pointers, too. The second choice is a frame pointer's word, the third the first
 * call through a pointer.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/unwind/unwind_memory.h"
#include GM_MACHINE_HEADER

enum {
    MOST_FUNCTION = 1 << 20, /* approximate upper bound of the bytes of a function */
    MOST_STUB = 128,         /* bytes of a function that does little but jump to another one */
    IN_LINK = 1              /* in place of an address: the register in which calls leave it */
};

/* Goal of a search, and its result: the place of a return address; 0: none. */
struct search {
    uintptr_t begin;       /* beginning of the called function; 0: not known */
    uintptr_t least, most; /* if begin is 0, the function begins between these */
    uintptr_t direct, target;
    uintptr_t other; /* first call whose target is not known */
};

/* ---- calls ---------------------------------------------------------------------------------- */

/* Returns `bytes` bytes of code, in place or as a copy in `room`. Returns NULL if they cannot be
 * read. */
static const unsigned char *code_at(uintptr_t at, size_t bytes, unsigned char *room)
{
    unsigned number = gm_object_at(at);
    const struct gm_object *o = number != GM_OBJECT_ANONYMOUS ? gm_object(number) : NULL;

    if (o == NULL || !o->is_code_readable || o->code.end - at < bytes)
        return NULL;
    if (!o->may_go)
        return (const unsigned char *)at;
    return gm_copy(room, at, bytes) == bytes ? room : NULL;
}

/* Returns the value of the pointer at `slot`, or 0 if it cannot be read. */
static uintptr_t read_slot(uintptr_t slot)
{
    uintptr_t value;

    return slot % GM_WORD == 0 && gm_copy(&value, slot, sizeof value) == sizeof value ? value : 0;
}

bool gm_is_behind_call(uintptr_t address, uintptr_t *target)
{
    unsigned char room[GM_CALL_BYTES];
    const unsigned char *code =
        code_at(gm_return_address(address) - GM_CALL_BYTES, GM_CALL_BYTES, room);

    if (code == NULL)
        return false;
    struct gm_call_seen seen = gm_call_before(code, address);
    *target = seen.target;
    return seen.is_call;
}

/* Returns the target of an entry of a procedure linkage table. For other code, returns the code
 * itself. */
static uintptr_t through_linkage(uintptr_t target)
{
    unsigned char room[MOST_STUB];
    const unsigned char *code = code_at(target, MOST_STUB, room);
    uintptr_t slot = code != NULL ? gm_slot_of_stub(code, target) : 0;

    return slot != 0 ? read_slot(slot) : target;
}

/* Returns true if a call of `target` reaches the function at `begin`: directly, by an entry of a
 * procedure linkage table, or by a jump at the end of a short function. */
static bool leads_to(uintptr_t target, uintptr_t begin)
{
    unsigned char room[MOST_STUB];

    if (target == begin)
        return true;
    target = through_linkage(target);
    const unsigned char *code = target != begin ? code_at(target, MOST_STUB, room) : NULL;
    for (unsigned i = 0; code != NULL && i < MOST_STUB - GM_JUMP_BYTES; i++)
        if (gm_jump_target(code + i, target + i) == begin)
            return true;
    return target == begin;
}

/* ---- the stack ------------------------------------------------------------------------------ */

/* Notes a call that returns to the word at `at`. Returns true if no call can be better. */
static bool judge(struct search *s, uintptr_t at, uintptr_t target, uintptr_t through)
{
    if (s->begin != 0 && target != 0 && leads_to(target, s->begin)) {
        s->direct = at;
        return true;
    }
    if (target == 0 && s->other == 0)
        s->other = at;
    if (through >= s->least && through <= s->most && through > s->target) {
        s->direct = at;
        s->target = through;
    }
    return false;
}

/* Judges the link register. If a function makes no call, its return address is only there; in other
 * functions the register has an old one. */
static bool judge_link(const struct gm_walker *w, struct search *s)
{
    uintptr_t target;

    return GM_CALL_PUSHES == 0 && w->is_exact && gm_is_known(&w->now, GM_RETURN_COLUMN) &&
           gm_is_behind_call(w->now.value[GM_RETURN_COLUMN], &target) &&
           judge(s, IN_LINK, target, through_linkage(target));
}

/* Moves the beginning of the searched stretch to `at`. */
static void move_to(struct gm_returns *c, uintptr_t at)
{
    if (at < c->begin || at > c->end) {
        c->end = at;
        c->first = c->last;
    }
    c->begin = at;
    while (c->first != c->last && c->call[c->first % GM_MOST_WORDS].at < at)
        c->first++;
}

/* Extends the stretch by one call. Returns false if there is no call below `end` on this stack.
 */
static bool find_call(struct gm_walker *w, uintptr_t end)
{
    struct gm_returns *c = &w->returns;
    uintptr_t word, target;

    while (c->end < end && gm_read_word(w, c->end, &word)) {
        uintptr_t at = c->end;
        c->end += GM_WORD;
        if (!gm_is_behind_call(word, &target))
            continue;
        struct gm_return *call = &c->call[c->last++ % GM_MOST_WORDS];
        *call = (struct gm_return){at, target, through_linkage(target)};
        return true;
    }
    return false;
}

/* Searches up to `end`, but at most GM_MOST_WORDS words, and not beyond the end of the stack. */
static void search(struct gm_walker *w, struct search *s, uintptr_t end)
{
    struct gm_returns *c = &w->returns;
    uintptr_t from = w->now.value[GM_SP];

    if (judge_link(w, s))
        return;
    if (end - from > GM_MOST_WORDS * GM_WORD)
        end = from + GM_MOST_WORDS * GM_WORD;
    move_to(c, from);
    for (unsigned i = c->first; i != c->last || find_call(w, end); i++) {
        const struct gm_return *call = &c->call[i % GM_MOST_WORDS];
        if (call->at >= end || judge(s, call->at, call->target, call->through))
            break;
    }
}

/* ---- no table ------------------------------------------------------------------------------- */

/* Returns true if the word behind fp is a return address, in front of a frame further up. *target
 * is the target of the call; 0: not known. */
static bool is_frame_pointer(struct gm_walker *w, uintptr_t fp, uintptr_t *target)
{
    uintptr_t saved, word;
    char byte;

    if (fp < w->now.value[GM_SP] || !gm_read_word(w, fp, &saved) ||
        !gm_read_word(w, fp + GM_WORD, &word))
        return false;
    *target = 0;
    if (word == 0)
        return saved == 0; /* the beginning of the thread */
    if (gm_is_behind_call(word, target))
        return true;
    return gm_object_at(word) == GM_OBJECT_ANONYMOUS && saved > fp && saved - fp < GM_MOST_STACK &&
           word - fp > GM_MOST_STACK && gm_copy(&byte, word, 1) == 1;
}

static void take(struct gm_walker *w, uintptr_t at, bool with_frame_pointer)
{
    struct gm_registers *r = &w->now;

    r->known &= GM_BIT(GM_FP) | GM_BIT(GM_SP) | GM_BIT(GM_PC);
    w->is_exact = false;
    if (at == IN_LINK) {
        r->value[GM_PC] = gm_return_address(r->value[GM_RETURN_COLUMN]);
        return;
    }
    if (with_frame_pointer)
        gm_read_word(w, at - GM_WORD, &r->value[GM_FP]);
    gm_read_word(w, at, &r->value[GM_PC]);
    r->value[GM_PC] = gm_return_address(r->value[GM_PC]);
    r->value[GM_SP] = at + GM_WORD;
    w->cfa = at + GM_WORD;
}

/* ---- a table that does not suffice ---------------------------------------------------------- */

/* Guesses by the function's beginning, which shows if a call is one of this function. */
static enum gm_guess guess_by_table(struct gm_walker *w, const struct gm_row *row)
{
    bool is_simple = (row->flags & GM_ROW_COMPLEX) == 0;

    struct search s = {.begin = w->info.begin, .least = 1};
    search(w, &s, UINTPTR_MAX);
    uintptr_t at = s.direct != 0 ? s.direct : s.other;
    if (at == 0)
        return GM_GUESS_NOTHING;
    if (at == IN_LINK || !is_simple || row->cfa_register != GM_FP || gm_is_known(&w->now, GM_FP)) {
        take(w, at, false);
        return GM_GUESS_CALLER;
    }
    gm_set_register(&w->now, GM_FP, at + GM_WORD - (uintptr_t)(intptr_t)row->cfa_offset);
    return GM_GUESS_REGISTER;
}

static bool guess_caller(struct gm_walker *w)
{
    uintptr_t pc = w->now.value[GM_PC], fp = w->now.value[GM_FP], target = 0;
    struct search s = {.least = pc > MOST_FUNCTION ? pc - MOST_FUNCTION : 1, .most = pc};
    bool is_frame = gm_is_known(&w->now, GM_FP) && is_frame_pointer(w, fp, &target);

    search(w, &s, is_frame ? fp : UINTPTR_MAX);
    if (is_frame && (s.direct == 0 || (target <= pc && target >= s.target)))
        take(w, fp + GM_WORD, true);
    else if (s.direct != 0 || s.other != 0)
        take(w, s.direct != 0 ? s.direct : s.other, false);
    else
        return false;
    return true;
}

enum gm_guess gm_guess(struct gm_walker *w, const struct gm_row *row)
{
    if ((row->flags & GM_ROW_NO_TABLE) == 0 && gm_rules_of(w, row->object, row->address))
        return guess_by_table(w, row);
    return guess_caller(w) ? GM_GUESS_CALLER : GM_GUESS_NOTHING;
}
