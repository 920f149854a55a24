/* test_names - tests how symbols are shown: demangled names, files and lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "names/names.h"
#include "image_text.h"
#include "unit.h"

static const char image_text[] = "section .text 0x1000 0x40\n"
                                 "sym main 0x1000\n"
                                 "sym _Z3addii 0x1010\n"
                                 "sym _ZN4test4main17h05af221e174051e9E 0x1020\n"
                                 "sym _Z 0x1030\n";

/* Tests names without a style: the image is not even read. */
static void test_raw(void)
{
    const struct names_style style = {.demangle = DEMANGLE_NONE};
    struct image image = {.path = "none"};
    struct symtab table;
    struct sym_lines lines = {0};
    struct names n;
    unsigned line = 77;

    unit_functions(&table, 2);
    table.symbols[1].name = "_Z3addii";
    ok(sym_lines_load(&lines, &image, &table, &(struct sym_lines_request){.need = SYM_LINES_NONE},
                      &told.diag),
       "no lines");
    names_init(&n, &image, &table, &lines, &style, &told.diag);
    is_str(names_shown(&n, 0), "f", "a name");
    ok(names_shown(&n, 1) == table.symbols[1].name, "a mangled name: the very symbol's");
    ok(names_file(&n, 0, &line) == NULL && line == 77, "no lines are loaded");
    names_release(&n);
    ok(!n.shown, "release: empty");
    names_release(&n);
    sym_lines_release(&lines);
    symtab_release(&table);
}

static void test_files(void)
{
    struct names_style style = {.demangle = DEMANGLE_NONE};
    struct image image = {.path = "none"};
    struct symtab table;
    struct sym_lines lines = {0};
    struct names n;
    unsigned line = 0;

    unit_functions(&table, 3);
    sym_lines_load(&lines, &image, &table, &(struct sym_lines_request){.need = SYM_LINES_NONE},
                   &told.diag);
    names_init(&n, &image, &table, &lines, &style, &told.diag);
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

static void test_demangled(void)
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
    if (!ok(core_init(&image, "image", &told.diag) &&
                symtab_init(&table, &image, &(struct symtab_rules){0}, &told.diag) &&
                sym_lines_load(&lines, &image, &table,
                               &(struct sym_lines_request){.need = SYM_LINES_ALL}, &told.diag),
            "an image")) {
        diag("%s", told_text());
        return;
    }
    names_init(&n, &image, &table, &lines, &style, &told.diag);
    is_str(names_shown(&n, 0), "main", "C: as it is");
    ok(!n.shown[0], "without being kept");
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

UNIT_TESTS(test_raw, test_files, test_demangled)
