/* test_line_facts - tests the calls of each arc by call site, and self time of lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/line_facts.h"
#include "put_histogram.h"
#include "analysis/hist.h"
#include "tool_prng.h"
#include "stack_case.h"

#include <math.h>

/* ---- call sites ---- */

static struct line_row site_rows_at[] = {
    {0x1000, "a.c", NULL, 1}, {0x1004, "a.c", NULL, 2}, {0x1008, "i.h", NULL, 7},
    {0x1010, "b.c", NULL, 5}, {0x1018, NULL, NULL, 9},
};
static const struct line_rows site_rows = {.at = site_rows_at, .n = UNIT_COUNT(site_rows_at)};
static const struct line_rows no_site_rows;

/* Returns all sites as "caller-callee address file:line count", by arc. */
static const char *sites_text(const struct call_sites *c, const struct call_graph *g)
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
    is_str(sites_text(&sites, &g), want, name);
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
    is_sites(&c, &no_filter, &site_rows, "", "no calls");
    call(&c, 0x100c, 0x1010, 3);
    call(&c, 0x1009, 0x1014, 5);
    call(&c, 0x1008, 0x1010, 2);  /* the call ends where the next line begins */
    call(&c, 0x100c, 0x1014, 40); /* the same site, another entry of the function */
    call(&c, 0x1018, 0x1000, 1);
    call(&c, 0x101a, 0x1000, 0);
    call(&c, 0x500c, 0x1000, 7); /* from no function */
    is_sites(&c, &no_filter, &site_rows,
             "0-1 1008 a.c:2 2, 0-1 1009 i.h:7 5, 0-1 100c i.h:7 43, 1-0 1018 b.c:5 1, "
             "1-0 101a -:0 0",
             "sites by address, with the lines of the calls");
    is_sites(&c, &no_filter, &no_site_rows,
             "0-1 1008 -:0 2, 0-1 1009 -:0 5, 0-1 100c -:0 43, 1-0 1018 -:0 1, 1-0 101a -:0 0",
             "without debug information");
    call(&c, 0x100c, 0x1010, UINT64_MAX);
    is_sites(&c, &no_filter, &no_site_rows,
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
    is_sites(&c, &filter, &no_site_rows, "0-1 1005 -:0 3, 1-2 1016 -:0 5", "an arc is left out");
    sym_filter_release(&filter);
    sym_ids_release(&ids);
    profile_release(&c.profile);
    symtab_release(&c.symtab);
}

/* ---- self time of lines ---- */

static void add(struct profile *p, uint64_t low, uint64_t high, uint32_t n, uint32_t rate,
                const uint32_t *ticks, struct diag *d)
{
    struct histogram h = {.low = low,
                          .high = high,
                          .n_bins = n,
                          .rate = rate,
                          .dimension = "seconds",
                          .abbreviation = 's',
                          .file = "made",
                          .bins = calloc(n, sizeof *h.bins)};

    for (uint32_t i = 0; i < n; i++)
        h.bins[i] = ticks[i];
    if (!put_histogram(p, &h, d) || !profile_check_ranges(p, d))
        unit_die("add");
}

/* Returns all entries as "symbol file:line ticks", with blanks between them. */
static const char *text_of(const struct line_times *t, uint32_t n_symbols)
{
    static char text[1024];
    size_t used = 0;

    text[0] = '\0';
    for (uint32_t s = 0; s < n_symbols; s++)
        for (size_t i = t->first[s]; i < t->first[s + 1]; i++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%u %s:%u%s%s %.4g",
                                     used ? ", " : "", s, t->at[i].file ? t->at[i].file : "-",
                                     t->at[i].line, t->at[i].inlined ? " of " : "",
                                     t->at[i].inlined ? t->at[i].inlined : "", t->at[i].ticks);
    return text;
}

static struct line_row rows_at[] = {
    {0x1000, "a.c", NULL, 1}, {0x1004, "a.c", NULL, 2}, {0x1008, "i.h", "spin", 7},
    {0x100c, "a.c", NULL, 2}, {0x1011, "b.c", NULL, 5}, {0x1018, NULL, NULL, 9},
    {0x1020, "b.c", NULL, 6},
};
static const struct line_rows rows = {.at = rows_at, .n = UNIT_COUNT(rows_at)};
static const struct line_rows no_rows;

static void is_text(const struct line_times_source *from, const char *want, const char *name)
{
    struct line_times t;

    line_times_init(&t, from, &told.diag);
    is_str(text_of(&t, from->symtab->n), want, name);
    is_uint(t.first[from->symtab->n], t.n, "and no more");
    line_times_release(&t);
}

/* Bins of 6 bytes: over a.c:1 and :2; over a.c:2 and i.h:7; over two functions with a limit of rows
 * at an odd address; within one line; over code without a line and the next function; beyond all
 * functions. */
static const uint32_t ticks[9] = {6, 6, 6, 12, 0, 3, 3, 0, 5};

static void test_histograms(void)
{
    struct image_line lines[3] = {{"l.c", 3, NULL}, {0}, {"l.c", 4, NULL}};
    const struct sym_lines by_line = {.at = lines};
    uint16_t bits[3] = {0};
    const struct sym_filter filter = {.ids = &no_ids, .bits = bits};
    struct profile p = {0};
    struct symtab symtab;
    struct line_times_source from = {
        .symtab = &symtab, .filter = &filter, .profile = &p, .rows = &rows};

    unit_functions(&symtab, 3); /* at 0x1000, 0x1010 and 0x1020 */
    is_text(&from, "", "no histogram");
    add(&p, 0x1000, 0x1036, 9, 100, ticks, &told.diag);
    is_text(&from,
            "0 a.c:1 4, 0 a.c:2 8, 0 i.h:7 of spin 4, 1 -:0 1, 1 a.c:2 1, 1 b.c:5 13, 2 b.c:6 5",
            "bins over rows and functions");
    from.rows = &no_rows;
    is_text(&from, "0 -:0 16, 1 -:0 15, 2 -:0 5", "no debug information");
    from.by_line = &by_line;
    is_text(&from, "0 l.c:3 16, 1 -:0 15, 2 l.c:4 5", "in line mode a symbol is a line");
    from.by_line = NULL;
    from.rows = &rows;
    bits[1] |= 1 << (2 * SYM_TABLE_FLAT + 1);
    is_text(&from, "0 a.c:1 4, 0 a.c:2 8, 0 i.h:7 of spin 4, 2 b.c:6 5",
            "a function that the flat profile leaves out has none");
    add(&p, 0x1000, 0x1036, 9, 50, (const uint32_t[]){0, 0, 0, 0, 0, 0, 4, 0, 0}, &told.diag);
    is_text(&from, "0 a.c:1 4, 0 a.c:2 8, 0 i.h:7 of spin 4, 2 b.c:6 13", "another sampling rate");
    profile_release(&p);
    symtab_release(&symtab);
}

static void test_stacks(void)
{
    struct stacks s;
    struct image_line lines[8] = {{"l.c", 3, NULL}};
    const struct sym_lines by_line = {.at = lines};
    struct line_times_source from = {.rows = &rows};

    stacks_open(&s, 3);
    stacks_add(&s, "a b5", 2, 1);
    stacks_add(&s, "a9 c b5", 1, 3);
    stacks_add(&s, "a9", 1, 4);
    stacks_add(&s, "c a b", 1, 7);
    stacks_add(&s, "c libc", 1, 9);
    stacks_end(&s, GSTACK_NO_MEMORY, "", 1, 2);
    ok(stacks_analyse(&s, STACKS_LISTED), "stacks");
    from.symtab = &s.symtab;
    from.filter = &s.filter;
    from.listed = &s.frames;
    is_text(&from, "0 i.h:7 of spin 4, 1 a.c:2 7, 1 b.c:5 5, 3 -:0 9, 4 -:0 2",
            "leaves of stacks, of a library and unknown ones");
    from.by_line = &by_line;
    is_text(&from, "0 l.c:3 4, 1 -:0 12, 3 -:0 9, 4 -:0 2", "in line mode");
    from.by_line = NULL;
    s.bits[1] |= 1 << (2 * SYM_TABLE_FLAT + 1);
    stacks_analyse(&s, STACKS_LISTED);
    is_text(&from, "0 i.h:7 of spin 4, 3 -:0 9, 4 -:0 2",
            "samples that are not listed have no line");
    stacks_close(&s);
}

/* ---- any rows, bins and functions ---- */

struct random_case {
    struct symtab symtab;
    struct profile profile;
    struct line_row at[64];
    struct line_rows rows;
};

static void make_case(struct random_case *c, struct prng *r, struct diag *d)
{
    static const char *const files[] = {NULL, "a.c", "b.c", "c.c"};
    struct symbol symbols[40] = {{0}};
    size_t n = 1 + (size_t)prng_below(r, 39);
    uint64_t at = UNIT_BASE + prng_below(r, 40);
    uint32_t bins[200];

    for (size_t i = 0; i < n; i++, at += 1 + prng_below(r, 30))
        symbols[i] = (struct symbol){.address = at, .name = "f", .is_function = true};
    unit_symtab(&c->symtab, symbols, n, at);
    at = UNIT_BASE + prng_below(r, 30);
    c->rows = (struct line_rows){.at = c->at, .n = (size_t)prng_below(r, 64)};
    for (size_t i = 0; i < c->rows.n; i++, at += 1 + prng_below(r, 12))
        c->at[i] = (struct line_row){at, files[prng_below(r, 4)], NULL, (unsigned)prng_below(r, 5)};
    for (size_t i = 0; i < 200; i++)
        bins[i] = prng_chance(r, 30) ? (uint32_t)prng_below(r, 9) : 0;
    add(&c->profile, UNIT_BASE, UNIT_BASE + 600 + 2 * prng_below(r, 100), 200, 100, bins, d);
}

/* Counts functions whose lines do not add up to the function's ticks, are not sorted, or are
 * empty. */
static unsigned count_wrong(struct random_case *c, struct diag *d)
{
    const struct line_times_source from = {
        .symtab = &c->symtab,
        .filter =
            &(struct sym_filter){.ids = &no_ids, .bits = calloc(c->symtab.n, sizeof(uint16_t))},
        .profile = &c->profile,
        .rows = &c->rows};
    struct hist_result hist;
    struct line_times t;
    unsigned wrong = 0;

    hist_assign_samples(&hist, &c->profile, &c->symtab, NULL, NULL, d);
    line_times_init(&t, &from, d);
    for (uint32_t s = 0; s < c->symtab.n; s++) {
        double sum = 0;

        for (size_t i = t.first[s]; i < t.first[s + 1]; i++) {
            const char *file = t.at[i].file, *before = i > t.first[s] ? t.at[i - 1].file : NULL;
            int order = !file ? (before ? -1 : 0) : !before ? 1 : strcmp(file, before);

            sum += t.at[i].ticks;
            wrong += !(t.at[i].ticks > 0);
            wrong +=
                i > t.first[s] && (order < 0 || (order == 0 && t.at[i].line <= t.at[i - 1].line));
        }
        wrong += fabs(sum - hist.ticks[s]) > 1e-9;
    }
    free(from.filter->bits);
    line_times_release(&t);
    hist_result_release(&hist);
    return wrong;
}

static void test_random(void)
{
    struct prng r = {.state = 5};
    unsigned wrong = 0;

    for (size_t run = 0; run < unit_times(3000); run++) {
        struct random_case c = {0};

        make_case(&c, &r, &told.diag);
        wrong += count_wrong(&c, &told.diag);
        symtab_release(&c.symtab);
        profile_release(&c.profile);
    }
    is_uint(wrong, 0, "lines of random functions add up");
}

UNIT_TESTS(test_sites, test_left_out, test_histograms, test_stacks, test_random)
