/* find_call_arm - calls in ARM and Thumb code: BL and BLX with an immediate
 *
 * Arm Architecture Reference Manual for A- and R-profile (ARMv7), A8.8.25. BL keeps the instruction
 * set, BLX changes it; both count, BL under any condition too. The program counter that distances
 * are added to is two instructions ahead: 8 bytes in ARM code, 4 in Thumb code.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

enum { ARM_BYTES = 4, ARM_AHEAD = 8, HALF = 2, TWO_HALVES = 4, THUMB_AHEAD = 4 };

/* cond 1011 imm24; condition 1111 makes it 1111 101 H imm24: to Thumb code, which H places to half
 * a word. */
static bool next_arm(struct find_call *f, struct call *call)
{
    while (code_left(f) >= ARM_BYTES) {
        uint64_t site = f->address + f->pos;
        uint32_t word = cursor_load_32(f->bytes + f->pos, f->isa.big_endian);
        bool is_blx = word >> 25 == 0x7d; /* 1111 101 */
        bool is_bl = word >> 28 != 0xf && (word >> 24 & 0xf) == 0xb;

        f->pos += ARM_BYTES;
        if (is_bl || is_blx) {
            *call = (struct call){site, site + ARM_AHEAD + cursor_signed(word, 24) * 4};
            if (is_blx)
                call->target += word >> 23 & 2;
            return true;
        }
    }
    return false;
}

/* The distance in 11110 S imm10, 11 J1 . J2 imm11: the bits I1 and I2 are J1 and J2 where they
 * equal S, which older processors knew as two instructions with J1 and J2 always set. */
static uint64_t thumb_distance(uint32_t first, uint32_t second)
{
    uint32_t s = first >> 10 & 1;
    uint32_t i1 = (~(second >> 13) ^ s) & 1, i2 = (~(second >> 11) ^ s) & 1;

    return cursor_signed(
        s << 24 | i1 << 23 | i2 << 22 | (first & 0x3ff) << 12 | (second & 0x7ff) << 1, 25);
}

static bool next_thumb(struct find_call *f, struct call *call)
{
    while (code_left(f) >= HALF) {
        uint64_t site = f->address + f->pos;
        uint32_t first = code_u16(f->bytes + f->pos, f->isa.big_endian), second;

        if (first >> 11 < 0x1d) { /* 11101, 11110 and 11111 start an instruction of two halves */
            f->pos += HALF;
            continue;
        }
        if (code_left(f) < TWO_HALVES)
            break;
        second = code_u16(f->bytes + f->pos + HALF, f->isa.big_endian);
        f->pos += TWO_HALVES;
        if (first >> 11 != 0x1e)
            continue;
        if ((second & 0xd000) == 0xd000) { /* BL */
            *call = (struct call){site, site + THUMB_AHEAD + thumb_distance(first, second)};
            return true;
        }
        if ((second & 0xd001) == 0xc000) { /* BLX, from a whole word to a whole word */
            *call = (struct call){site, ((site + THUMB_AHEAD) & ~UINT64_C(3)) +
                                            thumb_distance(first, second)};
            return true;
        }
    }
    return false;
}

/* Besides BL and BLX: BLX by register, cond 0001 0010 1111 1111 1111 0011 Rm, and what came before
 * it, MOV lr, pc in front of any instruction. */
static bool arm_returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t word;

    if (before < ARM_BYTES)
        return false;
    word = cursor_load_32(end - ARM_BYTES, isa->big_endian);
    return word >> 25 == 0x7d || (word >> 28 != 0xf && (word >> 24 & 0xf) == 0xb) ||
           (word & 0x0ffffff0) == 0x012fff30 ||
           (before >= FIND_CALL_BEFORE &&
            (cursor_load_32(end - FIND_CALL_BEFORE, isa->big_endian) & 0x0fffffff) == 0x01a0e00f);
}

/* BL and BLX of two halves; BLX by register: 010001111 Rm 000. */
static bool thumb_returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t first, second;

    if (before < HALF)
        return false;
    second = code_u16(end - HALF, isa->big_endian);
    if ((second & 0xff87) == 0x4780)
        return true;
    if (before < TWO_HALVES)
        return false;
    first = code_u16(end - TWO_HALVES, isa->big_endian);
    return first >> 11 == 0x1e && ((second & 0xd000) == 0xd000 || (second & 0xd001) == 0xc000);
}

static bool returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    return arm_returns_to(isa, end, before) || thumb_returns_to(isa, end, before);
}

static bool next_call(struct find_call *f, struct call *call)
{
    return f->kind == CODE_THUMB ? next_thumb(f, call) : next_arm(f, call);
}

const struct call_decoder find_call_arm = {.next = next_call, .returns_to = returns_to};
