/* unwind_values.c - what one instruction makes of what is known of registers
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/unwind_ways.h"

#ifdef GM_READS_CODE
#include "runtime/core/os.h"
#include GM_MACHINE_HEADER

/* What a function that is called gives back. */
#define KEPT_BY_CALLS ((GM_KEPT_MASK & ~GM_BIT(GM_LINK)) | GM_BIT(GM_SP))

/* ---- values --------------------------------------------------------------------------------- */

struct gm_value gm_way_value(const struct gm_way *w, unsigned number)
{
    if (number == GM_NO_REGISTER)
        return (struct gm_value){GM_BASE, GM_NO_REGISTER, 0};
    return number < GM_REGISTERS ? w->value[number] : (struct gm_value){GM_LOST, 0, 0};
}

static struct gm_value plus(struct gm_value v, int32_t offset)
{
    if (v.kind != GM_BASE || __builtin_add_overflow(v.offset, offset, &v.offset))
        v.kind = GM_LOST;
    return v;
}

static void set_value(struct gm_way *w, unsigned number, struct gm_value v)
{
    if (number < GM_REGISTERS)
        w->value[number] = v;
}

static void lose(struct gm_way *w, gm_register_set list)
{
    for (unsigned i = 0; i < GM_REGISTERS; i++)
        if ((list >> i & 1) != 0)
            w->value[i].kind = GM_LOST;
}

static bool is_same(struct gm_value a, struct gm_value b)
{
    return a.kind == b.kind && a.base == b.base && a.offset == b.offset;
}

/* ---- one instruction ------------------------------------------------------------------------ */

/* Below the stack pointer is nothing that is in use. */
static struct gm_value load(const struct gm_way *w, struct gm_value at)
{
    if (at.kind != GM_BASE || at.base == GM_NO_REGISTER)
        return (struct gm_value){GM_LOST, 0, 0};
    for (unsigned i = 0; i < w->saves; i++)
        if (is_same(w->save[i].at, at))
            return (struct gm_value){GM_BASE, w->save[i].number, 0};
    if (at.base == GM_SP && at.offset < -GM_RED_ZONE)
        return (struct gm_value){GM_LOST, 0, 0};
    return (struct gm_value){GM_SLOT, at.base, at.offset};
}

/* Only what a function keeps for its caller matters. false: that is too much. */
static bool store(struct gm_way *w, struct gm_value at, struct gm_value v)
{
    bool is_kept = v.kind == GM_BASE && v.offset == 0 && v.base < GM_REGISTERS &&
                   (GM_KEPT_MASK >> v.base & 1) != 0;

    if (at.kind != GM_BASE)
        return true;
    for (unsigned i = 0; i < w->saves; i++)
        if (is_same(w->save[i].at, at)) {
            w->save[i] = w->save[--w->saves];
            break;
        }
    if (!is_kept)
        return true;
    if (w->saves == GM_SAVES)
        return false;
    w->save[w->saves++] = (struct gm_save){at, v.base};
    return true;
}

static bool move_words(struct gm_way *w, const struct gm_effect *e)
{
    struct gm_value base = gm_way_value(w, e->from), at = plus(base, e->offset);

    for (unsigned i = 0; i < GM_REGISTERS; i++) {
        if ((e->list >> i & 1) == 0)
            continue;
        if (e->kind == GM_LOADS)
            set_value(w, i, load(w, at));
        else if (!store(w, at, w->value[i]))
            return false;
        at = plus(at, GM_WORD);
    }
    if (e->change != 0)
        set_value(w, e->from, plus(base, e->change));
    return true;
}

static bool is_number(struct gm_value v)
{
    return v.kind == GM_BASE && v.base == GM_NO_REGISTER && v.offset != INT32_MIN;
}

static struct gm_value sum(struct gm_value a, struct gm_value b, bool is_less)
{
    if (is_number(b))
        return plus(a, is_less ? -b.offset : b.offset);
    if (is_number(a) && !is_less)
        return plus(b, a.offset);
    return (struct gm_value){GM_LOST, 0, 0};
}

/* All but where it leads. */
bool gm_way_apply(struct gm_way *w, const struct gm_effect *e)
{
    switch (e->kind) {
    case GM_SET:
        set_value(w, e->to, plus(gm_way_value(w, e->from), e->offset));
        break;
    case GM_SUM_OF:
        set_value(w, e->to, sum(gm_way_value(w, e->from), gm_way_value(w, e->second), e->offset < 0));
        break;
    case GM_LOADS:
    case GM_STORES:
        if (!move_words(w, e))
            return false;
        break;
    case GM_CALL:
        lose(w, ~(gm_register_set)KEPT_BY_CALLS);
        break;
    case GM_CALL_OF_MCOUNT:
        set_value(w, GM_SP, plus(w->value[GM_SP], e->change));
        break;
    default:
        break;
    }
    lose(w, e->lost);
    return true;
}

/* ---- the code ------------------------------------------------------------------------------- */

/* The instruction at `at`; false: it cannot be read, or is none. */
bool gm_way_decode(struct gm_code_memory *m, uintptr_t at, struct gm_effect *e)
{
    const struct gm_place *p = &m->place;
    uintptr_t page = (at + GM_EFFECT_BYTES - 1) & ~(uintptr_t)(GM_LEAST_PAGE - 1);
    uintptr_t first = p->may_go ? page : p->begin;

    if (at < p->begin || at >= p->end || p->end - at < GM_EFFECT_BYTES)
        return false;
    if (p->may_go && page != m->page) {
        if (!gm_is_readable(page) || (at < page && !gm_is_readable(page - GM_LEAST_PAGE)))
            return false;
        m->page = page;
    }
    unsigned before =
        at < first || at - first > GM_EFFECT_BEFORE ? GM_EFFECT_BEFORE : (unsigned)(at - first);
    if (at < first)
        before = 0;
    *e = (struct gm_effect){.kind = GM_OTHER};
    return gm_effect_at((const unsigned char *)at, at, before, p->mode, e);
}

/* ---- the beginning of a way ------------------------------------------------------------------ */

void gm_way_begin(struct gm_code_memory *m, uintptr_t at, bool has_link)
{
    m->now.at = at;
    m->now.saves = 0;
    for (unsigned i = 0; i < GM_REGISTERS; i++)
        m->now.value[i] = (struct gm_value){GM_BASE, (uint8_t)i, 0};
    if (!has_link)
        lose(&m->now, ~(gm_register_set)KEPT_BY_CALLS);
}

#else
typedef int gm_no_code_is_read; /* a file is not empty */
#endif
