/* find_call_mips - calls in MIPS code: JAL, JALX, BAL, branches that link, BALC of release 6
 *
 * MIPS Architecture for Programmers, volume II. JAL: 000011 index, within the 256 MB of the
 * instruction in its delay slot. BLTZAL, BGEZAL and their "likely" forms: 000001 rs 100xx offset;
 * BAL is BGEZAL of register 0. Instructions of two bytes (MIPS16, microMIPS) are not decoded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

enum {
    WORD = 4,
    OP_REGIMM = 1,
    OP_JAL = 3,
    OP_POP06 = 6,
    OP_POP07 = 7,
    OP_POP10 = 8,
    OP_POP30 = 0x18,
    OP_JALX = 0x1d,
    OP_BALC = 0x3a,
    OP_JIALC = 0x3e,
    REGIMM_LINK = 0x10
};

static uint64_t in_region(uint64_t site, uint32_t word)
{
    return ((site + WORD) & ~UINT64_C(0x0fffffff)) | (uint64_t)(word & 0x03ffffff) << 2;
}

/* Whether a REGIMM branch links and can be taken: BLTZAL of register 0 never is. */
static bool is_branch_and_link(uint32_t word, bool release_6)
{
    uint32_t rs = word >> 21 & 31, rt = word >> 16 & 31;

    if (release_6) /* only BAL is left */
        return rs == 0 && rt == REGIMM_LINK + 1;
    return (rt & 0x1c) == REGIMM_LINK && (rs != 0 || rt & 1);
}

/* JALR: 000000 rs 00000 rd hint 001001, where rd is not 0. */
static bool is_jalr(uint32_t word)
{
    return (word & 0xfc00003f) == 9 && (word >> 11 & 31) != 0;
}

/* The calls of release 6 that have no delay slot: BALC, JIALC, and branches that compare and link:
 * BLEZALC, BGEZALC, BGTZALC, BLTZALC, BEQZALC, BNEZALC. */
static bool is_compact_call(uint32_t word)
{
    uint32_t op = word >> 26, rs = word >> 21 & 31, rt = word >> 16 & 31;

    if (op == OP_BALC || (op == OP_JIALC && rs == 0))
        return true;
    if (op == OP_POP06 || op == OP_POP07)
        return rt != 0 && (rs == 0 || rs == rt);
    return (op == OP_POP10 || op == OP_POP30) && rs == 0 && rt != 0;
}

/* Calls return behind the instruction in their delay slot. */
static bool returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    bool release_6 = isa->machine == MACHINE_MIPS_R6;
    uint32_t word, op;

    if (release_6 && before >= WORD && is_compact_call(cursor_load_32(end - WORD, isa->big_endian)))
        return true;
    if (before < FIND_CALL_BEFORE)
        return false;
    word = cursor_load_32(end - FIND_CALL_BEFORE, isa->big_endian);
    op = word >> 26;
    return op == OP_JAL || (op == OP_JALX && !release_6) || is_jalr(word) ||
           (op == OP_REGIMM && is_branch_and_link(word, release_6));
}

static bool is_call(const struct isa *isa, uint32_t word, uint64_t site, uint64_t *target)
{
    bool release_6 = isa->machine == MACHINE_MIPS_R6;
    uint32_t op = word >> 26;

    if (op == OP_JAL || (op == OP_JALX && !release_6)) {
        *target = in_region(site, word);
        return true;
    }
    *target = site + WORD + cursor_signed(word, op == OP_BALC ? 26 : 16) * WORD;
    return (op == OP_REGIMM && is_branch_and_link(word, release_6)) || (op == OP_BALC && release_6);
}

const struct call_decoder find_call_mips = {.is_call = is_call, .returns_to = returns_to};
