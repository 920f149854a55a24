/* test_line_sweep - tests rows made of stretches of lines and scopes of functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tap.h"

#include "lines/line_sweep.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct diag silent;

/* Returns the rows as text: `address file:line function` each, or `address -` without a line. */
static const char *rows_text(struct line_sweep *s)
{
    static char text[2000];
    struct line_rows rows = {0};
    size_t used = 0;

    line_sweep_rows(s, &rows, &silent);
    text[0] = '\0';
    for (size_t i = 0; i < rows.n && used < sizeof text; i++) {
        const struct line_row *r = &rows.at[i];
        int n = r->file ? snprintf(text + used, sizeof text - used, "%" PRIx64 " %s:%u %s;",
                                   r->address, r->file, r->line, r->function ? r->function : "?")
                        : snprintf(text + used, sizeof text - used, "%" PRIx64 " -;", r->address);
        used += n > 0 ? (size_t)n : 0;
    }
    line_rows_release(&rows);
    line_sweep_release(s);
    return text;
}

static void test_lines(void)
{
    struct line_sweep s = {.start = 0x10, .end = 0x100};

    is_str(rows_text(&s), "", "nothing known: no rows");

    s = (struct line_sweep){.start = 0x10, .end = 0x100};
    line_sweep_add_stretch(&s, 0x40, "b.c", 7, &silent);
    line_sweep_add_stretch(&s, 0x60, NULL, 0, &silent);
    line_sweep_add_stretch(&s, 0x20, "a.c", 1, &silent);
    line_sweep_add_stretch(&s, 0x30, "a.c", 1, &silent);
    line_sweep_add_stretch(&s, 0x38, "a.c", 2, &silent);
    line_sweep_add_stretch(&s, 0x40, NULL, 0, &silent);
    is_str(rows_text(&s), "20 a.c:1 ?;38 a.c:2 ?;40 b.c:7 ?;60 -;",
           "tables in any order: sorted, where one ends another begins, no row twice");

    s = (struct line_sweep){.start = 0x10, .end = 0x100};
    line_sweep_add_stretch(&s, 0x20, "a.c", 1, &silent);
    line_sweep_add_stretch(&s, 0x20, "a.c", 2, &silent);
    line_sweep_add_stretch(&s, 0x28, "a.c", 0, &silent);
    is_str(rows_text(&s), "20 a.c:2 ?;28 -;",
           "the last row of an address counts, and line 0 is none");

    s = (struct line_sweep){.start = 0x10, .end = 0x100};
    line_sweep_add_stretch(&s, 0x20, "a.h", 1, &silent);
    line_sweep_add_stretch(&s, 0x28, "a.h", 0, &silent);
    line_sweep_add_stretch(&s, 0x30, "a.h", 3, &silent);
    line_sweep_add_stretch(&s, 0x40, NULL, 0, &silent);
    s.table++;
    line_sweep_add_stretch(&s, 0x20, "b.h", 1, &silent);
    line_sweep_add_stretch(&s, 0x28, "b.h", 2, &silent);
    line_sweep_add_stretch(&s, 0x38, "b.h", 4, &silent);
    line_sweep_add_stretch(&s, 0x40, NULL, 0, &silent);
    line_sweep_add_stretch(&s, 0x40, "b.h", 5, &silent);
    line_sweep_add_stretch(&s, 0x50, NULL, 0, &silent);
    is_str(rows_text(&s), "20 a.h:1 ?;28 -;30 a.h:3 ?;40 b.h:5 ?;50 -;",
           "of two tables about the same code the first counts");

    s = (struct line_sweep){.start = 0x10, .end = 0x100};
    line_sweep_add_stretch(&s, 0x8, "a.c", 1, &silent);
    line_sweep_add_stretch(&s, 0x100, "a.c", 2, &silent);
    is_str(rows_text(&s), "10 a.c:1 ?;", "rows are cut to the addresses asked for");
}

static void test_scopes(void)
{
    static struct image_symbol symbols[] = {
        {.name = "later", .address = 0x80, .section_end = 0x100, .is_function = true},
        {.name = "first", .address = 0x20, .section_end = 0x100, .is_function = true},
        {.name = "alias", .address = 0x20, .section_end = 0x100, .is_function = true},
        {.name = "label", .address = 0x28},
    };
    const struct image image = {.symbols = symbols, .n_symbols = 4};
    struct line_sweep s = {.start = 0, .end = 0x100};

    line_symbols_init(&s.symbols, &image, &silent);
    is_str(line_symbols_at(&s.symbols, 0x20)->name, "first", "of aliases the first names them all");
    ok(!line_symbols_at(&s.symbols, 0x28), "what is typed otherwise names no code");
    ok(!line_symbols_at(&s.symbols, 0x10), "nor is what lies before all");
    line_sweep_add_stretch(&s, 0x20, "a.c", 1, &silent);
    line_sweep_add_scope(&s, 0x20, 0x60, "outer", &silent);
    line_sweep_add_scope(&s, 0x20, 0x60, "inner", &silent);
    line_sweep_add_scope(&s, 0x20, 0x28, "short", &silent);
    line_sweep_add_scope(&s, 0x30, 0x40, "innermost", &silent);
    line_sweep_add_scope(&s, 0x50, 0x50, "empty", &silent);
    line_sweep_add_scope(&s, 0x200, 0x300, "elsewhere", &silent);
    is_uint(s.n_scopes, 4, "scopes without code in question are not kept");
    is_str(rows_text(&s),
           "20 a.c:1 short;28 a.c:1 inner;30 a.c:1 innermost;40 a.c:1 inner;60 a.c:1 first;"
           "80 a.c:1 later;",
           "the innermost scope names the code; behind all of them the image's function does");
}

int main(void)
{
    diag_init(&silent, "test", NULL);
    test_lines();
    test_scopes();
    return done_testing();
}
