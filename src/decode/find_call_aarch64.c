/* find_call_aarch64 - calls in A64 code: BL
 *
 * Arm Architecture Reference Manual for A-profile, C6.2, BL: 100101 imm26, a distance in words from
 * the instruction itself. Instructions are little-endian whatever the data are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

enum { WORD = 4 };

static bool is_call(const struct isa *isa, uint32_t word, uint64_t site, uint64_t *target)
{
    (void)isa;
    *target = site + cursor_signed(word, 26) * WORD;
    return word >> 26 == 0x25;
}

/* BL, and by register BLR and those that authenticate it: 1101011 Z 0 01 11111 0000 A M Rn Rm. */
static bool returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t word;

    (void)isa;
    if (before < WORD)
        return false;
    word = cursor_load_32(end - WORD, false);
    return word >> 26 == 0x25 || (word & 0xfefff000) == 0xd63f0000;
}

const struct call_decoder find_call_aarch64 = {
    .is_call = is_call, .is_little = true, .returns_to = returns_to};
