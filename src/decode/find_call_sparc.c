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

static bool is_call(const struct isa *isa, uint32_t word, uint64_t site, uint64_t *target)
{
    (void)isa;
    *target = site + cursor_signed(word, 30) * WORD;
    return word >> 30 == 1;
}

static bool returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    uint64_t target;
    uint32_t word;

    if (before < RETURN)
        return false;
    word = cursor_load_32(end - RETURN, true);
    return is_call(isa, word, 0, &target) || (word & jmpl_mask) == jmpl_15;
}

const struct call_decoder find_call_sparc = {
    .is_call = is_call, .is_big = true, .returns_to = returns_to, .saved_before = RETURN};
