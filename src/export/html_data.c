/* html_data - the profile as a block of JSON in a page: functions, arcs and cycles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/html_data.h"

#include "analysis/stack_error.h"
#include "base/json.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUTS = 100 }; /* names of data files that the page lists */

/* ---- numbers of functions ---- */

static void add_function(struct html_functions *f, uint32_t symbol)
{
    if (f->number[symbol] != NO_SYMBOL)
        return;
    f->number[symbol] = f->n;
    f->symbol[f->n++] = symbol;
}

bool html_functions_init(struct html_functions *f, const struct report *r, const struct paths *p,
                         struct diag *d)
{
    uint32_t n = r->symtab.n;

    *f = (struct html_functions){0};
    f->number = mem_alloc(d, n, sizeof *f->number);
    f->symbol = mem_alloc(d, (size_t)n + 1, sizeof *f->symbol);
    if (!f->number || !f->symbol)
        return false;
    for (uint32_t s = 0; s < n; s++)
        f->number[s] = NO_SYMBOL;
    for (uint32_t i = 0; i < r->figures.n_shown; i++)
        add_function(f, r->figures.order[i]);
    if (r->figures.unknown > 0 || r->figures.unknown_samples > 0)
        f->symbol[f->n++] = NO_SYMBOL;
    f->figured = f->n;
    for (uint32_t i = 0; i < p->n; i++)
        if (p->at[i].node < n)
            add_function(f, p->at[i].node);
    return true;
}

void html_functions_release(struct html_functions *f)
{
    free(f->number);
    free(f->symbol);
    *f = (struct html_functions){0};
}

/* ---- blocks ---- */

void html_block_begin(struct sink *out, const char *id)
{
    sink_string(out, "<script type=\"application/json\" id=\"");
    sink_string(out, id);
    sink_string(out, "\">");
}

void html_block_end(struct sink *out)
{
    sink_string(out, "</script>\n");
}

/* ---- what the profile is ---- */

/* Samples of equal weight that would tell as much: what error bars are made of. */
static uint64_t effective_samples(const struct report *r)
{
    double n = r->figures.origin == CG_MEASURED ? stack_effective_samples(&r->view.stacks.total)
                                                : (double)r->figures.total_samples;

    return n > 0 && n < 0x1p53 ? (uint64_t)llrint(n) : 0;
}

static const char *state_of_stacks(const struct report *r, const struct paths *p)
{
    if (p->n > 0)
        return r->figures.origin == CG_MEASURED ? "measured" : "estimated";
    return r->figures.origin == CG_MEASURED ? "left out" : "none";
}

bool html_paths_init(struct paths *p, const struct report *r, struct diag *d)
{
    *p = (struct paths){0};
    if (r->figures.origin == CG_MEASURED)
        return paths_measured(p, r, d);
    return !r->style.estimated || !r->view.times.nodes || paths_estimated(p, r, d);
}

static void put_origin(const struct report *r, struct json_object *top)
{
    const uint8_t *id = NULL;
    size_t id_bytes = core_build_id(&r->image, &id);
    struct json_list inputs;

    json_put_string(top, "creator", "gprof " PACKAGE_VERSION);
    json_put_string(top, "program", r->image.path);
    json_put_bytes(top, "build_id", id, id_bytes);
    inputs = json_begin_list(top, "inputs");
    for (size_t i = 0; i < r->inputs.n && i < MOST_INPUTS; i++)
        json_add_string(&inputs, r->inputs.names[i]);
    json_end_list(&inputs);
    json_put_u64(top, "n_inputs", r->inputs.n);
}

static void put_warnings(struct json_object *top, const struct diag *d)
{
    struct json_list warnings = json_begin_list(top, "warnings");
    struct diag_line line;
    size_t place = 0;

    while (diag_next_line(d, &place, &line))
        json_add_string(&warnings, line.text);
    json_end_list(&warnings);
}

static void put_totals(const struct report *r, const struct paths *p, struct json_object *top)
{
    const struct figures *figures = &r->figures;

    json_put_bool(top, "measured", figures->origin == CG_MEASURED);
    json_put_string(top, "stacks", state_of_stacks(r, p));
    json_put_string(top, "unit", figures->unit == FIGURES_NS ? "ns" : "ticks");
    json_put_string(top, "dimension", r->hist.dimension ? r->hist.dimension : "seconds");
    json_key(top, "rate");
    sink_printf(top->out, "%.6g", r->hist.rate > 0 ? r->hist.rate : 0.0);
    json_put_u64(top, "total", figures->total);
    json_put_u64(top, "samples", figures->total_samples);
    json_put_u64(top, "effective", effective_samples(r));
}

/* ---- functions ---- */

static void put_names(const struct report *r, const struct html_functions *f,
                      struct json_object *top)
{
    struct json_list list = json_begin_list(top, "names");

    for (uint32_t i = 0; i < f->n; i++)
        json_add_string(&list, f->symbol[i] == NO_SYMBOL ? FIGURES_UNKNOWN
                                                         : names_shown(&r->names, f->symbol[i]));
    json_end_list(&list);
}

/* What else a function is called: its number, its whole name and the linker's, each empty where it
 * is the one shown. */
static void put_other_names(const struct report *r, const struct html_functions *f,
                            struct json_object *top)
{
    struct json_list list = json_begin_list(top, "other_names");

    for (uint32_t i = 0; i < f->n; i++) {
        const char *shown, *full, *linker;
        struct json_list names;

        if (f->symbol[i] == NO_SYMBOL)
            continue;
        shown = names_shown(&r->names, f->symbol[i]);
        full = names_full(&r->names, f->symbol[i]);
        linker = r->symtab.symbols[f->symbol[i]].name;
        if (strcmp(full, shown) == 0)
            full = "";
        if (strcmp(linker, shown) == 0 || strcmp(linker, full) == 0)
            linker = "";
        if (!*full && !*linker)
            continue;
        names = json_add_short_list(&list);
        json_add_u64(&names, i);
        json_add_string(&names, full);
        json_add_string(&names, linker);
        json_end_list(&names);
    }
    json_end_list(&list);
}

enum column { SELF, INCLUSIVE, SAMPLES, CALLS, SELF_CALLS, CYCLE, COLUMNS };

static const char *const column_names[COLUMNS] = {
    [SELF] = "self",   [INCLUSIVE] = "inclusive",   [SAMPLES] = "self_samples",
    [CALLS] = "calls", [SELF_CALLS] = "self_calls", [CYCLE] = "cycle",
};

static uint64_t value_of(const struct report *r, uint32_t s, enum column column)
{
    const struct figures *figures = &r->figures;

    if (s == NO_SYMBOL)
        return column == SELF || column == INCLUSIVE ? figures->unknown
               : column == SAMPLES                   ? figures->unknown_samples
                                                     : 0;
    switch (column) {
    case SELF:
        return figures->functions[s].self;
    case INCLUSIVE:
        return figures->functions[s].inclusive;
    case SAMPLES:
        return figures->functions[s].samples;
    case CALLS:
        return r->graph.nodes[s].calls;
    case SELF_CALLS:
        return r->graph.nodes[s].self_calls;
    default:
        return r->graph.nodes[s].cycle;
    }
}

static void put_columns(const struct report *r, const struct html_functions *f,
                        struct json_object *top)
{
    for (enum column c = SELF; c < COLUMNS; c++) {
        struct json_list list = json_begin_short_list(top, column_names[c]);

        for (uint32_t i = 0; i < f->figured; i++)
            json_add_u64(&list, value_of(r, f->symbol[i], c));
        json_end_list(&list);
    }
}

/* ---- where functions stand ---- */

struct place {
    const char *file;
    uint32_t function; /* its number */
    uint32_t number;   /* of the file, from 1 */
    unsigned line;
};

static int by_file(const void *left, const void *right)
{
    const struct place *l = left, *r = right;
    int order = strcmp(l->file, r->file);

    return order ? order : l->function < r->function ? -1 : l->function > r->function;
}

static int by_function(const void *left, const void *right)
{
    const struct place *l = left, *r = right;

    return l->function < r->function ? -1 : l->function > r->function;
}

/* The files of the functions by name, each once; then for each function the number of its file, 0
 * for none, and its line. */
static void put_sorted_places(struct place *at, size_t n, uint32_t functions,
                              struct json_object *top)
{
    struct json_list list = json_begin_list(top, "files");
    uint32_t files = 0;

    if (n > 0)
        qsort(at, n, sizeof *at, by_file);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || strcmp(at[i].file, at[i - 1].file) != 0) {
            json_add_string(&list, at[i].file);
            files++;
        }
        at[i].number = files;
    }
    json_end_list(&list);
    if (n > 0)
        qsort(at, n, sizeof *at, by_function);
    list = json_begin_short_list(top, "file");
    for (size_t i = 0, k = 0; i < functions; i++)
        json_add_u64(&list, k < n && at[k].function == i ? at[k++].number : 0);
    json_end_list(&list);
    list = json_begin_short_list(top, "line");
    for (size_t i = 0, k = 0; i < functions; i++)
        json_add_u64(&list, k < n && at[k].function == i ? at[k++].line : 0);
    json_end_list(&list);
}

static bool put_places(const struct report *r, const struct html_functions *f,
                       struct json_object *top, struct diag *d)
{
    struct place *at = mem_alloc(d, f->figured, sizeof *at);
    size_t n = 0;

    if (!at)
        return false;
    for (uint32_t i = 0; i < f->figured; i++) {
        unsigned line = 0;
        const char *file =
            f->symbol[i] == NO_SYMBOL ? NULL : names_file(&r->names, f->symbol[i], &line);

        if (file)
            at[n++] = (struct place){.file = file, .function = i, .line = line};
    }
    put_sorted_places(at, n, f->figured, top);
    free(at);
    return true;
}

/* ---- arcs and cycles ---- */

/* Caller, callee, calls and time of each arc, by caller. */
static void put_arcs(const struct report *r, const struct html_functions *f,
                     struct json_object *top)
{
    const struct call_graph *g = &r->graph;
    struct json_list list = json_begin_short_list(top, "arcs");

    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t s = f->symbol[i];

        for (uint32_t k = s == NO_SYMBOL ? 0 : g->children.first[s];
             s != NO_SYMBOL && k < g->children.first[s + 1]; k++) {
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

static void put_cycles(const struct report *r, struct json_object *top)
{
    struct json_list list = json_begin_short_list(top, "cycle_times");
    const struct cg_time *nodes = r->view.times.nodes;
    double unit = r->figures.unit == FIGURES_NS ? 1e9 / r->hist.rate : 1;

    for (uint32_t i = 0; i < r->graph.n_cycles; i++) {
        const struct cg_time *time = nodes ? &nodes[r->graph.n_symbols + i] : NULL;
        double inclusive = time ? (time->self + time->children) * unit : 0;

        json_add_u64(&list, inclusive > 0 && inclusive < 0x1p63 ? (uint64_t)llrint(inclusive) : 0);
    }
    json_end_list(&list);
}

bool html_put_profile(const struct report *r, const struct html_functions *f, const struct paths *p,
                      struct sink *out, struct diag *d)
{
    struct json_object top;

    html_block_begin(out, "profile");
    top = json_begin_lines(out);
    put_origin(r, &top);
    put_warnings(&top, d);
    put_totals(r, p, &top);
    json_key(&top, "unknown");
    if (f->figured > r->figures.n_shown)
        sink_u64(out, r->figures.n_shown, 0);
    else
        sink_string(out, "null");
    put_names(r, f, &top);
    put_other_names(r, f, &top);
    put_columns(r, f, &top);
    if (!put_places(r, f, &top, d))
        return false;
    put_arcs(r, f, &top);
    put_cycles(r, &top);
    json_end(&top);
    html_block_end(out);
    return true;
}
