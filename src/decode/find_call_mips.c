/* find_call_mips - calls in MIPS code: JAL, JALX, BAL, branches that link, BALC of release 6
 *
 * MIPS Architecture for Programmers, volume II. JAL: 000011 index, within the 256 MB of the
 * instruction in its delay slot. BLTZAL, BGEZAL and their "likely" forms: 000001 rs 100xx offset;
 * BAL is BGEZAL of register 0. Instructions of two bytes (MIPS16, microMIPS) are not decoded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

enum { WORD = 4, OP_REGIMM = 1, OP_JAL = 3, OP_JALX = 0x1d, OP_BALC = 0x3a, REGIMM_LINK = 0x10 };

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

static bool next_call(struct find_call *f, struct call *call)
{
    bool release_6 = f->isa.machine == MACHINE_MIPS_R6;

    while (code_left(f) >= WORD) {
        uint64_t site = f->address + f->pos;
        uint32_t word = code_u32(f->bytes + f->pos, f->isa.big_endian), op = word >> 26;

        f->pos += WORD;
        *call = (struct call){site, 0};
        if (op == OP_JAL || (op == OP_JALX && !release_6)) {
            call->target = in_region(site, word);
            return true;
        }
        if (op == OP_REGIMM && is_branch_and_link(word, release_6)) {
            call->target = site + WORD + code_signed(word, 16) * WORD;
            return true;
        }
        if (op == OP_BALC && release_6) {
            call->target = site + WORD + code_signed(word, 26) * WORD;
            return true;
        }
    }
    return false;
}

const struct call_decoder find_call_mips = {.next = next_call};
