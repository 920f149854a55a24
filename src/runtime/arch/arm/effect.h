/* effect.h - what the two sets of instructions have in common
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ARCH_ARM_EFFECT_H
#define GMON_ARCH_ARM_EFFECT_H

#include "runtime/arch/arm/machine.h"
#include "runtime/arch/generic/effect.h"

/* How words lie about a base register, as bits of instructions say it. */
enum gm_block { GM_BLOCK_LOAD = 1, GM_BLOCK_UP = 2, GM_BLOCK_BEFORE = 4, GM_BLOCK_CHANGES = 8 };

#pragma GCC visibility push(hidden)

void gm_set_effect(struct gm_effect *e, unsigned to, unsigned from, uint32_t offset);
void gm_block_effect(struct gm_effect *e, uint32_t list, unsigned base, unsigned block);
void gm_word_effect(struct gm_effect *e, uint32_t list, unsigned base, int32_t offset,
                    unsigned block);
void gm_call_effect(struct gm_effect *e, bool is_of_mcount);
void gm_register_jump_effect(struct gm_effect *e, unsigned number);
void gm_coprocessor_effect(uint32_t i, struct gm_effect *e);

/* effect_thumb.c: gm_effect_at() of Thumb code. */
bool gm_thumb_effect(const unsigned char *code, uintptr_t at, unsigned before, struct gm_effect *e);

#pragma GCC visibility pop

#endif
