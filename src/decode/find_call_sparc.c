/* find_call_sparc - calls in SPARC code: CALL, and JMPL that saves its address where CALL does
 *
 * The SPARC Architecture Manual, version 9, A.8: 01 disp30, a distance in words from the
 * instruction itself. A.24: 10 rd 111000 ...; with rd = 15 it is a call through a register. Both
 * save their own address in that register, and return behind the instruction in their delay slot.
 * Instructions are big-endian whatever the data are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

enum { WORD = 4, RETURN = 2 * WORD /* bytes from a call to where it returns */ };

/* JMPL with rd = 15 */
static const uint32_t jmpl_mask = 0xfff80000, jmpl_15 = 0x9fc00000;

static bool is_call(uint32_t word)
{
    return word >> 30 == 1;
}

static bool returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint32_t word;

    (void)isa;
    if (before < RETURN)
        return false;
    word = code_u32(end - RETURN, true);
    return is_call(word) || (word & jmpl_mask) == jmpl_15;
}

static bool next_call(struct find_call *f, struct call *call)
{
    while (code_left(f) >= WORD) {
        uint64_t site = f->address + f->pos;
        uint32_t word = code_u32(f->bytes + f->pos, true);

        f->pos += WORD;
        if (is_call(word)) {
            *call = (struct call){site, site + code_signed(word, 30) * WORD};
            return true;
        }
    }
    return false;
}

const struct call_decoder find_call_sparc = {
    .next = next_call, .returns_to = returns_to, .saved_before = RETURN};
