/* test_stub_code - tests entries of procedure linkage tables in machine code, a machine at a time
 *
 * The bytes are those that GNU ld writes; the slots are those in the relocations of these programs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/stub_code.h"
#include "unit.h"

struct entry {
    const char *what;
    enum machine machine;
    bool big_endian, wide;
    uint64_t address;
    const char *hex;
    uint64_t slot;
    uint32_t number;
};

/* The global offset table of the i386 entry relative to %ebx, and of the PowerPC ones. */
enum { GOT_I386 = 0x3ff4, GOT_PPC = 0x1ff00 };

static const struct entry entries[] = {
    {"x86-64", MACHINE_X86_64, false, true, 0x401030, "ff25ca2f0000", 0x404000, 0},
    {"x86-64, bnd", MACHINE_X86_64, false, true, 0x1030, "f2ff25c92f0000", 0x4000, 0},
    {"x86-64, CET", MACHINE_X86_64, false, true, 0x10c0, "f30f1efaff25362f0000", 0x4000, 0},
    {"x32", MACHINE_X86_64, false, false, 0x401030, "ff25ca2f0000", 0x404000, 0},
    {"i386", MACHINE_I386, false, false, 0x8049030, "ff2500c00408", 0x804c000, 0},
    {"i386, PIE", MACHINE_I386, false, false, 0x1030, "ffa30c000000", 0x4000, 0},
    {"i386, backwards", MACHINE_I386, false, false, 0x10c0, "f30f1efbffa3ecffffff", 0x3fe0, 0},
    {"aarch64", MACHINE_AARCH64, false, true, 0x810, "10010090110640f9", 0x20008, 0},
    {"aarch64, BTI", MACHINE_AARCH64, false, true, 0x80c, "5f2403d510010090110640f9", 0x20008, 0},
    {"aarch64_be", MACHINE_AARCH64, true, true, 0x810, "10010090110640f9", 0x20008, 0},
    {"arm", MACHINE_ARM, false, false, 0x10488, "00c68fe201ca8ce27cfbbce5", 0x1200c, 0},
    {"arm, from Thumb", MACHINE_ARM, false, false, 0x10174, "7847fde700c68fe258ca8ce28cfebce5",
     0x6900c, 0},
    {"armeb", MACHINE_ARM, true, false, 0x10488, "e28fc600e28cca01e5bcfb7c", 0x1200c, 0},
    {"riscv64", MACHINE_RISCV, false, true, 0x840, "171e0000033e8e7d", 0x2018, 0},
    {"riscv64, backwards", MACHINE_RISCV, false, true, 0x10740, "172e0000033e0e8d", 0x12010, 0},
    {"riscv32", MACHINE_RISCV, false, false, 0x840, "171e0000032e8e7d", 0x2018, 0},
    {"s390x", MACHINE_S390, true, true, 0x10006e0, "c01000000c90e31010000004", 0x1002000, 0},
    {"s390x, backwards", MACHINE_S390, true, true, 0x2000, "c010fffffff8e31010000004", 0x1ff0, 0},
    {"ppc64le", MACHINE_PPC, false, true, 0x800, "180041f8108182e9a603897d2004804e", 0x20010, 0},
    {"ppc64le, far", MACHINE_PPC, false, true, 0x800, "180041f80100823d10818ce9a603897d2004804e",
     0x30010, 0},
    {"mipsel", MACHINE_MIPS, false, false, 0x400740, "41000f3c6007f98d", 0x410760, 0},
    {"mips", MACHINE_MIPS, true, false, 0x400740, "3c0f00418df90760", 0x410760, 0},
    {"mipsel, lazy", MACHINE_MIPS, false, false, 0xb80, "1080998f2578e00309f8200316001824", 0, 22},
    {"mips64el, lazy", MACHINE_MIPS, false, true, 0xff0, "108099df2578e00309f8200314001864", 0, 20},
};

static int digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Returns the first `size` bytes of `hex`, in a block of exactly that size, so that a sanitizer
 * detects a read behind it. The caller frees the block. */
static uint8_t *bytes_of(const char *hex, size_t size)
{
    uint8_t *bytes = malloc(size ? size : 1);

    if (!bytes)
        unit_die("malloc");
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
    return bytes;
}

static bool look(const struct entry *e, size_t size, struct stub *stub)
{
    const struct isa isa = {e->machine, e->big_endian, e->wide};
    const struct stub_code code = {&isa, e->machine == MACHINE_PPC ? GOT_PPC : GOT_I386};
    uint8_t *bytes = bytes_of(e->hex, size);
    bool found = stub_code_at(&code, bytes, size, e->address, stub);

    free(bytes);
    return found;
}

int main(void)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        const struct entry *e = &entries[i];
        size_t size = strlen(e->hex) / 2, shorter = 0;
        struct stub stub;

        ok(look(e, size, &stub), "%s", e->what);
        is_uint(stub.slot, e->slot, "its slot");
        is_uint(stub.number, e->number, "its symbol's number");
        is_uint(stub.bytes, size, "its size");
        while (shorter < size && !look(e, shorter, &stub))
            shorter++;
        is_uint(shorter, size, "no part of it is one");
    }
    return done_testing();
}
