/* find_call_words - finds calls in code of AArch64, MIPS, PowerPC and SPARC
 *
 * All instructions of these machines are words of four bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

enum { WORD = 4, TWO_WORDS = 8 };

/* ---- AArch64 ----
 *
 * Arm Architecture Reference Manual for A-profile, C6.2, BL: 100101 imm26, a distance in words
 * from the instruction itself. Instructions are little-endian, even if data are big-endian. */

static size_t decode_aarch64(const struct find_call *f, struct call *call, bool *is_call)
{
    uint32_t word = code_32(f, 0, false);

    *is_call = word >> 26 == 0x25;
    call->target = call->site + cursor_signed(word, 26) * WORD;
    return WORD;
}

/* Returns true for BL, and for BLR and its authenticated forms: 1101011 Z 0 01 11111 0000 A M Rn
 * Rm. */
static bool aarch64_returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t word = code_32_before(end, before, WORD, false);

    (void)isa;
    return word >> 26 == 0x25 || (word & 0xfefff000) == 0xd63f0000;
}

const struct call_decoder find_call_aarch64 = {.decode = decode_aarch64,
                                               .returns_to = aarch64_returns_to};

/* ---- MIPS ----
 *
 * MIPS Architecture for Programmers, volume II. JAL: 000011 index, within the 256 MB of the
 * instruction in its delay slot. BLTZAL, BGEZAL and their "likely" forms: 000001 rs 100xx offset;
 * BAL is BGEZAL of register 0. Instructions of two bytes (MIPS16, microMIPS) are not decoded. */

enum {
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

/* Returns true for JAL and JALX, and for a REGIMM branch that links and can be taken: BLTZAL of
 * register 0 is never taken. */
static bool is_jump_or_branch(uint32_t word, bool release_6)
{
    uint32_t op = word >> 26, rs = word >> 21 & 31, rt = word >> 16 & 31;

    if (op == OP_JAL || (op == OP_JALX && !release_6))
        return true;
    if (release_6) /* only BAL is left */
        return op == OP_REGIMM && rs == 0 && rt == REGIMM_LINK + 1;
    return op == OP_REGIMM && (rt & 0x1c) == REGIMM_LINK && (rs != 0 || rt & 1);
}

static size_t decode_mips(const struct find_call *f, struct call *call, bool *is_call)
{
    bool release_6 = f->isa.machine == MACHINE_MIPS_R6;
    uint32_t word = code_32(f, 0, f->isa.big_endian), op = word >> 26;
    uint64_t next = call->site + WORD;

    *is_call = is_jump_or_branch(word, release_6) || (op == OP_BALC && release_6);
    if (op == OP_JAL || op == OP_JALX)
        call->target = (next & ~UINT64_C(0x0fffffff)) | (uint64_t)(word & 0x03ffffff) << 2;
    else
        call->target = next + cursor_signed(word, op == OP_BALC ? 26 : 16) * WORD;
    return WORD;
}

/* Returns true for the calls of release 6 that have no delay slot: BALC, JIALC, and branches that
 * compare and link: BLEZALC, BGEZALC, BGTZALC, BLTZALC, BEQZALC, BNEZALC. */
static bool is_compact_call(uint32_t word)
{
    uint32_t op = word >> 26, rs = word >> 21 & 31, rt = word >> 16 & 31;

    if (op == OP_BALC || (op == OP_JIALC && rs == 0))
        return true;
    if (op == OP_POP06 || op == OP_POP07)
        return rt != 0 && (rs == 0 || rs == rt);
    return (op == OP_POP10 || op == OP_POP30) && rs == 0 && rt != 0;
}

/* Returns true for a call and the instruction in its delay slot, behind which calls return. A call
 * by register is JALR: 000000 rs 00000 rd hint 001001, with rd not 0. */
static bool mips_returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    bool release_6 = isa->machine == MACHINE_MIPS_R6;
    uint32_t last = code_32_before(end, before, WORD, isa->big_endian);
    uint32_t word = code_32_before(end, before, TWO_WORDS, isa->big_endian);

    return (release_6 && is_compact_call(last)) || is_jump_or_branch(word, release_6) ||
           ((word & 0xfc00003f) == 9 && (word >> 11 & 31) != 0);
}

const struct call_decoder find_call_mips = {.decode = decode_mips, .returns_to = mips_returns_to};

/* ---- PowerPC ----
 *
 * Power ISA, book I, 2.4: bl and bla (18 LI AA LK), bcl and bcla (16 BO BI BD AA LK), and 1.6: an
 * instruction with primary opcode 1 is the prefix of the next word. `bcl 20,31,.+4` only reads the
 * program counter and is not a call. */

enum { OP_PREFIX = 1, OP_BC = 16, OP_B = 18, OP_XL = 19 };

enum { BCLR = 16 << 1, BCCTR = 528 << 1 /* extended opcodes of OP_XL, as they lie */ };

static size_t decode_ppc(const struct find_call *f, struct call *call, bool *is_call)
{
    uint32_t word = code_32(f, 0, f->isa.big_endian), op = word >> 26;
    bool absolute = word & 2, links = word & 1;
    uint64_t distance =
        op == OP_B ? cursor_signed(word & 0x03fffffc, 26) : cursor_signed(word & 0xfffc, 16);

    *is_call = links && (op == OP_B || op == OP_BC) && (absolute || distance != WORD);
    call->target = absolute ? distance : call->site + distance;
    return op == OP_PREFIX ? TWO_WORDS : WORD;
}

/* Returns the size of the instructions that set up r2, 8, or 0 without them. ELFv2 ABI 2.3.2: a
 * function that uses the TOC starts with `addis r2,r12,x; addi r2,r2,y`; r12 is its address.
 * Programs at a fixed address have `lis r2,x; addi r2,r2,y`. Callers that share the TOC enter
 * behind these two. */
static size_t ppc_local_entry(const struct isa *isa, const uint8_t *bytes, size_t size)
{
    uint32_t first, second;

    if (!isa->wide || size < TWO_WORDS)
        return 0;
    first = cursor_load_32(bytes, isa->big_endian) >> 16;
    second = cursor_load_32(bytes + WORD, isa->big_endian) >> 16;
    return (first == 0x3c4c || first == 0x3c40) && second == 0x3842 ? TWO_WORDS : 0;
}

/* Returns true for bl, bla, bcl, and by register blrl and bctrl (19 BO BI / BH xo LK), under any
 * condition. */
static bool ppc_returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t word = code_32_before(end, before, WORD, isa->big_endian), op = word >> 26;

    return (word & 1) && (op == OP_B || op == OP_BC ||
                          (op == OP_XL && ((word & 0x7fe) == BCLR || (word & 0x7fe) == BCCTR)));
}

const struct call_decoder find_call_ppc = {
    .decode = decode_ppc, .local_entry = ppc_local_entry, .returns_to = ppc_returns_to};

/* ---- SPARC ----
 *
 * The SPARC Architecture Manual, version 9, A.8: 01 disp30, a distance in words from the
 * instruction itself. A.24: 10 rd 111000 ...; with rd = 15 it is a call through a register. Both
 * calls save their own address in register 15, and return behind the instruction in their delay
 * slot. Instructions are big-endian, even if data are little-endian. */

static size_t decode_sparc(const struct find_call *f, struct call *call, bool *is_call)
{
    uint32_t word = code_32(f, 0, true);

    *is_call = word >> 30 == 1;
    call->target = call->site + cursor_signed(word, 30) * WORD;
    return WORD;
}

static bool sparc_returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t word = code_32_before(end, before, TWO_WORDS, true);

    (void)isa;
    return word >> 30 == 1 || (word & 0xfff80000) == 0x9fc00000;
}

const struct call_decoder find_call_sparc = {
    .decode = decode_sparc, .returns_to = sparc_returns_to, .saved_before = TWO_WORDS};
