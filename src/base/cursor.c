/* cursor - bounded reading of binary data in a given byte order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/cursor.h"

#include <string.h>

void cursor_skip_string(struct cursor *c)
{
    const uint8_t *end =
        c->failed || cursor_left(c) == 0 ? NULL : memchr(c->data + c->pos, '\0', cursor_left(c));

    if (end)
        c->pos = (size_t)(end - c->data) + 1;
    else
        c->failed = true;
}

uint64_t cursor_leb128(struct cursor *c)
{
    enum { LAST_SHIFT = 63 }; /* of the tenth byte, which has room for one bit */
    uint64_t value = 0;

    for (unsigned shift = 0; shift <= LAST_SHIFT; shift += 7) {
        uint8_t byte = cursor_u8(c);

        if (shift == LAST_SHIFT && byte > 1)
            break;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte & 0x80)
            continue;
        if (byte == 0 && shift > 0)
            break;
        return value;
    }
    c->failed = true;
    return 0;
}
