/* test_return_address - tests if a call returns to an address, an architecture at a time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call.h"
#include "unit.h"

/* Instructions as assemblers wrote them; a call returns to the end of those in `calls`. */
static const struct returns_case {
    struct isa isa;
    const char *calls, *others; /* one after another, with blanks between them */
} returns[] = {
    {{MACHINE_X86_64, false, true},
     "e800000000 ffd0 41ffd3 ff13 41ff1424 ff5508 ff542408 ff9700100000 ff94c400100000 "
     "ff1500100000 ff142500100000 f2e800000000",
     "ffe0 ff30 41ffe3 e900000000 c3 90 0f1f440000 ff2500100000 ff75d0 e8000000 e80000000090"},
    {{MACHINE_I386, false, false},
     "e800000000 ffd0 ff1500800408 ff148500000000 ff5004",
     "ff6004 ffe0 c3 5589e5 e80000000090"},
    {{MACHINE_AARCH64, false, true},
     "02000094 60003fd6 64083fd7 bf083fd6 bf0c3fd6",
     "60001fd6 c0035fd6 1f2003d5 02000014 000000"},
    {{MACHINE_ARM, false, false},
     "020000eb 0200001b 33ff2fe1 020000fa 0fe0a0e113ff2fe1 0fe0a0e100f093e5 00f004f8 00f004e8 9847 "
     "fff7feff 00b59847",
     "020000ea 13ff2fe1 00f093e5 1847 00f004b8 00b5 1eff2fe1"},
    {{MACHINE_ARM, true, false},
     "eb000002 e12fff33 e1a0e00fe593f000 4798 f000f804",
     "ea000002 4718"},
    {{MACHINE_RISCV, false, true},
     "ef008000 e7004500 0295 97000000e7800000",
     "0285 21a0 2120 6f008000 67004500 13000000 0290"},
    {{MACHINE_RISCV, false, false}, "2120 ef008000", "21a0"},
    {{MACHINE_PPC, true, true},
     "48000009 4800000b 4e800421 4e800021 4d820421 429f0009",
     "4e800420 4e800020 48000008 60000000 4c000124"},
    {{MACHINE_PPC, false, true}, "09000048 2104804e", "0800004b 2000804e"},
    {{MACHINE_S390, true, true},
     "c0e500000000 a7e50000 0de1 4de01000 0ce1",
     "07fe 0de0 c0e000000000 a7e40000 0707"},
    {{MACHINE_MIPS, true, false},
     "0c00000200000000 0320f80900000000 0411000200000000 0491000200000000 7400000200000000",
     "03e0000800000000 0320000800000000 0c000002 0320f809 0320000900000000 0410000200000000"},
    {{MACHINE_MIPS, false, false}, "0200000c00000000 09f8200300000000", "0800e00300000000"},
    {{MACHINE_MIPS_R6, true, false},
     "e8000002 f8190000 20040002 18040002 18840002 1c840002 1c040002 60040002 0c00000200000000",
     "d8190000 c8000002 20a40002 f8390000 7400000200000000"},
    {{MACHINE_SPARC, true, true},
     "4000000801000000 7ffffff501000000 9fc0400001000000 9fc0400201000000",
     "40000008 9fc04000 81c3e00801000000 0100000040000008 9fc3e008 8fc0400001000000"},
};

/* Returns true if a call returns to the end of the bytes. They lie in a block of exactly their
 * size, so that a sanitizer sees any byte read around it. */
static bool returns_to_end(const struct isa *isa, const uint8_t *from, size_t size)
{
    uint8_t *bytes = malloc(size ? size : 1);
    bool is;

    if (!bytes)
        unit_die("malloc");
    memcpy(bytes, from, size);
    is = find_call_decoder(isa->machine)->returns_to(isa, bytes + size, size);
    free(bytes);
    return is;
}

static bool returns_here(const struct isa *isa, const char *hex, size_t digits)
{
    uint8_t bytes[16];

    for (size_t i = 0; i < digits / 2; i++) {
        const char byte[3] = {hex[2 * i], hex[2 * i + 1], '\0'};
        bytes[i] = (uint8_t)strtoul(byte, NULL, 16);
    }
    return returns_to_end(isa, bytes, digits / 2);
}

static void check_returns(const struct isa *isa, const char *list, bool want)
{
    while (*list) {
        size_t digits = strcspn(list, " ");

        ok(returns_here(isa, list, digits) == want, "machine %d: %.*s %s", isa->machine,
           (int)digits, list, want ? "calls" : "does not call");
        list += digits + strspn(list + digits, " ");
    }
}

int main(void)
{
    for (size_t i = 0; i < UNIT_COUNT(returns); i++) {
        check_returns(&returns[i].isa, returns[i].calls, true);
        check_returns(&returns[i].isa, returns[i].others, false);
        ok(!returns_here(&returns[i].isa, "", 0), "nothing calls nothing");
    }
    ok(find_call_decoder(MACHINE_MIPS)->returns_to &&
           find_call_decoder(MACHINE_SPARC)->returns_to &&
           !find_call_decoder(MACHINE_UNKNOWN)->returns_to,
       "where return addresses are known");
    ok(find_call_decoder(MACHINE_MIPS)->saved_before == 0 &&
           find_call_decoder(MACHINE_SPARC)->saved_before == 8 &&
           find_call_decoder(MACHINE_UNKNOWN)->saved_before == 0,
       "where calls save other addresses");
    return done_testing();
}
