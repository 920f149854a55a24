/* test_ext_syms - tests symbols from a list in place of the image's
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_files.h"
#include "elf_image.h"
#include "image_text.h"
#include "unit.h"

static void write_image(const char *path)
{
    static const char text[] =
        "section .text 0x1000 0x200\nsection .fini 0x2000 0x10\nsym f 0x1000\n";
    struct buf made = {0};

    image_compile("image", text, sizeof text - 1, &made);
    buf_save(&made, path);
    buf_release(&made);
}

struct line_case {
    const char *line; /* line between two good ones */
    const char *name; /* name in the line, or NULL if the line gives none */
    uint64_t address;
    bool is_local;
};

static const struct line_case lines[] = {
    {"1040 T f", "f", 0x1040, false},
    {"1040 t f", "f", 0x1040, true},
    {"0x1040 T f", "f", 0x1040, false},
    {"0X1aF T f", "f", 0x1af, false},
    {"  1040\tT\tf  file.c:3", "f", 0x1040, false},
    {"1040 Tf", "f", 0x1040, false},
    {"1040 T f\r", "f", 0x1040, false},
    {"1040 t a$b.part.0", "a$b.part.0", 0x1040, true},
    {"ffffffffffffffff T f", "f", UINT64_MAX, false},
    {"1ffffffffffffffff T f", NULL, 0, false},
    {"1040 W f", NULL, 0, false},
    {"1040 D f", NULL, 0, false},
    {"1040 T", NULL, 0, false},
    {"1040 T ", NULL, 0, false},
    {"1040T f", NULL, 0, false},
    {"0x T f", NULL, 0, false},
    {"x T f", NULL, 0, false},
    {"-1 T f", NULL, 0, false},
    {"file.o:1040 T f", NULL, 0, false},
    {"                 U Throw", NULL, 0, false},
    {"", NULL, 0, false},
};

/* Tests that bit 0 of an address marks Thumb code if the image is of ARM. */
static void test_thumb(const struct image *image)
{
    struct image arm = *image;
    struct ext_syms e;

    arm.isa.machine = MACHINE_ARM;
    unit_spew("syms", "1041 T odd\n1080 T even\n", 24);
    ok(ext_syms_read(&e, "syms", &arm, &told.diag) && e.n_symbols == 2, "Thumb: read");
    ok(e.symbols[0].address == 0x1040 && e.symbols[0].is_compressed,
       "an odd address is Thumb code");
    ok(e.symbols[1].address == 0x1080 && !e.symbols[1].is_compressed, "an even one is not");
    ext_syms_release(&e);
}

static void test_lines(const struct image *image)
{
    for (size_t i = 0; i < UNIT_COUNT(lines); i++) {
        const struct line_case *c = &lines[i];
        struct ext_syms e;
        char text[128];
        int n = snprintf(text, sizeof text, "10 T first\n%s\n20 T last", c->line);

        unit_spew("syms", text, (size_t)n);
        ok(ext_syms_read(&e, "syms", image, &told.diag), "\"%s\" is read", c->line);
        if (!is_uint(e.n_symbols, c->name ? 3 : 2, "symbols"))
            continue;
        is_str(e.symbols[0].name, "first", "the one before");
        is_str(e.symbols[e.n_symbols - 1].name, "last", "the one behind, without a newline");
        if (c->name) {
            is_str(e.symbols[1].name, c->name, "its name");
            is_uint(e.symbols[1].address, c->address, "its address");
            ok(e.symbols[1].is_local == c->is_local && e.symbols[1].is_function, "its type");
        }
        ext_syms_release(&e);
    }
}

static void test_ends(const struct image *image)
{
    static const char text[] = "ff0 T before\n1000 T in\n11ff T at_end\n1200 T gap\n2008 T fini\n";
    static const uint64_t ends[] = {0xff0, 0x1200, 0x1200, 0x1200, 0x2010};
    struct ext_syms e;

    unit_spew("syms", text, sizeof text - 1);
    ext_syms_read(&e, "syms", image, &told.diag);
    for (size_t i = 0; i < UNIT_COUNT(ends) && i < e.n_symbols; i++)
        is_uint(e.symbols[i].section_end, ends[i], e.symbols[i].name);
    ext_syms_release(&e);
}

static void test_failures(const struct image *image)
{
    struct ext_syms e;

    unit_spew("none", "1000 D d\n", 9);
    ok(!ext_syms_read(&e, "none", image, &told.diag), "no function fails");
    like(told_text(), "none: file has no symbols; ", "and says so");
    ext_syms_release(&e);
    told_clear();
    unit_spew("empty", "", 0);
    ok(!ext_syms_read(&e, "empty", image, &told.diag), "an empty list fails");
    ext_syms_release(&e);
    ok(!ext_syms_read(&e, "nowhere", image, &told.diag), "a missing list fails");
    ext_syms_release(&e);
}

static void test_all(void)
{
    struct image image;

    write_image("image");
    ok(core_init(&image, "image", &told.diag), "an image");
    test_lines(&image);
    test_thumb(&image);
    test_ends(&image);
    test_failures(&image);
    core_release(&image);
    told_clear();
}

UNIT_TESTS(test_all)
