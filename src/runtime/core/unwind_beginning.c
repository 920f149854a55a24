/* unwind_beginning.c - from a function's beginning to a place in it
 *
 * Which instruction is the first one is not known: whatever takes of the stack may be, the nearest
 * one before the place that saves the return address, too.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/unwind_ways.h"

#ifdef GM_READS_CODE
#include GM_MACHINE_HEADER

enum {
    MOST_STEPS = 8192,
    MOST_LOOP = 1 << 12, /* bytes that a jump forward leaves out in a function */
    MOST_BACK = 1 << 16  /* bytes to a function's beginning */
};

static bool opens_frame(const struct gm_effect *e)
{
    return (e->kind == GM_SET && e->to == GM_SP && e->from == GM_SP && e->offset < 0) ||
           (e->kind == GM_STORES && e->from == GM_SP && e->change < 0);
}

/* From a function's beginning, as the instructions stand one behind the other. What is done to the
 * stack in front of a return holds no longer behind it; what held at the last call or branch does.
 * false: they do not come by the place. */
static bool run_to(struct gm_code_memory *m, uintptr_t beginning, uintptr_t place)
{
    struct gm_effect e;

    uintptr_t furthest = beginning; /* that a branch leads to: the function goes on until there */

    gm_way_begin(m, beginning, true);
    m->body = m->now;
    while (m->now.at < place && m->steps++ < MOST_STEPS) {
        if (!gm_way_decode(m, m->now.at, &e))
            return false;
        uintptr_t on = m->now.at + e.bytes;
        if (e.kind == GM_CALL || e.kind == GM_CALL_OF_MCOUNT || e.kind == GM_BRANCH)
            m->body = m->now;
        bool is_end =
            e.kind == GM_JUMP || e.kind == GM_RETURN || e.kind == GM_STOP || gm_loads_pc(&e);
        bool is_near = e.kind == GM_BRANCH || (e.kind == GM_JUMP && e.target - on < MOST_LOOP);
        if (is_near && e.target > furthest)
            furthest = e.target;
        if (is_end) {
            on += e.is_delayed ? e.bytes : 0U;
            if (furthest < on)
                return false;
            m->now = m->body;
        } else if (!gm_way_apply(&m->now, &e)) {
            return false;
        }
        m->now.at = on;
    }
    return m->now.at == place;
}

/* What a function has done to the stack since its beginning says where its caller's is. */
static bool conclude_from_beginning(const struct gm_way *w, struct gm_rules *r)
{
    unsigned base = GM_SP;

    for (unsigned i = 0; i < GM_REGISTERS && w->value[base].kind == GM_LOST; i++)
        if ((GM_FRAME_BASES >> i & 1) != 0 && w->value[i].kind == GM_BASE &&
            w->value[i].base == GM_SP)
            base = i;
    struct gm_value v = w->value[base];
    if (v.kind != GM_BASE || v.base != GM_SP || (base == GM_SP && v.offset >= 0))
        return false;
    *r = (struct gm_rules){.cfa_register = (uint8_t)base,
                           .cfa_value = GM_CFA_ABOVE - (int64_t)v.offset};
    for (unsigned i = 0; i < w->saves; i++) {
        const struct gm_save *save = &w->save[i];
        if (save->at.base != GM_SP || save->at.offset < v.offset)
            continue;
        r->rule[save->number] = GM_SAVED;
        r->value[save->number] = save->at.offset - GM_CFA_ABOVE;
    }
    return r->rule[GM_LINK] == GM_SAVED;
}

bool gm_way_from_beginning(struct gm_code_memory *m, struct gm_rules *r)
{
    uintptr_t place = m->place.at, unit = gm_code_unit(m->place.mode);
    bool is_found = false;
    struct gm_effect e;

    m->steps = 0;
    for (uintptr_t at = place - unit; place - at < MOST_BACK && at >= m->place.begin; at -= unit) {
        bool opens = gm_way_decode(m, at, &e) && opens_frame(&e);
        if (is_found && !opens && at % 4 == 0)
            break;
        if (!opens || !run_to(m, at, place))
            continue;
        struct gm_rules *to = is_found ? &m->wider : r;
        bool is_here = conclude_from_beginning(&m->now, to);
        if (is_here && is_found)
            *r = m->wider;
        is_found |= is_here;
        if (m->steps >= MOST_STEPS)
            break;
    }
    return is_found;
}

#else
typedef int gm_no_code_is_read; /* a file is not empty */
#endif
