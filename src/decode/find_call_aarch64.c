/* find_call_aarch64 - calls in A64 code: BL
 *
 * Arm Architecture Reference Manual for A-profile, C6.2, BL: 100101 imm26, a distance in words from
 * the instruction itself. Instructions are little-endian whatever the data are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

enum { WORD = 4 };

static bool next_call(struct find_call *f, struct call *call)
{
    while (code_left(f) >= WORD) {
        uint64_t site = f->address + f->pos;
        uint32_t word = code_u32(f->bytes + f->pos, false);

        f->pos += WORD;
        if (word >> 26 == 0x25) {
            *call = (struct call){site, site + code_signed(word, 26) * WORD};
            return true;
        }
    }
    return false;
}

/* BL, and by register BLR and those that authenticate it: 1101011 Z 0 01 11111 0000 A M Rn Rm. */
static bool returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t word;

    (void)isa;
    if (before < WORD)
        return false;
    word = code_u32(end - WORD, false);
    return word >> 26 == 0x25 || (word & 0xfefff000) == 0xd63f0000;
}

const struct call_decoder find_call_aarch64 = {.next = next_call, .returns_to = returns_to};
