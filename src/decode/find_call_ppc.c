/* find_call_ppc - calls in PowerPC code: branches that set the link register
 *
 * Power ISA, book I, 2.4: bl and bla (18 LI AA LK), bcl and bcla (16 BO BI BD AA LK), and 1.6: an
 * instruction with primary opcode 1 is the prefix of the next word. `bcl 20,31,.+4` only reads the
 * program counter and is no call.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

enum { WORD = 4, TWO_WORDS = 8, OP_PREFIX = 1, OP_BC = 16, OP_B = 18, OP_XL = 19 };

enum { BCLR = 16 << 1, BCCTR = 528 << 1 /* extended opcodes of OP_XL, as they lie */ };

static bool next_call(struct find_call *f, struct call *call)
{
    while (code_left(f) >= WORD) {
        uint64_t site = f->address + f->pos, distance;
        uint32_t word = cursor_load_32(f->bytes + f->pos, f->isa.big_endian);
        bool absolute = word & 2, links = word & 1;

        f->pos += WORD;
        if (word >> 26 == OP_PREFIX && code_left(f) >= WORD)
            f->pos += WORD;
        if (!links || (word >> 26 != OP_B && word >> 26 != OP_BC))
            continue;
        distance = word >> 26 == OP_B ? cursor_signed(word & 0x03fffffc, 26)
                                      : cursor_signed(word & 0xfffc, 16);
        if (!absolute && distance == WORD)
            continue;
        *call = (struct call){site, absolute ? distance : site + distance};
        return true;
    }
    return false;
}

/* ELFv2 ABI 2.3.2: a function that uses the TOC starts with `addis r2,r12,x; addi r2,r2,y`, where
 * r12 is its address, or, in programs at a fixed address, `lis r2,x; addi r2,r2,y`. Callers that
 * share its TOC enter after them. */
static size_t local_entry(const struct isa *isa, const uint8_t *bytes, size_t size)
{
    uint32_t first, second;

    if (!isa->wide || size < TWO_WORDS)
        return 0;
    first = cursor_load_32(bytes, isa->big_endian) >> 16;
    second = cursor_load_32(bytes + WORD, isa->big_endian) >> 16;
    return (first == 0x3c4c || first == 0x3c40) && second == 0x3842 ? TWO_WORDS : 0;
}

/* bl, bla, bcl, and by register blrl and bctrl (19 BO BI / BH xo LK), under any condition. */
static bool returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t word, op;

    if (before < WORD)
        return false;
    word = cursor_load_32(end - WORD, isa->big_endian);
    op = word >> 26;
    return (word & 1) && (op == OP_B || op == OP_BC ||
                          (op == OP_XL && ((word & 0x7fe) == BCLR || (word & 0x7fe) == BCCTR)));
}

const struct call_decoder find_call_ppc = {
    .next = next_call, .local_entry = local_entry, .returns_to = returns_to};
