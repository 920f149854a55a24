/* test_find_call - tests direct calls in machine code, an architecture at a time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call.h"
#include "unit.h"

enum { BASE = 0x10000 };

static int digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Converts hexadecimal digits and blanks into a block of exactly the size, so that a sanitizer
 * detects a read behind it. `cut` bytes are left off the end. The caller frees the block. */
static uint8_t *bytes_of(const char *hex, size_t cut, size_t *size)
{
    uint8_t *all = malloc(strlen(hex) / 2 + 1), *exact;

    *size = 0;
    while (all && *hex) {
        if (*hex == ' ') {
            hex++;
            continue;
        }
        all[(*size)++] = (uint8_t)(digit(hex[0]) << 4 | digit(hex[1]));
        hex += 2;
    }
    *size -= cut;
    exact = malloc(*size ? *size : 1);
    if (!all || !exact)
        unit_die("malloc");
    memcpy(exact, all, *size);
    free(all);
    return exact;
}

/* Returns the calls in the code as "offset>target offset>target", both in hexadecimal. A near
 * target is a distance from BASE. */
static const char *calls_in(const struct isa *isa, enum code_kind kind, const char *hex, size_t cut,
                            uint64_t address)
{
    static char text[1024];
    struct find_call walk;
    struct call call;
    size_t size, used = 0;
    uint8_t *bytes = bytes_of(hex, cut, &size);

    text[0] = '\0';
    find_call_init(&walk, isa, kind, bytes, size, address);
    while (used < sizeof text && find_call_next(&walk, &call))
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%jx>%jx", used ? " " : "",
                                 (uintmax_t)(call.site - address), (uintmax_t)call.target);
    free(bytes);
    return text;
}

static const struct isa x86_64 = {MACHINE_X86_64, false, true};
static const struct isa i386 = {MACHINE_I386, false, false};

struct code_case {
    const char *hex, *calls, *name;
};

static void run_cases(const struct isa *isa, enum code_kind kind, const struct code_case *cases,
                      size_t n)
{
    for (size_t i = 0; i < n; i++)
        is_str(calls_in(isa, kind, cases[i].hex, 0, BASE), cases[i].calls, cases[i].name);
}

static void test_x86_calls(void)
{
    static const struct code_case both[] = {
        {"e80b000000", "0>10010", "x86: forwards"},
        {"90 e8fafeffff", "1>ff00", "x86: backwards"},
        {"67 e80a000000", "0>10010", "x86: with an address size prefix"},
        {"f2 e80a000000", "0>10010", "x86: with a bound prefix"},
        {"2e e80a000000 e800000000", "0>10010 6>1000b", "x86: two of them"},
        {"e90b000000 eb00 0f8400000000 ffd0 ff1500000000", "", "x86: jumps and indirect calls"},
    };
    static const struct code_case wide[] = {
        {"66 48 e809000000", "0>10010", "x86-64: as thread-local storage pads it"},
        {"66 e80a000000", "0>10010", "x86-64: the operand size does not matter"},
        {"40e80a000000", "0>10010", "x86-64: with an empty REX"},
    };
    static const struct code_case narrow[] = {
        {"66 e80a00 e800000000", "4>10009", "i386: 16-bit calls are none"},
        {"e8fbffffef", "0>f0010000", "i386: far up"},
        {"e8 fbffff8f", "0>90010000", "i386: backwards beyond 0 wraps around"},
    };

    run_cases(&x86_64, CODE_NORMAL, both, UNIT_COUNT(both));
    run_cases(&i386, CODE_NORMAL, both, UNIT_COUNT(both));
    run_cases(&x86_64, CODE_NORMAL, wide, UNIT_COUNT(wide));
    run_cases(&i386, CODE_NORMAL, narrow, UNIT_COUNT(narrow));
    is_str(calls_in(&i386, CODE_NORMAL, "e8fbeffeff", 0, 0x1000), "0>ffff0000",
           "i386: below 0 is at the top");
    is_str(calls_in(&x86_64, CODE_NORMAL, "e8fbeffeff", 0, UINT64_C(0xffffffff80000000)),
           "0>ffffffff7ffef000", "x86-64: a kernel's addresses");
    is_str(calls_in(&x86_64, CODE_DATA, "e80b000000", 0, BASE), "", "x86: data hold no calls");
}

/* Instructions full of e8: a call must be found behind each, and nowhere else. */
static const char *const x86_both[] = {
    "05e8e8e8e8",
    "6605e8e8",
    "04e8",
    "68e8e8e8e8",
    "6668e8e8",
    "6ae8",
    "69c0e8e8e8e8",
    "6669c0e8e8",
    "6bc0e8",
    "74e8",
    "80c0e8",
    "81c0e8e8e8e8",
    "6681c0e8e8",
    "83c0e8",
    "8be8",
    "8b04e8",
    "8b44e8e8",
    "8b84e8e8e8e8e8",
    "8b05e8e8e8e8",
    "8b0425e8e8e8e8",
    "8b042de8e8e8e8",
    "8b40e8",
    "8b80e8e8e8e8",
    "8f00",
    "a8e8",
    "a9e8e8e8e8",
    "66a9e8e8",
    "b0e8",
    "b8e8e8e8e8",
    "66b8e8e8",
    "c0c0e8",
    "c1e8e8",
    "c2e8e8",
    "c3",
    "c600e8",
    "c705e8e8e8e8e8e8e8e8",
    "66c705e8e8e8e8e8e8",
    "c8e8e8e8",
    "c9",
    "cae8e8",
    "cc",
    "cde8",
    "d1e8",
    "d9e8",
    "e0e8",
    "e4e8",
    "e9e8e8e8e8",
    "ebe8",
    "f0830424e8",
    "f390",
    "f3a4",
    "f6c0e8",
    "f6c8e8",
    "f6d0",
    "f6e8",
    "f705e8e8e8e8e8e8e8e8",
    "66f7c0e8e8",
    "f7e8",
    "fec0",
    "ffe8",
    "2e8be8",
    "0f05",
    "0f0b",
    "0f0de8",
    "0f0fc1e8",
    "0f1f84e8e8e8e8e8",
    "0f2004",
    "0f31",
    "0f3800e8",
    "0f3a0fc1e8",
    "660f3a0fc1e8",
    "0f44e8",
    "0f70c1e8",
    "0f77",
    "0f78e8",
    "660f78c0e8e8",
    "f20f78c1e8e8",
    "0f84e8e8e8e8",
    "0f94c0",
    "0fa2",
    "0fa4c0e8",
    "0fbae8e8",
    "0fc2c1e8",
    "0fc7e8",
    "0fc8",
    "0feee8",
    "0fb9e8",
    "c5f858e8",
    "c5f877",
    "c5f970c1e8",
    "c4e27918e8",
    "c4e37921c2e8",
    "c5f8c2c1e8",
    "62f17c4858e8",
    "62f17d4870c1e8",
    "62f27d4818e8",
    "62f37d4825c1e8",
    "62f57c4858e8",
    "62f17c48588424e8e8e8e8",
    "8fe878a2e8e8",
    "8fe97880e8",
    "8fea7810e8e8e8e8e8",
};

static const char *const x86_wide[] = {
    "48b8e8e8e8e8e8e8e8e8",
    "4866b8e8e8",
    "4881c0e8e8e8e8",
    "664881c0e8e8e8e8",
    "48c7c0e8e8e8e8",
    "a1e8e8e8e8e8e8e8e8",
    "67a1e8e8e8e8",
    "48a1e8e8e8e8e8e8e8e8",
    "4c8be8",
    "4863e8",
    "678b40e8",
    "678b80e8e8e8e8",
    "66e9e8e8e8e8",
    "660f84e8e8e8e8",
    "c50058e8",
    "c4623918e8",
    "620153005801",
    "41ffe8",
};

static const char *const x86_narrow[] = {
    "40",
    "4f",
    "6204e8",
    "63e8",
    "9ae8e8e8e8e8e8",
    "669ae8e8e8e8",
    "eae8e8e8e8e8e8",
    "a1e8e8e8e8",
    "67a1e8e8",
    "c404e8",
    "c504e8",
    "d4e8",
    "d5e8",
    "678b46e8",
    "678b06e8e8",
    "678b86e8e8",
    "678b07",
    "66e9e8e8",
    "660f84e8e8",
    "8204e8e8",
    "27",
    "06",
    "0e",
    "60",
    "ce",
};

static void test_lengths(const struct isa *isa, const char *const *list, size_t n)
{
    const char *mode = isa->wide ? "x86-64" : "i386";

    for (size_t i = 0; i < n; i++) {
        char hex[64], want[64];
        size_t bytes = strlen(list[i]) / 2, found = 0;

        snprintf(hex, sizeof hex, "%se800000000", list[i]);
        snprintf(want, sizeof want, "%zx>%zx", bytes, BASE + bytes + 5);
        if (!is_str(calls_in(isa, CODE_NORMAL, hex, 0, BASE), want, mode))
            diag("  behind %s", list[i]);
        for (size_t cut = 1; cut <= bytes + 5; cut++)
            found += *calls_in(isa, CODE_NORMAL, hex, cut, BASE) != '\0';
        ok(found == 0, "%s: cut off anywhere, %s has no call", mode, list[i]);
    }
}

static void test_x86_oddities(void)
{
    static const struct code_case cases[] = {
        {"06 e800000000", "1>10006", "x86-64: what is not an instruction takes one byte"},
        {"666666666666666666 6666666666 e800000000", "4>10013",
         "x86: an instruction has at most 15 bytes, prefixes too"},
        {"66666666666666666666 e800000000", "0>1000f", "x86: 15 bytes are allowed"},
        {"666666666666666666666666666666666666", "", "x86: prefixes only"},
        {"0f", "", "x86: half an opcode"},
        {"", "", "x86: nothing"},
    };

    run_cases(&x86_64, CODE_NORMAL, cases, UNIT_COUNT(cases));
}

/* ---- the others ---- */

/* Returns the digits with the bytes of each group of 2 * width digits reversed. */
static const char *swapped(const char *hex, size_t width)
{
    static char out[1024];
    size_t n = 0, size;
    uint8_t *bytes = bytes_of(hex, 0, &size);

    for (size_t i = 0; i + width <= size; i += width)
        for (size_t k = width; k-- > 0;)
            n += (size_t)snprintf(out + n, sizeof out - n, "%02x", bytes[i + k]);
    free(bytes);
    return out;
}

/* Words of an architecture, as numbers, written here in big-endian order. */
struct word_case {
    struct isa isa;
    enum code_kind kind;
    size_t width; /* bytes that are reversed in little-endian order */
    const char *name, *hex, *calls;
};

static const struct word_case words[] = {
    {{MACHINE_AARCH64, false, true},
     CODE_NORMAL,
     4,
     "aarch64: bl, b, blr, bl backwards",
     "d503201f 94000004 14000003 d63f0060 97fffffc",
     "4>10014 10>10000"},
    {{MACHINE_ARM, false, false},
     CODE_NORMAL,
     4,
     "arm: bl, b, blx r3, bl backwards, blne, blx, blx",
     "e320f000 eb000005 ea000004 e12fff33 ebfffffa 1bfffff9 fa000001 fb000000",
     "4>10020 10>10000 14>10000 18>10024 1c>10026"},
    {{MACHINE_ARM, false, false},
     CODE_THUMB,
     2,
     "thumb: 16 bits, bl to itself, bl, blx, ldr.w, b.w, bne.w",
     "bf00 f7fffffe f7fffffb f7ffefe8 b410 f8d10002 f7ffefe2 f7ffbff2 f47faff0",
     "2>10002 6>10000 a>ffdc 14>ffdc"},
    {{MACHINE_ARM, false, false},
     CODE_THUMB,
     2,
     "thumb: far, by the bits that once were always set",
     "f000d800 f400d000 f3fffffe",
     "0>810004 4>ff010008 8>410008"},
    {{MACHINE_PPC, true, false},
     CODE_NORMAL,
     4,
     "powerpc: bl, b, bctrl, bl backwards, bcl .+4, bnel, bla, bne, blrl",
     "60000000 48000025 48000020 4e800421 4bfffff1 429f0005 4082ffe9 48001003 4082ffe0 4e800021",
     "4>10028 10>10000 18>10000 1c>1000"},
    {{MACHINE_PPC, false, true},
     CODE_NORMAL,
     4,
     "powerpc: the word behind a prefix is not an instruction",
     "04001800 4bfffff1 4bfffff9",
     "8>10000"},
    {{MACHINE_MIPS, true, false},
     CODE_NORMAL,
     4,
     "mips: jal, bal, bgezal, bltzall, never taken, j, jalr, jalx",
     "00000000 0c004011 00000000 0411fffc 00000000 0491000b 00000000 04920009 00000000 04100007 "
     "00000000 08004011 00000000 0320f809 00000000 74004013 00000000",
     "4>10044 c>10000 14>10044 1c>10044 3c>1004c"},
    {{MACHINE_MIPS, true, false}, CODE_NORMAL, 4, "mips: no balc before release 6", "e8000003", ""},
    {{MACHINE_MIPS_R6, true, false},
     CODE_NORMAL,
     4,
     "mips release 6: jal, bal, balc, balc backwards, bc, daui",
     "00000000 0c004009 00000000 0411fffc 00000000 e8000003 ebfffff9 c8000001 74004013",
     "4>10024 c>10000 14>10024 18>10000"},
    {{MACHINE_SPARC, true, true},
     CODE_NORMAL,
     4,
     "sparc: call, backwards, call %g1, ba",
     "01000000 40000008 01000000 7ffffffd 01000000 9fc04000 01000000 10800002",
     "4>10024 c>10000"},
};

static void test_words(void)
{
    for (size_t i = 0; i < UNIT_COUNT(words); i++) {
        const struct word_case *w = &words[i];
        struct isa isa = w->isa;
        bool fixed = isa.machine == MACHINE_AARCH64 || isa.machine == MACHINE_SPARC;
        const char *little = swapped(w->hex, w->width);
        const char *native = isa.machine == MACHINE_AARCH64 ? little : w->hex;

        for (int big = 0; big < 2; big++) {
            isa.big_endian = big;
            is_str(calls_in(&isa, w->kind,
                            fixed ? native
                            : big ? w->hex
                                  : little,
                            0, BASE),
                   w->calls, w->name);
        }
        ok(*calls_in(&isa, w->kind, fixed ? native : w->hex, strlen(little) / 2 - w->width + 1,
                     BASE) == '\0',
           "cut off, there is none");
    }
}

static void test_parcels(void)
{
    static const struct isa rv64 = {MACHINE_RISCV, false, true},
                            rv32 = {MACHINE_RISCV, false, false};
    static const struct isa s390 = {MACHINE_S390, true, true};
    static const char rv[] =
        "0100 ef004003 ef020003 35a0 6f05a002 97000000 e78000ff 17030000 670083fe "
        "17130000 e7000301 17130000 e7800301 0100 eff0fffc";
    static const char rv_c[] = "0100 1920 11a0 ed3f";
    static const char zed[] = "0700 c0e500000012 a7e5fffc c0f40000000d 0de1 c01000000009 "
                              "c41800000006 c0e5fffffff0";
    size_t found = 0;

    is_str(calls_in(&rv64, CODE_NORMAL, rv, 0, BASE), "2>10036 6>10036 14>10000 24>11030 32>10000",
           "riscv: jal, jal t0, c.j, jal a0, call, tail, auipc t1 and jalr by it or by t2");
    is_str(calls_in(&rv32, CODE_NORMAL, rv_c, 0, BASE), "2>10008 6>10000", "riscv32: c.jal");
    is_str(calls_in(&rv64, CODE_NORMAL, rv_c, 0, BASE), "", "riscv64: has none, it is c.addiw");
    is_str(calls_in(&rv64, CODE_NORMAL, "1f00ef004003 3f00ef004003ef00 ef004003", 0, BASE),
           "e>10042", "riscv: instructions of 6 and 8 bytes");
    is_str(calls_in(&rv64, CODE_NORMAL, "97000000 e78000ff", 2, BASE), "",
           "riscv: half a far call");
    is_str(calls_in(&rv64, CODE_NORMAL, "ef004003", 2, BASE), "", "riscv: half an instruction");
    is_str(calls_in(&s390, CODE_NORMAL, zed, 0, BASE), "2>10026 8>10000 20>10000",
           "s390x: brasl, bras, brcl, basr, larl, lgrl, brasl backwards");
    for (size_t cut = 1; cut <= 6; cut++)
        found += *calls_in(&s390, CODE_NORMAL, "c0e500000012", cut, BASE) != '\0';
    ok(found == 0, "s390x: cut off, there is none");
}

static void test_table(void)
{
    static const uint8_t v2[] = {0x02, 0x00, 0x4c, 0x3c, 0x00, 0x7f, 0x42, 0x38};
    static const uint8_t fixed[] = {0x02, 0x10, 0x40, 0x3c, 0x00, 0x7f, 0x42, 0x38};
    const struct isa ppc64 = {MACHINE_PPC, false, true}, ppc = {MACHINE_PPC, false, false};
    const struct isa unknown = {MACHINE_UNKNOWN, false, true};
    const struct call_decoder *decoder = find_call_decoder(MACHINE_PPC);

    ok(!find_call_decoder(MACHINE_UNKNOWN)->decode, "an unknown machine has no decoder");
    ok(find_call_decoder(MACHINE_X86_64)->decode && find_call_decoder(MACHINE_SPARC)->decode,
       "known ones have");
    is_str(calls_in(&unknown, CODE_NORMAL, "e80b000000", 0, BASE), "", "without one, no calls");
    is_uint(decoder->local_entry(&ppc64, v2, 8), 8, "powerpc64le: entry behind addis, addi");
    is_uint(decoder->local_entry(&ppc64, fixed, 8), 8, "powerpc64le: entry behind lis, addi");
    is_uint(decoder->local_entry(&ppc64, v2, 7), 0, "powerpc64le: too short for it");
    is_uint(decoder->local_entry(&ppc, v2, 8), 0, "powerpc: one entry");
    ok(!find_call_decoder(MACHINE_X86_64)->local_entry, "x86: one entry");
    is_uint(machine_tag_bits(MACHINE_ARM), 1, "arm: bit 0 tells of Thumb code");
    is_uint(machine_tag_bits(MACHINE_MIPS_16), 1, "mips: bit 0 tells of MIPS16 and microMIPS code");
    ok(!find_call_decoder(MACHINE_MIPS_16)->decode, "whose calls are not known");
    is_uint(machine_tag_bits(MACHINE_AARCH64), 0, "aarch64: none");
}

int main(void)
{
    test_x86_calls();
    test_lengths(&x86_64, x86_both, UNIT_COUNT(x86_both));
    test_lengths(&i386, x86_both, UNIT_COUNT(x86_both));
    test_lengths(&x86_64, x86_wide, UNIT_COUNT(x86_wide));
    test_lengths(&i386, x86_narrow, UNIT_COUNT(x86_narrow));
    test_x86_oddities();
    test_words();
    test_parcels();
    test_table();
    return done_testing();
}
