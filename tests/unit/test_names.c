/* test_names - how symbols are shown: demangled names, files and lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image_text.h"
#include "symbols/names.h"
#include "unit.h"

static const char image_text[] = "section .text 0x1000 0x40\n"
                                 "sym main 0x1000\n"
                                 "sym _Z3addii 0x1010\n"
                                 "sym _RNvC4test4main 0x1020\n"
                                 "sym _Z 0x1030\n";

/* No style: the image is not even looked at. */
static void test_raw(struct told *t)
{
    const struct names_style style = {.demangle = DEMANGLE_NONE};
    struct image image = {.path = "none"};
    struct symtab table;
    struct sym_lines lines = {0};
    struct names n;
    unsigned line = 77;

    unit_functions(&table, 2);
    table.symbols[1].name = "_Z3addii";
    ok(sym_lines_load(&lines, &image, &table, SYM_LINES_NONE, &t->diag), "no lines");
    ok(names_init(&n, &image, &table, &lines, &style, &t->diag), "raw names");
    is_str(names_shown(&n, 0), "f", "a name");
    ok(names_shown(&n, 1) == table.symbols[1].name, "a mangled name: the very symbol's");
    ok(names_file(&n, 0, &line) == NULL && line == 77, "no lines are loaded");
    names_release(&n);
    ok(!n.cache, "release: empty");
    names_release(&n);
    sym_lines_release(&lines);
    symtab_release(&table);
}

static void test_files(struct told *t)
{
    struct names_style style = {.demangle = DEMANGLE_NONE};
    struct image image = {.path = "none"};
    struct symtab table;
    struct sym_lines lines = {0};
    struct names n;
    unsigned line = 0;

    unit_functions(&table, 3);
    sym_lines_load(&lines, &image, &table, SYM_LINES_NONE, &t->diag);
    names_init(&n, &image, &table, &lines, &style, &t->diag);
    lines.at[0] = (struct image_line){.file = "/src/a.c", .line = 12};
    lines.at[2] = (struct image_line){.file = "b.c", .line = 3};
    is_str(names_file(&n, 0, &line), "a.c", "a file's base name");
    is_uint(line, 12, "its line");
    ok(names_file(&n, 1, &line) == NULL, "an unknown one");
    is_uint(line, 12, "leaves the line alone");
    is_str(names_file(&n, 2, &line), "b.c", "a file without directories");
    n.style.full_path = true;
    is_str(names_file(&n, 0, &line), "/src/a.c", "the whole path");
    names_release(&n);
    sym_lines_release(&lines);
    symtab_release(&table);
}

static void test_demangled(struct told *t)
{
    const struct names_style style = {.demangle = DEMANGLE_AUTO};
    struct buf file = {0};
    struct image image;
    struct symtab table;
    struct sym_lines lines = {0};
    struct names n;

    image_compile("text", image_text, strlen(image_text), &file);
    unit_spew("image", file.p, file.len);
    buf_release(&file);
    if (!ok(core_init(&image, "image", &t->diag) &&
                symtab_init(&table, &image, &(struct symtab_rules){0}, &t->diag) &&
                sym_lines_load(&lines, &image, &table, SYM_LINES_ALL, &t->diag) &&
                names_init(&n, &image, &table, &lines, &style, &t->diag),
            "an image")) {
        diag("%s", told_text(t));
        return;
    }
    is_str(names_shown(&n, 0), "main", "C: as it is");
    ok(!n.cache->shown[0], "without being kept");
    is_str(names_shown(&n, 1), "add(int, int)", "C++: with its parameters");
    ok(names_shown(&n, 1) == names_shown(&n, 1), "and made once");
    is_str(names_shown(&n, 2), "test::main", "Rust");
    is_str(names_shown(&n, 3), "_Z", "no name that a compiler makes: as it is");
    is_str(table.symbols[1].name, "_Z3addii", "the raw name stays");
    unsigned line;
    ok(names_file(&n, 0, &line) == NULL, "lines of an image without debug information: unknown");
    names_release(&n);
    sym_lines_release(&lines);
    symtab_release(&table);
    core_release(&image);
}

/* What is shown of many functions whose names have one short form, or most of them one. */
static void test_many(struct told *t)
{
    enum { MANY = 60000 };
    const struct names_style style = {
        .demangle = DEMANGLE_AUTO, .form = NAMES_SHORT, .as_in_source = true};
    const size_t many = MANY;
    size_t wrong = 0;
    char(*texts)[40] = calloc(many, sizeof *texts);
    struct buf file = {0};
    struct image image;
    struct symtab table;
    struct names n;

    image_compile("text", image_text, strlen(image_text), &file);
    unit_spew("image", file.p, file.len);
    buf_release(&file);
    if (!texts || !core_init(&image, "image", &t->diag))
        unit_die("an image");
    unit_functions(&table, (uint32_t)many);
    for (size_t i = 0; i < many; i++) {
        /* a<A12345>(A12345), or another result than that of its neighbour */
        snprintf(texts[i], sizeof *texts, i % 2 ? "_Z1aI6A%05zuEvT_" : "_Z1aI6A%05zuEiT_",
                 10000 + i / 2);
        table.symbols[i].name = texts[i];
    }
    ok(names_init(&n, &image, &table, NULL, &style, &t->diag), "many names");
    for (size_t i = 0; i < many; i++) {
        char want[60];

        snprintf(want, sizeof want, "%s a<A%05zu>(A%05zu)", i % 2 ? "void" : "int", 10000 + i / 2,
                 10000 + i / 2);
        wrong += strcmp(names_shown(&n, (uint32_t)i), want) != 0;
    }
    is_uint(wrong, 0, "that differ in their results only are shown in full");
    names_release(&n);
    for (size_t i = 0; i < many; i++)
        snprintf(texts[i], sizeof *texts, "_Z1aI6A12345Evi");
    ok(names_init(&n, &image, &table, NULL, &style, &t->diag), "all one name");
    is_str(names_shown(&n, 7), "a<...>(int)", "is short");
    names_release(&n);
    symtab_release(&table);
    core_release(&image);
    free(texts);
}

/* The forms, and the name with everything whatever is shown. */
static void test_styles(struct told *t)
{
    static const struct {
        struct names_style style;
        const char *shown, *full;
    } rows[] = {
        {{.demangle = DEMANGLE_AUTO}, "A::add(char, double)", "A::add(char, double)"},
        {{.demangle = DEMANGLE_AUTO, .form = NAMES_SHORT}, "A::add(...)", "A::add(char, double)"},
        {{.demangle = DEMANGLE_AUTO, .form = NAMES_BASE}, "add", "A::add(char, double)"},
        {{.demangle = DEMANGLE_AUTO, .form = NAMES_MANGLED},
         "_ZN1A3addEcd",
         "A::add(char, double)"},
        {{.demangle = DEMANGLE_NONE, .form = NAMES_SHORT}, "_ZN1A3addEcd", "A::add(char, double)"},
        {{.demangle = DEMANGLE_RUST, .form = NAMES_SHORT}, "_ZN1A3addEcd", "_ZN1A3addEcd"},
    };
    struct image image;
    struct symtab table;
    struct names n;
    char out[NAME_FIT_BYTES(8)];

    unit_functions(&table, 1);
    table.symbols[0].name = "_ZN1A3addEcd";
    if (!core_init(&image, "image", &t->diag))
        unit_die("an image");
    for (size_t i = 0; i < UNIT_COUNT(rows); i++) {
        names_init(&n, &image, &table, NULL, &rows[i].style, &t->diag);
        is_str(names_full(&n, 0), rows[i].full, "the whole name");
        is_str(names_shown(&n, 0), rows[i].shown, "and what is shown");
        ok(names_fit(&n, 0, 8, out) <= 8, "in eight columns");
        names_release(&n);
    }
    symtab_release(&table);
    core_release(&image);
}

int main(void)
{
    struct told t;

    told_open(&t);
    unit_enter_directory();
    test_raw(&t);
    test_files(&t);
    test_demangled(&t);
    test_styles(&t);
    test_many(&t);
    is_uint(t.diag.errors, 0, "nothing was reported");
    told_close(&t);
    return done_testing();
}
