/* test_clones - tests which symbols are copies or parts of another function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/clones.h"
#include "symbols/symtab.h"
#include "unit.h"

/* Names, and their parts in front of the suffixes of clones, as in the source. */
static const struct {
    const char *name;
    size_t length, source;
    bool is_part, is_cold, is_callback;
} names[] = {
    {"heavy", 5, 5, false, true, false},
    {"heavy.isra.0", 5, 5, false, false, false},
    {"heavy.part.0.isra.12.cold", 5, 5, true, false, false},
    {"heavy.cold", 5, 5, true, true, false},
    {"heavy.cold.3", 5, 5, true, true, false},
    {"heavy._omp_fn.1", 5, 5, true, false, true},
    {"heavy.omp_outlined.cold", 5, 5, true, false, true},
    {"heavy.resume", 5, 5, true, false, true},
    {"heavy.resolver", 5, 5, false, false, false},
    {"inner.0", 7, 5, false, true, false},
    {"inner.0.constprop.1", 7, 5, false, false, false},
    {"heavy.lto_priv.0.isra.0", 16, 5, false, false, false},
    {"_RNvCs1_1a1f.llvm.123", 21, 12, false, true, false},
    {"core..fmt..cold_thing", 21, 21, false, true, false},
    {"main.work", 9, 9, false, true, false},
    {"heavy.partly.0", 14, 12, false, true, false},
    {"f.cold5", 7, 7, false, true, false},
    {".cold", 5, 5, false, true, false},
    {".omp_outlined..3", 16, 14, false, true, false},
    {"a.", 2, 2, false, true, false},
    {"", 0, 0, false, true, false},
};

static void test_names(void)
{
    for (size_t i = 0; i < UNIT_COUNT(names); i++) {
        struct clone_name c = clone_read(names[i].name);

        ok(c.length == names[i].length && c.is_part == names[i].is_part &&
               c.is_callback == names[i].is_callback &&
               (c.length == strlen(names[i].name) || c.is_cold == names[i].is_cold),
           "%s is read", names[i].name);
        ok(clone_source_length(names[i].name) == names[i].source, "%s: what the source has",
           names[i].name);
    }
}

/* Checks groups of symbols from 0x1000 on, 16 bytes each. In front of each name stands a letter of
 * the file, or `g' for a global symbol, `i' for one that chooses, `n' for no function. The expected
 * name of the function of each follows. */
static void is_grouped(const char *const *symbols, size_t n, const char *what)
{
    struct image_symbol *s = calloc(n, sizeof *s);
    struct image image = {.path = "a.out", .n_symbols = n, .symbols = s};
    struct symtab_rules rules = {.is_exact = true};
    struct symtab table;
    size_t wrong = 0;

    for (size_t i = 0; i < n; i++) {
        char kind = symbols[2 * i][0];
        bool is_local = kind >= '0' && kind <= '9';

        s[i] = (struct image_symbol){.name = symbols[2 * i] + 2,
                                     .address = 0x1000 + 16 * i,
                                     .section_end = 0x1000 + 16 * n,
                                     .size = 16,
                                     .is_function = kind != 'n' && kind != 'i',
                                     .is_indirect = kind == 'i',
                                     .is_local = is_local,
                                     .file = is_local ? (kind - '0') & 0xf : 0};
    }
    ok(symtab_init(&table, &image, &rules, &told.diag), "%s: there are symbols", what);
    for (size_t i = 0; i < n; i++) {
        uint32_t owner = sym_lookup(&table, 0x1004 + 16 * i);
        uint64_t at = table.symbols[owner].address;
        const char *wanted = symbols[2 * i + 1];
        const char *name = table.symbols[owner].name;
        char text[64];

        snprintf(text, sizeof text, "%s@%u", name, (unsigned)((at - 0x1000) / 16));
        if (strcmp(text, wanted) != 0) {
            diag("%s: %s is of %s, and not of %s", what, symbols[2 * i], text, wanted);
            wrong++;
        }
    }
    is_uint(wrong, 0, what);
    symtab_release(&table);
    free(s);
}

#define IS_GROUPED(what, ...)                                                                      \
    do {                                                                                           \
        static const char *const list[] = {__VA_ARGS__};                                           \
        is_grouped(list, UNIT_COUNT(list) / 2, what);                                              \
    } while (0)

static void test_groups(void)
{
    IS_GROUPED("copies and parts of one function", "1 f.part.0", "f@1", "1 f", "f@1", "1 f.isra.0",
               "f@1", "g h", "h@3");
    IS_GROUPED("static functions of two files", "1 f", "f@0", "1 f.isra.0", "f@0", "2 f.isra.0",
               "f@3", "2 f", "f@3");
    IS_GROUPED("functions of which clones alone are left", "1 f.isra.0", "f@0", "1 f.part.0", "f@0",
               "2 f.isra.0", "f@2");
    IS_GROUPED("a copy stands for its function, and not the copy's unlikely code",
               "1 f.isra.0.cold", "f@2", "1 f.part.0", "f@2", "1 f.isra.0", "f@2", "1 f.isra.1",
               "f@2");
    IS_GROUPED("or else a part, and unlikely code if all else is gone", "1 f.part.0.cold", "f@1",
               "1 f.part.0", "f@1", "1 b.cold", "b@2");
    IS_GROUPED("of a global function", "1 a", "a@0", "2 f.part.0", "f@2", "g f", "f@2", "3 b",
               "b@3");
    IS_GROUPED("not of another file's global function", "2 f.part.0", "f@0", "2 a", "a@1", "3 b",
               "b@2", "g f", "f@3", "3 c", "c@4", "3 f.cold", "f@3");
    IS_GROUPED("of one in another section", "1 f.cold", "f@3", "3 f.part.0", "f@3", "2 a", "a@2",
               "g f", "f@3", "4 b", "b@4", "4 f.cold", "f@3");
    IS_GROUPED("of the nearest one, if files are not known", "g f", "f@0", "g a", "a@1", "g b",
               "b@2", "0 f.isra.0", "f@4", "g f", "f@4");
    IS_GROUPED("nested functions, and static ones of the whole program", "1 f.0", "f.0@0", "1 f.1",
               "f.1@1", "1 f.0.isra.0", "f.0@0", "1 g.lto_priv.0", "g.lto_priv.0@3", "g g", "g@4",
               "1 g.lto_priv.0.part.1", "g.lto_priv.0@3");
    IS_GROUPED("versions for processors", "1 f.avx2", "f@2", "1 f.default", "f@2", "i f", "f@2",
               "1 b.avx2", "b.avx2@3");
    IS_GROUPED("loops that clang makes", "g f", "f@0", "1 .omp_outlined.", "f@0",
               "1 .omp_outlined..3", "f@0", "g b", "b@3", "1 .omp_outlined..4", "b@3");
    is_uint(told.diag.errors, 0, "nothing was reported");
}

/* Tests labels, other names, and relations between two symbols. */
static void test_table(void)
{
    struct image_symbol symbols[] = {
        {.name = "f", .address = 0x1000, .size = 0x20, .is_function = true},
        {.name = "label", .address = 0x1010, .is_local = true},
        {.name = "global_label", .address = 0x1018},
        {.name = "behind", .address = 0x1020},
        {.name = "f.part.0", .address = 0x1040, .size = 16, .is_function = true, .is_local = true},
        {.name = "f.isra.0", .address = 0x1050, .size = 16, .is_function = true, .is_local = true},
        {.name = "$d", .address = 0x1054, .is_local = true},
        {.name = "f$0", .address = 0x1060, .size = 16, .is_function = true, .is_local = true},
        {.name = "f._omp_fn.0",
         .address = 0x1070,
         .size = 9,
         .is_function = true,
         .is_local = true},
        {.name = "f.localalias", .address = 0x1000, .is_function = true, .is_local = true},
    };
    struct image image = {.path = "a.out", .n_symbols = UNIT_COUNT(symbols), .symbols = symbols};
    struct symtab_rules rules = {.is_exact = true};
    struct symtab t;

    for (size_t i = 0; i < UNIT_COUNT(symbols); i++)
        symbols[i].section_end = 0x1080;
    ok(symtab_init(&t, &image, &rules, &told.diag), "a table for exact reports");
    is_uint(t.n, 6, "labels in functions are left out");
    is_str(t.symbols[1].name, "behind", "what is behind a function is none of its labels");
    is_uint(t.symbols[1].callee, 1, "and is called itself");
    is_str(t.symbols[4].name, "f$0", "a function is one, whatever its name");
    ok(!symtab_is_call(&t, 0, 2) && !symtab_is_call(&t, 3, 2),
       "a function, and its copy, go on in a part");
    ok(symtab_is_call(&t, 2, 0) && symtab_is_call(&t, 0, 3) && symtab_is_call(&t, 2, 2) &&
           symtab_is_call(&t, 0, 4) && symtab_is_call(&t, 4, 2) && symtab_is_call(&t, NO_SYMBOL, 2),
       "all else is a call, also that of a function by its part");
    ok(!symtab_is_call(&t, 4, 5) && !symtab_is_call(&t, 0, 5), "but none of a loop in threads");
    is_uint(sym_find(&t, 0x1048), 2, "an address is in a symbol");
    is_uint(sym_lookup(&t, 0x1048), 0, "that is of a function");
    symtab_release(&t);
    rules.lists_clones = true;
    ok(symtab_init(&t, &image, &rules, &told.diag), "all on their own");
    is_uint(sym_lookup(&t, 0x1048), 2, "then each is its own");
    ok(symtab_is_call(&t, 0, 2), "and calls the other");
    symtab_release(&t);
    rules = (struct symtab_rules){.lists_clones = true};
    ok(symtab_init(&t, &image, &rules, &told.diag) && t.n == 8, "--clones adds functions alone");
    symtab_release(&t);
}

UNIT_TESTS(test_names, test_groups, test_table)
