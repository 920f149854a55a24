/* unwind_rules.c - runs the instructions of call frame information
 *
 * An instruction sets one rule, so a run takes time in proportion to its bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/unwind/unwind_rules.h"

/* Instructions (DWARF 5, 7.24), and those of GNU. The first three hold an operand in their low six
 * bits. */
enum {
    ADVANCE = 0x40,
    OFFSET = 0x80,
    RESTORE = 0xc0,
    KIND = 0xc0,
    NOP = 0,
    ADVANCE_1 = 2,
    ADVANCE_2,
    ADVANCE_4,
    OFFSET_EXTENDED,
    RESTORE_EXTENDED,
    UNDEFINED,
    SAME_VALUE,
    REGISTER,
    REMEMBER_STATE,
    RESTORE_STATE,
    DEF_CFA,
    DEF_CFA_REGISTER,
    DEF_CFA_OFFSET,
    DEF_CFA_EXPRESSION,
    EXPRESSION,
    OFFSET_EXTENDED_SF,
    DEF_CFA_SF,
    DEF_CFA_OFFSET_SF,
    VAL_OFFSET,
    VAL_OFFSET_SF,
    VAL_EXPRESSION,
    GNU_ARGS_SIZE = 0x2e
};

static void advance(struct gm_rules_memory *m, const struct gm_frame_info *info, uint64_t units)
{
    m->at += (uintptr_t)(units * info->code_unit);
}

static int64_t scaled(const struct gm_frame_info *info, uint64_t offset)
{
    return (int64_t)(offset * (uint64_t)info->data_unit);
}

/* Sets the rule of a register. Registers that are not tracked, such as vector registers, may have
 * any rule. */
static void set(struct gm_rules *r, uint64_t number, enum gm_rule rule, int64_t value)
{
    if (number >= GM_REGISTERS)
        return;
    r->rule[number] = (uint8_t)rule;
    r->value[number] = value;
}

static void restore(struct gm_rules_memory *m, uint64_t number)
{
    if (number < GM_REGISTERS)
        set(&m->rules, number, m->first.rule[number], m->first.value[number]);
}

static void set_cfa_register(struct gm_rules *r, struct gm_bytes *b, uint64_t number)
{
    if (number >= GM_REGISTERS) {
        gm_bytes_fail(b);
        return;
    }
    r->cfa_register = (uint8_t)number;
    r->is_cfa_computed = false;
}

/* Sets the offset of a CFA that is a register plus an offset. After an expression there is no
 * offset to set. */
static void set_cfa_offset(struct gm_rules *r, struct gm_bytes *b, int64_t offset)
{
    if (r->is_cfa_computed)
        gm_bytes_fail(b);
    else
        r->cfa_value = offset;
}

/* Skips the block of an expression, and returns its place: the block stays where it is. */
static int64_t block(struct gm_bytes *b)
{
    intptr_t at = (intptr_t)b->at;

    gm_skip(b, gm_take_uleb(b));
    return at;
}

static void remember(struct gm_rules_memory *m, struct gm_bytes *b)
{
    if (m->depth == GM_REMEMBERED)
        gm_bytes_fail(b);
    else
        m->remembered[m->depth++] = m->rules;
}

/* Restores the rules that were remembered last, the CFA included, as GNU tools do. */
static void recall(struct gm_rules_memory *m, struct gm_bytes *b)
{
    if (m->depth == 0)
        gm_bytes_fail(b);
    else
        m->rules = m->remembered[--m->depth];
}

/* Runs an instruction about one register, whose number comes first. */
static void set_register(struct gm_rules_memory *m, struct gm_bytes *b,
                         const struct gm_frame_info *info, unsigned code)
{
    struct gm_rules *r = &m->rules;
    uint64_t number = gm_take_uleb(b);

    switch (code) {
    case OFFSET_EXTENDED:
    case VAL_OFFSET:
        set(r, number, code == VAL_OFFSET ? GM_SUM : GM_SAVED, scaled(info, gm_take_uleb(b)));
        break;
    case OFFSET_EXTENDED_SF:
    case VAL_OFFSET_SF:
        set(r, number, code == VAL_OFFSET_SF ? GM_SUM : GM_SAVED,
            scaled(info, (uint64_t)gm_take_sleb(b)));
        break;
    case RESTORE_EXTENDED:
        restore(m, number);
        break;
    case UNDEFINED:
    case SAME_VALUE:
        set(r, number, code == UNDEFINED ? GM_UNDEFINED : GM_SAME, 0);
        break;
    case REGISTER:
        set(r, number, GM_REGISTER, (int64_t)gm_take_uleb(b));
        break;
    case EXPRESSION:
    case VAL_EXPRESSION:
        set(r, number, code == EXPRESSION ? GM_SAVED_AT : GM_COMPUTED, block(b));
        break;
    default:
        gm_bytes_fail(b);
    }
}

/* Runs an instruction without an operand in its low bits. */
static void run_extended(struct gm_rules_memory *m, struct gm_bytes *b,
                         const struct gm_frame_info *info, unsigned code)
{
    struct gm_rules *r = &m->rules;

    switch (code) {
    case ADVANCE_1:
    case ADVANCE_2:
    case ADVANCE_4:
        advance(m, info, gm_take(b, 1U << (code - ADVANCE_1)));
        break;
    case REMEMBER_STATE:
        remember(m, b);
        break;
    case RESTORE_STATE:
        recall(m, b);
        break;
    case GNU_ARGS_SIZE:
        gm_take_uleb(b);
        break;
    case DEF_CFA:
    case DEF_CFA_SF:
        set_cfa_register(r, b, gm_take_uleb(b));
        r->cfa_value =
            code == DEF_CFA ? (int64_t)gm_take_uleb(b) : scaled(info, (uint64_t)gm_take_sleb(b));
        break;
    case DEF_CFA_REGISTER:
        if (r->is_cfa_computed) /* there is no offset */
            gm_bytes_fail(b);
        set_cfa_register(r, b, gm_take_uleb(b));
        break;
    case DEF_CFA_OFFSET:
        set_cfa_offset(r, b, (int64_t)gm_take_uleb(b));
        break;
    case DEF_CFA_OFFSET_SF:
        set_cfa_offset(r, b, scaled(info, (uint64_t)gm_take_sleb(b)));
        break;
    case DEF_CFA_EXPRESSION:
        r->is_cfa_computed = true;
        r->cfa_value = block(b);
        break;
    default:
        set_register(m, b, info, code);
    }
}

static void run_one(struct gm_rules_memory *m, struct gm_bytes *b, const struct gm_frame_info *info)
{
    unsigned code = (unsigned)gm_take(b, 1), operand = code & ~(unsigned)KIND;

    switch (code & KIND) {
    case ADVANCE:
        advance(m, info, operand);
        break;
    case OFFSET:
        set(&m->rules, operand, GM_SAVED, scaled(info, gm_take_uleb(b)));
        break;
    case RESTORE:
        restore(m, operand);
        break;
    default:
        if (code != NOP && code != GM_CFA_NOTHING)
            run_extended(m, b, info, code);
    }
}

/* Runs a list of instructions, which ends where the code behind the address begins. */
static bool run_rules(struct gm_rules_memory *m, struct gm_bytes b,
                      const struct gm_frame_info *info)
{
    while (b.at < b.end && m->at <= m->up_to)
        run_one(m, &b, info);
    return !b.is_bad;
}

bool gm_rules_at(struct gm_rules_memory *m, const struct gm_frame_info *info, uintptr_t address)
{
    m->first = (struct gm_rules){.cfa_value = 0};
    m->rules = m->first;
    m->depth = 0;
    m->at = info->begin;
    m->up_to = address;
    if (!run_rules(m, info->first, info))
        return false;
    m->first = m->rules;
    return run_rules(m, info->function, info);
}
