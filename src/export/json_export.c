/* json_export - writes all data of the profile as JSON (--export=json)
 *
 * doc/gprof.schema.json describes the document; tests compare the two. The order of members and
 * lists is fixed; lists are sorted by number: functions by address, arcs by caller and callee.
 * Records have facts, before all filters; figures that the filters leave are in the member "shown".
 *
 * A later version may add members. Readers skip unknown members, and need not read on if the
 * version is another one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/cg_times.h"
#include "analysis/error_bars.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/radix.h"
#include "base/search.h"
#include "view/results.h"

enum { JSON_VERSION = 1, SHARES = 1000000 };

struct json_export {
    const struct results *r;
    struct figures facts;     /* before filters; owned */
    struct figures histogram; /* self times by the histogram, if has_histogram; owned */
    bool has_histogram;       /* there is a histogram beside the call stacks, which facts are made
                               * of */
    bool is_measured;         /* facts are made of call stacks */
    struct pair_map listed; /* (caller, callee) -> listed arc, if -k leaves arcs out; else empty */
    struct json_object top; /* the document */
};

/* Names of the ends of stacks. */
static const char *const stack_ends[GSTACK_ENDS] = {
    [GSTACK_COMPLETE] = "complete",   [GSTACK_GUESSED] = "guessed",
    [GSTACK_NO_UNWIND] = "no-unwind", [GSTACK_OFF_STACK] = "off-stack",
    [GSTACK_TOO_DEEP] = "too-deep",   [GSTACK_NO_MEMORY] = "no-memory",
};

/* Writes samples and self time, the first members of many records. */
static void put_self(struct json_object *o, uint64_t samples, uint64_t self)
{
    json_put_u64(o, "samples", samples);
    json_put_u64(o, "self", self);
}

/* Writes a place in the source; without a file, null and line 0. */
static inline void put_place(struct json_object *o, const char *file, unsigned line)
{
    json_put_string(o, "file", file);
    json_put_u64(o, "line", file ? line : 0);
}

/* ---- head ---- */

static void put_image(struct json_export *e)
{
    const struct results *r = e->r;
    struct json_object o = json_put_object(&e->top, "image");

    json_put_string(&o, "file", r->program.image.path);
    json_put_build_id(&o, "build_id", r->program.image.build_id);
    json_put_u64(&o, "address_bytes", r->program.image.word_bytes);
    json_put_bool(&o, "big_endian", r->program.image.big_endian);
    json_end(&o);
}

static void put_inputs(struct json_export *e)
{
    const struct results *r = e->r;
    struct json_list list = json_begin_list(&e->top, "inputs");

    for (size_t i = 0; i < r->facts.inputs.n; i++) {
        struct json_object o = json_begin_record(&list);

        json_put_string(&o, "file", r->facts.inputs.names[i]);
        json_end(&o);
    }
    json_end_list(&list);
    json_put_u64(&e->top, "inputs_left_out", r->facts.left_out);
}

/* Writes the messages on standard error so far. */
static void put_messages(struct json_export *e, const struct diag *d)
{
    struct json_list list = json_begin_list(&e->top, "messages");
    struct diag_line line;
    size_t place = 0;

    while (diag_next_line(d, &place, &line)) {
        struct json_object o = json_begin_record(&list);

        json_put_string(&o, "kind", line.is_warning ? "warning" : "error");
        json_put_string(&o, "text", line.text);
        json_end(&o);
    }
    json_end_list(&list);
    json_put_u64(&e->top, "messages_left_out", d->log ? d->log->dropped : 0);
}

static void put_histograms(struct json_export *e)
{
    const struct profile *p = &e->r->facts.profile;
    struct json_list list = json_begin_list(&e->top, "histograms");

    for (size_t i = 0; i < profile_n_histograms(p); i++) {
        const struct histogram *h = profile_histogram(p, i);
        struct json_object o = json_begin_record(&list);

        json_put_address(&o, "low", h->low);
        json_put_address(&o, "high", h->high);
        json_put_u64(&o, "bins", h->n_bins);
        json_put_u64(&o, "rate", h->rate);
        json_put_string(&o, "dimension", h->dimension);
        json_end(&o);
    }
    json_end_list(&list);
}

static void put_times(struct json_export *e)
{
    const struct results *r = e->r;
    struct json_object o = json_put_object(&e->top, "times");
    bool is_sampled = r->facts.profile.has_histogram;

    json_put_string(&o, "unit", e->facts.unit == FIGURES_NS ? "ns" : "ticks");
    json_put_string(&o, "dimension", r->facts.hist.dimension);
    json_put_u64(&o, "tick", figures_units(&e->facts, &r->facts.hist, 1));
    json_put_string(&o, "self", e->is_measured ? "stacks" : is_sampled ? "histogram" : NULL);
    json_put_string(&o, "inclusive", e->is_measured ? "measured" : "estimated");
    json_put_string(&o, "symbols", r->style.by_line ? "lines" : "functions");
    json_end(&o);
}

static void put_stack_sampling(struct json_export *e)
{
    static const char *const clocks[GSTACK_CLOCKS] = {
        [GSTACK_CPU] = "processor", [GSTACK_WALL] = "elapsed"};
    const struct stack_frames *f = &e->r->facts.stacks;
    struct json_object o, ends;

    if (!e->is_measured) {
        json_put_null(&e->top, "sampling");
        return;
    }
    o = json_put_object(&e->top, "sampling");
    json_put_string(&o, "clock", clocks[f->clock]);
    json_put_u64(&o, "interval", f->interval_ns);
    json_put_u64(&o, "signals", f->all.signals);
    json_put_u64(&o, "effective_samples", round_u64(stack_effective_samples(&f->all)));
    ends = json_put_object(&o, "ends");
    for (int end = 0; end < GSTACK_ENDS; end++)
        json_put_u64(&ends, stack_ends[end], f->by_end[end].signals);
    json_end(&ends);
    json_put_u64(&o, "leaf_only", f->lost);
    json_put_u64(&o, "missing", figures_units(&e->facts, &e->r->facts.hist, f->missing));
    json_put_u64(&o, "processes", f->runs);
    json_put_u64(&o, "other_clock", round_u64(1e9 * f->other_clock));
    json_end(&o);
}

static void put_total(struct json_export *e, const char *key, const struct figures *f)
{
    struct json_object o = json_put_object(&e->top, key);

    put_self(&o, f->total_samples, f->total);
    json_put_u64(&o, "unknown_samples", f->unknown_samples);
    json_put_u64(&o, "unknown_self", f->unknown);
    json_put_string(&o, "time_is", time_kind_key(f->kind));
    json_end(&o);
}

/* Returns the total without the time in the profiler's functions. */
static uint64_t program_time(const struct json_export *e)
{
    const struct symtab *symtab = &e->r->program.symtab;
    uint64_t time = e->facts.total;

    for (uint32_t s = 0; s < symtab->n && e->r->facts.profiling_total > 0; s++)
        if (e->facts.functions[s].self > 0 && sym_is_profiler(symtab, s))
            time -= e->facts.functions[s].self;
    return time;
}

static void put_head(struct json_export *e, const struct diag *d)
{
    json_put_string(&e->top, "format", "gprof-json");
    json_put_u64(&e->top, "version", JSON_VERSION);
    put_image(e);
    put_times(e);
    put_stack_sampling(e);
    put_total(e, "total", &e->facts);
    put_total(e, "shown", &e->r->figures);
    if (e->has_histogram)
        put_total(e, "histogram", &e->histogram);
    else
        json_put_null(&e->top, "histogram");
    json_put_u64(&e->top, "profiler",
                 figures_units(&e->facts, &e->r->facts.hist, e->r->facts.profiling_total));
    json_put_u64(&e->top, "program", program_time(e));
    json_put_u64(&e->top, "unknown_calls", e->r->facts.graph.unknown_calls);
    put_inputs(e);
    put_histograms(e);
    put_messages(e, d);
}

/* ---- functions ---- */

/* Writes the identity of the function. */
static void put_identity(struct json_object *o, const struct results *r, uint32_t s)
{
    const struct symbol *symbol = &r->program.symtab.symbols[s];
    const struct image_line *where = &r->program.lines.at[s];
    uint32_t library = symtab_library(&r->program.symtab, s);
    bool has_code = s < r->program.symtab.n_code;

    json_put_u64(o, "id", s);
    json_put_string(o, "kind",
                    s == r->program.symtab.unnamed && !has_code ? "unnamed"
                    : !has_code                                 ? "outside"
                    : symbol->is_line                           ? "line"
                                                                : "function");
    json_put_string(o, "name", names_full(&r->program.names, s));
    json_put_string(o, "short", names_shown(&r->program.names, s));
    json_put_string(o, "linker", symbol->name);
    if (library != NO_SYMBOL)
        json_put_string(o, "library", r->program.symtab.symbols[library].name);
    put_place(o, has_code ? where->file : NULL, where->line);
    if (has_code)
        json_put_address(o, "address", symbol->address);
    else
        json_put_null(o, "address");
    json_put_u64(o, "size", has_code ? symbol->size : 0);
    json_put_bool(o, "static", symbol->is_static);
}

/* Writes the figures that the filters leave of the function. */
static void put_shown(struct json_object *o, const struct figure *f, uint64_t share)
{
    struct json_object shown;

    if (!f->is_listed) {
        json_put_null(o, "shown");
        return;
    }
    shown = json_put_object(o, "shown");
    put_self(&shown, f->samples, f->self);
    json_put_u64(&shown, "self_high", f->self_high);
    json_put_u64(&shown, "inclusive", f->inclusive);
    json_put_u64(&shown, "share", share);
    json_put_bool(&shown, "in_flat", f->in_flat);
    json_put_bool(&shown, "in_graph", f->in_graph);
    json_end(&shown);
}

/* Writes a function. `share` is its part of the time that the filters leave. */
static void put_function(struct json_object *o, const struct json_export *e, uint32_t s,
                         uint64_t share)
{
    const struct cg_node *node = &e->r->facts.graph.nodes[s];
    const struct figure *fact = &e->facts.functions[s];

    put_identity(o, e->r, s);
    json_put_u64(o, "calls", node->calls);
    json_put_u64(o, "self_calls", node->self_calls);
    json_put_known(o, "cycle", node->cycle > 0, node->cycle);
    put_self(o, fact->samples, fact->self);
    json_put_u64(o, "self_high", fact->self_high);
    json_put_u64(o, "inclusive", fact->inclusive);
    if (e->is_measured)
        json_put_u64(o, "signals", fact->samples);
    if (e->has_histogram) {
        struct json_object histogram = json_put_object(o, "histogram");

        put_self(&histogram, e->histogram.functions[s].samples, e->histogram.functions[s].self);
        json_end(&histogram);
    }
    put_shown(o, &e->r->figures.functions[s], share);
}

static void put_functions(struct json_export *e, struct diag *d)
{
    const struct stack_frames *f = &e->r->facts.stacks;
    const struct figures *shown = &e->r->figures;
    uint32_t n = e->r->program.symtab.n;
    LOCAL bool *has_frames = mem_alloc(d, n, sizeof *has_frames);
    LOCAL double *parts = mem_alloc(d, (size_t)n + 1, sizeof *parts); /* one more for the unknown */
    LOCAL uint64_t *shares = mem_alloc(d, (size_t)n + 1, sizeof *shares);
    struct json_list list = json_begin_list(&e->top, "functions");

    for (uint32_t i = GSTACK_ENDS; i < f->n; i++)
        has_frames[f->at[i].function] = true;
    for (uint32_t s = 0; s < n; s++)
        parts[s] = (double)shown->functions[s].self;
    parts[n] = (double)shown->unknown;
    figures_spread(SHARES, parts, (size_t)n + 1, shares);
    for (uint32_t s = 0; s < n; s++) {
        bool is_there = has_frames[s] || e->facts.functions[s].is_listed ||
                        shown->functions[s].is_listed ||
                        (e->has_histogram && e->histogram.functions[s].is_listed);
        struct json_object o;

        if (!is_there)
            continue;
        o = json_begin_record(&list);
        put_function(&o, e, s, shares[s]);
        json_end(&o);
    }
    json_end_list(&list);
}

/* ---- cycles ---- */

/* Writes cycle number `cycle`, from 1, with its members. */
static void put_cycle(struct json_list *cycles, const struct json_export *e, uint32_t cycle,
                      const uint32_t *members, uint32_t n)
{
    struct json_object o = json_begin_record(cycles);
    const struct cg_node *node = &e->r->facts.graph.nodes[e->r->facts.graph.n_symbols + cycle - 1];
    uint64_t samples = 0, self = 0, inclusive = e->facts.cycles[cycle - 1];
    struct json_list list;

    for (uint32_t i = 0; i < n; i++) {
        samples += e->facts.functions[members[i]].samples;
        self += e->facts.functions[members[i]].self;
    }
    json_put_u64(&o, "id", cycle);
    json_put_u64(&o, "calls", node->calls);
    json_put_u64(&o, "self_calls", node->self_calls);
    put_self(&o, samples, self);
    json_put_u64(&o, "inclusive", inclusive > self ? inclusive : self);
    list = json_begin_short_list(&o, "members");
    for (uint32_t i = 0; i < n; i++)
        json_add_u64(&list, members[i]);
    json_end_list(&list);
    json_end(&o);
}

static void put_cycles(struct json_export *e, struct diag *d)
{
    const struct call_graph *g = &e->r->facts.graph;
    LOCAL uint32_t *members = mem_alloc(d, g->n_symbols, sizeof *members);
    LOCAL uint32_t *first = mem_alloc(d, (size_t)g->n_cycles + 2, sizeof *first);
    struct json_list list = json_begin_list(&e->top, "cycles");

    radix_group(members, first, g->n_cycles + 1, &g->nodes->cycle, g->n_symbols, sizeof *g->nodes,
                false);
    for (uint32_t c = 1; c <= g->n_cycles; c++)
        put_cycle(&list, e, c, members + first[c], first[c + 1] - first[c]);
    json_end_list(&list);
}

/* ---- arcs ---- */

/* Returns the numbers of all arcs, sorted by caller, then by callee; the caller frees the list. A
 * walk over callees in order, which puts each arc behind its caller's earlier arcs, sorts them. */
static uint32_t *sort_by_ends(const struct call_graph *g, struct diag *d)
{
    uint32_t *sorted = mem_alloc(d, g->n_arcs, sizeof *sorted);
    LOCAL uint32_t *fill = mem_alloc(d, g->n_symbols, sizeof *fill);

    for (uint32_t s = 0; s < g->n_symbols; s++)
        fill[s] = g->children.first[s];
    for (uint32_t s = 0; s < g->n_symbols; s++)
        for (uint32_t i = g->parents.first[s]; i < g->parents.first[s + 1]; i++)
            sorted[fill[g->arcs[g->parents.item[i]].parent]++] = g->parents.item[i];
    return sorted;
}

/* Returns the number of an arc in the listed graph, or NO_ARC. */
static uint32_t listed_arc(const struct json_export *e, uint32_t a)
{
    const struct call_graph *g = &e->r->facts.graph;
    uint32_t found;

    if (e->r->views.calls == g)
        return a;
    found = pair_map_find(&e->listed, g->arcs[a].parent, g->arcs[a].child);
    return found == PAIR_MAP_NONE ? NO_ARC : found;
}

/* Writes an arc. A call without a count has no sites. */
static void put_arc(struct json_list *arcs, const struct json_export *e, uint32_t a)
{
    const struct cg_arc *arc = &e->r->facts.graph.arcs[a];
    const struct call_sites *c = &e->r->facts.call_sites;
    bool is_counted = a < e->r->facts.graph.n_counted;
    uint32_t listed = listed_arc(e, a);
    bool is_shown = listed != NO_ARC && figures_has_arc(&e->r->figures, arc);
    struct json_object o = json_begin_record(arcs);
    struct json_list sites;

    json_put_u64(&o, "from", arc->parent);
    json_put_u64(&o, "to", arc->child);
    json_put_string(&o, "known_by", is_counted ? "calls" : "stacks");
    json_put_u64(&o, "count", arc->count);
    json_put_u64(&o, "time", e->facts.arcs[a]);
    json_put_known(&o, "shown", is_shown, is_shown ? e->r->figures.arcs[listed] : 0);
    sites = json_begin_short_list(&o, "sites");
    for (size_t i = is_counted ? c->first[a] : 0; is_counted && i < c->first[a + 1]; i++) {
        struct json_object site = json_begin_record(&sites);

        json_put_address(&site, "address", c->at[i].address);
        json_put_u64(&site, "count", c->at[i].count);
        put_place(&site, c->at[i].file, c->at[i].line);
        json_end(&site);
    }
    json_end_list(&sites);
    json_end(&o);
}

static void put_arcs(struct json_export *e, struct diag *d)
{
    LOCAL uint32_t *sorted = sort_by_ends(&e->r->facts.graph, d);
    struct json_list list = json_begin_list(&e->top, "arcs");

    for (uint32_t i = 0; i < e->r->facts.graph.n_arcs; i++)
        put_arc(&list, e, sorted[i]);
    json_end_list(&list);
}

/* ---- source lines and basic blocks ---- */

static void put_lines(struct json_export *e)
{
    const struct line_times *times = &e->r->facts.line_times;
    const uint64_t *self = e->r->figures.line_self, *samples = e->r->figures.line_samples;
    struct json_list list = json_begin_list(&e->top, "lines");

    for (uint32_t s = 0; s < e->r->program.symtab.n; s++) {
        for (size_t i = times->first[s]; i < times->first[s + 1]; i++) {
            struct json_object o;

            if (self[i] == 0 && samples[i] == 0)
                continue;
            o = json_begin_record(&list);
            json_put_u64(&o, "function", s);
            put_place(&o, times->at[i].file, times->at[i].line);
            put_self(&o, samples[i], self[i]);
            json_end(&o);
        }
    }
    json_end_list(&list);
}

static void put_blocks(struct json_export *e, struct diag *d)
{
    const struct bb_result *b = &e->r->facts.blocks;
    LOCAL struct bb_count *sorted = mem_alloc(d, b->n, sizeof *sorted);
    struct json_list list = json_begin_list(&e->top, "blocks");

    for (size_t i = 0; i < b->n; i++)
        sorted[i] = b->at[i];
    sort_u64(sorted, b->n, sizeof *sorted); /* by address */
    for (size_t i = 0; i < b->n; i++) {
        struct json_object o = json_begin_record(&list);

        json_put_address(&o, "address", sorted[i].address);
        json_put_u64(&o, "function", sorted[i].symbol);
        put_place(&o, sorted[i].file, sorted[i].line);
        json_put_u64(&o, "count", sorted[i].count);
        json_end(&o);
    }
    json_end_list(&list);
}

/* ---- call stacks ---- */

static void put_stacks(struct json_export *e, struct diag *d)
{
    const struct stack_frames *f = &e->r->facts.stacks;
    LOCAL double *ticks = mem_alloc(d, f->n, sizeof *ticks);
    LOCAL uint64_t *time = mem_alloc(d, f->n, sizeof *time);
    struct json_list list = json_begin_list(&e->top, "stacks");

    for (uint32_t i = GSTACK_ENDS; i < f->n; i++)
        ticks[i] = f->at[i].own.ticks;
    figures_spread(e->facts.total, ticks, f->n, time);
    for (uint32_t i = GSTACK_ENDS; i < f->n; i++) {
        const struct stack_frame *frame = &f->at[i];
        struct json_object o = json_begin_record(&list);

        json_put_u64(&o, "id", i - GSTACK_ENDS);
        if (frame->parent < GSTACK_ENDS) {
            json_put_null(&o, "parent");
            json_put_string(&o, "end", stack_ends[frame->parent]);
        } else {
            json_put_u64(&o, "parent", frame->parent - GSTACK_ENDS);
        }
        json_put_u64(&o, "function", frame->function);
        json_put_u64(&o, "signals", frame->own.signals);
        json_put_u64(&o, "self", time[i]);
        json_end(&o);
    }
    json_end_list(&list);
}

/* Makes figures like &r->figures, but without filters. Rounding is the same, so equal figures are
 * equal numbers. */
static void make_facts(struct json_export *e, struct diag *d)
{
    const struct results *r = e->r;
    const struct flat_view flat = {.ticks = r->facts.hist.ticks, .total = r->facts.hist.total};
    const struct cg_view none = {0};
    LOCAL_BY(cg_view_release) struct cg_view all = {0};

    if (e->is_measured) {
        stack_times_init(&all.stacks, &r->facts.stacks, &r->facts.graph, d);
        cg_measure(&all.times, &all.stacks, &r->facts.graph, d);
    } else {
        cg_estimate(&all.times, &r->facts.graph, r->facts.hist.ticks, NULL, d);
    }
    figures_init(&e->facts, r, &r->facts.graph, &flat, &all, NULL, d);
    if (e->has_histogram)
        figures_init(&e->histogram, r, &r->facts.graph, &flat, &none, NULL, d);
    if (r->views.calls != &r->facts.graph)
        cg_map_arcs(&e->listed, r->views.calls, d);
}

bool json_print(const struct results *r, struct sink *out, struct diag *d)
{
    struct json_export e = {.r = r, .is_measured = results_are_measured(r)};

    e.has_histogram = e.is_measured && r->facts.profile.has_histogram;
    make_facts(&e, d);
    e.top = json_begin_lines(out);
    put_head(&e, d);
    put_functions(&e, d);
    put_cycles(&e, d);
    put_arcs(&e, d);
    put_lines(&e);
    put_blocks(&e, d);
    put_stacks(&e, d);
    json_end(&e.top);
    pair_map_release(&e.listed);
    figures_release(&e.histogram);
    figures_release(&e.facts);
    return true;
}
