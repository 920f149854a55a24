/* find_call_mixed - finds calls in code of ARM, RISC-V and s390
 *
 * Instructions of these machines have several lengths, all multiples of 2 bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

enum { HALF = 2, WORD = 4, TWO_WORDS = 8 };

/* ---- ARM ----
 *
 * Arm Architecture Reference Manual for A- and R-profile (ARMv7), A8.8.25: BL and BLX with an
 * immediate. BL keeps the instruction set, BLX changes it; both count, BL under any condition too.
 * The program counter that distances are added to is two instructions ahead: 8 bytes in ARM code, 4
 * in Thumb code. */

enum { ARM_AHEAD = 8, THUMB_AHEAD = 4 };

/* Returns true for BL: cond 1011 imm24. Condition 1111 makes it BLX, 1111 101 H imm24. */
static bool is_arm_bl(uint32_t word)
{
    return word >> 28 != 0xf && (word >> 24 & 0xf) == 0xb;
}

static bool is_arm_blx(uint32_t word)
{
    return word >> 25 == 0x7d;
}

/* Returns true for BL and BLX of two halves: 11110 S imm10, 11 J1 . J2 imm11. */
static bool is_thumb_bl(uint32_t first, uint32_t second)
{
    return first >> 11 == 0x1e && (second & 0xd000) == 0xd000;
}

static bool is_thumb_blx(uint32_t first, uint32_t second)
{
    return first >> 11 == 0x1e && (second & 0xd001) == 0xc000;
}

static size_t decode_thumb(const struct find_call *f, struct call *call, bool *is_call)
{
    uint32_t first = code_16(f, 0, f->isa.big_endian), second = code_16(f, HALF, f->isa.big_endian);
    /* bits I1 and I2 of the distance are J1 and J2, inverted unless S is set; on older processors,
     * J1 and J2 are always set */
    uint32_t s = first >> 10 & 1, i1 = (~(second >> 13) ^ s) & 1, i2 = (~(second >> 11) ^ s) & 1;
    uint64_t from = call->site + THUMB_AHEAD;

    if (first >> 11 < 0x1d) /* 11101, 11110 and 11111 start an instruction of two halves */
        return HALF;
    *is_call = is_thumb_bl(first, second) || is_thumb_blx(first, second);
    if (is_thumb_blx(first, second)) /* both addresses are multiples of a word */
        from &= ~UINT64_C(3);
    call->target = from + cursor_signed(s << 24 | i1 << 23 | i2 << 22 | (first & 0x3ff) << 12 |
                                            (second & 0x7ff) << 1,
                                        25);
    return WORD;
}

static size_t decode_arm(const struct find_call *f, struct call *call, bool *is_call)
{
    uint32_t word = code_32(f, 0, f->isa.big_endian);

    if (f->kind == CODE_THUMB)
        return decode_thumb(f, call, is_call);
    *is_call = is_arm_bl(word) || is_arm_blx(word);
    call->target = call->site + ARM_AHEAD + cursor_signed(word, 24) * WORD;
    if (is_arm_blx(word)) /* the target is Thumb code; H adds half a word */
        call->target += word >> 23 & 2;
    return WORD;
}

/* Returns true for BL and BLX with an immediate, and for BLX by register: in ARM code cond 0001
 * 0010 1111 1111 1111 0011 Rm, in Thumb code 010001111 Rm 000. Older ARM code has MOV lr, pc in
 * front of any instruction. */
static bool arm_returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t word = code_32_before(end, before, WORD, isa->big_endian);
    uint32_t first = code_16_before(end, before, WORD, isa->big_endian);
    uint32_t second = code_16_before(end, before, HALF, isa->big_endian);

    return is_arm_bl(word) || is_arm_blx(word) || (word & 0x0ffffff0) == 0x012fff30 ||
           (code_32_before(end, before, TWO_WORDS, isa->big_endian) & 0x0fffffff) == 0x01a0e00f ||
           (second & 0xff87) == 0x4780 || is_thumb_bl(first, second) || is_thumb_blx(first, second);
}

const struct call_decoder find_call_arm = {.decode = decode_arm, .returns_to = arm_returns_to};

/* ---- RISC-V ----
 *
 * The RISC-V Instruction Set Manual, volume I: "Unconditional jumps" (a call is a jump that links
 * to x1 or to the alternate link register x5), "Expanded instruction-length encoding" and chapter
 * "C". A far call is the pair AUIPC rd, JALR link, rd, which is what the pseudo-instruction `call`
 * means. Instructions are little-endian. */

enum { OP_JALR = 0x67, OP_JAL = 0x6f, OP_AUIPC = 0x17 };

/* Returns the bytes of the instruction whose first half is `half`; lengths above 8 are reserved. */
static size_t riscv_length(uint32_t half)
{
    if ((half & 3) != 3)
        return 2;
    if ((half & 0x1c) != 0x1c)
        return 4;
    if (!(half & 0x20))
        return 6;
    return half & 0x40 ? 2 : 8;
}

static uint32_t destination(uint32_t word)
{
    return word >> 7 & 31;
}

static bool links(uint32_t word)
{
    return destination(word) == 1 || destination(word) == 5;
}

/* Returns true for C.JAL, which RV64 has as C.ADDIW. */
static bool is_c_jal(const struct isa *isa, uint32_t half)
{
    return !isa->wide && (half & 0xe003) == 0x2001;
}

static size_t decode_riscv(const struct find_call *f, struct call *call, bool *is_call)
{
    uint32_t half = code_16(f, 0, false);
    uint32_t word = code_32(f, 0, false), next = code_32(f, WORD, false);
    uint64_t site = call->site;
    size_t bytes = riscv_length(half);

    if (bytes == 2 && is_c_jal(&f->isa, half)) {
        *is_call = true; /* offset[11|4|9:8|10|6|7|3:1|5] in bits 12 to 2 */
        call->target = site + cursor_signed((half >> 12 & 1) << 11 | (half >> 11 & 1) << 4 |
                                                (half >> 9 & 3) << 8 | (half >> 8 & 1) << 10 |
                                                (half >> 7 & 1) << 6 | (half >> 6 & 1) << 7 |
                                                (half >> 3 & 7) << 1 | (half >> 2 & 1) << 5,
                                            12);
    } else if (bytes == 4 && (word & 0x7f) == OP_JAL && links(word)) {
        *is_call = true; /* imm[20|10:1|11|19:12] */
        call->target = site + cursor_signed((word >> 31) << 20 | (word & 0xff000) |
                                                (word >> 20 & 1) << 11 | (word >> 21 & 0x3ff) << 1,
                                            21);
    } else if (bytes == 4 && (word & 0x7f) == OP_AUIPC && (next & 0x707f) == OP_JALR &&
               links(next) && (next >> 15 & 31) == destination(word)) {
        *is_call = true; /* the JALR is the call; the target comes from both instructions */
        call->site += WORD;
        call->target = site + cursor_signed(word & 0xfffff000, 32) + cursor_signed(next >> 20, 12);
        return TWO_WORDS;
    }
    return bytes;
}

/* Returns true for JAL and JALR that link; C.JALR, 100 1 rs1 00000 10, which links to x1; C.JAL of
 * RV32. */
static bool riscv_returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t half = code_16_before(end, before, HALF, false);
    uint32_t word = code_32_before(end, before, WORD, false);

    return ((half & 0xf07f) == 0x9002 && (half & 0xf80) != 0) || is_c_jal(isa, half) ||
           (((word & 0x7f) == OP_JAL || (word & 0x707f) == OP_JALR) && links(word));
}

const struct call_decoder find_call_riscv = {.decode = decode_riscv,
                                             .returns_to = riscv_returns_to};

/* ---- s390 and s390x ----
 *
 * z/Architecture Principles of Operation, chapter 5, "Instruction formats": the first two bits give
 * the length; chapter 7, "Branch relative and save": BRAS, A7 R1 5 RI2, and BRASL, C0 R1 5 RI2,
 * distances in half words from the instruction itself. Always big-endian. */

static size_t decode_s390(const struct find_call *f, struct call *call, bool *is_call)
{
    static const uint8_t length[4] = {2, 4, 4, 6};
    uint32_t half = code_16(f, 0, true);
    bool is_long = half >> 8 == 0xc0;

    *is_call = (half & 0xf) == 5 && (half >> 8 == 0xa7 || is_long);
    call->target = call->site + 2 * (is_long ? cursor_signed(code_32(f, HALF, true), 32)
                                             : cursor_signed(code_16(f, HALF, true), 16));
    return length[half >> 14];
}

/* Returns true for BRAS and BRASL; BASR and BASSM, 0D R1 R2 and 0C R1 R2, if R2 is not 0; and BAS,
 * 4D R1 X2 B2 D2. */
static bool s390_returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t of_2 = code_16_before(end, before, 2, true);
    uint32_t of_4 = code_16_before(end, before, 4, true);
    uint32_t of_6 = code_16_before(end, before, 6, true);

    (void)isa;
    return ((of_2 >> 8 == 0x0d || of_2 >> 8 == 0x0c) && (of_2 & 0xf) != 0) || of_4 >> 8 == 0x4d ||
           (of_4 >> 8 == 0xa7 && (of_4 & 0xf) == 5) || (of_6 >> 8 == 0xc0 && (of_6 & 0xf) == 5);
}

const struct call_decoder find_call_s390 = {.decode = decode_s390, .returns_to = s390_returns_to};
