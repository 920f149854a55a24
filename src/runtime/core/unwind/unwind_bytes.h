/* unwind_bytes.h - reads call frame information, byte by byte and within bounds
 *
 * Role: every byte of an unwind table is read by these functions, within the limits of what is
 * known to be mapped. A byte outside of the limits reads as 0, and is_bad is set.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_UNWIND_BYTES_H
#define GMON_UNWIND_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GM_IS_BIG_ENDIAN = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

struct gm_bytes {
    const unsigned char *at, *end;
    bool is_bad;     /* a read was outside, or a form is not known; then at == end */
    uintptr_t moved; /* address of these bytes less that in the object; 0: not moved */
};

static inline uint64_t gm_bytes_fail(struct gm_bytes *b)
{
    b->is_bad = true;
    b->at = b->end;
    return 0;
}

/* Takes a number of 1, 2, 4 or 8 bytes in the machine's byte order. */
static inline uint64_t gm_take(struct gm_bytes *b, unsigned size)
{
    uint64_t n = 0;

    if ((size_t)(b->end - b->at) < size)
        return gm_bytes_fail(b);
    for (unsigned i = 0; i < size; i++, b->at++)
        n |= (uint64_t)*b->at << 8 * (GM_IS_BIG_ENDIAN ? size - 1 - i : i);
    return n;
}

static inline int64_t gm_take_signed(struct gm_bytes *b, unsigned size)
{
    uint64_t n = gm_take(b, size);

    return size == 1 ? (int8_t)n : size == 2 ? (int16_t)n : size == 4 ? (int32_t)n : (int64_t)n;
}

/* Takes a LEB128 number; bits beyond 64 are lost. */
static inline uint64_t gm_take_leb(struct gm_bytes *b, bool is_signed)
{
    uint64_t n = 0;

    for (unsigned shift = 0; b->at < b->end; shift += 7) {
        unsigned char byte = *b->at++;
        if (shift < 64)
            n |= (uint64_t)(byte & 0x7f) << shift;
        if ((byte & 0x80) != 0)
            continue;
        if (is_signed && (byte & 0x40) != 0 && shift + 7 < 64)
            n |= ~UINT64_C(0) << (shift + 7);
        return n;
    }
    return gm_bytes_fail(b);
}

static inline uint64_t gm_take_uleb(struct gm_bytes *b)
{
    return gm_take_leb(b, false);
}

static inline int64_t gm_take_sleb(struct gm_bytes *b)
{
    return (int64_t)gm_take_leb(b, true);
}

static inline void gm_skip(struct gm_bytes *b, uint64_t bytes)
{
    if ((uint64_t)(b->end - b->at) < bytes)
        gm_bytes_fail(b);
    else
        b->at += bytes;
}

/* Encodings of an address (DW_EH_PE): the low four bits are its size, the next three what the
 * address is relative to. */
enum gm_encoding {
    GM_PE_ULEB = 1,
    GM_PE_UDATA2 = 2,
    GM_PE_UDATA4 = 3,
    GM_PE_UDATA8 = 4,
    GM_PE_SLEB = 9,
    GM_PE_SDATA2 = 10,
    GM_PE_SDATA4 = 11,
    GM_PE_SDATA8 = 12,
    GM_PE_FORM = 0x0f,
    GM_PE_PCREL = 0x10,
    GM_PE_DATAREL = 0x30,
    GM_PE_BASE = 0x70,
    GM_PE_OMIT = 0xff
};

/* Takes an address; `data` is the base of addresses that are "datarel". */
static inline uintptr_t gm_take_address(struct gm_bytes *b, unsigned encoding, uintptr_t data)
{
    uintptr_t here = (uintptr_t)b->at - b->moved, n;

    switch (encoding & GM_PE_FORM) {
    case 0:
        n = (uintptr_t)gm_take(b, sizeof(uintptr_t));
        break;
    case GM_PE_ULEB:
        n = (uintptr_t)gm_take_uleb(b);
        break;
    case GM_PE_SLEB:
        n = (uintptr_t)gm_take_sleb(b);
        break;
    case GM_PE_UDATA2:
    case GM_PE_UDATA4:
    case GM_PE_UDATA8:
        n = (uintptr_t)gm_take(b, 1U << ((encoding & 7) - 1));
        break;
    case GM_PE_SDATA2:
    case GM_PE_SDATA4:
    case GM_PE_SDATA8:
        n = (uintptr_t)gm_take_signed(b, 1U << ((encoding & 7) - 1));
        break;
    default:
        return (uintptr_t)gm_bytes_fail(b);
    }
    switch (encoding & GM_PE_BASE) {
    case 0:
        return n;
    case GM_PE_PCREL:
        return n + here;
    case GM_PE_DATAREL:
        return n + data;
    default:
        return (uintptr_t)gm_bytes_fail(b);
    }
}

#endif
