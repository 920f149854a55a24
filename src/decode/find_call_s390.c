/* find_call_s390 - calls in s390 and s390x code: BRAS and BRASL
 *
 * z/Architecture Principles of Operation, chapter 5, "Instruction formats": the first two bits give
 * the length; chapter 7, "Branch relative and save": A7 R1 5 RI2 and C0 R1 5 RI2, distances in half
 * words from the instruction itself. Always big-endian.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

static bool next_call(struct find_call *f, struct call *call)
{
    static const uint8_t length[4] = {2, 4, 4, 6};

    while (code_left(f) >= 2) {
        const uint8_t *p = f->bytes + f->pos;
        uint64_t site = f->address + f->pos;
        size_t bytes = length[p[0] >> 6];

        if (bytes > code_left(f))
            break;
        f->pos += bytes;
        if ((p[1] & 0xf) != 5)
            continue;
        if (p[0] == 0xa7) {
            *call = (struct call){site, site + 2 * cursor_signed(code_u16(p + 2, true), 16)};
            return true;
        }
        if (p[0] == 0xc0) {
            *call = (struct call){site, site + 2 * cursor_signed(cursor_load_32(p + 2, true), 32)};
            return true;
        }
    }
    return false;
}

/* Besides BRAS and BRASL: BASR and BASSM, 0D R1 R2 and 0C R1 R2, where R2 is not 0; and BAS, 4D R1
 * X2 B2 D2. */
static bool returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    (void)isa;
    if (before >= 2 && (end[-2] == 0x0d || end[-2] == 0x0c) && (end[-1] & 0xf) != 0)
        return true;
    if (before >= 4 && (end[-4] == 0x4d || (end[-4] == 0xa7 && (end[-3] & 0xf) == 5)))
        return true;
    return before >= 6 && end[-6] == 0xc0 && (end[-5] & 0xf) == 5;
}

const struct call_decoder find_call_s390 = {.next = next_call, .returns_to = returns_to};
