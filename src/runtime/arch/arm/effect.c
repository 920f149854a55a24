/* effect.c - ARM: what instructions do to the stack and to registers; ARM code
 *
 * A condition is taken to hold, but that of a jump. What is not known here writes the register in
 * whose place results are, at most.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/generic/effect.h"
#include "runtime/arch/arm/effect.h"

#define PUSH_LINK 0xe52de004U
enum { ALWAYS = 14 };

static unsigned field(uint32_t i, unsigned at)
{
    return i >> at & 15;
}

static uint32_t bit(unsigned number)
{
    return (uint32_t)1 << number;
}

static uint32_t rotated(uint32_t i)
{
    uint32_t by = (i >> 8 & 15) * 2, n = i & 0xff;

    return by == 0 ? n : n >> by | n << (32 - by);
}

void gm_set_effect(struct gm_effect *e, unsigned to, unsigned from, uint32_t offset)
{
    e->kind = GM_SET;
    e->to = (uint8_t)to;
    e->from = (uint8_t)from;
    e->offset = (int32_t)offset;
}

/* push, pop and the like; is_up: from the base on, else to it; `first`: the address of the lowest
 * one relative to the base. */
void gm_block_effect(struct gm_effect *e, uint32_t list, unsigned base, unsigned block)
{
    int32_t bytes = 0;

    for (uint32_t left = list; left != 0; left &= left - 1)
        bytes += 4;
    e->kind = (block & GM_BLOCK_LOAD) != 0 ? GM_LOADS : GM_STORES;
    e->from = (uint8_t)base;
    e->list = list;
    e->offset = (block & GM_BLOCK_UP) != 0 ? 0 : -bytes;
    if (((block & GM_BLOCK_BEFORE) != 0) == ((block & GM_BLOCK_UP) != 0))
        e->offset += 4;
    if ((block & GM_BLOCK_CHANGES) != 0)
        e->change = (block & GM_BLOCK_UP) != 0 ? bytes : -bytes;
}

/* One word, or two: ldr, str, ldrd, strd with a number as offset. */
void gm_word_effect(struct gm_effect *e, uint32_t list, unsigned base, int32_t offset,
                    unsigned block)
{
    e->kind = (block & GM_BLOCK_LOAD) != 0 ? GM_LOADS : GM_STORES;
    e->from = (uint8_t)base;
    e->list = list;
    e->offset = (block & GM_BLOCK_BEFORE) != 0 ? offset : 0;
    e->change = (block & GM_BLOCK_CHANGES) != 0 ? offset : 0;
}

/* mcount takes from the stack the return address that was pushed in front of the call. */
void gm_call_effect(struct gm_effect *e, bool is_of_mcount)
{
    if (is_of_mcount)
        gm_block_effect(e, bit(GM_LINK), GM_SP, GM_BLOCK_LOAD | GM_BLOCK_UP | GM_BLOCK_CHANGES);
    else
        e->kind = GM_CALL;
}

/* A jump to where a register points. */
void gm_register_jump_effect(struct gm_effect *e, unsigned number)
{
    e->kind = GM_RETURN;
    e->from = (uint8_t)number;
}

/* 00: results of additions are known where a number is added. */
static void compute(uint32_t i, struct gm_effect *e)
{
    unsigned code = i >> 21 & 15, rn = field(i, 16), rd = field(i, 12), rm = field(i, 0);
    bool is_number = (i >> 25 & 1) != 0, is_plain = is_number || (i & 0xff0) == 0;

    if ((i & 0x0ffffff0) == 0x012fff10 || (i & 0x0ffffff0) == 0x012fff20) {
        gm_register_jump_effect(e, rm);
        return;
    }
    if ((i & 0x0ffffff0) == 0x012fff30) {
        gm_call_effect(e, false);
        return;
    }
    if (code >= 8 && code < 12 && (i >> 20 & 1) != 0)
        return; /* only compares */
    if ((i & 0x0f900000) == 0x03000000 || (i & 0x0f900000) == 0x01000000 ||
        (!is_number && (i & 0x90) == 0x90)) {
        if ((i & 0x0ff00000) == 0x03000000) /* movw */
            gm_set_effect(e, rd, GM_NO_REGISTER, (i >> 4 & 0xf000) | (i & 0xfff));
        else
            e->lost = bit(rd) | bit(rn);
        return;
    }
    if (rd == GM_PC && code == 13 && !is_number && is_plain)
        gm_register_jump_effect(e, rm);
    else if (rd == GM_PC) /* by a table, whose first entry follows; or a function of the kernel */
        e->kind = rn == GM_PC ? GM_OTHER : GM_CALL;
    else if (rn == GM_PC && code != 13)
        e->lost = bit(rd);
    else if (code == 13 && is_plain)
        gm_set_effect(e, rd, is_number ? (unsigned)GM_NO_REGISTER : rm, is_number ? rotated(i) : 0);
    else if ((code == 4 || code == 2) && is_number)
        gm_set_effect(e, rd, rn, code == 4 ? rotated(i) : 0U - rotated(i));
    else if ((code == 4 || code == 2) && is_plain)
        *e = (struct gm_effect){.kind = GM_SUM_OF,
                                .bytes = 4,
                                .to = (uint8_t)rd,
                                .from = (uint8_t)rn,
                                .second = (uint8_t)rm,
                                .offset = code == 4 ? 0 : -1};
    else
        e->lost = bit(rd);
}

static unsigned block_of(uint32_t i)
{
    unsigned block = 0;

    block |= (i >> 20 & 1) != 0 ? GM_BLOCK_LOAD : 0U;
    block |= (i >> 23 & 1) != 0 ? GM_BLOCK_UP : 0U;
    block |= (i >> 24 & 1) != 0 ? GM_BLOCK_BEFORE : 0U;
    block |= (i >> 21 & 1) != 0 ? GM_BLOCK_CHANGES : 0U;
    return block;
}

/* 010, 011: a word or a byte. An offset that is added behind changes the base always. */
static void transfer(uint32_t i, struct gm_effect *e)
{
    unsigned rn = field(i, 16), rt = field(i, 12), block = block_of(i);
    int32_t offset = (block & GM_BLOCK_UP) != 0 ? (int32_t)(i & 0xfff) : -(int32_t)(i & 0xfff);
    bool is_byte = (i >> 22 & 1) != 0;

    if ((block & GM_BLOCK_BEFORE) == 0)
        block |= GM_BLOCK_CHANGES;
    if ((i >> 25 & 1) == 0 && !is_byte && rn != GM_PC) {
        gm_word_effect(e, bit(rt), rn, offset, block);
        return;
    }
    e->lost = (block & GM_BLOCK_CHANGES) != 0 ? bit(rn) : 0;
    if ((block & GM_BLOCK_LOAD) == 0)
        return;
    e->lost |= bit(rt);
    if (rt == GM_PC && i >> 28 == ALWAYS)
        e->kind = GM_STOP;
}

/* 000 with bits 7 and 4: halfwords, and two words. */
static void transfer_other(uint32_t i, struct gm_effect *e)
{
    unsigned rn = field(i, 16), rt = field(i, 12), kind = i >> 4 & 15, block = block_of(i);
    int32_t n = (int32_t)((i >> 4 & 0xf0) | (i & 15));

    if ((block & GM_BLOCK_BEFORE) == 0)
        block |= GM_BLOCK_CHANGES;
    if ((i >> 20 & 1) == 0 && (kind == 13 || kind == 15) && (i >> 22 & 1) != 0 && rt < 14) {
        block = kind == 13 ? block | GM_BLOCK_LOAD : block;
        gm_word_effect(e, bit(rt) | bit(rt + 1), rn, (block & GM_BLOCK_UP) != 0 ? n : -n, block);
        return;
    }
    e->lost = ((block & GM_BLOCK_CHANGES) != 0 ? bit(rn) : 0) |
              ((i >> 20 & 1) != 0 || kind == 13 ? bit(rt) : 0);
}

/* 110, 1110: of registers of floating point, mostly. */
static void coprocessor(uint32_t i, struct gm_effect *e)
{
    gm_coprocessor_effect(i, e);
}

void gm_coprocessor_effect(uint32_t i, struct gm_effect *e)
{
    int32_t bytes = (int32_t)(i & 0xff) * 4;

    if ((i & 0x0f3f0e00) == 0x0d2d0a00) /* vpush */
        gm_set_effect(e, GM_SP, GM_SP, (uint32_t)-bytes);
    else if ((i & 0x0fbf0e00) == 0x0cbd0a00) /* vpop */
        gm_set_effect(e, GM_SP, GM_SP, (uint32_t)bytes);
    else if ((i & 0x0e000000) == 0x0c000000 && (i >> 21 & 1) != 0 && (i & 0x01800000) != 0)
        e->lost = bit(field(i, 16));         /* a base that changes */
    else if ((i & 0x0ff00000) == 0x0c500000) /* two registers */
        e->lost = bit(field(i, 12)) | bit(field(i, 16));
    else if ((i & 0x0f100010) == 0x0e100010 && field(i, 12) != GM_PC) /* one */
        e->lost = bit(field(i, 12));
}

static void arm_branch(const unsigned char *code, uintptr_t at, unsigned before, uint32_t i,
                       struct gm_effect *e)
{
    if ((i >> 24 & 1) != 0) {
        gm_call_effect(e, before >= 4 && gm_instruction(code - 4) == PUSH_LINK);
        return;
    }
    e->kind = i >> 28 == ALWAYS ? GM_JUMP : GM_BRANCH;
    e->target = at + 8 + (gm_signed(i & 0xffffff, 24) << 2);
}

static bool arm_effect(const unsigned char *code, uintptr_t at, unsigned before,
                       struct gm_effect *e)
{
    uint32_t i = gm_instruction(code);

    if (at % 4 != 0)
        return false;
    e->bytes = 4;
    if (i >> 28 == 15) {
        if (i >> 25 == 0x7d)
            gm_call_effect(e, false);
        return true;
    }
    switch (i >> 25 & 7) {
    case 0:
        if ((i & 0x90) == 0x90 && (i & 0x60) != 0) {
            transfer_other(i, e);
            break;
        }
        compute(i, e);
        break;
    case 1:
        compute(i, e);
        break;
    case 3:
        if ((i & 0x0ff000f0) == 0x07f000f0)
            e->kind = GM_STOP;
        else if ((i & 0x10) != 0)
            e->lost = bit(field(i, 12)) | bit(field(i, 16));
        else
            transfer(i, e);
        break;
    case 2:
        transfer(i, e);
        break;
    case 4:
        gm_block_effect(e, i & 0xffff, field(i, 16), block_of(i));
        break;
    case 5:
        arm_branch(code, at, before, i, e);
        break;
    default:
        if ((i >> 24 & 15) == 15)
            e->lost = 1;
        else
            coprocessor(i, e);
    }
    return true;
}

bool gm_effect_at(const unsigned char *code, uintptr_t at, unsigned before, unsigned mode,
                  struct gm_effect *e)
{
    return mode == 0 ? arm_effect(code, at, before, e) : gm_thumb_effect(code, at, before, e);
}
