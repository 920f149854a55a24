/* unwind_ways.h - the inside of unwind_code.h: a way through code, instruction by instruction
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_UNWIND_WAYS_H
#define GMON_UNWIND_WAYS_H

#include "runtime/arch/generic/effect.h"
#include "runtime/core/unwind_code.h"
#include "runtime/core/unwind_memory.h"

#pragma GCC visibility push(hidden)

/* unwind_values.c: m->now is at this place, and each register has its own value; those that a call
 * may change are lost, unless has_all. */
void gm_way_begin(struct gm_code_memory *m, uintptr_t at, bool has_all);

/* unwind_values.c: the instruction at `at`; false: it cannot be read, or is none. */
bool gm_way_decode(struct gm_code_memory *m, uintptr_t at, struct gm_effect *e);

/* unwind_values.c: executes it, but for where it leads. false: that is too much to remember. */
bool gm_way_apply(struct gm_way *w, const struct gm_effect *e);

/* unwind_values.c: GM_NO_REGISTER is 0. */
struct gm_value gm_way_value(const struct gm_way *w, unsigned number);

/* unwind_beginning.c: the rules by what a function has done since its beginning. */
bool gm_way_from_beginning(struct gm_code_memory *m, struct gm_rules *r);

#pragma GCC visibility pop

#ifdef GM_READS_CODE
static inline bool gm_loads_pc(const struct gm_effect *e)
{
    return e->kind == GM_LOADS && (e->list >> GM_PC & 1) != 0;
}
#endif

#endif
