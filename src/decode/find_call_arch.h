/* find_call_arch - what the decoders of find_call share; only they include it
 *
 * Role: the decoders by name, one for each architecture, and reading of instructions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DECODE_FIND_CALL_ARCH_H
#define DECODE_FIND_CALL_ARCH_H

#include "base/cursor.h"
#include "decode/find_call.h"

/* What find_call knows of an architecture; each find_call_<architecture>.c defines one. */
struct call_decoder {
    /* Fill in the next call and move f->pos past it, or return false at the end of the stretch. The
     * target is computed in 64 bits; find_call_next wraps it around where addresses have 32. NULL:
     * no calls are found. */
    bool (*next)(struct find_call *f, struct call *call);
    /* In place of `next`, if instructions have four bytes: whether `word` at `site` is a call; then
     * sets `*target`. */
    bool (*is_call)(const struct isa *isa, uint32_t word, uint64_t site, uint64_t *target);
    bool is_little, is_big; /* with is_call: the order of a word's bytes, if not that of the isa */
    /* See find_call_local_entry. NULL: functions have only one entry point. */
    size_t (*local_entry)(const struct isa *isa, const uint8_t *bytes, size_t size);
    /* See find_call_returns_to; there are `before` bytes in front of `end`. NULL: not known. */
    bool (*returns_to)(const struct isa *isa, const uint8_t *end, size_t before);
    size_t saved_before; /* see find_call_saved_before */
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

#endif
