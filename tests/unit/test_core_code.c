/* test_core_code - tests the code of an image, its machine, and the marks in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/code_map.h"
#include "image/core_code.h"
#include "image_text.h"
#include "unit.h"

#include <unistd.h>

static void open_image(struct image *image, const char *text)
{
    struct buf file = {0};

    image_compile("text", text, strlen(text), &file);
    unit_spew("image", file.p, file.len);
    buf_release(&file);
    if (!core_init(image, "image", &told.diag))
        unit_die(told_text());
}

static void test_code(void)
{
    struct image image;
    struct image_code code;

    open_image(&image, "section .text 0x1000 0x10 hex 0102030405\n"
                       "section .text.hole 0x1020 0x10 nobits\n"
                       "section .data 0x1030 0x10\n"
                       "section .text.late 0x2000 0x8 fill 7\nsym a 0x1000\n");
    ok(core_code(&image, 0x1003, &code, &told.diag) && code.address == 0x1003 && code.size == 0xd &&
           code.bytes[0] == 4 && code.bytes[2] == 0x90,
       "core_code: up to the section's end");
    ok(core_code(&image, 0, &code, &told.diag) && code.address == 0x1000 && code.size == 0x10,
       "core_code: before the first");
    ok(core_code(&image, 0x1010, &code, &told.diag) && code.address == 0x2000 && code.size == 8 &&
           code.bytes[7] == 7,
       "core_code: past what has no contents or no code");
    ok(core_code(&image, 0x1020, &code, &told.diag) && code.address == 0x2000,
       "core_code: inside of such");
    ok(core_code(&image, 0x2008, &code, &told.diag) && code.size == 0,
       "core_code: behind the last");
    ok(core_code(&image, UINT64_MAX, &code, &told.diag) && code.size == 0, "core_code: far behind");
    is_uint(image.isa.machine, MACHINE_X86_64, "isa: x86-64");
    ok(!image.relocatable, "linked");
    core_release(&image);
    /* libbfd writes a remark of its own to standard error. */
    int shown = dup(STDERR_FILENO);
    if (shown < 0 || !freopen("remarks", "w", stderr))
        unit_die("standard error");
    open_image(&image, "section .text 0x1000 0x10 claim 0x7fffffffffff\nsym a 0x1000\n");
    fflush(stderr);
    dup2(shown, STDERR_FILENO);
    close(shown);
    ok(!core_code(&image, 0x1000, &code, &told.diag), "core_code: more than the file holds");
    like(told_text(), "image: section .text: file truncated", "is reported");
    core_release(&image);
    told_clear();
}

struct isa_case {
    const char *text;
    struct isa isa;
};

/* Tests the header's flags, and machines that are not in tests/compat/foreign.t. */
static void test_isa(void)
{
    static const struct isa_case cases[] = {
        {"machine arm\nclass 32\nendian big", {MACHINE_ARM, true, false}},
        {"machine arm\nclass 32\nendian big\nflags 0x5800000", {MACHINE_ARM, false, false}},
        {"machine mips\nclass 32\nendian big\nflags 0x90001000", {MACHINE_MIPS_R6, true, false}},
        {"machine mips\nflags 0xa0000000", {MACHINE_MIPS_R6, false, true}},
        {"machine mips\nflags 0x2000000", {MACHINE_MIPS_16, false, true}}, /* microMIPS */
        {"machine sparc\nclass 32\nendian big", {MACHINE_SPARC, true, false}},
        {"machine sparcv9\nendian big", {MACHINE_SPARC, true, true}},
        {"machine sh\nclass 32", {MACHINE_UNKNOWN, false, false}},
    };

    for (size_t i = 0; i < UNIT_COUNT(cases); i++) {
        const struct isa *want = &cases[i].isa;
        struct image image;
        char text[200];

        snprintf(text, sizeof text, "%s\nsection .text 0x1000 0x10\nsym a 0x1000\n", cases[i].text);
        open_image(&image, text);
        ok(image.isa.machine == want->machine && image.isa.big_endian == want->big_endian &&
               image.isa.wide == want->wide,
           "isa of image %zu", i);
        core_release(&image);
    }
}

static void test_marks(void)
{
    struct image image;
    struct code_map map;
    uint64_t end;

    open_image(&image,
               "class 32\nmachine arm\nsection .text 0x1000 0x40\nsym a 0x1001\n"
               "sym $t.1 0x1020 local notype\nsym $d 0x1030 local notype\n"
               "sym $a 0x1008 local notype\nsym $d 0x1008 local notype\n"
               "sym $b 0x1010 local notype\nsym $t 0x1012 global\nsym $tx 0x1014 local notype\n");
    code_map_init(&map, &image, &told.diag);
    is_uint(map.n, 4, "marks: four");
    ok(code_map_at(&map, 0x1000, CODE_THUMB, &end) == CODE_THUMB && end == 0x1008,
       "marks: before the first, what the caller says");
    ok(code_map_at(&map, 0x1008, CODE_THUMB, &end) == CODE_DATA && end == 0x1020,
       "marks: the last of two counts");
    ok(code_map_at(&map, 0x1021, CODE_NORMAL, &end) == CODE_THUMB && end == 0x1030, "marks: $t.1");
    ok(code_map_at(&map, UINT64_MAX, CODE_NORMAL, &end) == CODE_DATA && end == UINT64_MAX,
       "marks: behind the last");
    code_map_release(&map);
    core_release(&image);
    open_image(&image, "machine riscv\nsection .text 0x1000 0x40\nsym a 0x1000\n"
                       "sym $xrv64i2p1 0x1020 local notype\n");
    code_map_init(&map, &image, &told.diag);
    ok(map.n == 1 && code_map_at(&map, 0x1020, CODE_DATA, &end) == CODE_NORMAL,
       "marks: of RISC-V, with an architecture");
    code_map_release(&map);
    core_release(&image);
    open_image(&image, "section .text 0x1000 0x40\nsym a 0x1000\nsym $d 0x1020 local notype\n");
    code_map_init(&map, &image, &told.diag);
    is_uint(map.n, 0, "marks: x86 has none");
    code_map_release(&map);
    core_release(&image);
}

UNIT_TESTS(test_isa, test_marks, test_code)
