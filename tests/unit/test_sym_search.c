/* test_sym_search - tests specifications in the words of the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "names/sym_search.h"
#include "image_text.h"
#include "unit.h"

enum { MAIN, AREA_INT, AREA_DOUBLE, DIVIDE, MOVE, OTHER_MOVE, LIBRARY, SYMBOLS };

static const char *const raw[SYMBOLS] = {
    [MAIN] = "main",           [AREA_INT] = "_ZN3geo4areaEi", [AREA_DOUBLE] = "_ZN3geo4areaEd",
    [DIVIDE] = "_ZN3geodvEii", [MOVE] = "_ZN3geo4moveEv",     [OTHER_MOVE] = "_ZN3eng4moveEv",
    [LIBRARY] = "libm.so"};

struct world {
    struct image image;
    struct symtab symtab;
    struct image_line where[SYMBOLS];
    struct sym_lines lines;
    struct sym_ids ids, found;
};

static void make_world(struct world *w)
{
    static const char text[] = "section .text 0x1000 0x100\nsym main 0x1000\n";
    struct symtab_name library = {"", 0};
    const struct symtab_names names = {
        .at = &library, .n = 1, .unnamed = NO_SYMBOL, .external = NO_SYMBOL};
    struct buf file = {0};

    *w = (struct world){.lines = {.at = w->where}};
    image_compile("text", text, strlen(text), &file);
    unit_spew("image", file.p, file.len);
    buf_release(&file);
    if (!core_init(&w->image, "image", &told.diag))
        unit_die("an image");
    unit_functions(&w->symtab, LIBRARY);
    symtab_add_names(&w->symtab, &names, &told.diag);
    for (uint32_t s = 0; s < SYMBOLS; s++) {
        w->symtab.symbols[s].name = raw[s];
        w->where[s].file = s == AREA_DOUBLE ? "/src/b.cc" : "/src/a.cc";
    }
}

/* Result of a specification: the numbers of its sides' symbols as bits, and its hint. */
struct answer {
    enum sym_table table;
    unsigned sides[2];
    const char *hint;
};

static struct answer ask(struct world *w, const char *text, enum sym_table table)
{
    struct sym_matches matches;
    struct answer a = {0};

    sym_ids_release(&w->found);
    sym_ids_release(&w->ids);
    sym_id_add(&w->ids, text, table, true, &told.diag);
    w->ids.specs[0].or_function = true;
    sym_search(&w->found, &w->ids, &w->image, &w->symtab, &w->lines, DEMANGLE_AUTO, &told.diag);
    matches = sym_ids_resolve(&w->found, &w->symtab, &w->lines, &told.diag);
    for (size_t i = 0; i < matches.n; i++)
        for (int side = 0; side < 2; side++)
            if (matches.groups[0][side] == matches.at[i].group)
                a.sides[side] |= 1U << matches.at[i].symbol;
    free(matches.at);
    free(matches.groups);
    a.table = w->found.specs[0].table;
    a.hint = w->found.specs[0].hint;
    return a;
}

#define BIT(symbol) (1U << (symbol))

static void test_functions(struct world *w)
{
    const struct {
        const char *text;
        unsigned names;
        const char *hint;
    } rows[] = {
        {"main", BIT(MAIN), NULL},
        {"_ZN3geo4areaEi", BIT(AREA_INT), NULL},
        {"geo::area", BIT(AREA_INT) | BIT(AREA_DOUBLE), NULL},
        {"geo::area(int)", BIT(AREA_INT), NULL},
        {" geo::area( int )", BIT(AREA_INT), NULL},
        {"geo::ar ea", 0, "did you mean 'geo::area'?"},
        {"area", BIT(AREA_INT) | BIT(AREA_DOUBLE), NULL},
        {"b.cc:area", BIT(AREA_DOUBLE), NULL},
        {"a.cc:geo::area", BIT(AREA_INT), NULL},
        {":geo::area(double)", BIT(AREA_DOUBLE), NULL},
        {"c.cc:area", 0, "did you mean 'geo::area'?"},
        {"move", 0, "it may be 'eng::move' or 'geo::move'"},
        {"geo::*", BIT(AREA_INT) | BIT(AREA_DOUBLE) | BIT(DIVIDE) | BIT(MOVE), NULL},
        {"lib*", BIT(LIBRARY), NULL},
        {"m*", BIT(MAIN), NULL},
        {"x*", 0, NULL},
        {"geo::operator/", BIT(DIVIDE), NULL},
        {"geo::operator/(int,int)", BIT(DIVIDE), NULL},
        {"aera", 0, "did you mean 'geo::area'?"},
        {"ove", 0, "did you mean 'eng::move' or 'geo::move'?"},
        {"something", 0, NULL},
        {"eng::movee", 0, "did you mean 'eng::move'?"},
        {"a.cc", BIT(SYMBOLS) - 1 - BIT(AREA_DOUBLE), NULL},
    };

    for (size_t i = 0; i < UNIT_COUNT(rows); i++) {
        struct answer a = ask(w, rows[i].text, SYM_TABLE_FLAT);

        is_uint(a.sides[0], rows[i].names, rows[i].text);
        is_str(a.hint, rows[i].hint, "and its hint");
    }
}

static void test_arcs(struct world *w)
{
    const struct {
        const char *text;
        enum sym_table table;
        unsigned from, to;
    } rows[] = {
        {"main/geo::area", SYM_TABLE_ARCS, BIT(MAIN), BIT(AREA_INT) | BIT(AREA_DOUBLE)},
        {"geo::area(int)/main", SYM_TABLE_ARCS, BIT(AREA_INT), BIT(MAIN)},
        {"geo::area(int)/", SYM_TABLE_ARCS, BIT(AREA_INT), 0},
        {"/geo::area(int)", SYM_TABLE_ARCS, BIT(SYMBOLS) - 1, BIT(AREA_INT)},
        {"main/geo::operator/", SYM_TABLE_ARCS, BIT(MAIN), BIT(DIVIDE)},
        {"geo::operator//main", SYM_TABLE_ARCS, BIT(DIVIDE), BIT(MAIN)},
        {"geo::operator/(int, int)/eng::*", SYM_TABLE_ARCS, BIT(DIVIDE), BIT(OTHER_MOVE)},
        {"geo::operator/", SYM_TABLE_GRAPH, BIT(DIVIDE), 0},
        {"main/nothing", SYM_TABLE_ARCS, BIT(MAIN), 0},
    };

    for (size_t i = 0; i < UNIT_COUNT(rows); i++) {
        struct answer a = ask(w, rows[i].text, SYM_TABLE_ARCS);

        is_uint(a.table, rows[i].table, "arcs, or a function with a slash");
        is_uint(a.sides[0], rows[i].from, rows[i].text);
        is_uint(a.sides[1], rows[i].to, "the callee");
    }
}

static void test_squeeze(void)
{
    static const char *const rows[][2] = {
        {"", ""},
        {" a ", "a"},
        {"a  b", "a b"},
        {"f(int, int) const", "f(int,int)const"},
        {"a\t:: b", "a::b"},
        {"> > >", ">>>"},
        {"unsigned long", "unsigned long"},
        {"  ", ""},
    };
    char out[40];

    for (size_t i = 0; i < UNIT_COUNT(rows); i++) {
        sym_query_squeeze(out, rows[i][0], strlen(rows[i][0]));
        is_str(out, rows[i][1], "blanks that matter");
    }
}

static void test_all(void)
{
    static struct world w;

    make_world(&w);
    test_functions(&w);
    test_arcs(&w);
    test_squeeze();
    is_uint(told.diag.errors, 0, "nothing was reported");
    sym_ids_release(&w.found);
    sym_ids_release(&w.ids);
    symtab_release(&w.symtab);
    core_release(&w.image);
}

UNIT_TESTS(test_all)
