/* stub_code - recognises the code of entries in a procedure linkage table
 *
 * The sequences come from the machines' ABI supplements, as linkers write them (GNU ld, gold,
 * lld). Code behind the load of the slot is not looked at: the jump, its protection and padding.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/stub_code.h"

#include "base/cursor.h"

#include <string.h>

/* The bytes of a possible stub. */
struct window {
    const struct stub_code *from;
    const uint8_t *bytes;
    size_t size;
    uint64_t address;
};

/* Returns the instruction of four bytes at offset `at`, or 0, which is not an instruction, behind
 * the end. Instructions of AArch64 and RISC-V are little-endian, even if data are big-endian. */
static uint32_t word_at(const struct window *w, size_t at)
{
    const struct isa *isa = w->from->isa;
    bool big = isa->big_endian && isa->machine != MACHINE_AARCH64 && isa->machine != MACHINE_RISCV;

    return at <= w->size && w->size - at >= 4 ? cursor_load_32(w->bytes + at, big) : 0;
}

/* Recognises [endbr] [bnd] jmp *slot */
static bool x86_stub(const struct window *w, struct stub *stub)
{
    enum { ENDBR = 4, JUMP = 6 };
    bool is_64 = w->from->isa->machine == MACHINE_X86_64;
    const uint8_t *p = w->bytes;
    size_t at = 0;
    uint64_t field;

    if (w->size >= ENDBR && p[0] == 0xf3 && p[1] == 0x0f && p[2] == 0x1e && (p[3] & 0xfe) == 0xfa)
        at = ENDBR;
    if (w->size > at && p[at] == 0xf2)
        at++;
    if (w->size < at + JUMP || p[at] != 0xff)
        return false;
    field = cursor_signed(cursor_load_32(p + at + 2, false), 32);
    if (p[at + 1] == 0x25) /* relative to the next instruction, or absolute */
        stub->slot = field + (is_64 ? w->address + at + JUMP : 0);
    else if (p[at + 1] == 0xa3 && !is_64) /* relative to %ebx */
        stub->slot = field + w->from->got;
    else
        return false;
    stub->bytes = at + JUMP;
    return true;
}

/* Recognises [bti c] adrp x16, slot; ldr x17, [x16, low part of slot] */
static bool aarch64_stub(const struct window *w, struct stub *stub)
{
    size_t at = word_at(w, 0) == 0xd503245f ? 4 : 0;
    uint32_t page = word_at(w, at), load = word_at(w, at + 4);
    uint64_t pages = (uint64_t)(page >> 5 & 0x7ffff) << 2 | (page >> 29 & 3);
    unsigned scale = load >> 30; /* words of 4 bytes or of 8 */

    if ((page & 0x9f00001f) != 0x90000010 || (load & 0xbfc003ff) != 0xb9400211)
        return false;
    stub->slot = ((w->address + at) & ~UINT64_C(0xfff)) + (cursor_signed(pages, 21) << 12) +
                 ((uint64_t)(load >> 10 & 0xfff) << scale);
    stub->bytes = at + 8;
    return true;
}

/* Returns the constant of an ARM instruction: eight bits, rotated. */
static uint32_t arm_constant(uint32_t word)
{
    unsigned turn = (word >> 8 & 0xf) * 2;
    uint32_t byte = word & 0xff;

    return turn ? byte >> turn | byte << (32 - turn) : byte;
}

/* Recognises [Thumb: bx pc; nop] add ip, pc, #; add ip, ip, # ...; ldr pc, [ip, #]! */
static bool arm_stub(const struct window *w, struct stub *stub)
{
    enum { AHEAD = 8, ADDS = 4 };
    uint32_t first = word_at(w, 0), slot;
    uint32_t half = w->from->isa->big_endian ? first >> 16 : first & 0xffff;
    size_t at = half == 0x4778 ? 4 : 0;

    if ((word_at(w, at) & 0xfffff000) != 0xe28fc000)
        return false;
    slot = (uint32_t)(w->address + at) + AHEAD + arm_constant(word_at(w, at));
    at += 4;
    for (int i = 0; i < ADDS && (word_at(w, at) & 0xfffff000) == 0xe28cc000; i++, at += 4)
        slot += arm_constant(word_at(w, at));
    if ((word_at(w, at) & 0xfffff000) != 0xe5bcf000)
        return false;
    stub->slot = slot + (word_at(w, at) & 0xfff);
    stub->bytes = at + 4;
    return true;
}

/* Recognises auipc t3, slot; ld t3, low part of slot(t3) */
static bool riscv_stub(const struct window *w, struct stub *stub)
{
    uint32_t high = word_at(w, 0), load = word_at(w, 4);
    uint32_t wanted = w->from->isa->wide ? 0xe3e03 : 0xe2e03;

    if ((high & 0xfff) != 0xe17 || (load & 0xfffff) != wanted)
        return false;
    stub->slot = w->address + cursor_signed(high & 0xfffff000, 32) + cursor_signed(load >> 20, 12);
    stub->bytes = 8;
    return true;
}

/* Recognises larl %r1, slot; lg %r1, 0(%r1) */
static bool s390_stub(const struct window *w, struct stub *stub)
{
    static const uint8_t load[] = {0xe3, 0x10, 0x10, 0x00, 0x00, 0x04};
    enum { LARL = 6 };

    if (w->size < LARL + sizeof load || w->bytes[0] != 0xc0 || w->bytes[1] != 0x10 ||
        memcmp(w->bytes + LARL, load, sizeof load) != 0)
        return false;
    stub->slot = w->address + 2 * cursor_signed(cursor_load_32(w->bytes + 2, true), 32);
    stub->bytes = LARL + sizeof load;
    return true;
}

/* Recognises, of ELFv2: [std r2, 24(r1)] [addis r12, r2, slot] ld r12, low part of slot(r12 or r2);
 * mtctr r12; bctr. r2 points 32 KB behind the beginning of the global offset table. */
static bool ppc_stub(const struct window *w, struct stub *stub)
{
    const uint64_t toc = w->from->got + 0x8000;
    size_t at = word_at(w, 0) == 0xf8410018 ? 4 : 0;
    uint32_t high = word_at(w, at), load;
    bool has_high = high >> 16 == 0x3d82;

    at += has_high ? 4 : 0;
    load = word_at(w, at);
    if ((load & 0xffff0003) != (has_high ? 0xe98c0000 : 0xe9820000) ||
        word_at(w, at + 4) != 0x7d8903a6 || word_at(w, at + 8) != 0x4e800420)
        return false;
    stub->slot =
        toc + (has_high ? cursor_signed((uint64_t)high << 16, 32) : 0) + cursor_signed(load, 16);
    stub->bytes = at + 12;
    return true;
}

/* Recognises lui t7 (n64: t2), slot; lw t9, low part of slot. Or, of a lazy stub: lw t9,
 * -32752(gp); a move; jalr t9; li t8, number of the symbol */
static bool mips_stub(const struct window *w, struct stub *stub)
{
    enum { LAST = 12 };
    uint32_t first = word_at(w, 0), load = word_at(w, 4), last = word_at(w, LAST);
    uint32_t base = first >> 16 & 0x1f;
    bool is_lui = first >> 21 == 0x1e0 && (base == 14 || base == 15);

    if (is_lui && (load >> 16 == (0x8c19 | base << 5) || load >> 16 == (0xdc19 | base << 5))) {
        stub->slot = cursor_signed((uint64_t)first << 16, 32) + cursor_signed(load, 16);
        stub->bytes = 8;
        return true;
    }
    if ((first != 0x8f998010 && first != 0xdf998010) || word_at(w, LAST - 4) >> 16 != 0x0320 ||
        (last >> 16 != 0x2418 && last >> 16 != 0x6418 && last >> 16 != 0x3418))
        return false;
    stub->number = last & 0xffff;
    stub->bytes = LAST + 4;
    return true;
}

/* The stubs of each machine, and their alignment. */
static const struct {
    bool (*at)(const struct window *w, struct stub *stub); /* NULL: not known */
    size_t step;
} stubs[MACHINE_SPARC + 1] = {
    [MACHINE_I386] = {x86_stub, 8},     [MACHINE_X86_64] = {x86_stub, 8},
    [MACHINE_ARM] = {arm_stub, 4},      [MACHINE_AARCH64] = {aarch64_stub, 4},
    [MACHINE_PPC] = {ppc_stub, 4},      [MACHINE_RISCV] = {riscv_stub, 4},
    [MACHINE_S390] = {s390_stub, 4},    [MACHINE_MIPS] = {mips_stub, 4},
    [MACHINE_MIPS_R6] = {mips_stub, 4},
};

bool stub_code_at(const struct stub_code *from, const uint8_t *bytes, size_t size, uint64_t address,
                  struct stub *stub)
{
    const struct window w = {from, bytes, size, address};
    const enum machine machine = from->isa->machine;

    *stub = (struct stub){0};
    if (!stubs[machine].at || !stubs[machine].at(&w, stub))
        return false;
    if (!from->isa->wide)
        stub->slot &= UINT32_MAX;
    return true;
}

size_t stub_code_step(enum machine machine)
{
    return stubs[machine].at ? stubs[machine].step : 1;
}

bool stub_code_is_scattered(const struct isa *isa)
{
    return isa->machine == MACHINE_PPC && isa->wide;
}
