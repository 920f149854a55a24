/* effect_thumb.c - ARM: what instructions do to the stack and to registers; Thumb code
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/arm/effect.h"

enum { PUSH_LINK = 0xb500, OP_ADD = 8, OP_SUB = 13, OP_MOV = 2 };

static uint32_t bit(unsigned number)
{
    return (uint32_t)1 << number;
}

static unsigned field(uint32_t h, unsigned at, unsigned bits)
{
    return h >> at & ((1U << bits) - 1);
}

static void branch(struct gm_effect *e, bool always, uintptr_t at, uint32_t offset, unsigned bits)
{
    e->kind = always ? GM_JUMP : GM_BRANCH;
    e->target = at + 4 + gm_signed(offset, bits);
}

/* ---- 16 bits ------------------------------------------------------------------------------------
 */

static void high_registers(uint32_t h, struct gm_effect *e)
{
    unsigned rd = field(h, 4, 4) & 8, rm = field(h, 3, 4);

    rd |= field(h, 0, 3);
    switch (field(h, 8, 2)) {
    case 0:
        *e = (struct gm_effect){.kind = GM_SUM_OF,
                                .bytes = 2,
                                .to = (uint8_t)rd,
                                .from = (uint8_t)rd,
                                .second = (uint8_t)rm};
        if (rd == GM_PC)
            e->kind = GM_STOP;
        break;
    case 1:
        break;
    case 2:
        if (rd == GM_PC)
            gm_register_jump_effect(e, rm);
        else
            gm_set_effect(e, rd, rm, 0);
        break;
    default:
        if (field(h, 7, 1) != 0)
            gm_call_effect(e, false);
        else
            gm_register_jump_effect(e, rm);
    }
}

/* 1011: the stack pointer, and much else. */
static void miscellaneous(uint32_t h, uintptr_t at, struct gm_effect *e)
{
    uint32_t words = field(h, 0, 7) * 4;

    if ((h & 0xfe00) == 0xb400)
        gm_block_effect(e, (h & 0xff) | (h & 0x100) << 6, GM_SP,
                        GM_BLOCK_BEFORE | GM_BLOCK_CHANGES);
    else if ((h & 0xfe00) == 0xbc00)
        gm_block_effect(e, (h & 0xff) | (h & 0x100) << 7, GM_SP,
                        GM_BLOCK_LOAD | GM_BLOCK_UP | GM_BLOCK_CHANGES);
    else if ((h & 0xff00) == 0xb000)
        gm_set_effect(e, GM_SP, GM_SP, (h & 0x80) != 0 ? 0U - words : words);
    else if ((h & 0xf500) == 0xb100)
        branch(e, false, at, field(h, 9, 1) << 6 | field(h, 3, 5) << 1, 8);
    else if ((h & 0xff00) == 0xb200 || (h & 0xff00) == 0xba00)
        e->lost = bit(field(h, 0, 3));
}

static void short_transfer(uint32_t h, struct gm_effect *e)
{
    unsigned load = field(h, 11, 1) != 0 ? GM_BLOCK_LOAD : 0U;

    if (h >> 12 == 9)
        gm_word_effect(e, bit(field(h, 8, 3)), GM_SP, (int32_t)field(h, 0, 8) * 4,
                       load | GM_BLOCK_BEFORE);
    else
        gm_word_effect(e, bit(field(h, 0, 3)), field(h, 3, 3), (int32_t)field(h, 6, 5) * 4,
                       load | GM_BLOCK_BEFORE);
}

static void short_number(uint32_t h, struct gm_effect *e)
{
    unsigned rd = field(h, 8, 3), n = field(h, 0, 8);

    if ((h & 0xf800) == 0x2000)
        gm_set_effect(e, rd, GM_NO_REGISTER, n);
    else if ((h & 0xf000) == 0x3000)
        gm_set_effect(e, rd, rd, (h & 0x800) != 0 ? 0U - n : n);
    else if ((h & 0xfc00) == 0x1c00)
        gm_set_effect(e, field(h, 0, 3), field(h, 3, 3),
                      (h & 0x200) != 0 ? 0U - field(h, 6, 3) : field(h, 6, 3));
    else if (h < 0x2800)
        e->lost = bit(field(h, 0, 3));
}

static void short_effect(uint32_t h, uintptr_t at, struct gm_effect *e)
{
    switch (h >> 12) {
    case 0:
    case 1:
    case 2:
    case 3:
        short_number(h, e);
        break;
    case 4:
        if ((h & 0xfc00) == 0x4400)
            high_registers(h, e);
        else
            e->lost = (h & 0x800) != 0 ? bit(field(h, 8, 3)) : bit(field(h, 0, 3));
        break;
    case 6:
    case 9:
        short_transfer(h, e);
        break;
    case 5:
    case 7:
    case 8:
        e->lost =
            (h & 0x800) != 0 || (h >> 12 == 5 && (h & 0xe00) >= 0x600) ? bit(field(h, 0, 3)) : 0;
        break;
    case 10:
        gm_set_effect(e, field(h, 8, 3), (h & 0x800) != 0 ? (unsigned)GM_SP : (unsigned)GM_PC,
                      field(h, 0, 8) * 4);
        break;
    case 11:
        miscellaneous(h, at, e);
        break;
    case 12:
        gm_block_effect(e, h & 0xff, field(h, 8, 3),
                        ((h & 0x800) != 0 ? (unsigned)GM_BLOCK_LOAD : 0U) | GM_BLOCK_UP |
                            GM_BLOCK_CHANGES);
        if ((h & 0x800) != 0 && (h >> field(h, 8, 3) & 1) != 0)
            e->change = 0;
        break;
    case 13:
        if (field(h, 8, 4) < 14)
            branch(e, false, at, (h & 0xff) << 1, 9);
        else if (field(h, 8, 4) == 14)
            e->kind = GM_STOP;
        else
            e->lost = 1;
        break;
    default:
        branch(e, true, at, (h & 0x7ff) << 1, 12);
    }
}

/* ---- 32 bits ------------------------------------------------------------------------------------
 */

static uint32_t expanded(uint32_t i)
{
    uint32_t n = i & 0xff, code = (i >> 15 & 0x800) | (i >> 4 & 0x700) | n;

    switch (code >> 8) {
    case 0:
        return n;
    case 1:
        return n | n << 16;
    case 2:
        return n << 8 | n << 24;
    case 3:
        return n * 0x01010101U;
    default:
        n = 0x80 | (code & 0x7f);
        return n >> (code >> 7) | n << (32 - (code >> 7));
    }
}

/* A number with a register. */
static void number(uint32_t i, struct gm_effect *e)
{
    unsigned op = field(i, 21, 4), rn = field(i, 16, 4), rd = field(i, 8, 4);
    uint32_t plain = (i >> 15 & 0x800) | (i >> 4 & 0x700) | (i & 0xff), n = expanded(i);

    if (rd == GM_PC)
        return; /* compares */
    if ((i & 0x02000000) != 0 && field(i, 20, 5) == 4)
        gm_set_effect(e, rd, GM_NO_REGISTER, (i >> 4 & 0xf000) | plain);
    else if ((i & 0x02000000) != 0 && (field(i, 20, 5) == 0 || field(i, 20, 5) == 10))
        gm_set_effect(e, rd, rn, field(i, 20, 5) == 0 ? plain : 0U - plain);
    else if ((i & 0x02000000) == 0 && (op == OP_ADD || op == OP_SUB))
        gm_set_effect(e, rd, rn, op == OP_ADD ? n : 0U - n);
    else if ((i & 0x02000000) == 0 && op == OP_MOV && rn == GM_PC)
        gm_set_effect(e, rd, GM_NO_REGISTER, n);
    else
        e->lost = bit(rd);
}

static void two_registers(uint32_t i, struct gm_effect *e)
{
    unsigned op = field(i, 21, 4), rn = field(i, 16, 4), rd = field(i, 8, 4), rm = field(i, 0, 4);
    bool is_plain = (i & 0x70f0) == 0;

    if (rd == GM_PC)
        return;
    if (is_plain && (op == OP_ADD || op == OP_SUB))
        *e = (struct gm_effect){.kind = GM_SUM_OF,
                                .bytes = 4,
                                .to = (uint8_t)rd,
                                .from = (uint8_t)rn,
                                .second = (uint8_t)rm,
                                .offset = op == OP_ADD ? 0 : -1};
    else if (is_plain && op == OP_MOV && rn == GM_PC)
        gm_set_effect(e, rd, rm, 0);
    else
        e->lost = bit(rd);
}

/* Branches that are not calls, and what stands among them. */
static void branch_or_not(uint32_t i, uintptr_t at, struct gm_effect *e)
{
    uint32_t sign = i >> 26 & 1, j1 = i >> 13 & 1, j2 = i >> 11 & 1;

    if ((i & 0x1000) != 0)
        branch(e, true, at,
               sign << 24 | (~(j1 ^ sign) & 1) << 23 | (~(j2 ^ sign) & 1) << 22 |
                   field(i, 16, 10) << 12 | field(i, 0, 11) << 1,
               25);
    else if (field(i, 22, 4) < 14)
        branch(e, false, at,
               sign << 20 | j2 << 19 | j1 << 18 | field(i, 16, 6) << 12 | field(i, 0, 11) << 1, 21);
    else if ((i & 0xfff0f000) == 0xf7f0a000)
        e->kind = GM_STOP;
    else
        e->lost = (i & 0xffe00000) == 0xf3e00000 ? bit(field(i, 8, 4)) : 0;
}

/* A word, or less. */
static void transfer(uint32_t i, struct gm_effect *e)
{
    unsigned rn = field(i, 16, 4), rt = field(i, 12, 4);
    bool is_word = (i & 0x01600000) == 0x00400000, is_load = (i >> 20 & 1) != 0;
    bool is_far = (i >> 23 & 1) != 0, is_near = !is_far && (i & 0x800) != 0;
    unsigned block = is_load ? GM_BLOCK_LOAD : 0U;
    int32_t n = (int32_t)(i & (is_far ? 0xfff : 0xff));

    if (is_far || (i >> 10 & 1) != 0)
        block |= GM_BLOCK_BEFORE;
    if (is_near && (i >> 8 & 1) != 0)
        block |= GM_BLOCK_CHANGES;
    if (is_near && (i >> 9 & 1) == 0)
        n = -n;
    if (is_word && rn != GM_PC && (is_far || is_near)) {
        gm_word_effect(e, bit(rt), rn, n, block);
        return;
    }
    e->lost = is_load ? bit(rt) : 0;
    e->lost |= (block & GM_BLOCK_CHANGES) != 0 ? bit(rn) : 0;
    if (is_word && is_load && rt == GM_PC)
        e->kind = GM_STOP;
}

/* Two words; exclusive ones; jumps by a table. */
static void two_words(uint32_t i, struct gm_effect *e)
{
    unsigned rn = field(i, 16, 4), rt = field(i, 12, 4), other = field(i, 8, 4);
    unsigned block = (i >> 20 & 1) != 0 ? GM_BLOCK_LOAD : 0U;
    int32_t n = (int32_t)(i & 0xff) * 4;

    block |= (i >> 24 & 1) != 0 ? GM_BLOCK_BEFORE : 0U;
    block |= (i >> 21 & 1) != 0 ? GM_BLOCK_CHANGES : 0U;
    if ((i & 0xfff0ffe0) == 0xe8d0f000)
        e->kind = GM_STOP;
    else if ((block & (GM_BLOCK_BEFORE | GM_BLOCK_CHANGES)) == 0)
        e->lost = bit(rt) | bit(other) | bit(field(i, 0, 4));
    else if (rt < other && rn != GM_PC)
        gm_word_effect(e, bit(rt) | bit(other), rn, (i >> 23 & 1) != 0 ? n : -n, block);
    else
        e->lost = ((block & GM_BLOCK_LOAD) != 0 ? bit(rt) | bit(other) : 0) |
                  ((block & GM_BLOCK_CHANGES) != 0 ? bit(rn) : 0);
}

static void block(uint32_t i, struct gm_effect *e)
{
    unsigned how = (i >> 20 & 1) != 0 ? GM_BLOCK_LOAD : 0U;

    how |= (i >> 21 & 1) != 0 ? GM_BLOCK_CHANGES : 0U;
    how |= field(i, 23, 2) == 1 ? GM_BLOCK_UP : GM_BLOCK_BEFORE;
    gm_block_effect(e, i & 0xffff, field(i, 16, 4), how);
}

static void long_effect(uint32_t i, uintptr_t at, bool is_behind_push, struct gm_effect *e)
{
    if ((i & 0xec000000) == 0xec000000) {
        if ((i & 0x0f000000) != 0x0f000000)
            gm_coprocessor_effect(i, e);
    } else if ((i & 0xf800d000) == 0xf000d000 || (i & 0xf800d001) == 0xf000c000) {
        gm_call_effect(e, is_behind_push);
    } else if ((i & 0xf8008000) == 0xf0008000) {
        branch_or_not(i, at, e);
    } else if ((i & 0xf8008000) == 0xf0000000) {
        number(i, e);
    } else if ((i & 0xfe400000) == 0xe8000000) {
        block(i, e);
    } else if ((i & 0xfe400000) == 0xe8400000) {
        two_words(i, e);
    } else if ((i & 0xfe000000) == 0xea000000) {
        two_registers(i, e);
    } else if ((i & 0xfe000000) == 0xf8000000) {
        if ((i & 0xff100000) == 0xf9000000)
            e->lost = (i & 15) != 15 ? bit(field(i, 16, 4)) : 0;
        else
            transfer(i, e);
    } else {
        e->lost = bit(field(i, 8, 4)) | (i >> 24 == 0xfb ? bit(field(i, 12, 4)) : 0);
    }
}

bool gm_thumb_effect(const unsigned char *code, uintptr_t at, unsigned before, struct gm_effect *e)
{
    uint32_t h = gm_half_at(code);

    if (at % 2 != 0)
        return false;
    e->bytes = h >> 11 < 0x1d ? 2 : 4;
    if (e->bytes == 2)
        short_effect(h, at, e);
    else
        long_effect(h << 16 | gm_half_at(code + 2), at,
                    before >= 2 && gm_half_at(code - 2) == PUSH_LINK, e);
    return true;
}
