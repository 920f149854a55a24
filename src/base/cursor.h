/* cursor - bounded reading of binary data in a given byte order
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

struct cursor {
    const uint8_t *data; /* all bytes; not owned */
    size_t size;         /* how many there are */
    size_t pos;          /* offset of the next one; <= size */
    bool big_endian;     /* byte order of multi-byte numbers */
    bool failed;         /* a read went beyond the end; stays set */
};

static inline size_t cursor_left(const struct cursor *c)
{
    return c->size - c->pos;
}

/* The next `bytes` bytes, or NULL (and the sticky error) when fewer are left. */
const uint8_t *cursor_take(struct cursor *c, size_t bytes);

/* Pass over a NUL-terminated text; the sticky error when no NUL is left. */
void cursor_skip_string(struct cursor *c);

/* Unsigned integers of the named width; 0 when too few bytes are left. */
uint8_t cursor_u8(struct cursor *c);
uint16_t cursor_u16(struct cursor *c);
uint32_t cursor_u32(struct cursor *c);
uint64_t cursor_u64(struct cursor *c);

/* An unsigned integer of `bytes` bytes (4 or 8): an address or counter of a target program. */
uint64_t cursor_word(struct cursor *c, size_t bytes);

#endif
