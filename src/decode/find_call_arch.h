/* find_call_arch - declares what the decoders of find_call share; only they include it
 *
 * Role: declares the decoders and reads bytes of instructions. Missing bytes read as 0, which is
 * a call on no machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DECODE_FIND_CALL_ARCH_H
#define DECODE_FIND_CALL_ARCH_H

#include "base/cursor.h"
#include "decode/find_call.h"

/* The functions for one architecture; each may be NULL. */
struct call_decoder {
    /* Decodes the instruction at f->pos, where at least one byte is left. Returns its length, which
     * exceeds the bytes that are left if the instruction is cut off. If it is a call, sets *is_call
     * and call->target, in 64 bits; find_call_next wraps the target if addresses have 32 bits. The
     * caller has set call->site. NULL: no calls are found. */
    size_t (*decode)(const struct find_call *f, struct call *call, bool *is_call);
    /* Does the work of find_call_local_entry. NULL: functions have only one entry point. */
    size_t (*local_entry)(const struct isa *isa, const uint8_t *bytes, size_t size);
    /* Does the work of find_call_returns_to; there are `before` bytes in front of `end`. NULL: not
     * known. */
    bool (*returns_to)(const struct isa *isa, const uint8_t *end, size_t before);
    size_t saved_before; /* result of find_call_saved_before */
};

#define ROW(name, decoder, arch, traits, ...) extern const struct call_decoder find_call_##decoder;
MACHINE_LIST(ROW)
#undef ROW

static inline size_t code_left(const struct find_call *f)
{
    return f->size - f->pos;
}

static inline uint32_t code_u16(const uint8_t *p, bool big_endian)
{
    return big_endian ? (uint32_t)p[0] << 8 | p[1] : (uint32_t)p[1] << 8 | p[0];
}

/* Returns the 2 or 4 bytes that begin `skip` bytes behind f->pos. */
static inline uint32_t code_16(const struct find_call *f, size_t skip, bool big_endian)
{
    return code_left(f) >= skip + 2 ? code_u16(f->bytes + f->pos + skip, big_endian) : 0;
}

static inline uint32_t code_32(const struct find_call *f, size_t skip, bool big_endian)
{
    return code_left(f) >= skip + 4 ? cursor_load_32(f->bytes + f->pos + skip, big_endian) : 0;
}

/* Returns the 2 or 4 bytes that begin `back` bytes in front of `end`. */
static inline uint32_t code_16_before(const uint8_t *end, size_t before, size_t back,
                                      bool big_endian)
{
    return before >= back ? code_u16(end - back, big_endian) : 0;
}

static inline uint32_t code_32_before(const uint8_t *end, size_t before, size_t back,
                                      bool big_endian)
{
    return before >= back ? cursor_load_32(end - back, big_endian) : 0;
}

#endif
