/* test_sym_files - tests lists of symbols, and which object file each function is in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_files.h"
#include "elf_image.h"
#include "image_text.h"
#include "unit.h"

/* ---- lists of symbols ---- */

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

static const struct line_case line_cases[] = {
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
    for (size_t i = 0; i < UNIT_COUNT(line_cases); i++) {
        const struct line_case *c = &line_cases[i];
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

static void test_failures_of_lists(const struct image *image)
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

static void test_lists(void)
{
    struct image image;

    write_image("image");
    ok(core_init(&image, "image", &told.diag), "an image");
    test_lines(&image);
    test_thumb(&image);
    test_ends(&image);
    test_failures_of_lists(&image);
    core_release(&image);
    told_clear();
}

/* ---- object files of functions ---- */

static bool read_map(struct map_file *m, const char *text)
{
    unit_spew("map", text, strlen(text));
    return map_file_read(m, "map", &told.diag);
}

static void is_entry(const struct map_file *m, const char *function, const char *object, bool first)
{
    const struct map_entry *e = map_file_find(m, function);

    is_str(e ? e->object : NULL, object, function);
    if (e)
        ok(e->is_first == first, "%s: %s", function,
           first ? "its object's first" : "not the first");
}

static void test_entries(void)
{
    struct map_file m;

    ok(read_map(&m, "a.o:1 T main\na.o:2 T parse\nNo symbols in x.o\na.o: work\n\n  b.o:x y z\n"
                    "a.o:1 T again\n:x:1 T no") == false,
       "a line without an object fails");
    like(told_text(), "map: line 8 is not ", "and is named");
    told_clear();
    map_file_release(&m);
    ok(read_map(&m, " a.o:1 T main\na.o:2 T parse\nNo symbols in x.o\na.o: work\n\n  b.o:x y z\n"
                    "a.o:1 T again\nlib.a:c.o:1 T f \nd e.o:1 T last"),
       "a map");
    is_entry(&m, "main", " a.o", true);
    is_entry(&m, "parse", "a.o", true);
    is_entry(&m, "work", "a.o", false);
    is_entry(&m, "z", "b.o", true);
    is_entry(&m, "again", "a.o", true);
    is_entry(&m, "", "lib.a", true);
    is_entry(&m, "last", "d e.o", true);
    is_entry(&m, "nowhere", NULL, false);
    is_uint(m.n_entries, 7, "entries");
    map_file_release(&m);
}

/* Tests several lines for one function: the line that a binary search meets counts. */
static void test_repeated(void)
{
    static const char *const want[] = {"a", "b", "b", "c", "c", "d", "d", "e"};
    char text[256] = "";

    for (size_t n = 0; n < UNIT_COUNT(want); n++) {
        struct map_file m;
        char *end = text + strlen(text);
        snprintf(end, sizeof text - (size_t)(end - text), "%c:1 T f\n", (int)('a' + n));
        ok(read_map(&m, text), "%zu lines for one function", n + 1);
        is_entry(&m, "f", want[n], true);
        map_file_release(&m);
    }
}

static void test_failures_of_maps(void)
{
    static const char *const bad[] = {"",      "\n",      "No symbols in x\n",
                                      "a.o\n", "a.o:f\n", ":1 T f\n"};
    struct map_file m;

    for (size_t i = 0; i < UNIT_COUNT(bad); i++) {
        ok(!read_map(&m, bad[i]), "bad map %zu", i);
        like(told_text(), "^unit: map: .*; make a map with: nm", "what is wrong, and what to do");
        told_clear();
        map_file_release(&m);
    }
    ok(!map_file_read(&m, "nowhere", &told.diag), "a missing map");
    map_file_release(&m);
    ok(!map_file_read(&m, ".", &told.diag), "a directory"); /* GNU gprof reads it for ever */
    map_file_release(&m);
    told_clear();
}

UNIT_TESTS(test_lists, test_entries, test_repeated, test_failures_of_maps)
