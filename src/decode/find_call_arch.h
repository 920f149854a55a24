/* find_call_arch - what the decoders of find_call share; only they include it
 *
 * Role: one function for each architecture, and reading of instructions. A decoder moves f->pos
 * behind the call that it returns, and returns false at the end of the stretch. It computes targets
 * in 64 bits; find_call_next wraps them around where addresses have 32.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DECODE_FIND_CALL_ARCH_H
#define DECODE_FIND_CALL_ARCH_H

#include "decode/find_call.h"

bool find_call_x86(struct find_call *f, struct call *call);
bool find_call_aarch64(struct find_call *f, struct call *call);
bool find_call_arm(struct find_call *f, struct call *call);
bool find_call_riscv(struct find_call *f, struct call *call);
bool find_call_ppc(struct find_call *f, struct call *call);
bool find_call_s390(struct find_call *f, struct call *call);
bool find_call_mips(struct find_call *f, struct call *call);
bool find_call_sparc(struct find_call *f, struct call *call);

size_t find_call_ppc_local_entry(const struct isa *isa, const uint8_t *bytes, size_t size);

static inline size_t code_left(const struct find_call *f)
{
    return f->size - f->pos;
}

static inline uint32_t code_u16(const uint8_t *p, bool big_endian)
{
    return big_endian ? (uint32_t)p[0] << 8 | p[1] : (uint32_t)p[1] << 8 | p[0];
}

static inline uint32_t code_u32(const uint8_t *p, bool big_endian)
{
    uint32_t first = code_u16(p, big_endian), second = code_u16(p + 2, big_endian);

    return big_endian ? first << 16 | second : second << 16 | first;
}

/* The low `bits` bits of `field` as a signed number, in two's complement of 64 bits, so that adding
 * it to an address is well defined. */
static inline uint64_t code_signed(uint32_t field, unsigned bits)
{
    uint64_t sign = UINT64_C(1) << (bits - 1);

    return ((field & (sign | (sign - 1))) ^ sign) - sign;
}

#endif
