/* test_graph - functions, arcs and times as text in, the printed tables out
 *
 * Use: test_graph [--bless] [FILE]; without it all of tests/graph, or what the pattern T chooses
 * --bless shows how the tables differ from what the files hold, and writes them into the files.
 *
 * graph_text.h describes the files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"
#include "graph_text.h"
#include "unit.h"

#include <fnmatch.h>
#include <glob.h>
#include <libgen.h>

/* ---- the pipeline, as in main.c ---- */

static bool add_histogram(struct graph_case *c)
{
    uint64_t low = c->image.symbols[0].address;
    struct histogram h = {
        .low = low,
        .rate = (uint32_t)c->rate,
        .n_bins = (uint32_t)((c->end - low + c->bin_bytes - 1) / c->bin_bytes),
        .abbreviation = c->letter,
        .file = c->path,
    };

    if (c->no_histogram)
        return true;
    memcpy(h.dimension, c->dimension, sizeof h.dimension);
    h.high = low + h.n_bins * c->bin_bytes;
    h.wide = calloc(h.n_bins, sizeof *h.wide);
    for (size_t i = 0; i < c->n_ticks; i++)
        if (c->ticks[i].address >= low && c->ticks[i].address < h.high)
            h.wide[(c->ticks[i].address - low) / c->bin_bytes] += c->ticks[i].count;
    return profile_add_histogram(&c->profile, &h, &c->told.diag) &&
           profile_check_ranges(&c->profile, &c->told.diag);
}

/* The tables hold image symbols, the filter the functions that they became. */
static void fill_filter(struct graph_case *c)
{
    for (uint32_t s = 0; s < c->symtab.n_code; s++) {
        for (unsigned table = 0; table < SYM_TABLES; table++) {
            size_t at = table * c->room + c->symtab.symbols[s].order;
            if (c->included && c->included[at]) {
                c->filter.bits[s] |= (uint16_t)(1U << 2 * table);
                c->filter.includes[table] = true;
            }
            if (c->excluded && c->excluded[at])
                c->filter.bits[s] |= (uint16_t)(2U << 2 * table);
        }
    }
}

static bool fill_names(struct graph_case *c)
{
    struct names *n = &c->names;

    if (!sym_lines_load(&c->found, &c->image, &c->symtab, SYM_LINES_NONE, &c->told.diag) ||
        !names_init(n, &c->image, &c->symtab, &c->found, &c->names_style, &c->told.diag))
        return false;
    if (!n->cache->shown)
        n->cache->shown = mem_alloc(&c->told.diag, c->symtab.n, sizeof *n->cache->shown);
    for (uint32_t s = 0; n->cache->shown && s < c->symtab.n_code; s++) {
        uint32_t from = c->symtab.symbols[s].order;
        c->found.at[s] = c->lines[from];
        if (c->shown[from])
            n->cache->shown[s] = xmemdup0(c->shown[from], strlen(c->shown[from]));
    }
    return true;
}

/* What stacks tell; nothing where there are none. */
static bool read_stacks(struct graph_case *c, double rate)
{
    struct diag *d = &c->told.diag;

    return stack_frames_init(&c->frames, &c->stack_symbols, &c->filter, rate, STACKS_ALL, d) &&
           stack_frames_init(&c->listed, &c->stack_symbols, &c->filter, rate, STACKS_LISTED, d);
}

static bool make_ticks(struct graph_case *c, bool measured)
{
    struct diag *d = &c->told.diag;

    if (!hist_assign_samples(&c->hist, &c->profile, &c->symtab, d) ||
        (measured && !read_stacks(c, c->hist.rate)))
        return false;
    if (!measured || c->profile.has_histogram)
        return flat_view_init(&c->flat, &c->hist, &c->profile, &c->symtab, &c->filter, d);
    hist_result_release(&c->hist);
    return hist_from_stacks(&c->hist, &c->frames, &c->symtab, d) &&
           flat_view_from_stacks(&c->flat, &c->hist, &c->symtab, &c->filter, d);
}

static bool make_views(struct graph_case *c, bool measured)
{
    struct diag *d = &c->told.diag;
    bool estimated = c->profile.has_arcs;

    if (!measured)
        return !estimated || (cg_assemble(&c->view, &c->graph, c->flat.ticks, &c->filter, d) &&
                              cg_number_entries(&c->view, &c->graph, d));
    return stack_arcs_add(&c->graph, &c->frames, d) &&
           cg_assemble_measured(&c->view, &c->graph, &c->listed, &c->filter, d) &&
           cg_number_entries(&c->view, &c->graph, d) &&
           (!estimated || (cg_assemble(&c->estimate, &c->graph, c->flat.ticks, &c->filter, d) &&
                           cg_number_entries(&c->estimate, &c->graph, d)));
}

static void fill_report(struct graph_case *c)
{
    c->report.symtab = &c->symtab;
    c->report.filter = &c->filter;
    c->report.hist = &c->hist;
    c->report.graph = &c->graph;
    c->report.flat = &c->flat;
    c->report.view = &c->view;
    c->report.estimate = &c->estimate;
    c->report.stacks = &c->frames;
    c->report.names = &c->names;
}

static bool analyse(struct graph_case *c)
{
    const struct symtab_rules rules = {0};
    const struct stack_image image = {.path = "a.out"};
    struct diag *d = &c->told.diag;
    bool measured = c->profile.stacks.n_trees > 0;

    for (size_t i = 0; i < c->image.n_symbols; i++)
        c->image.symbols[i].section_end = c->end;
    if (!symtab_init(&c->symtab, &c->image, &rules, d) || !add_histogram(c) ||
        (measured &&
         !stack_symbols_init(&c->stack_symbols, &c->profile.stacks, &image, &c->symtab, d)) ||
        !sym_filter_init(&c->filter, &no_ids, &c->symtab, NULL, d))
        return false;
    fill_filter(c);
    if (!make_ticks(c, measured) ||
        !call_graph_init(&c->graph, &c->profile, &c->symtab, &c->filter, d) ||
        !cg_dfn(&c->graph, d) || !make_views(c, measured))
        return false;
    fill_report(c);
    return fill_names(c);
}

static bool print_section(struct graph_case *c, const char *name, size_t length, struct sink *out)
{
    if (length == 4 && memcmp(name, "flat", 4) == 0)
        return hist_print(&c->report, out, &c->told.diag);
    if (length == 5 && memcmp(name, "graph", 5) == 0)
        return cg_print(&c->report, out, &c->told.diag);
    if (length == 5 && memcmp(name, "index", 5) == 0)
        return cg_index_print(&c->report, out, &c->told.diag);
    if (length == 7 && memcmp(name, "compare", 7) == 0)
        return compare_print(&c->report, out, &c->told.diag);
    return diag_error(&c->told.diag, c->path, "unknown table %.*s", (int)length, name);
}

/* ---- comparing ---- */

static const char mark[] = "=== ";

/* The first line at or behind `text` that names a table, or the end. */
static const char *next_mark(const char *text)
{
    while (*text && strncmp(text, mark, strlen(mark)) != 0) {
        const char *end = strchr(text, '\n');
        text = end ? end + 1 : text + strlen(text);
    }
    return text;
}

/* The file as it should be: the statements as they are, and each table as it is printed now. */
static bool make_expected(struct graph_case *c, const char *text, struct sink *out)
{
    const char *at = next_mark(text);

    read_case(c, c->path, text, (size_t)(at - text));
    if (!analyse(c))
        return false;
    sink_bytes(out, text, (size_t)(at - text));
    while (*at) {
        size_t line = strcspn(at, "\n");
        sink_bytes(out, at, line);
        sink_char(out, '\n');
        if (!print_section(c, at + strlen(mark), line - strlen(mark), out))
            return false;
        at = next_mark(at + line + (at[line] == '\n'));
    }
    return true;
}

static void show_difference(const char *want, size_t want_size, const char *got, size_t got_size,
                            const char *filter)
{
    char command[200];

    unit_spew("expected", want, want_size);
    unit_spew("got", got, got_size);
    snprintf(command, sizeof command, "diff -a -u --label expected --label got expected got %.80s",
             filter);
    fflush(stdout);
    if (system(command) < 0)
        diag("cannot run diff");
}

static bool run_case(const char *path, bool bless)
{
    struct graph_case c = {.path = path};
    size_t size;
    char *text = unit_slurp(path, &size), *name = strdup(path);
    struct sink out;
    bool same;

    sink_init(&out, -1);
    same = make_expected(&c, text, &out);
    if (!same)
        diag("%s", told_text(&c.told));
    same = same && out.used == size && memcmp(out.buf, text, size) == 0;
    if (bless && !same && out.used > 0) {
        show_difference(text, size, out.buf, out.used, "");
        printf("test_graph: accepted %s\n", basename(name));
        unit_spew(path, out.buf, out.used);
    } else if (!bless && !ok(same, "%s", basename(name))) {
        show_difference(text, size, out.buf, out.used, "| sed 's/^/# /' >&2");
    }
    sink_release(&out);
    release_case(&c);
    free(name);
    free(text);
    return same;
}

static bool is_chosen(const char *path)
{
    const char *pattern = getenv("T");
    char name[256];

    snprintf(name, sizeof name, "%s", strrchr(path, '/') + 1);
    name[strcspn(name, ".")] = '\0';
    return !pattern || !*pattern || fnmatch(pattern, name, 0) == 0;
}

int main(int argc, char **argv)
{
    bool bless = argc > 1 && strcmp(argv[1], "--bless") == 0;
    const char *top = getenv("SRCDIR");
    char pattern[PATH_MAX];
    char *full;
    glob_t files;

    if (!realpath(top && *top ? top : ".", pattern))
        unit_die(top ? top : ".");
    strncat(pattern, "/tests/graph/*.txt", sizeof pattern - strlen(pattern) - 1);
    if (argc - bless > 1) {
        full = realpath(argv[argc - 1], NULL);
        if (!full)
            unit_die(argv[argc - 1]);
        unit_enter_directory();
        run_case(full, bless);
        free(full);
    } else {
        if (glob(pattern, 0, NULL, &files) != 0)
            skip_all("no tests/graph");
        unit_enter_directory();
        for (size_t i = 0; i < files.gl_pathc; i++)
            if (is_chosen(files.gl_pathv[i]))
                run_case(files.gl_pathv[i], bless);
        globfree(&files);
    }
    return bless ? 0 : done_testing();
}
