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
