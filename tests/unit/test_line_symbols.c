/* test_line_symbols - tests which symbol names an address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tap.h"

#include "lines/line_symbols.h"

#include <string.h>

static struct diag silent;

/* Takes the symbols, in the order of the image's table; all end at 0x100. */
static void take(struct line_symbols *t, struct image_symbol *symbols, size_t n)
{
    const struct image image = {.symbols = symbols, .n_symbols = n};

    for (size_t i = 0; i < n; i++)
        symbols[i].section_end = symbols[i].section_end ? symbols[i].section_end : 0x100;
    line_symbols_init(t, &image, &silent);
}

/* Returns one letter, the first of the name, for each address from 0x10 to 0x1f; `.`: no name; `-`:
 * not asked for, which holds for the addresses of [unasked, asked). */
static const char *names_text(const struct line_symbols *t, uint64_t unasked, uint64_t asked)
{
    struct line_symbol_walk w = {.symbols = t};
    static char text[17];

    for (uint64_t at = 0x10; at < 0x20; at++) {
        const char *name = NULL;
        bool ask = at < unasked || at >= asked;

        line_symbol_walk_to(&w, at);
        if (ask)
            name = line_symbol_walk_name(&w, at);
        text[at - 0x10] = !ask ? '-' : name ? name[0] : '.';
    }
    return text;
}

static void test_types(void)
{
    struct image_symbol symbols[] = {
        {.name = "data", .address = 0x16},
        {.name = "func", .address = 0x12, .is_function = true},
        {.name = "label", .address = 0x18, .is_untyped = true},
    };
    struct line_symbols t = {0};

    take(&t, symbols, 3);
    is_str(names_text(&t, 0, 0), "..ffffffllllllll", "functions and labels name code, data do not");
    is_str(line_symbols_at(&t, 0x18)->name, "label", "a label is at its address");
    ok(!line_symbols_at(&t, 0x19) && !line_symbols_at(&t, 0), "and at no other");
    line_symbols_release(&t);
}

static void test_sizes(void)
{
    struct image_symbol symbols[] = {
        {.name = "inner", .address = 0x13, .is_untyped = true},
        {.name = "outer", .address = 0x11, .size = 6, .is_function = true},
        {.name = "tail", .address = 0x15, .is_untyped = true},
        {.name = "first", .address = 0x18, .is_untyped = true},
        {.name = "second", .address = 0x18, .is_function = true},
        {.name = "smaller", .address = 0x1c, .size = 3, .is_untyped = true},
        {.name = "kept", .address = 0x1c, .size = UINT32_MAX, .is_untyped = true},
        {.name = "again", .address = 0x1c, .size = UINT32_MAX, .is_untyped = true},
        {.name = "zlast", .address = UINT64_MAX, .size = 5, .is_untyped = true},
    };
    struct line_symbols t = {0};

    take(&t, symbols, 9);
    is_uint(t.n, 6, "one symbol stays of each address");
    is_uint(t.at[5].end, UINT64_MAX, "and none ends behind all addresses");
    is_str(
        names_text(&t, 0, 0),
        ".oooooo"
        "tffffkkkk",
        "a symbol names what its size covers; of one address the largest one counts, or the first");
    is_str(names_text(&t, 0x10, 0x17), "-------tffffkkkk", "what ended while nobody asked is over");
    line_symbols_release(&t);
}

static void test_sections(void)
{
    struct image_symbol symbols[] = {
        {.name = "early", .address = 0x11, .size = 0x40, .section_end = 0x14, .is_function = true},
        {.name = "late", .address = 0x18, .is_function = true},
    };
    struct line_symbols t = {0};

    take(&t, symbols, 2);
    is_str(names_text(&t, 0, 0), ".eee....llllllll", "a symbol names code of its own section only");
    line_symbols_release(&t);
}

int main(void)
{
    diag_init(&silent, "test", NULL);
    test_types();
    test_sizes();
    test_sections();
    return done_testing();
}
