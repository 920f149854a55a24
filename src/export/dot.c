/* dot - writes the call graph as a drawing for Graphviz (--export=dot)
 *
 * The drawing is limited to a readable size. Functions and calls below a share of the time are left
 * out. Only the largest of the others are drawn, because the layout of a thousand nodes takes
 * minutes. The title says how much is drawn. If there is no time, calls are counted instead.
 *
 * Names are in quotes, in which only `"' and `\' are special. In labels Graphviz also expands `\N'
 * and entities such as `&lt;', and it complains of bytes that are not UTF-8.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/results.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/text_map.h"
#include "base/utf8_put.h"

#include <math.h>

enum {
    FEW_NODES = 10,
    MOST_NODES = 150,
    FEW_EDGES = 20,
    MOST_EDGES = 400,
    LABEL_CHARACTERS = 60, /* most characters of a name */
    TIP_CHARACTERS = 1000  /* of a name in a tooltip; Graphviz refuses strings above 16 KB */
};

/* Least shares: of a function in the total, which --min-percent sets, and of an arc, as a part of
 * the function's. */
static const double least_share = 0.005, edge_to_node = 0.2;

/* A function or an arc that may be drawn. */
struct candidate {
    double weight;   /* share of the total */
    uint32_t number; /* number of a symbol or an arc */
};

struct drawing {
    const struct results *r;
    struct sink *out;
    struct candidate *nodes, *edges; /* the largest first; owned */
    size_t n_nodes, n_edges, all_edges;
    double least;         /* share of the functions that are drawn */
    bool is_asked;        /* the user set the share */
    double *weight;       /* shares of the total by symbol; owned */
    bool *is_drawn;       /* true if the symbol is drawn; by symbol; owned */
    bool *looks_alike;    /* true if the cut name of a symbol is that of another one, too; owned */
    uint64_t total_calls; /* calls of all functions */
    uint64_t self;        /* time of the functions that are drawn */
};

/* ---- choice ---- */

static double share_of(uint64_t part, uint64_t total)
{
    return total > 0 ? (double)part / (double)total : 0;
}

/* Weighs each function by its time, or by that of a call that enters a cycle through it, which may
 * be more. Without time, weighs by calls of the function, or by those that it makes. */
static void weigh_nodes(struct drawing *w)
{
    const struct figures *f = &w->r->figures;
    const struct call_graph *g = w->r->views.calls;

    for (uint32_t i = 0; i < f->n_listed; i++)
        w->total_calls = add_saturated(w->total_calls, cg_all_calls(&g->nodes[f->order[i]]));
    for (uint32_t i = 0; i < f->n_listed; i++) {
        uint32_t s = f->order[i];

        w->weight[s] = f->total > 0 ? share_of(f->functions[s].inclusive, f->total)
                                    : share_of(cg_all_calls(&g->nodes[s]), w->total_calls);
    }
    for (uint32_t a = 0; a < g->n_arcs; a++) {
        uint32_t s = f->total > 0 ? g->arcs[a].child : g->arcs[a].parent;

        if (figures_has_arc(f, &g->arcs[a]))
            w->weight[s] =
                fmax(w->weight[s], f->total > 0 ? share_of(f->arcs[a], f->total)
                                                : share_of(g->arcs[a].count, w->total_calls));
    }
}

/* Returns the weight of an arc. Calls within a cycle have no time, so their weight is that of the
 * lighter one of the two functions. */
static double edge_weight(const struct drawing *w, uint32_t a)
{
    const struct cg_arc *arc = &w->r->views.calls->arcs[a];
    uint64_t time = w->r->figures.arcs[a];

    if (time > 0)
        return share_of(time, w->r->figures.total);
    if (w->r->figures.total == 0)
        return share_of(arc->count, w->total_calls);
    if (!cg_is_internal(w->r->views.calls, arc))
        return 0;
    return fmin(w->weight[arc->parent], w->weight[arc->child]);
}

static int by_weight(const void *left, const void *right)
{
    const struct candidate *l = left, *r = right;

    if (l->weight != r->weight)
        return l->weight > r->weight ? -1 : 1;
    return l->number < r->number ? -1 : l->number > r->number;
}

/* Keeps candidates of at least the least share, and always a few: else a program whose functions
 * are all equally small would have an empty drawing. */
static void sort_and_cut(struct candidate *at, size_t *n, double least, size_t few, size_t most)
{
    size_t kept = 0;

    qsort(at, *n, sizeof *at, by_weight);
    while (kept < *n && kept < most && (kept < few || at[kept].weight >= least))
        kept++;
    *n = kept;
}

static void choose_nodes(struct drawing *w)
{
    const struct figures *f = &w->r->figures;

    weigh_nodes(w);
    for (uint32_t i = 0; i < f->n_listed; i++) {
        uint32_t s = f->order[i];

        if (w->weight[s] > 0)
            w->nodes[w->n_nodes++] = (struct candidate){w->weight[s], s};
    }
    sort_and_cut(w->nodes, &w->n_nodes, w->least, w->is_asked ? 0 : FEW_NODES, MOST_NODES);
    for (size_t i = 0; i < w->n_nodes; i++) {
        w->is_drawn[w->nodes[i].number] = true;
        w->self += f->functions[w->nodes[i].number].self;
    }
}

static void choose_edges(struct drawing *w)
{
    const struct call_graph *g = w->r->views.calls;

    for (uint32_t a = 0; a < g->n_arcs; a++) {
        double weight;

        if (!figures_has_arc(&w->r->figures, &g->arcs[a]))
            continue;
        w->all_edges++;
        if (!w->is_drawn[g->arcs[a].parent] || !w->is_drawn[g->arcs[a].child])
            continue;
        weight = edge_weight(w, a);
        if (weight > 0)
            w->edges[w->n_edges++] = (struct candidate){weight, a};
    }
    sort_and_cut(w->edges, &w->n_edges, w->least * edge_to_node, w->is_asked ? 0 : FEW_EDGES,
                 MOST_EDGES);
}

/* ---- texts ---- */

static void put_character(struct sink *out, uint32_t code, const char *at, size_t bytes)
{
    if (code == UTF8_DAMAGED)
        utf8_put_escape(out, "\\\\x", (unsigned char)*at, 2);
    else if (code == '&')
        sink_string(out, "&amp;");
    else if (code == '"' || code == '\\')
        sink_printf(out, "\\%c", *at);
    else
        utf8_put_safe(out, code, at, bytes);
}

/* Writes at most `most` characters of the text, for the inside of a quoted label. */
static void put_text(struct sink *out, const char *text, size_t most)
{
    size_t bytes = 0;
    uint32_t code;

    for (size_t n = 0; n < most && text[bytes]; n++)
        bytes += utf8_next(text + bytes, &code);
    utf8_put(out, *text ? text : "(no name)", *text ? bytes : SIZE_MAX, put_character);
    if (text[bytes])
        sink_string(out, "...");
}

/* Writes the whole text, in lines of LABEL_CHARACTERS. */
static void put_lines(struct sink *out, const char *text)
{
    size_t n = 0;
    uint32_t code;

    for (size_t bytes; *text && n < TIP_CHARACTERS; text += bytes, n++) {
        bytes = utf8_next(text, &code);
        sink_string(out, n > 0 && n % LABEL_CHARACTERS == 0 ? "\\n" : "");
        put_character(out, code, text, bytes);
    }
}

/* Finds the functions that have one name in the drawing, as their names are cut. */
static void find_alike(struct drawing *w, struct diag *d)
{
    LOCAL_BY(text_map_release) struct text_map texts = {0};
    LOCAL uint32_t *first = mem_alloc(d, w->n_nodes, sizeof *first);

    for (size_t i = 0; i < w->n_nodes; i++) {
        uint32_t s = w->nodes[i].number, known = (uint32_t)texts.n, number;
        LOCAL_BY(sink_release) struct sink text = sink_in_memory(d);

        put_text(&text, names_shown(&w->r->program.names, s), LABEL_CHARACTERS);
        number = text_map_add(&texts, sink_text(&text), d);
        if (number == known)
            first[number] = s;
        else
            w->looks_alike[s] = w->looks_alike[first[number]] = true;
    }
}

/* Returns the ending of what is counted. */
static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void put_time(struct drawing *w, uint64_t time)
{
    if (w->r->figures.unit == FIGURES_TICKS) {
        sink_printf(w->out, "%" PRIu64 " sample%s", time, plural(time));
    } else if (strcmp(w->r->facts.hist.dimension, "seconds") != 0) {
        sink_printf(w->out, "%.3g ", (double)time / 1e9);
        put_text(w->out, w->r->facts.hist.dimension, LABEL_CHARACTERS);
    } else if (time < 1000000000) {
        sink_printf(w->out, "%.2f ms", (double)time / 1e6);
    } else {
        sink_printf(w->out, "%.2f s", (double)time / 1e9);
    }
}

static double percent_of_time(const struct drawing *w, uint64_t part)
{
    return 100 * share_of(part, w->r->figures.total);
}

/* ---- colours ---- */

/* Colours from hot to cold: black text can be read on all but the first two. */
static const struct heat {
    double from; /* share of the total */
    const char *fill, *text, *line;
} heats[] = {
    {0.8, "#8c1a11", "#ffffff", "#8c1a11"},  {0.5, "#c4361f", "#ffffff", "#c4361f"},
    {0.25, "#f0803c", "#000000", "#dd6420"}, {0.1, "#f9b75e", "#000000", "#d08a20"},
    {0.05, "#fbdd8f", "#000000", "#b09a40"}, {0.02, "#f4efc0", "#000000", "#909070"},
    {0, "#e8eef5", "#000000", "#8898aa"},
};

static const struct heat *heat_of(double share)
{
    size_t i = 0;

    while (share < heats[i].from)
        i++;
    return &heats[i];
}

/* ---- lines of the file ---- */

static void put_title(struct drawing *w)
{
    const struct figures *f = &w->r->figures;
    struct sink *out = w->out;

    sink_string(out, "    label=\"");
    put_text(out, w->r->program.image.path, LABEL_CHARACTERS);
    sink_string(out, ": ");
    put_time(w, f->total);
    figures_print_kind(w->r, out);
    sink_printf(out, ", times of calls %s\\n%zu of %u function%s",
                results_are_measured(w->r) ? "measured from call stacks"
                                           : "estimated from their numbers",
                w->n_nodes, (unsigned)f->n_listed, plural(f->n_listed));
    if (f->total > 0)
        sink_printf(out, ", with %.1f %% of the time", percent_of_time(w, w->self));
    sink_printf(out, ", and %zu of %zu arc%s are drawn", w->n_edges, w->all_edges,
                plural(w->all_edges));
    if (f->unknown > 0)
        sink_printf(out, "; %.1f %% of the time is in no function", percent_of_time(w, f->unknown));
    sink_string(out, "\";\n");
}

static void put_cycle(struct drawing *w, uint32_t s)
{
    uint32_t cycle = w->r->views.calls->nodes[s].cycle;

    if (cycle)
        sink_printf(w->out, " <cycle %u>", (unsigned)cycle);
}

static void put_name(struct drawing *w, uint32_t s, size_t most)
{
    put_text(w->out, names_shown(&w->r->program.names, s), most);
    put_cycle(w, s);
}

/* Writes the name of a function, and what tells it apart from others, in as many lines as that
 * takes. */
static void put_label(struct drawing *w, uint32_t s)
{
    unsigned line;
    const char *file = names_file(&w->r->program.names, s, &line);

    if (!w->looks_alike[s]) {
        put_name(w, s, LABEL_CHARACTERS);
        return;
    }
    put_lines(w->out, names_shown(&w->r->program.names, s));
    put_cycle(w, s);
    if (file) {
        sink_string(w->out, "\\n(");
        put_text(w->out, file, LABEL_CHARACTERS);
        sink_char(w->out, ')');
    }
}

static void put_node(struct drawing *w, const struct candidate *c)
{
    const struct figure *f = &w->r->figures.functions[c->number];
    uint64_t calls = cg_all_calls(&w->r->views.calls->nodes[c->number]);
    uint32_t cycle = w->r->views.calls->nodes[c->number].cycle;
    const struct heat *heat = heat_of(c->weight);
    struct sink *out = w->out;

    sink_printf(out, "    n%u [label=\"", (unsigned)c->number);
    put_label(w, c->number);
    if (w->r->figures.total > 0) {
        sink_printf(out, "\\n%.1f %%", percent_of_time(w, f->inclusive));
        if (f->self != f->inclusive)
            sink_printf(out, " (%.1f %% itself)", percent_of_time(w, f->self));
        /* explains why a member is hot: an estimate gives it only the time of its own calls out of
         * the cycle */
        if (cycle && w->r->views.graph.times.nodes && !results_are_measured(w->r) &&
            w->r->figures.unit == FIGURES_NS)
            sink_printf(out, "\\n%.1f %% cycle",
                        percent_of_time(w, w->r->figures.cycles[cycle - 1]));
    }
    if (calls > 0)
        sink_printf(out, "\\n%" PRIu64 " call%s", calls, plural(calls));
    sink_string(out, "\", tooltip=\"");
    put_name(w, c->number, TIP_CHARACTERS);
    sink_string(out, ": ");
    put_time(w, f->inclusive);
    sink_string(out, ", itself ");
    put_time(w, f->self);
    sink_printf(out, "\", fillcolor=\"%s\", fontcolor=\"%s\"];\n", heat->fill, heat->text);
}

static void put_edge(struct drawing *w, const struct candidate *c)
{
    const struct cg_arc *arc = &w->r->views.calls->arcs[c->number];
    const struct heat *heat = heat_of(c->weight);
    struct sink *out = w->out;
    uint64_t time = w->r->figures.arcs[c->number];
    bool is_counted = c->number < w->r->views.calls->n_counted;

    sink_printf(out, "    n%u -> n%u [label=\"", (unsigned)arc->parent, (unsigned)arc->child);
    if (is_counted)
        sink_printf(out, "%" PRIu64 "x", arc->count);
    if (time > 0)
        sink_printf(out, "%s%.1f %%", is_counted ? "\\n" : "", percent_of_time(w, time));
    sink_string(out, "\", tooltip=\"");
    put_name(w, arc->parent, TIP_CHARACTERS);
    sink_string(out, " calls ");
    put_name(w, arc->child, TIP_CHARACTERS);
    sink_printf(out, "\", color=\"%s\", penwidth=%.2f];\n", heat->line,
                0.75 + 3.25 * fmin(c->weight, 1));
}

bool dot_print(const struct results *r, struct sink *out, struct diag *d)
{
    bool is_asked = r->style.min_percent > 0;
    struct drawing w = {.r = r,
                        .out = out,
                        .is_asked = is_asked,
                        .least = is_asked ? r->style.min_percent / 100 : least_share,
                        .nodes = mem_alloc(d, r->program.symtab.n, sizeof *w.nodes),
                        .edges = mem_alloc(d, r->views.calls->n_arcs, sizeof *w.edges),
                        .is_drawn = mem_alloc(d, r->program.symtab.n, sizeof *w.is_drawn),
                        .looks_alike = mem_alloc(d, r->program.symtab.n, sizeof *w.looks_alike),
                        .weight = mem_alloc(d, r->program.symtab.n, sizeof *w.weight)};

    choose_nodes(&w);
    choose_edges(&w);
    find_alike(&w, d);
    sink_string(out, "digraph gprof {\n    charset=\"UTF-8\";\n");
    put_title(&w);
    sink_string(out, "    labelloc=t;\n    node [shape=box, style=filled, color=\"#606060\"];\n");
    for (size_t i = 0; i < w.n_nodes; i++)
        put_node(&w, &w.nodes[i]);
    for (size_t i = 0; i < w.n_edges; i++)
        put_edge(&w, &w.edges[i]);
    sink_string(out, "}\n");
    free(w.nodes);
    free(w.edges);
    free(w.is_drawn);
    free(w.looks_alike);
    free(w.weight);
    return true;
}
