/* test_sym_ids - tests how symbol specifications are read, and which functions and arcs they name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_ids.h"
#include "symbols/sym_filter.h"
#include "unit.h"

enum { A, B, C, DOTTED, MCOUNT, LAST, SYMBOLS };

static const struct symbol symbols[SYMBOLS] = {
    [A] = {.address = 0x10, .name = "a", .is_function = true},
    [B] = {.address = 0x20, .name = "b", .is_function = true},
    [C] = {.address = 0x30, .name = "c", .is_function = true},
    [DOTTED] = {.address = 0x40, .name = "a.part.0", .is_function = true},
    [MCOUNT] = {.address = 0x50, .name = "mcount", .is_function = true},
    [LAST] = {.address = 0x60, .name = "b", .is_function = true},
};

static struct image_line where[SYMBOLS] = {[A] = {.file = "/src/one.c", .line = 12},
                                           [B] = {.file = "one.c", .line = 20},
                                           [C] = {.file = "/src/two.c", .line = 12}};

static const struct sym_lines lines = {.at = where};

/* Tests how one side of a specification is read. */
static void test_parse(void)
{
    static const struct {
        const char *text, *file, *name;
        unsigned line;
    } rows[] = {
        {"main", NULL, "main", 0},
        {"one.c", "one.c", NULL, 0},
        {"a.part.0", "a.part.0", NULL, 0},
        {":a.part.0", NULL, "a.part.0", 0},
        {"one.c:main", "one.c", "main", 0},
        {"one.c:12", "one.c", NULL, 12},
        {"12", NULL, NULL, 12},
        {"12x", NULL, NULL, 12},
        {"0x10", NULL, NULL, 0},
        {":7", NULL, NULL, 7},
        {"one.c:", "one.c", NULL, 0},
        {"", NULL, NULL, 0},
        {":", NULL, NULL, 0},
        {"x:y:z", "x:y", "z", 0},
        {"99999999999999999999", NULL, NULL, UINT_MAX},
    };

    for (size_t i = 0; i < UNIT_COUNT(rows); i++) {
        struct sym_ids ids = {0};
        sym_id_add(&ids, rows[i].text, SYM_TABLE_FLAT, true, &told.diag);
        is_str(ids.specs[0].left.file, rows[i].file, "the file of a specification");
        is_str(ids.specs[0].left.name, rows[i].name, "its function");
        is_uint(ids.specs[0].left.line, rows[i].line, "its line");
        ok(ids.need_lines == (rows[i].file || rows[i].line) && !ids.specs[0].is_arc,
           "\"%s\" is not an arc, and asks for lines only where it must", rows[i].text);
        sym_ids_release(&ids);
    }
}

/* Returns the numbers of the symbols that a specification names, as bits. */
static unsigned named(const char *text, enum sym_table table)
{
    struct symtab symtab;
    struct sym_ids ids = {0};
    struct sym_filter f;
    unsigned bits = 0;

    told_clear();
    unit_symtab(&symtab, symbols, SYMBOLS, 0x70);
    sym_id_add(&ids, text, table, true, &told.diag);
    if (!sym_filter_init(&f, &ids, &symtab, &lines, &told.diag))
        unit_die("sym_filter_init");
    for (uint32_t s = 0; s < SYMBOLS; s++)
        bits |= (unsigned)sym_included(&f, table, s) << s;
    sym_filter_release(&f);
    sym_ids_release(&ids);
    symtab_release(&symtab);
    return bits;
}

static void test_names(void)
{
    const unsigned all = (1U << SYMBOLS) - 1;
    const struct {
        const char *text;
        unsigned want;
    } rows[] = {
        {"a", 1U << A},
        {"b", 1U << B | 1U << LAST},
        {"mcount", 1U << MCOUNT},
        {"one.c", 1U << A | 1U << B},
        {"one.c:a", 1U << A},
        {"one.c:c", 0},
        {"one.c:12", 1U << A},
        {"12", 1U << A | 1U << C},
        {":a.part.0", 1U << DOTTED},
        {"a.part.0", 0},
        {"two.c:0", 1U << C},
        {"/b", all}, /* the left side of an arc counts, which is any symbol here */
        {"a/b", 1U << A},
        {"0", all},
        {":", all},
        {"", all},
        {"nosuch", 0},
        {"src", 0},
    };

    for (size_t i = 0; i < UNIT_COUNT(rows); i++) {
        is_uint(named(rows[i].text, SYM_TABLE_TIME), rows[i].want, rows[i].text);
        ok(told.diag.warnings == (rows[i].want == 0), "a warning just where nothing is named");
        if (rows[i].want == 0)
            like(told_text(), "names nothing in the program", "and it says so");
    }
    told_clear();
}

/* Returns the remaining arcs between a, b and c as a word of nine digits: from a to a, b, c, from b
 * ... */
static const char *arcs(const char *const *specs, size_t n, bool include)
{
    static char text[10];
    struct symtab symtab;
    struct sym_ids ids = {0};
    struct sym_filter f;

    told_clear();
    unit_symtab(&symtab, symbols, SYMBOLS, 0x70);
    for (size_t i = 0; i < n; i++)
        sym_id_add(&ids, specs[i], SYM_TABLE_ARCS, include, &told.diag);
    if (!sym_filter_init(&f, &ids, &symtab, &lines, &told.diag))
        unit_die("sym_filter_init");
    for (uint32_t from = A; from <= C; from++)
        for (uint32_t to = A; to <= C; to++)
            text[3 * from + to] = sym_arc_selected(&f, from, to) ? '1' : '0';
    sym_filter_release(&f);
    sym_ids_release(&ids);
    symtab_release(&symtab);
    return text;
}

static void test_arcs(void)
{
    static const struct {
        const char *specs[3];
        const char *excluded, *included;
    } rows[] = {
        {{NULL}, "111111111", "111111111"},
        {{"a/b"}, "101111111", "010000000"},
        {{"a/"}, "000111111", "111000000"},
        {{"/c"}, "110110110", "001001001"},
        {{"/"}, "000000000", "111111111"},
        {{"a/b", "b/c"}, "101110111", "010001000"},
        {{"a/", "a/b"},
         "101111111",
         "010000000"}, /* the last one whose callers begin with a decides, */
        {{"a/b", "/c"}, "110110110", "001001001"},
        {{"/c", "a/b"}, "101111111", "010000000"},
        {{"a/b", "a/nosuch"}, "111111111", "000000000"}, /* even if it names no callee */
        {{"a/b", "a"}, "111111111", "000000000"},
        {{"/c", "b/a"}, "110010110", "001101001"}, /* else each of them counts */
        {{"b/a", "/c", "b/b"}, "110100110", "001011001"},
        {{"a/b/c"}, "111111111", "000000000"}, /* no function is called b/c */
        {{"nosuch/b"}, "111111111", "111111111"},
        {{"one.c/two.c"}, "110110111", "001001000"},
        {{"a"}, "111111111", "000000000"}, /* no arc */
    };

    for (size_t i = 0; i < UNIT_COUNT(rows); i++) {
        size_t n = 0;
        while (n < 3 && rows[i].specs[n])
            n++;
        is_str(arcs(rows[i].specs, n, false), rows[i].excluded, "arcs left out");
        is_str(arcs(rows[i].specs, n, true), rows[i].included, "arcs left in");
    }
    arcs((const char *const[]){"a"}, 1, false);
    like(told_text(), "is not an arc", "a function where an arc is wanted: a warning");
    told_clear();
}

/* Tests many specifications against many symbols: each must find its own, quickly. */
static void test_many(void)
{
    enum { MANY = 20000 };
    struct symbol *many = calloc(MANY, sizeof *many);
    char(*names)[16] = calloc(MANY, sizeof *names);
    struct image_line *places = calloc(MANY, sizeof *places);
    struct symtab symtab;
    struct sym_ids ids = {0};
    struct sym_filter f;
    size_t wrong = 0;

    if (!many || !names || !places)
        unit_die("calloc");
    for (size_t i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof *names, "f%zu", i);
        many[i] = (struct symbol){.address = i, .name = names[i], .is_function = true};
        if (i % 2 == 0)
            sym_id_add(&ids, names[i], SYM_TABLE_FLAT, false, &told.diag);
    }
    unit_symtab(&symtab, many, MANY, MANY);
    ok(sym_filter_init(&f, &ids, &symtab, &(struct sym_lines){.at = places}, &told.diag),
       "10,000 names");
    for (uint32_t s = 0; s < MANY; s++)
        wrong += sym_selected(&f, SYM_TABLE_FLAT, s) != (s % 2 == 1);
    is_uint(wrong, 0, "each names its function and no other");
    sym_filter_release(&f);
    sym_ids_release(&ids);
    symtab_release(&symtab);
    free(many);
    free(names);
    free(places);
}

UNIT_TESTS(test_parse, test_names, test_arcs, test_many)
