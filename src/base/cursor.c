/* cursor - bounded reading of binary data in a given byte order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/cursor.h"

#include <string.h>

const uint8_t *cursor_take(struct cursor *c, size_t bytes)
{
    const uint8_t *p = c->data + c->pos;

    if (c->failed || bytes > cursor_left(c)) {
        c->failed = true;
        return NULL;
    }
    c->pos += bytes;
    return p;
}

void cursor_skip_string(struct cursor *c)
{
    const uint8_t *end =
        c->failed || cursor_left(c) == 0 ? NULL : memchr(c->data + c->pos, '\0', cursor_left(c));

    if (end)
        c->pos = (size_t)(end - c->data) + 1;
    else
        c->failed = true;
}

static uint64_t take_number(struct cursor *c, size_t bytes)
{
    const uint8_t *p = cursor_take(c, bytes);
    uint64_t value = 0;

    if (!p)
        return 0;
    for (size_t i = 0; i < bytes; i++)
        value = value << 8 | p[c->big_endian ? i : bytes - 1 - i];
    return value;
}

uint8_t cursor_u8(struct cursor *c)
{
    return (uint8_t)take_number(c, 1);
}

uint16_t cursor_u16(struct cursor *c)
{
    return (uint16_t)take_number(c, 2);
}

uint32_t cursor_u32(struct cursor *c)
{
    return (uint32_t)take_number(c, 4);
}

uint64_t cursor_u64(struct cursor *c)
{
    return take_number(c, 8);
}

uint64_t cursor_word(struct cursor *c, size_t bytes)
{
    return bytes == 4 ? cursor_u32(c) : cursor_u64(c);
}
