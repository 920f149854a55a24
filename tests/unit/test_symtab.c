/* test_symtab - tests which symbols become functions, aliases, extents, look-up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/symtab.h"
#include "tool_prng.h"
#include "unit.h"

/* Tests names of local symbols that count as functions, and those of compilers' fragments. */
static void test_names(void)
{
    static const char *const plain[] = {
        "n",
        "n.1",
        "n.1.2",
        "n.123456789012345678901234567890",
        "n.clone.7",
        "n.constprop.0",
        "n.clone.7.constprop.2",
        "n.1.constprop.3",
        "n.",
        "n.1.",
        ".1",
        ".",
        "_",
        "clone",
        "n_clone",
        "n.clone.7.",
        "0",
        "\xc3\xa4",
        "a b",
        "a@b",
    };
    static const char *const fragments[] = {
        "",
        "$",
        "a$b",
        "n$",
        "n.1$",
        "n.cold",
        "n.isra.0",
        "n.part.0",
        "n.1x",
        "n.x1",
        "n.lto_priv.0",
        "n.constprop.0.cold",
        "n.part.0.constprop.0",
        "n.clone.x",
        "a..1",
        "a..",
        "n.clone.",
        "n.constprop.",
        "n.clone",
        "n.1.cold",
        "n.clone..1",
        "n.constprop.0.isra.1",
        "n.Clone.1",
        "n.-1",
        "n.1 ",
        ".cold",
        "n.constprop.clone.1",
    };

    for (size_t i = 0; i < UNIT_COUNT(plain); i++)
        ok(sym_name_is_plain(plain[i]), "plain: \"%s\"", plain[i]);
    for (size_t i = 0; i < UNIT_COUNT(fragments); i++)
        ok(!sym_name_is_plain(fragments[i]), "a fragment: \"%s\"", fragments[i]);
}

struct alias {
    struct symbol first, second; /* in the order of the image's table */
    const char *kept;
};

#define SYM(symbol_name, function, is_local)                                                       \
    {                                                                                              \
        .address = 0x1000, .name = symbol_name, .is_function = function, .is_static = is_local     \
    }

static const struct alias aliases[] = {
    {SYM("local", true, true), SYM("global", true, false), "global"},
    {SYM("global", true, false), SYM("local", true, true), "global"},
    {SYM("local", true, true), SYM("_label", false, false), "_label"},
    {SYM("label", false, false), SYM("_func", true, false), "_func"},
    {SYM("label", false, true), SYM("_func", true, true), "_func"},
    {SYM("_a", true, false), SYM("b", true, false), "b"},
    {SYM("b", true, false), SYM("_a", true, false), "b"},
    {SYM("__a", true, false), SYM("_b", true, false), "_b"},
    {SYM("_b", true, false), SYM("__a", true, false), "_b"},
    {SYM("__a", true, false), SYM("b", true, false), "b"},
    {SYM("___a", true, false), SYM("__b", true, false), "___a"},
    {SYM("longer", true, false), SYM("x", true, false), "longer"},
    {SYM("x", true, false), SYM("longer", true, false), "x"},
    {SYM("_x", true, true), SYM("_y", true, true), "_x"},
};

static void test_aliases(void)
{
    for (size_t i = 0; i < UNIT_COUNT(aliases); i++) {
        const struct symbol both[] = {aliases[i].first, aliases[i].second};
        struct symtab table;

        unit_symtab(&table, both, 2, 0x1010);
        ok(table.n == 1 && strcmp(table.symbols[0].name, aliases[i].kept) == 0,
           "of %s and %s: %s (%s)", both[0].name, both[1].name, aliases[i].kept,
           table.symbols[0].name);
        is_uint(table.symbols[0].size, 16, "its extent");
        symtab_release(&table);
    }
}

static void test_extents(void)
{
    static const struct symbol symbols[] = {
        {.address = 0x3000, .name = "last", .is_function = true},
        {.address = 0x1000, .name = "first", .is_function = true},
        {.address = 0x1001, .name = "byte", .is_function = true},
        {.address = 0x1002, .name = "label"},
        {.address = 0x1010, .name = "local", .is_function = true, .is_static = true},
    };
    struct symtab table;

    unit_symtab(&table, symbols, 5, 0x3008);
    is_uint(table.n, 5, "five functions");
    is_str(table.symbols[0].name, "first", "sorted by address");
    is_uint(table.symbols[0].size, 1, "a function ends where the next begins");
    is_uint(table.symbols[3].size, 0x3000 - 0x1010, "gaps belong to the function before");
    is_uint(table.symbols[4].size, 8, "the last one ends where it is told");
    is_uint(sym_lookup(&table, 0xfff), NO_SYMBOL, "before the first: none");
    is_uint(sym_lookup(&table, 0), NO_SYMBOL, "address 0: none");
    is_uint(sym_lookup(&table, 0x1000), 0, "the first byte of the first");
    is_uint(sym_lookup(&table, 0x1001), 1, "a function of one byte");
    is_uint(sym_lookup(&table, 0x1002), 2, "the next one");
    is_uint(sym_lookup(&table, 0x100f), 2, "its last byte");
    is_uint(sym_lookup(&table, 0x2fff), 3, "the byte before the last function");
    is_uint(sym_lookup(&table, 0x3007), 4, "the very last byte");
    is_uint(sym_lookup(&table, 0x3008), NO_SYMBOL, "the byte behind: none");
    is_uint(sym_lookup(&table, UINT64_MAX), NO_SYMBOL, "the highest address: none");
    is_uint(table.symbols[0].callee, 0, "a call to a function is its own");
    is_uint(table.symbols[2].callee, 1, "a call to a label is one to the function before");
    is_uint(table.symbols[3].callee, 3, "a call to the next function is its own");
    symtab_release(&table);
    unit_symtab(&table, symbols, 1, 0x2000);
    is_uint(table.symbols[0].size, 0, "an end before the last one's start: it is empty");
    is_uint(sym_lookup(&table, 0x3000), NO_SYMBOL, "and holds nothing");
    symtab_release(&table);
    unit_symtab(&table, &symbols[3], 1, 0x2000);
    is_uint(table.symbols[0].callee, NO_SYMBOL, "a label without a function before it");
    symtab_release(&table);
    unit_symtab(&table, (struct symbol[]){{.address = UINT64_MAX - 15, .name = "top"}}, 1,
                UINT64_MAX);
    is_uint(sym_lookup(&table, UINT64_MAX - 1), 0, "a function at the top of memory");
    symtab_release(&table);
    unit_symtab(&table, symbols, 0, 0x2000);
    is_uint(sym_lookup(&table, 0x1000), NO_SYMBOL, "an empty table");
    symtab_release(&table);
}

/* Tests random tables, dense and scattered, against a linear search. */
static void test_model(void)
{
    struct prng random = {3};
    size_t wrong = 0;

    for (int round = 0; round < 200; round++) {
        struct symbol symbols[40];
        struct symtab table;
        size_t n = (size_t)prng_range(&random, 1, 40);
        unsigned spread = (unsigned)prng_below(&random, 57);
        uint64_t end = UINT64_C(90) << spread;

        for (size_t i = 0; i < n; i++)
            symbols[i] = (struct symbol){.address = prng_below(&random, 100)
                                                    << (prng_chance(&random, 70) ? spread : 0),
                                         .name = prng_chance(&random, 50) ? "_a" : "b",
                                         .is_function = prng_chance(&random, 50),
                                         .is_static = prng_chance(&random, 50)};
        unit_symtab(&table, symbols, n, end);
        for (uint64_t i = 0; i < 330; i++) {
            uint64_t pc = i < 110 ? i : (i - 110) / 2 << spread;
            uint64_t best = 0, highest = 0;
            bool found = false;
            uint32_t got;

            pc -= i % 2 && pc > 0; /* the byte before, too */
            got = sym_lookup(&table, pc);
            for (size_t j = 0; j < n; j++) {
                highest = symbols[j].address > highest ? symbols[j].address : highest;
                if (symbols[j].address <= pc && (!found || symbols[j].address > best)) {
                    best = symbols[j].address;
                    found = true;
                }
            }
            found = found && (best < highest || pc < end);
            wrong +=
                found ? got == NO_SYMBOL || table.symbols[got].address != best : got != NO_SYMBOL;
        }
        for (uint32_t i = 1; i < table.n; i++)
            wrong += table.symbols[i].address <= table.symbols[i - 1].address;
        symtab_release(&table);
    }
    is_uint(wrong, 0, "200 random tables answer as a linear search");
}

/* Tests that one of the aliases stays, and remembers where the first of them was seen. */
static void test_seen(void)
{
    static const struct symbol symbols[] = {
        {.address = 0x1010, .name = "__b", .is_function = true},
        {.address = 0x1000, .name = "_a", .is_function = true, .is_static = true},
        {.address = 0x1010, .name = "b", .is_function = true},
        {.address = 0x1000, .name = "a", .is_function = true},
        {.address = 0x1000, .name = "c", .is_function = true},
        {.address = 0x1020, .name = "d", .is_function = true},
    };
    struct symtab table;

    unit_symtab(&table, symbols, UNIT_COUNT(symbols), 0x1030);
    ok(table.n == 3 && table.symbols[0].order == 3 && table.symbols[1].order == 2, "aliases go");
    is_uint(table.symbols[0].seen, 1, "the static alias came first");
    is_uint(table.symbols[1].seen, 0, "the alias with underscores came first");
    is_uint(table.symbols[2].seen, 5, "a symbol of its own");
    symtab_release(&table);
}

/* Returns true if `l` is shown rather than `r`. Both have one address, and names that do not
 * decide.
 */
static bool is_better(const struct symbol *l, const struct symbol *r)
{
    if (l->is_static != r->is_static)
        return r->is_static;
    return l->is_function != r->is_function ? l->is_function : l->order < r->order;
}

/* Tests many symbols of few addresses, in no order. */
static void test_many_aliases(void)
{
    enum { SYMBOLS = 3000, ADDRESSES = 200 };
    static struct symbol symbols[SYMBOLS];
    const struct symbol *best[ADDRESSES] = {NULL};
    struct prng random = {4};
    struct symtab table;
    size_t wrong = 0;
    uint32_t n = 0;

    for (uint32_t i = 0; i < SYMBOLS; i++) {
        size_t at = prng_below(&random, ADDRESSES);

        symbols[i] = (struct symbol){.address = UINT64_C(0x123456789000) + at,
                                     .name = "f",
                                     .order = i,
                                     .is_function = prng_chance(&random, 30),
                                     .is_static = prng_chance(&random, 70)};
        if (!best[at] || is_better(&symbols[i], best[at]))
            best[at] = &symbols[i];
    }
    unit_symtab(&table, symbols, SYMBOLS, UINT64_MAX);
    for (size_t at = 0; at < ADDRESSES; at++)
        if (best[at])
            wrong += n >= table.n || table.symbols[n++].order != best[at]->order;
    is_uint(table.n, n, "one of each address stays");
    is_uint(wrong, 0, "global before static, then functions, then as in the image");
    symtab_release(&table);
}

/* Tests the rules by which symtab_init chooses from an image's symbols. */
static void test_rules(void)
{
    static struct image_symbol symbols[] = {
        {.name = "global", .address = 0x1000, .section_end = 0x1100, .is_function = true},
        {.name = "odd$name", .address = 0x1010, .section_end = 0x1100, .is_function = true},
        {.name = "local",
         .address = 0x1020,
         .section_end = 0x1100,
         .is_function = true,
         .is_local = true},
        {.name = "local.cold",
         .address = 0x1030,
         .section_end = 0x1100,
         .is_function = true,
         .is_local = true},
        {.name = "label", .address = 0x1040, .section_end = 0x1100, .is_local = true},
        {.name = "glabel", .address = 0x1050, .section_end = 0x1100},
        {.name = "far", .address = 0x9000, .section_end = 0x9040, .is_function = true},
    };
    struct image image = {.path = "a.out", .n_symbols = UNIT_COUNT(symbols), .symbols = symbols};
    struct symtab table;

    ok(symtab_init(&table, &image, &(struct symtab_rules){0}, &told.diag), "rules: none");
    is_uint(table.n, 6, "rules: all but the fragment");
    is_uint(table.symbols[5].size, 0x40, "the last function ends with its own section");
    is_uint(table.symbols[2].order, 2, "the image's order is kept");
    is_uint(table.symbols[2].seen, 2, "and is where its address is seen");
    ok(table.symbols[2].is_static && !table.symbols[0].is_static, "static is what is local");
    symtab_release(&table);
    ok(symtab_init(&table, &image, &(struct symtab_rules){.drop_static = true}, &told.diag) &&
           table.n == 4,
       "rules: -a drops what is local");
    is_uint(sym_lookup(&table, 0x1025), 1, "whose code falls to the function before");
    symtab_release(&table);
    ok(symtab_init(&table, &image, &(struct symtab_rules){.drop_non_functions = true},
                   &told.diag) &&
           table.n == 5,
       "rules: -D drops local labels, not global ones");
    symtab_release(&table);
    is_uint(told.diag.errors, 0, "nothing was reported");
    image.n_symbols = 0;
    ok(!symtab_init(&table, &image, &(struct symtab_rules){0}, &told.diag), "no symbols: fails");
    like(told_text(), "^unit: a.out: file has no symbols", "and says so");
    told_clear();
    ok(!symtab_can_init(&image, &(struct symtab_rules){0}, &told.diag), "which a check tells, too");
    like(told_text(), "^unit: a.out: file has no symbols", "in the same words");
    told_clear();
    symtab_release(&table);
    image.symbols = &symbols[3];
    image.n_symbols = 1;
    ok(symtab_can_init(&image, &(struct symtab_rules){0}, &told.diag), "with a symbol it passes");
    ok(!symtab_init(&table, &image, &(struct symtab_rules){0}, &told.diag), "none accepted: fails");
    symtab_release(&table);
    told_clear();
}

/* Returns the bytes of the function at an address, or 0. */
static uint64_t size_at(const struct symtab *table, uint64_t address)
{
    uint32_t s = sym_find(table, address);

    return s == NO_SYMBOL ? 0 : table->symbols[s].size;
}

/* Tests that functions of exact tables end at their size, or, without one, with their section. */
static void test_sizes(void)
{
    static struct image_symbol symbols[] = {
        {.name = "_init", .address = 0x1000, .section_end = 0x1018, .is_function = true},
        {.name = "f", .address = 0x1020, .section_end = 0x1100, .size = 9, .is_function = true},
        {.name = "f_too", .address = 0x1020, .section_end = 0x1100, .is_local = true},
        {.name = "copy", .address = 0x1040, .section_end = 0x1100},
        {.name = "longer",
         .address = 0x1080,
         .section_end = 0x1100,
         .size = 0x40,
         .is_function = true},
        {.name = "h", .address = 0x10a0, .section_end = 0x1100, .size = 16, .is_function = true},
        {.name = "etext", .address = 0x1100, .section_end = 0x1100, .is_mark = true},
    };
    struct image image = {.path = "a.out",
                          .n_symbols = UNIT_COUNT(symbols),
                          .symbols = symbols,
                          .code_start = 0x1000,
                          .code_end = 0x1100};
    struct symtab table;

    ok(symtab_init(&table, &image, &(struct symtab_rules){.is_exact = true}, &told.diag) &&
           table.n == 5,
       "an exact table has no marks");
    is_uint(size_at(&table, 0x1000), 0x18, "without a size, up to the end of the section");
    is_uint(size_at(&table, 0x1028), 9, "a size, though another name has none");
    is_uint(size_at(&table, 0x1029), 0, "and no more");
    is_uint(size_at(&table, 0x1040), 0x40, "without a size, up to the next function");
    is_uint(size_at(&table, 0x1080), 0x20, "no function reaches into the next one");
    is_uint(size_at(&table, 0x10b0), 0, "nor is the last one longer than its size");
    ok(symtab_has_code(&table, 0x10ff) && !symtab_has_code(&table, 0x1100), "all is in the code");
    symtab_release(&table);
    ok(symtab_init(&table, &image, &(struct symtab_rules){.is_exact = true, .drop_static = true},
                   &told.diag),
       "-a");
    is_uint(size_at(&table, 0x1030), 0x20, "with it, what is dropped is of the one before");
    symtab_release(&table);
    ok(symtab_init(&table, &image, &(struct symtab_rules){0}, &told.diag), "a classic table");
    is_uint(size_at(&table, 0x1030), 0x20, "has no sizes");
    is_uint(table.n, 6, "but marks");
    symtab_release(&table);
}

/* Tests that stubs of the linker are symbols like others, also behind the last function. */
static void test_stubs(void)
{
    static struct image_symbol symbols[] = {
        {.name = "_init", .address = 0x1000, .section_end = 0x1010, .is_function = true},
        {.name = "f", .address = 0x1040, .section_end = 0x1060, .is_function = true},
    };
    static const struct image_stub stubs[] = {
        {0x1008, 0x100c, "<plt>"}, {0x1020, 0x1030, "a@plt"}, {0x1080, 0x1090, "b@plt"}};
    static const char *const names[] = {"_init", "<plt>", "a@plt", "f", "b@plt"};
    static const uint64_t sizes[] = {8, 4, 0x10, 0x20, 0x10};
    struct image image = {.path = "a.out", .n_symbols = UNIT_COUNT(symbols), .symbols = symbols};
    struct symtab_rules rules = {.is_exact = true, .stubs = stubs, .n_stubs = UNIT_COUNT(stubs)};
    struct symtab table;

    ok(symtab_init(&table, &image, &rules, &told.diag) && table.n == UNIT_COUNT(names),
       "stubs are symbols");
    for (size_t i = 0; i < UNIT_COUNT(names); i++) {
        is_str(table.symbols[i].name, names[i], "in the order of addresses");
        is_uint(table.symbols[i].size, sizes[i], "which end with the stub, section or next one");
        ok(table.symbols[i].is_stub == (strchr(names[i], '<') || strchr(names[i], '@')),
           "%s is marked, if it is a stub", names[i]);
    }
    symtab_release(&table);
}

/* Tests that names of code outside of the image stand behind the functions, and no address is
 * theirs. */
static void test_further_names(void)
{
    static struct symtab_name all[] = {{"<x.so>", 0}, {"f", 0}, {"<y.so>", 2}, {"f", 2}};
    const struct symtab_names names = {
        .at = all, .n = 4, .unnamed = 2, .external = NO_SYMBOL, .external_site = 0};
    struct symtab table;

    unit_functions(&table, 3);
    is_uint(table.n_code, 3, "all functions have code");
    symtab_add_names(&table, &names, &told.diag);
    ok(table.n == 7 && table.n_code == 3, "behind them");
    is_str(table.symbols[5].name, "<y.so>", "in their order");
    ok(table.symbols[3].callee == 3 && !table.symbols[3].is_static, "each a function by itself");
    ok(sym_lookup(&table, 0) == NO_SYMBOL && sym_lookup(&table, unit_address(2) + 15) == 2 &&
           sym_lookup(&table, unit_address(3)) == NO_SYMBOL &&
           sym_lookup(&table, UINT64_MAX) == NO_SYMBOL,
       "and look-ups find what they found before");
    ok(symtab_library(&table, 2) == NO_SYMBOL && symtab_library(&table, 3) == NO_SYMBOL &&
           symtab_library(&table, 4) == 3 && symtab_library(&table, 6) == 5,
       "functions have a library, which has none");
    ok(table.unnamed == 5 && table.external == 0, "and one stands for code without a name");
    symtab_release(&table);
}

UNIT_TESTS(test_names, test_aliases, test_extents, test_model, test_seen, test_many_aliases,
           test_rules, test_sizes, test_stubs, test_further_names)
