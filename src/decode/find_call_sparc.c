/* find_call_sparc - calls in SPARC code: CALL
 *
 * The SPARC Architecture Manual, version 9, A.8: 01 disp30, a distance in words from the
 * instruction itself. Instructions are big-endian whatever the data are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

enum { WORD = 4 };

static bool next_call(struct find_call *f, struct call *call)
{
    while (code_left(f) >= WORD) {
        uint64_t site = f->address + f->pos;
        uint32_t word = code_u32(f->bytes + f->pos, true);

        f->pos += WORD;
        if (word >> 30 == 1) {
            *call = (struct call){site, site + code_signed(word, 30) * WORD};
            return true;
        }
    }
    return false;
}

const struct call_decoder find_call_sparc = {.next = next_call};
