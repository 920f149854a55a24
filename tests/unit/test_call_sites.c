/* test_call_sites - tests the calls of each arc by call site
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/line_facts.h"
#include "unit.h"

static struct line_row rows_at[] = {
    {0x1000, "a.c", NULL, 1}, {0x1004, "a.c", NULL, 2}, {0x1008, "i.h", NULL, 7},
    {0x1010, "b.c", NULL, 5}, {0x1018, NULL, NULL, 9},
};
static const struct line_rows rows = {.at = rows_at, .n = UNIT_COUNT(rows_at)};
static const struct line_rows no_rows;

/* Returns all sites as "caller-callee address file:line count", by arc. */
static const char *text_of(const struct call_sites *c, const struct call_graph *g)
{
    static char text[1024];
    size_t used = 0;

    text[0] = '\0';
    for (uint32_t a = 0; a < g->n_counted; a++)
        for (size_t i = c->first[a]; i < c->first[a + 1]; i++)
            used += (size_t)snprintf(
                text + used, sizeof text - used, "%s%u-%u %jx %s:%u %ju", used ? ", " : "",
                g->arcs[a].parent, g->arcs[a].child, (uintmax_t)c->at[i].address,
                c->at[i].file ? c->at[i].file : "-", c->at[i].line, (uintmax_t)c->at[i].count);
    return text;
}

struct case_of_calls {
    struct symtab symtab;
    struct profile profile;
};

static void is_sites(struct case_of_calls *c, const struct sym_filter *filter,
                     const struct line_rows *lines, const char *want, const char *name)
{
    static const struct pair_key in_code = {2, 0};
    struct call_graph g;
    struct call_sites sites;

    call_graph_init(&g, &c->profile, &c->symtab, filter, &told.diag);
    cg_add_arcs(&g, &in_code, 1, &told.diag);
    call_sites_init(&sites, &g, &c->profile, lines, &told.diag);
    is_str(text_of(&sites, &g), want, name);
    is_uint(sites.first[g.n_counted], sites.n, "and no more");
    call_sites_release(&sites);
    call_graph_release(&g);
}

static void call(struct case_of_calls *c, uint64_t from, uint64_t to, uint64_t count)
{
    profile_add_arc(&c->profile, from, to, count, &told.diag);
}

static void test_sites(void)
{
    struct case_of_calls c = {0};

    unit_functions(&c.symtab, 3);
    is_sites(&c, &no_filter, &rows, "", "no calls");
    call(&c, 0x100c, 0x1010, 3);
    call(&c, 0x1009, 0x1014, 5);
    call(&c, 0x1008, 0x1010, 2);  /* the call ends where the next line begins */
    call(&c, 0x100c, 0x1014, 40); /* the same site, another entry of the function */
    call(&c, 0x1018, 0x1000, 1);
    call(&c, 0x101a, 0x1000, 0);
    call(&c, 0x500c, 0x1000, 7); /* from no function */
    is_sites(&c, &no_filter, &rows,
             "0-1 1008 a.c:2 2, 0-1 1009 i.h:7 5, 0-1 100c i.h:7 43, 1-0 1018 b.c:5 1, "
             "1-0 101a -:0 0",
             "sites by address, with the lines of the calls");
    is_sites(&c, &no_filter, &no_rows,
             "0-1 1008 -:0 2, 0-1 1009 -:0 5, 0-1 100c -:0 43, 1-0 1018 -:0 1, 1-0 101a -:0 0",
             "without debug information");
    call(&c, 0x100c, 0x1010, UINT64_MAX);
    is_sites(&c, &no_filter, &no_rows,
             "0-1 1008 -:0 2, 0-1 1009 -:0 5, 0-1 100c -:0 18446744073709551615, "
             "1-0 1018 -:0 1, 1-0 101a -:0 0",
             "a sum that stops at the end of the range");
    profile_release(&c.profile);
    symtab_release(&c.symtab);
}

/* Tests that arcs left out by -k have no sites, and that the sites of the other arcs stay. */
static void test_left_out(void)
{
    struct case_of_calls c = {0};
    struct sym_ids ids = {0};
    struct sym_filter filter;
    struct sym_lines lines = {0};
    struct image_line at[3] = {{0}};

    unit_symtab(&c.symtab,
                (const struct symbol[]){{.address = 0x1000, .name = "a", .is_function = true},
                                        {.address = 0x1010, .name = "b", .is_function = true},
                                        {.address = 0x1020, .name = "c", .is_function = true}},
                3, 0x1030);
    lines.at = at;
    call(&c, 0x1005, 0x1010, 3);
    call(&c, 0x1005, 0x1020, 4);
    call(&c, 0x1016, 0x1020, 5);
    sym_id_add(&ids, "a/c", SYM_TABLE_ARCS, false, &told.diag);
    if (!sym_filter_init(&filter, &ids, &c.symtab, &lines, &told.diag))
        unit_die(told_text());
    is_sites(&c, &filter, &no_rows, "0-1 1005 -:0 3, 1-2 1016 -:0 5", "an arc is left out");
    sym_filter_release(&filter);
    sym_ids_release(&ids);
    profile_release(&c.profile);
    symtab_release(&c.symtab);
}

UNIT_TESTS(test_sites, test_left_out)
