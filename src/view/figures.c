/* figures - makes integers that add up from times and samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/results.h"

#include "analysis/error_bars.h"
#include "base/arith.h"
#include "base/mem.h"
#include "base/radix.h"

uint64_t figures_units(const struct figures *f, const struct hist_result *hist, double ticks)
{
    return round_u64(f->unit == FIGURES_NS ? 1e9 * hist_units(hist, ticks) : ticks);
}

/* Divides a total. Each integer is the difference between the rounded sum up to its part and the
 * rounded sum before, so all integers add up. The last part that is not 0 takes the rest of the
 * total that rounding left. */
void figures_spread(uint64_t total, const double *parts, size_t n, uint64_t *integers)
{
    double sum = 0, before = 0;
    uint64_t given = 0;
    size_t last = n;

    for (size_t i = 0; i < n; i++) {
        integers[i] = 0;
        sum += parts[i];
        if (parts[i] > 0)
            last = i;
    }
    for (size_t i = 0; i < n && last < n; i++) {
        uint64_t upto;

        before += parts[i];
        if (!(parts[i] > 0))
            continue;
        upto = i == last ? total : round_u64((double)total * (before / sum));
        if (upto > total)
            upto = total;
        if (upto > given) {
            integers[i] = upto - given;
            given = upto;
        }
    }
}

/* Input of figures. */
struct origin {
    const struct results *r;
    const struct call_graph *graph;
    const struct flat_view *flat;
    const struct cg_time *nodes;  /* times of the nodes of the call graph; NULL: there is no
                                   * graph */
    const struct stack_sum *self; /* samples of measured self times, which come from the call graph,
                                   * too; else NULL */
    double unit;                  /* units of a tick */
};

/* Gathers ticks of self time, before rounding. `ticks` has one more element, for time outside
 * functions. */
static void gather_ticks(const struct origin *from, const struct figures *f, double *ticks)
{
    uint32_t n = from->r->program.symtab.n;
    double known = 0;

    for (uint32_t s = 0; s < n; s++) {
        double self = from->self ? from->nodes[s].self : from->flat->ticks[s];

        known += from->self ? 0 : self;
        ticks[s] = f->functions[s].in_flat && self > 0 ? self : 0;
    }
    /* rounding alone leaves less than a millionth of a tick */
    ticks[n] = from->self || from->flat->total - known < 1e-6 ? 0 : from->flat->total - known;
}

static void spread_ticks(struct figures *f, const struct origin *from, struct diag *d)
{
    uint32_t n = from->r->program.symtab.n;
    double *ticks = mem_alloc(d, (size_t)n + 1, sizeof *ticks), sum = 0;
    LOCAL uint64_t *integers = mem_alloc(d, (size_t)n + 1, sizeof *integers);

    gather_ticks(from, f, ticks);
    for (uint32_t s = 0; s <= n; s++)
        sum += ticks[s];
    f->total = round_u64(sum * from->unit);
    if (!from->self) {
        f->total_samples = round_u64(sum);
        figures_spread(f->total_samples, ticks, (size_t)n + 1, integers);
        f->unknown_samples = integers[n];
    }
    for (uint32_t s = 0; s < n; s++) {
        uint64_t signals = from->self && ticks[s] > 0 ? from->self[s].signals : 0;

        f->functions[s].samples = from->self ? signals : integers[s];
        f->total_samples = add_saturated(f->total_samples, signals);
    }
    figures_spread(f->total, ticks, (size_t)n + 1, integers);
    for (uint32_t s = 0; s < n; s++)
        f->functions[s].self = integers[s];
    f->unknown = integers[n];
    free(ticks);
}

static uint64_t whole_time(const struct origin *from, const struct cg_time *time)
{
    return round_u64((time->self + time->children) * from->unit);
}

/* Takes the times of shown arcs and of cycles. Both ends of a shown arc are shown. */
static void take_arcs(struct figures *f, const struct origin *from, const struct cg_time *times,
                      struct diag *d)
{
    const struct call_graph *g = from->graph;

    f->arcs = mem_alloc(d, g->n_arcs, sizeof *f->arcs);
    f->cycles = mem_alloc(d, g->n_cycles, sizeof *f->cycles);
    for (uint32_t a = 0; a < g->n_arcs; a++) {
        const struct cg_arc *arc = &g->arcs[a];

        if (!figures_has_arc(f, arc))
            continue;
        f->arcs[a] = times ? whole_time(from, &times[a]) : 0;
        f->functions[arc->parent].is_listed = f->functions[arc->child].is_listed = true;
    }
    for (uint32_t c = 0; from->nodes && c < g->n_cycles; c++)
        f->cycles[c] = whole_time(from, &from->nodes[g->n_symbols + c]);
}

/* Gives the sort key of a function at a level: most self time first, then most calls. */
static bool by_self(const void *report, uint32_t symbol, unsigned level, uint64_t *key)
{
    const struct results *r = report;

    *key = level == 0 ? ~r->figures.functions[symbol].self : ~r->views.calls->nodes[symbol].calls;
    return level == 0;
}

void figures_sort(struct results *r, struct diag *d)
{
    struct figures *f = &r->figures;
    uint32_t n = 0;

    f->order = mem_alloc(d, f->n_listed, sizeof *f->order);
    for (uint32_t s = 0; s < r->program.symtab.n; s++)
        if (f->functions[s].is_listed)
            f->order[n++] = s;
    radix_sort(f->order, n, by_self, r, d);
}

/* Returns the decimals of a tick: 2 for ticks of 10 ms, as in the classic listings; 3 for ticks of
 * 4 ms or 1 ms. */
unsigned figures_decimals(double rate, unsigned most)
{
    unsigned decimals = 2;

    for (double power = 100; decimals < most && rate > power; power *= 10)
        decimals++;
    return decimals;
}

void figures_init(struct figures *f, const struct results *r, const struct call_graph *graph,
                  const struct flat_view *flat, const struct cg_view *view,
                  const struct sym_filter *filter, struct diag *d)
{
    const double rate = r->facts.hist.rate;
    const struct origin from = {.r = r,
                                .graph = graph,
                                .flat = flat,
                                .nodes = view->times.nodes,
                                .self = view->stacks.self,
                                .unit = rate > 0 ? 1e9 / rate : 1};

    *f = (struct figures){.unit = rate > 0 ? FIGURES_NS : FIGURES_TICKS,
                          .decimals = figures_decimals(rate, 9),
                          .kind = time_kind_of(&r->facts.hist, from.self ? &r->facts.stacks : NULL,
                                               &r->program.symtab),
                          .samples_are_ticks = !from.self && sig_ticks_of_signal(rate) > 1,
                          .functions = mem_alloc(d, r->program.symtab.n, sizeof *f->functions)};
    for (uint32_t s = 0; s < r->program.symtab.n; s++) {
        f->functions[s].in_flat = !filter || sym_selected(filter, SYM_TABLE_FLAT, s);
        f->functions[s].in_graph = !filter || sym_selected(filter, SYM_TABLE_GRAPH, s);
    }
    spread_ticks(f, &from, d);
    take_arcs(f, &from, view->times.arcs, d);
    for (uint32_t s = 0; s < r->program.symtab.n; s++) {
        struct figure *at = &f->functions[s];
        const struct cg_node *node = &graph->nodes[s];
        double self = from.self ? from.nodes[s].self : flat->ticks[s];

        at->inclusive = round_u64((from.nodes ? self + from.nodes[s].children : self) * from.unit);
        if (at->inclusive < at->self) /* only by rounding */
            at->inclusive = at->self;
        at->self_high = at->self;
        if (at->in_flat && r->facts.profiling)
            at->self_high += round_u64(r->facts.profiling[s] * from.unit);
        at->is_listed |= at->in_flat && (at->self > 0 || at->samples > 0 || node->calls > 0 ||
                                         node->self_calls > 0 || r->style.show_unused);
        f->n_listed += at->is_listed;
    }
}

void figures_share_lines(struct figures *f, const struct line_times *times, uint32_t n_symbols,
                         struct diag *d)
{
    LOCAL double *ticks = mem_alloc(d, times->n, sizeof *ticks);

    f->line_self = mem_alloc(d, times->n, sizeof *f->line_self);
    f->line_samples = mem_alloc(d, times->n, sizeof *f->line_samples);
    for (size_t i = 0; i < times->n; i++)
        ticks[i] = times->at[i].ticks;
    for (uint32_t s = 0; s < n_symbols; s++) {
        size_t at = times->first[s], n = times->first[s + 1] - at;

        figures_spread(f->functions[s].self, ticks + at, n, f->line_self + at);
        figures_spread(f->functions[s].samples, ticks + at, n, f->line_samples + at);
    }
}

void figures_print_time(const struct figures *f, struct sink *out, uint64_t time)
{
    uint64_t second = 1, least = 1;

    if (f->unit == FIGURES_TICKS) {
        sink_u64(out, time, 0);
        return;
    }
    for (unsigned i = 0; i < 9; i++) {
        second *= i < f->decimals ? 10 : 1;
        least *= i < f->decimals ? 1 : 10;
    }
    time = time / least + (time % least >= (least + 1) / 2 && least > 1);
    sink_printf(out, "%" PRIu64 ".%0*" PRIu64, time / second, (int)f->decimals, time % second);
}

void figures_print_process(const struct results *r, struct sink *out)
{
    double of_process = r->facts.stacks.elapsed, all = (double)r->figures.total / 1e9;

    if (r->figures.kind == TIME_ELAPSED && r->figures.unit == FIGURES_NS && of_process > 0 &&
        fabs(all - of_process) > of_process / 20)
        sink_printf(out, " (%.2f of the process%s)", of_process,
                    r->facts.stacks.runs == 1 ? "" : "es");
}

void figures_print_kind(const struct results *r, struct sink *out)
{
    const struct {
        double ticks;
        const char *where;
    } beside[] = {{r->facts.profiling_total, " in the profiler"},
                  {r->facts.stacks.missing, " unseen"}};
    const char *before = ", without ";

    sink_string(out, time_kind_words(r->figures.kind));
    figures_print_process(r, out);
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        uint64_t time = figures_units(&r->figures, &r->facts.hist, beside[i].ticks);

        if (time == 0)
            continue;
        sink_string(out, before);
        figures_print_time(&r->figures, out, time);
        sink_string(out, beside[i].where);
        before = ", ";
    }
}

void figures_release(struct figures *f)
{
    free(f->functions);
    free(f->arcs);
    free(f->cycles);
    free(f->order);
    free(f->line_self);
    free(f->line_samples);
    *f = (struct figures){0};
}
