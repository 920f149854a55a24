/* unwind_code.c - the way from a place in the code to the end of its function
 *
 * Each jump is followed once, the next instruction first, so a search takes time in proportion to
 * the function, and ends. A call loses the registers that calls may change: the way
 * through a function that does not come back runs into the next one, which returns to where nobody
 * knows, and so is no way.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/unwind_ways.h"

#ifdef GM_READS_CODE
#include GM_MACHINE_HEADER

enum {
    MOST_STEPS = 4096,
    MOST_JUMPS = GM_SEEN * 3 / 4,
    MOST_STACK = 1 << 24 /* bytes of a frame */
};

/* Takes note of the jump there. false: it was seen before, or there are too many. */
static bool is_new_jump(struct gm_code_memory *m, uintptr_t at)
{
    size_t i = at / 2 % GM_SEEN;

    for (; m->seen[i] != 0; i = (i + 1) % GM_SEEN)
        if (m->seen[i] == at)
            return false;
    if (m->jumps == MOST_JUMPS)
        return false;
    m->jumps++;
    m->seen[i] = at;
    return true;
}

/* The instruction behind a jump that is executed before it. */
static bool apply_delayed(struct gm_code_memory *m, const struct gm_effect *jump)
{
    struct gm_effect e;

    return !jump->is_delayed || (gm_way_decode(m, m->now.at + jump->bytes, &e) &&
                                 e.kind <= GM_STORES && gm_way_apply(&m->now, &e));
}

/* ---- the result ----------------------------------------------------------------------------- */

/* The rule for a register that is `v` where the function has returned, and the CFA was `cfa`. */
static void set_rule(struct gm_rules *r, unsigned number, struct gm_value v, struct gm_value cfa)
{
    if (v.kind == GM_BASE && v.base == number && v.offset == 0)
        return;
    r->rule[number] = GM_UNDEFINED;
    if (v.kind == GM_SLOT && v.base == cfa.base) {
        r->rule[number] = GM_SAVED;
        r->value[number] = (int64_t)v.offset - cfa.offset;
    } else if (v.kind == GM_BASE && v.base < GM_REGISTERS && v.offset == 0) {
        r->rule[number] = GM_REGISTER;
        r->value[number] = v.base;
    }
}

static bool is_link(struct gm_value v)
{
    return v.kind == GM_BASE && v.base == GM_LINK && v.offset == 0;
}

/* mcount returns by a register that is not the link register: that one is the caller's again. */
static bool can_be_return(const struct gm_code_memory *m, struct gm_value pc, struct gm_value cfa)
{
    return is_link(pc) || (pc.kind == GM_SLOT && pc.base == cfa.base) ||
           (m->place.is_own && pc.kind == GM_BASE && pc.offset == 0);
}

/* The return address is `pc`. false: that cannot be. */
static bool conclude(const struct gm_code_memory *m, const struct gm_way *w, struct gm_value pc,
                     struct gm_rules *r)
{
    struct gm_value cfa = w->value[GM_SP];

    if (cfa.kind != GM_BASE || cfa.base >= GM_REGISTERS || (GM_FRAME_BASES >> cfa.base & 1) == 0 ||
        cfa.offset > MOST_STACK || cfa.offset < (cfa.base == GM_SP ? 0 : -MOST_STACK) ||
        !can_be_return(m, pc, cfa))
        return false;
    *r = (struct gm_rules){.cfa_register = cfa.base, .cfa_value = cfa.offset + GM_CFA_ABOVE};
    for (unsigned i = 0; i < GM_REGISTERS; i++)
        if ((GM_KEPT_MASK >> i & 1) != 0)
            set_rule(r, i, w->value[i], cfa);
    if (!m->place.is_own)
        r->rule[GM_LINK] = GM_SAME;
    set_rule(r, m->place.is_own ? (unsigned)GM_PC : (unsigned)GM_LINK, pc, cfa);
    return true;
}

static bool has_saved_link(const struct gm_way *w)
{
    for (unsigned i = 0; i < w->saves; i++)
        if (w->save[i].number == GM_LINK)
            return true;
    return false;
}

enum after { AFTER_GO_ON, AFTER_DEAD_END, AFTER_FOUND };

/* A jump to where a register points is the return, if that is the link register, or what was on the
 * stack. Else another function returns for this one: then the link register is as it is to be,
 * which is sure if it was got back, and may do if it was there all the time; or it is a jump by a
 * table, whose first case follows. */
static enum after leave(struct gm_code_memory *m, const struct gm_effect *e, struct gm_rules *r)
{
    struct gm_value pc = gm_way_value(&m->now, e->from);
    bool is_sure = e->from == GM_LINK || m->place.is_own;

    if (!apply_delayed(m, e))
        return AFTER_DEAD_END;
    struct gm_value link = m->now.value[GM_LINK], sp = m->now.value[GM_SP];
    bool is_popped = sp.kind == GM_BASE && sp.offset > 0;
    if (!is_sure &&
        (link.kind == GM_SLOT || (is_link(link) && (is_popped || has_saved_link(&m->now))))) {
        pc = link;
        is_sure = true;
    }
    if (is_sure || is_popped || (pc.kind == GM_SLOT && pc.base == sp.base))
        return conclude(m, &m->now, pc, r) ? AFTER_FOUND : AFTER_DEAD_END;
    if (is_link(link) && !m->has_weak)
        m->has_weak = conclude(m, &m->now, link, &m->weak);
    m->now.at += e->bytes * (e->is_delayed ? 2U : 1U);
    return e->goes_on && is_new_jump(m, m->now.at) ? AFTER_GO_ON : AFTER_DEAD_END;
}

/* ---- the way out ---------------------------------------------------------------------------- */

static void remember(struct gm_code_memory *m, uintptr_t target)
{
    if (m->others == GM_WAYS)
        return;
    m->other[m->others] = m->now;
    m->other[m->others++].at = target;
}

/* An instruction that does not go on to the next one. */
static enum after jump(struct gm_code_memory *m, const struct gm_effect *e, struct gm_rules *r)
{
    uintptr_t on = m->now.at + e->bytes * (e->is_delayed ? 2U : 1U);

    switch (e->kind) {
    case GM_RETURN:
        return leave(m, e, r);
    case GM_JUMP:
    case GM_BRANCH:
        if (!is_new_jump(m, m->now.at) || !apply_delayed(m, e))
            return AFTER_DEAD_END;
        if (e->kind == GM_BRANCH)
            remember(m, e->target);
        m->now.at = e->kind == GM_JUMP ? e->target : on;
        return AFTER_GO_ON;
    case GM_CALL:
    case GM_CALL_OF_MCOUNT:
        if (!apply_delayed(m, e) || !gm_way_apply(&m->now, e))
            return AFTER_DEAD_END;
        m->now.at = on;
        return AFTER_GO_ON;
    default:
        return AFTER_DEAD_END;
    }
}

static enum after step(struct gm_code_memory *m, struct gm_rules *r)
{
    struct gm_effect e;

    if (!gm_way_decode(m, m->now.at, &e))
        return AFTER_DEAD_END;
    if (e.kind >= GM_CALL)
        return jump(m, &e, r);
    if (!gm_way_apply(&m->now, &e))
        return AFTER_DEAD_END;
    m->now.at += e.bytes;
    if (!gm_loads_pc(&e))
        return AFTER_GO_ON;
    m->now.at -= e.bytes;
    e.from = GM_PC;
    return leave(m, &e, r);
}

static bool find_way_out(struct gm_code_memory *m, struct gm_rules *r)
{
    m->jumps = m->others = 0;
    for (unsigned i = 0; i < GM_SEEN; i++)
        m->seen[i] = 0;
    for (m->steps = 0; m->steps < MOST_STEPS; m->steps++) {
        enum after after = step(m, r);
        if (after == AFTER_FOUND)
            return true;
        if (after == AFTER_GO_ON)
            continue;
        if (m->others == 0)
            return false;
        m->now = m->other[--m->others];
    }
    return false;
}

bool gm_rules_by_code(struct gm_code_memory *m, const struct gm_place *place,
                      struct gm_rules *rules)
{
    m->place = *place;
    m->page = 0;
    gm_way_begin(m, place->at, place->is_exact);
    m->has_weak = false;
    if (find_way_out(m, rules) || gm_way_from_beginning(m, rules))
        return true;
    if (m->has_weak)
        *rules = m->weak;
    return m->has_weak;
}

#else

bool gm_rules_by_code(struct gm_code_memory *m, const struct gm_place *place,
                      struct gm_rules *rules)
{
    (void)m;
    (void)place;
    (void)rules;
    return false;
}

#endif
