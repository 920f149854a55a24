/* find_call_riscv - calls in RISC-V code: JAL, C.JAL, and AUIPC followed by JALR
 *
 * The RISC-V Instruction Set Manual, volume I: "Unconditional jumps" (a call is a jump that links
 * to x1 or to the alternate link register x5), "Expanded instruction-length encoding" and chapter
 * "C". A far call is the pair AUIPC rd, JALR link, rd, which is what the pseudo-instruction `call`
 * means. Instructions are little-endian.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

enum { OP_JALR = 0x67, OP_JAL = 0x6f, OP_AUIPC = 0x17 };

/* Bytes of the instruction whose first half is `half`; lengths above 8 are reserved. */
static size_t length(uint32_t half)
{
    if ((half & 3) != 3)
        return 2;
    if ((half & 0x1c) != 0x1c)
        return 4;
    if (!(half & 0x20))
        return 6;
    return half & 0x40 ? 2 : 8;
}

static bool is_link(uint32_t reg)
{
    return reg == 1 || reg == 5;
}

static uint32_t destination(uint32_t word)
{
    return word >> 7 & 31;
}

/* imm[20|10:1|11|19:12] */
static uint64_t jal_distance(uint32_t word)
{
    return cursor_signed((word >> 31) << 20 | (word & 0xff000) | (word >> 20 & 1) << 11 |
                             (word >> 21 & 0x3ff) << 1,
                         21);
}

/* offset[11|4|9:8|10|6|7|3:1|5] in bits 12 to 2 */
static uint64_t c_jal_distance(uint32_t half)
{
    return cursor_signed((half >> 12 & 1) << 11 | (half >> 11 & 1) << 4 | (half >> 9 & 3) << 8 |
                             (half >> 8 & 1) << 10 | (half >> 7 & 1) << 6 | (half >> 6 & 1) << 7 |
                             (half >> 3 & 7) << 1 | (half >> 2 & 1) << 5,
                         12);
}

/* Whether the words are AUIPC and a JALR that links and jumps through the same register. */
static bool is_far_call(uint32_t auipc, uint32_t jalr)
{
    return (jalr & 0x707f) == OP_JALR && is_link(destination(jalr)) &&
           (jalr >> 15 & 31) == destination(auipc);
}

static bool next_call(struct find_call *f, struct call *call)
{
    while (code_left(f) >= 2) {
        const uint8_t *p = f->bytes + f->pos;
        uint64_t site = f->address + f->pos;
        uint32_t word = code_u16(p, false);
        size_t bytes = length(word);

        if (bytes > code_left(f))
            break;
        f->pos += bytes;
        if (bytes == 2 && !f->isa.wide && (word & 0xe003) == 0x2001) { /* RV64: C.ADDIW */
            *call = (struct call){site, site + c_jal_distance(word)};
            return true;
        }
        if (bytes != 4)
            continue;
        word = cursor_load_32(p, false);
        if ((word & 0x7f) == OP_JAL && is_link(destination(word))) {
            *call = (struct call){site, site + jal_distance(word)};
            return true;
        }
        if ((word & 0x7f) == OP_AUIPC && code_left(f) >= 4 &&
            is_far_call(word, cursor_load_32(p + 4, false))) {
            uint32_t jalr = cursor_load_32(p + 4, false);
            /* the JALR is the call; the target comes from both instructions */
            *call = (struct call){site + 4, site + cursor_signed(word & 0xfffff000, 32) +
                                                cursor_signed(jalr >> 20, 12)};
            f->pos += 4;
            return true;
        }
    }
    return false;
}

/* JAL and JALR that link; C.JALR, 100 1 rs1 00000 10, which links to x1; C.JAL of RV32. */
static bool returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t half, word;

    if (before < 2)
        return false;
    half = code_u16(end - 2, false);
    if (((half & 0xf07f) == 0x9002 && (half & 0xf80) != 0) ||
        (!isa->wide && (half & 0xe003) == 0x2001))
        return true;
    if (before < 4)
        return false;
    word = cursor_load_32(end - 4, false);
    return ((word & 0x7f) == OP_JAL || (word & 0x707f) == OP_JALR) && is_link(destination(word));
}

const struct call_decoder find_call_riscv = {.next = next_call, .returns_to = returns_to};
