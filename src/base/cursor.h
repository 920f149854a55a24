/* cursor - reads binary data in a given byte order, within bounds
 *
 * Role: the only way in which bytes of a file become numbers. A read beyond the end sets a sticky
 * error and yields zero, so that a decoder may read a whole record and ask once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_CURSOR_H
#define BASE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct cursor {
    const uint8_t *data; /* all bytes; not owned */
    size_t size;         /* bytes in data */
    size_t pos;          /* offset of the next byte; <= size */
    bool big_endian;     /* byte order of multi-byte numbers */
    bool failed;         /* a read went beyond the end; stays set */
};

static inline size_t cursor_left(const struct cursor *c)
{
    return c->size - c->pos;
}

/* Returns the next `bytes` bytes, or NULL (and sets the sticky error) if fewer are left. */
static inline const uint8_t *cursor_take(struct cursor *c, size_t bytes)
{
    const uint8_t *p = c->data + c->pos;

    if (c->failed || bytes > cursor_left(c)) {
        c->failed = true;
        return NULL;
    }
    c->pos += bytes;
    return p;
}

/* Passes over a NUL-terminated text. Sets the sticky error if no NUL is left. */
static inline void cursor_skip_string(struct cursor *c)
{
    const uint8_t *end =
        c->failed || cursor_left(c) == 0 ? NULL : memchr(c->data + c->pos, '\0', cursor_left(c));

    if (end)
        c->pos = (size_t)(end - c->data) + 1;
    else
        c->failed = true;
}

/* Reads 4 bytes as an integer. Compilers turn the shifts into one load and, if needed, a byte
 * swap. */
static inline uint32_t cursor_load_32(const uint8_t *p, bool big_endian)
{
    return big_endian ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]
                      : (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

/* Returns the low `bits` bits of `field` as a signed number, in two's complement of 64 bits, so
 * that adding it to an address is well defined. */
static inline uint64_t cursor_signed(uint64_t field, unsigned bits)
{
    uint64_t sign = UINT64_C(1) << (bits - 1);

    return ((field & (sign | (sign - 1))) ^ sign) - sign;
}

/* Returns an unsigned integer of the named width, or 0 if too few bytes are left. The functions are
 * inline because files hold millions of integers. */
static inline uint8_t cursor_u8(struct cursor *c)
{
    const uint8_t *p = cursor_take(c, 1);

    return p ? *p : 0;
}

static inline uint16_t cursor_u16(struct cursor *c)
{
    const uint8_t *p = cursor_take(c, 2);
    unsigned value = 0;

    if (p)
        value = c->big_endian ? (unsigned)p[0] << 8 | p[1] : (unsigned)p[1] << 8 | p[0];
    return (uint16_t)value;
}

static inline uint32_t cursor_u32(struct cursor *c)
{
    const uint8_t *p = cursor_take(c, 4);

    return p ? cursor_load_32(p, c->big_endian) : 0;
}

static inline uint64_t cursor_u64(struct cursor *c)
{
    const uint8_t *p = cursor_take(c, 8);
    uint64_t first, second;

    if (!p)
        return 0;
    first = cursor_load_32(p, c->big_endian);
    second = cursor_load_32(p + 4, c->big_endian);
    return c->big_endian ? first << 32 | second : second << 32 | first;
}

/* Returns an unsigned integer of any length, in LEB128: 7 bits a byte, the lowest first, and the
 * top bit set in all bytes but the last one. Sets the sticky error if the integer is cut short,
 * exceeds 64 bits, or takes more bytes than it needs. */
static inline uint64_t cursor_leb128(struct cursor *c)
{
    enum { LAST_SHIFT = 63 }; /* shift of the tenth byte, which has room for one bit */
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

/* Returns an unsigned integer of `bytes` bytes (4 or 8): an address or counter of a target program.
 */
static inline uint64_t cursor_word(struct cursor *c, size_t bytes)
{
    return bytes == 4 ? cursor_u32(c) : cursor_u64(c);
}

/* Reads an unsigned integer of 2, 4 or 8 bytes at an offset. */
static inline uint64_t cursor_number_at(struct cursor *c, uint64_t at, size_t bytes)
{
    c->pos = at < c->size ? (size_t)at : c->size;
    return bytes == 2 ? cursor_u16(c) : cursor_word(c, bytes);
}

#endif
