/* html - writes the report for a browser into one file (--export=html)
 *
 * The page holds its style, its script and the profile, and loads nothing: its policy allows this
 * style and script, known by their hashes, and nothing else. So no name of a function can run. The
 * profile is JSON, which the script reads; readers without scripts get a table of the functions
 * with most time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/html_sources.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/radix.h"
#include "base/text_map.h"
#include "export/html/policy.h"
#include "export/html_changes.h"
#include "view/grid_html.h"
#include "view/self_range.h"

#include <math.h>

enum {
    PLAIN_ROWS = 30,     /* rows of the table for readers without scripts */
    MOST_INPUTS = 100,   /* most names of data files that the page lists */
    MOST_FRAMES = 200000 /* most frames of the tree of call stacks */
};

/* ---- numbers of functions ---- */

static void add_function(struct html_functions *f, uint32_t symbol)
{
    if (f->number[symbol] != NO_SYMBOL)
        return;
    f->number[symbol] = f->n;
    f->symbol[f->n++] = symbol;
}

/* Gives the sort key of a listed function: its rank by self time, the longest first. */
static bool by_self(const void *report, uint32_t symbol, unsigned level, uint64_t *key)
{
    (void)level;
    *key = ~self_rank(report, symbol);
    return false;
}

static void number_functions(struct html_functions *f, const struct results *r,
                             const struct paths *p, struct diag *d)
{
    uint32_t n = r->program.symtab.n;

    *f = (struct html_functions){.number = mem_alloc(d, n, sizeof *f->number),
                                 .symbol = mem_alloc(d, (size_t)n + 1, sizeof *f->symbol),
                                 .unknown = NO_SYMBOL};
    for (uint32_t s = 0; s < n; s++)
        f->number[s] = NO_SYMBOL;
    memcpy(f->symbol, r->figures.order, r->figures.n_listed * sizeof *f->symbol);
    radix_sort(f->symbol, r->figures.n_listed, by_self, r, d);
    while (f->n < r->figures.n_listed)
        add_function(f, f->symbol[f->n]);
    f->ranked = f->n;
    if (r->figures.unknown > 0 || r->figures.unknown_samples > 0) {
        f->unknown = f->n;
        f->symbol[f->n++] = NO_SYMBOL;
    }
    f->figured = f->n;
    for (uint32_t i = 0; i < f->ranked; i++) {
        uint32_t library = symtab_library(&r->program.symtab, f->symbol[i]);

        if (library != NO_SYMBOL)
            add_function(f, library);
    }
    for (uint32_t i = 0; i < p->n; i++)
        if (p->at[i].symbol < n)
            add_function(f, p->at[i].symbol);
}

/* ---- what the profile is ---- */

static void put_origin(const struct results *r, struct json_object *top, const struct diag *d)
{
    struct json_list list;
    struct diag_line line;
    size_t place = 0;

    json_put_string(top, "creator", "gprof " PACKAGE_VERSION);
    json_put_string(top, "program", r->program.image.path);
    json_put_build_id(top, "build_id", r->program.image.build_id);
    list = json_begin_list(top, "inputs");
    for (size_t i = 0; i < r->facts.inputs.n && i < MOST_INPUTS; i++)
        json_add_string(&list, r->facts.inputs.names[i]);
    json_end_list(&list);
    json_put_u64(top, "n_inputs", r->facts.inputs.n);
    list = json_begin_list(top, "warnings");
    while (diag_next_line(d, &place, &line))
        json_add_string(&list, line.text);
    json_end_list(&list);
}

/* `runs` is the number of runs that the page shows the mean of. */
static void put_totals(const struct results *r, const struct paths *p, unsigned runs,
                       struct json_object *top)
{
    const struct figures *figures = &r->figures;
    bool measured = results_are_measured(r);

    json_put_bool(top, "measured", measured);
    json_put_bool(top, "has_stacks", p->n > 0);
    json_put_string(top, "unit", figures->unit == FIGURES_NS ? "ns" : "ticks");
    json_put_string(top, "dimension", r->facts.hist.dimension);
    json_key(top, "rate");
    sink_printf(top->out, "%.6g", r->facts.hist.rate > 0 ? r->facts.hist.rate : 0.0);
    json_put_u64(top, "total", figures->total);
    json_key(top, "total_words");
    sink_char(top->out, '"');
    if (runs > 1)
        sink_string(top->out, time_kind_words(figures->kind));
    else
        figures_print_kind(r, top->out);
    sink_char(top->out, '"');
    json_put_u64(top, "samples", figures->total_samples);
    json_put_bool(top, "in_ticks", figures->samples_are_ticks);
    /* samples of equal weight with the same accuracy, for error bars */
    json_put_u64(top, "effective",
                 measured ? round_u64(stack_effective_samples(&r->views.graph.stacks.total))
                          : figures->total_samples);
    json_key(top, "profiling"); /* share of the time in the profiler, which is not in the total */
    sink_printf(top->out, "%.6g", all_ticks(r) > 0 ? r->facts.profiling_total / all_ticks(r) : 0.0);
}

/* ---- functions ---- */

/* Writes the name of a function; or a list of it, its whole name and the linker's, each of these
 * empty if it is told already. */
static void put_names(const struct results *r, uint32_t symbol, struct json_list *row)
{
    const char *shown = names_shown(&r->program.names, symbol),
               *full = names_full(&r->program.names, symbol);
    const char *linker = r->program.symtab.symbols[symbol].name;
    struct json_list names;

    if (strcmp(full, shown) == 0)
        full = "";
    if (strcmp(linker, shown) == 0 || strcmp(linker, full) == 0)
        linker = "";
    if (!*full && !*linker) {
        json_add_string(row, shown);
        return;
    }
    names = json_add_short_list(row);
    json_add_string(&names, shown);
    json_add_string(&names, full);
    json_add_string(&names, linker);
    json_end_list(&names);
}

/* Writes the figures of a function: self and inclusive time, calls, 1 + the number of the file,
 * line, calls by itself, cycle, 1 + the number of the library, rank by address. Only static
 * functions have a rank, as others may have their names. Zeros at the end are left out. */
static void put_figures(const struct results *r, const struct html_functions *f, uint32_t symbol,
                        struct text_map *files, struct json_list *row, struct diag *d)
{
    const struct cg_node *node = &r->views.calls->nodes[symbol];
    uint32_t library = symtab_library(&r->program.symtab, symbol);
    unsigned line = 0;
    const char *file = names_file(&r->program.names, symbol, &line);
    const uint64_t figures[] = {r->figures.functions[symbol].self,
                                r->figures.functions[symbol].inclusive,
                                node->calls,
                                file ? (uint64_t)text_map_add(files, file, d) + 1 : 0,
                                file ? line : 0,
                                node->self_calls,
                                node->cycle,
                                library == NO_SYMBOL ? 0 : (uint64_t)f->number[library] + 1,
                                r->program.symtab.symbols[symbol].is_static ? symbol + UINT64_C(1)
                                                                            : 0};
    size_t n = sizeof figures / sizeof *figures;

    while (n > 0 && figures[n - 1] == 0)
        n--;
    for (size_t i = 0; i < n; i++)
        json_add_u64(row, figures[i]);
}

/* Writes a list for each function, and the files that they are in. */
static void put_functions(const struct results *r, const struct html_functions *f,
                          struct json_object *top, struct diag *d)
{
    LOCAL_BY(text_map_release) struct text_map files = {0};
    struct json_list list = json_begin_list(top, "functions");

    for (uint32_t i = 0; i < f->n; i++) {
        struct json_list row = json_add_short_list(&list);

        if (f->symbol[i] == NO_SYMBOL) {
            json_add_string(&row, FIGURES_UNKNOWN);
            json_add_u64(&row, r->figures.unknown);
            json_add_u64(&row, r->figures.unknown);
        } else {
            put_names(r, f->symbol[i], &row);
            if (i < f->figured)
                put_figures(r, f, f->symbol[i], &files, &row, d);
        }
        json_end_list(&row);
    }
    json_end_list(&list);
    json_put_u64(top, "figured", f->figured);
    list = json_begin_list(top, "files");
    for (size_t i = 0; i < files.n; i++)
        json_add_string(&list, files.texts[i]);
    json_end_list(&list);
}

/* Writes what profiling leaves open, four integers for each function: its number, the least and the
 * greatest share that its self time may be, in millionths, or zeros, and its greatest self time, or
 * 0. */
static void put_ranges(const struct results *r, const struct html_functions *f,
                       struct json_object *top)
{
    struct json_list list = json_begin_short_list(top, "ranges");

    for (uint32_t i = 0; i < f->ranked; i++) {
        uint32_t s = f->symbol[i];
        bool is_share_open = self_share_is_open(r, s), is_open = self_is_open(r, s);
        struct share_interval share = self_range(r, s);

        if (!is_share_open && !is_open)
            continue;
        json_add_u64(&list, i);
        json_add_u64(&list, is_share_open ? round_u64(1e6 * share.low) : 0);
        json_add_u64(&list, is_share_open ? round_u64(1e6 * share.high) : 0);
        json_add_u64(&list, is_open ? r->figures.functions[s].self_high : 0);
    }
    json_end_list(&list);
}

/* ---- arcs and cycles ---- */

/* Writes caller, callee, calls and time of each arc, by caller. */
static void put_arcs(const struct results *r, const struct html_functions *f,
                     struct json_object *top)
{
    const struct call_graph *g = r->views.calls;
    struct json_list list = json_begin_short_list(top, "arcs");

    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t s = f->symbol[i];

        if (s == NO_SYMBOL)
            continue;
        for (uint32_t k = g->children.first[s]; k < g->children.first[s + 1]; k++) {
            const struct cg_arc *arc = &g->arcs[g->children.item[k]];

            if (!figures_has_arc(&r->figures, arc))
                continue;
            json_add_u64(&list, i);
            json_add_u64(&list, f->number[arc->child]);
            json_add_u64(&list, arc->count);
            json_add_u64(&list, r->figures.arcs[g->children.item[k]]);
        }
    }
    json_end_list(&list);
}

/* Writes program, inputs, warnings, functions, arcs and cycles. */
static void put_profile(const struct results *r, const struct html_functions *f,
                        const struct paths *p, struct sink *out, struct diag *d)
{
    struct json_object top = html_begin_block(out, "profile");
    struct json_list list;

    put_origin(r, &top, d);
    put_totals(r, p, r->changes ? r->changes->after->time_runs : 1, &top);
    json_put_known(&top, "unknown", f->unknown != NO_SYMBOL, f->unknown);
    put_functions(r, f, &top, d);
    put_ranges(r, f, &top);
    put_arcs(r, f, &top);
    list = json_begin_short_list(&top, "cycle_times");
    for (uint32_t i = 0; i < r->views.calls->n_cycles; i++)
        json_add_u64(&list, r->figures.cycles[i]);
    json_end_list(&list);
    html_end_block(&top);
}

/* ---- the tree of call stacks ---- */

/* A frame of the tree, by the number of its path. */
struct frame {
    uint64_t own, inclusive; /* self time and inclusive time */
    uint32_t number;         /* number of the frame on the page, from 1; 0: not on the page */
};

/* Gives the sort key of a frame: inclusive time, the longest first. */
static bool by_time(const void *frames, uint32_t frame, unsigned level, uint64_t *key)
{
    (void)level;
    *key = ~((const struct frame *)frames)[frame].inclusive;
    return false;
}

/* Gives numbers to the MOST_FRAMES frames with most time. A caller has at least the time of its
 * callees, and a smaller number, so it is on the page if they are. Returns the number of frames
 * with time that are left out. */
static uint32_t choose_frames(struct frame *frames, uint32_t n, struct diag *d)
{
    uint32_t *order = mem_alloc(d, n, sizeof *order), with_time = 0, chosen = 0;

    for (uint32_t i = 0; i < n; i++)
        if (frames[i].inclusive > 0)
            order[with_time++] = i;
    if (with_time > MOST_FRAMES)
        radix_sort(order, with_time, by_time, frames, d);
    for (uint32_t i = 0; i < with_time && i < MOST_FRAMES; i++)
        frames[order[i]].number = 1;
    for (uint32_t i = 0; i < n; i++)
        if (frames[i].number)
            frames[i].number = ++chosen;
    free(order);
    return with_time - chosen;
}

static void put_frame(struct json_list *list, uint32_t parent, uint32_t function, uint64_t own)
{
    json_add_u64(list, parent);
    json_add_u64(list, function);
    json_add_u64(list, own);
}

/* Writes the inclusive time of each path on the page in the base, if that has stacks. */
static void put_before(const struct results *r, const struct frame *frames, const struct paths *p,
                       struct json_object *top, struct diag *d)
{
    LOCAL uint64_t *before = html_times_before(r, p, d);
    struct json_list list;

    if (!before)
        return;
    list = json_begin_short_list(top, "before");
    for (uint32_t i = 0; i < p->n; i++)
        if (frames[i].number)
            json_add_u64(&list, before[i]);
    json_end_list(&list);
}

/* Writes the tree, or nothing if there are no stacks. Frames with least time are left out, and
 * their callers get their time. Time without a frame counts as a function behind the last one. */
static void put_stacks(const struct results *r, const struct html_functions *f,
                       const struct paths *p, struct sink *out, struct diag *d)
{
    LOCAL struct frame *frames = NULL;
    uint64_t rest = p->cut_total;
    struct json_object top;
    struct json_list list;

    if (p->n == 0)
        return;
    frames = mem_alloc(d, p->n, sizeof *frames);
    for (uint32_t i = p->n; i-- > 0;) {
        frames[i].own = p->at[i].time;
        frames[i].inclusive += frames[i].own;
        if (p->at[i].parent != NO_PATH)
            frames[p->at[i].parent].inclusive += frames[i].inclusive;
    }
    top = html_begin_block(out, "stacks");
    json_put_u64(&top, "dropped", choose_frames(frames, p->n, d));
    for (uint32_t i = p->n; i-- > 0;)
        if (!frames[i].number)
            *(p->at[i].parent == NO_PATH ? &rest : &frames[p->at[i].parent].own) += frames[i].own;
    list = json_begin_short_list(&top, "frames");
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t parent = p->at[i].parent;

        if (frames[i].number)
            put_frame(&list, parent == NO_PATH ? 0 : frames[parent].number,
                      f->number[p->at[i].symbol], frames[i].own);
    }
    if (r->figures.unknown > 0)
        put_frame(&list, 0, f->unknown, r->figures.unknown);
    if (rest > 0)
        put_frame(&list, 0, f->n, rest);
    json_end_list(&list);
    if (r->changes)
        put_before(r, frames, p, &top, d);
    html_end_block(&top);
}

/* ---- the page ---- */

static void put_lines(struct sink *out, const char *const *lines)
{
    for (; *lines; lines++)
        sink_string(out, *lines);
}

static void put_head(const struct results *r, struct sink *out)
{
    sink_string(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "base-uri 'none'; form-action 'none'; script-src ");
    sink_string(out, HTML_SCRIPT_HASH "; style-src " HTML_STYLE_HASH
                                      "\">\n<meta name=\"viewport\" content=\"width=device-width, "
                                      "initial-scale=1\">\n<title>");
    html_put_text(out, diag_basename(r->program.image.path));
    sink_string(out, " - gprof</title>\n<style>");
    put_lines(out, html_style);
    sink_string(out, "</style>\n</head>\n<body>\n");
}

struct plain_page {
    const struct results *r;
    const struct html_functions *functions;
};

/* Fills a row of the table for readers without scripts. */
static bool fill_plain(const void *context, size_t number, struct grid_row *row)
{
    const struct plain_page *p = context;
    const struct figures *f = &p->r->figures;
    uint32_t s = p->functions->symbol[number];
    const struct figure *at = &f->functions[s];
    double total = f->total > 0 ? (double)f->total : INFINITY;
    uint64_t calls = p->r->views.calls->nodes[s].calls;

    sink_printf(&row->text, "%.1f %%", 100 * self_share(p->r, s));
    grid_end_cell(row);
    sink_printf(&row->text, "%.1f %%", 100 * (double)at->inclusive / total);
    grid_end_cell(row);
    if (calls == 0 && at->inclusive > 0)
        sink_string(&row->text, "not counted");
    else
        sink_u64(&row->text, calls, 0);
    grid_end_cell(row);
    grid_end_name(row, names_shown(&p->r->program.names, s), NAME_COLONS);
    return true;
}

/* Writes the table for readers without scripts. */
static void put_plain_table(const struct results *r, const struct html_functions *f,
                            struct sink *out, struct diag *d)
{
    static const struct grid_column columns[] = {
        {.title = "Self"}, {.title = "Inclusive"}, {.title = "Calls"}, {.title = "Function"}};
    const struct plain_page page = {r, f};
    const struct grid table = {GRID_HAS(columns),
                               .n_rows = f->ranked < PLAIN_ROWS ? f->ranked : PLAIN_ROWS,
                               .fill = fill_plain, .context = &page, NULL};

    sink_string(out, "<noscript>\n<h1>");
    html_put_text(out, diag_basename(r->program.image.path));
    sink_printf(out,
                "</h1>\n<p>The functions with most time of their own; with scripts this page has "
                "all of them, with callers and callees. Inclusive times are %s. A range of self "
                "time is what it may be without profiling.</p>\n",
                results_are_measured(r) ? "measured" : "estimated");
    grid_html(&table, out, d);
    sink_string(out, "</noscript>\n");
}

bool html_print(const struct results *r, struct sink *out, struct diag *d)
{
    struct html_functions f;
    LOCAL_BY(paths_release) struct paths p = {0};

    paths_init(&p, r, &r->views.stacks, d);
    number_functions(&f, r, &p, d);
    put_head(r, out);
    if (r->changes)
        html_put_plain_changes(r, out, d);
    else
        put_plain_table(r, &f, out, d);
    put_profile(r, &f, &p, out, d);
    if (r->changes)
        html_put_changes(r, &f, out, d);
    put_stacks(r, &f, &p, out, d);
    html_put_sources(r, &f, out, d);
    sink_string(out, "<script>");
    put_lines(out, html_script);
    sink_string(out, "</script>\n</body>\n</html>\n");
    free(f.number);
    free(f.symbol);
    return true;
}
