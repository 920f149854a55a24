/* test_static_calls - tests arcs from the machine code, the code of an image, and the marks in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "put_histogram.h"
#include "analysis/static_calls.h"
#include "decode/code_map.h"
#include "image_text.h"
#include "unit.h"

#include <unistd.h>

static const struct symtab_rules all_symbols;

static void open_image(struct image *image, const char *text)
{
    struct buf file = {0};

    image_compile("text", text, strlen(text), &file);
    unit_spew("image", file.p, file.len);
    buf_release(&file);
    if (!core_init(image, "image", &told.diag))
        unit_die(told_text());
}

static void add_range(struct profile *p, uint64_t low, uint64_t high)
{
    struct histogram h = {.low = low, .high = high, .n_bins = (uint32_t)((high - low) / 2)};

    h.rate = 100;
    h.bins = calloc(h.n_bins, sizeof *h.bins);
    if (!h.bins || !put_histogram(p, &h, &told.diag) || !profile_check_ranges(p, &told.diag))
        unit_die(told_text());
}

/* Returns the arcs as "caller-callee:count", by number. */
static const char *arcs_text(const struct call_graph *g)
{
    static char text[512];
    size_t used = 0;

    text[0] = '\0';
    for (uint32_t i = 0; i < g->n_arcs && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%u-%u:%ju", i ? " " : "",
                                 g->arcs[i].parent, g->arcs[i].child, (uintmax_t)g->arcs[i].count);
    return text;
}

/* Checks the graph of `image` with the profile's arcs and those of the code. */
static void is_arcs(const char *image_text, const struct profile *p, const char *want,
                    const char *name)
{
    struct image image;
    struct symtab table;
    struct call_graph g;
    uint32_t wrong = 0;

    open_image(&image, image_text);
    if (!symtab_init(&table, &image, &all_symbols, &told.diag))
        unit_die(told_text());
    call_graph_init(&g, p, &table, &no_filter, &told.diag);
    ok(static_calls_add(&g, &image, p, &told.diag), "%s: searched", name);
    is_str(arcs_text(&g), want, name);
    for (uint32_t s = 0; s < g.n_symbols; s++) {
        for (uint32_t i = g.children.first[s]; i < g.children.first[s + 1]; i++)
            wrong += g.arcs[g.children.item[i]].parent != s;
        for (uint32_t i = g.parents.first[s]; i < g.parents.first[s + 1]; i++)
            wrong += g.arcs[g.parents.item[i]].child != s;
    }
    ok(wrong == 0 && g.children.first[g.n_symbols] == g.n_arcs &&
           g.parents.first[g.n_symbols] == g.n_arcs,
       "%s: in the lists of both ends", name);
    call_graph_release(&g);
    symtab_release(&table);
    core_release(&image);
}

/* a calls b, c and again b; b calls a. */
static const char four[] = "section .text 0x1000 0x40 hex "
                           "e80b000000e816000000e80100000090e8ebffffff\n"
                           "sym a 0x1000\nsym b 0x1010\nsym c 0x1020\nsym d 0x1030\n";

static void test_arcs(void)
{
    struct profile p = {0}, two = {0}, none = {0};

    add_range(&p, 0x1000, 0x1040);
    is_arcs(four, &p, "0-1:0 0-2:0 1-0:0", "arcs in the order of the code, each once");
    profile_add_arc(&p, 0x1038, 0x1010, 9, &told.diag);
    profile_add_arc(&p, 0x1005, 0x1020, 7, &told.diag);
    is_arcs(four, &p, "3-1:9 0-2:7 0-1:0 1-0:0", "behind those of the profile, which stay");
    is_arcs(four, &none, "", "without a histogram there are none");
    add_range(&two, 0x1000, 0x1002);
    add_range(&two, 0x1004, 0x1006);
    is_arcs(four, &two, "", "neither without the target in one");
    add_range(&two, 0x1010, 0x1012);
    add_range(&two, 0x1020, 0x1022);
    is_arcs(four, &two, "0-1:0 0-2:0 1-0:0", "a function in several histograms is seen in all");
    is_arcs("section .text 0x1000 0x20 hex e8fbeffffff0\nsym a 0x1000\nsym b 0x1010\n", &p, "",
            "a target outside everything");
    profile_release(&two);
    profile_release(&p);
}

/* Tests that init and the nameless code behind it in .text are one function, decoded from each
 * one's beginning. */
static void test_sections(void)
{
    struct profile p = {0};

    add_range(&p, 0x1000, 0x1080);
    is_arcs("section .init 0x1000 0x8 hex 90e82a00000048b8\n"
            "section .text 0x1010 0x40 hex e81b000000\n"
            "sym init 0x1000\nsym f 0x1030\n",
            &p, "0-1:0", "an instruction ends with its section");
    is_arcs("section .init 0x1000 0x8 hex 9090909090909048\n"
            "section .text 0x1010 0x40 hex e81b000000\n"
            "sym init 0x1000\nsym f 0x1030\n",
            &p, "0-1:0", "a function goes on in the next section");
    profile_release(&p);
}

static void test_refused(void)
{
    struct profile p = {0};

    add_range(&p, 0x1000, 0x1040);
    profile_add_arc(&p, 0x1000, 0x1000, 1, &told.diag);
    told_clear();
    is_arcs("machine loongarch\nsection .text 0x1000 0x40\nsym a 0x1000\n", &p, "0-0:1",
            "an unknown machine");
    ok(told.diag.warnings == 1 && told.diag.errors == 0, "one warning");
    like(told_text(), "not known", "which says so");
    profile_release(&p);
    told_clear();
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

UNIT_TESTS(test_arcs, test_sections, test_refused, test_isa, test_marks, test_code)
