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
        uint32_t word = code_u32(f->bytes + f->pos, f->isa.big_endian);
        bool is_blx = word >> 25 == 0x7d; /* 1111 101 */
        bool is_bl = word >> 28 != 0xf && (word >> 24 & 0xf) == 0xb;

        f->pos += ARM_BYTES;
        if (is_bl || is_blx) {
            *call = (struct call){site, site + ARM_AHEAD + code_signed(word, 24) * 4};
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

    return code_signed(
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

static bool next_call(struct find_call *f, struct call *call)
{
    return f->kind == CODE_THUMB ? next_thumb(f, call) : next_arm(f, call);
}

const struct call_decoder find_call_arm = {.next = next_call};
