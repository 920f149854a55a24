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

/* The shifts below are what compilers turn into one load, with a swap where it is needed. */
static uint32_t load_32(const uint8_t *p, bool big_endian)
{
    return big_endian ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]
                      : (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

uint8_t cursor_u8(struct cursor *c)
{
    const uint8_t *p = cursor_take(c, 1);

    return p ? *p : 0;
}

uint16_t cursor_u16(struct cursor *c)
{
    const uint8_t *p = cursor_take(c, 2);
    unsigned value = 0;

    if (p)
        value = c->big_endian ? (unsigned)p[0] << 8 | p[1] : (unsigned)p[1] << 8 | p[0];
    return (uint16_t)value;
}

uint32_t cursor_u32(struct cursor *c)
{
    const uint8_t *p = cursor_take(c, 4);

    return p ? load_32(p, c->big_endian) : 0;
}

uint64_t cursor_u64(struct cursor *c)
{
    const uint8_t *p = cursor_take(c, 8);
    uint64_t first, second;

    if (!p)
        return 0;
    first = load_32(p, c->big_endian);
    second = load_32(p + 4, c->big_endian);
    return c->big_endian ? first << 32 | second : second << 32 | first;
}

uint64_t cursor_word(struct cursor *c, size_t bytes)
{
    return bytes == 4 ? cursor_u32(c) : cursor_u64(c);
}
