/* csv_table - writes the flat profile and the arcs as one table (--export=csv)
 *
 * Readers of CSV want one table: spreadsheets sort and filter it by its first column, and pandas
 * reads it unchanged. Two tables would be read as one with wrong columns. The first column tells
 * the kind of row:
 *
 *     function  a row of the flat profile
 *     unknown   the time outside all functions; with the functions' it is the total
 *     total     of both; the name says which time: cpu, elapsed or own-code
 *     beside    time in the profiler, and what no sample saw, which are not in the total
 *     arc       calls of `callee` by `name`
 *
 * Cells without a value in a kind of row are empty. All figures are those that the filters leave;
 * JSON has facts, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/results.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/radix.h"

struct page {
    const struct results *r;
    uint32_t *arcs; /* listed arcs, in the order of rows; owned */
};

/* Puts the kinds of times. */
static void put_kinds(struct grid_row *row, const struct results *r)
{
    grid_string(row, "unit", NULL, r->figures.unit == FIGURES_NS ? "ns" : "ticks");
    grid_string(row, "inclusive_is", NULL, results_are_measured(r) ? "measured" : "estimated");
}

static bool fill_function(const void *context, size_t number, struct grid_row *row)
{
    const struct results *r = ((const struct page *)context)->r;
    uint32_t s = r->figures.order[number], library = symtab_library(&r->program.symtab, s);
    const struct figure *figure = &r->figures.functions[s];
    const struct cg_node *node = &r->views.calls->nodes[s];
    const struct image_line *where = &r->program.lines.at[s];

    grid_string(row, "record", NULL, "function");
    grid_u64(row, "id", NULL, s);
    grid_string(row, "name", NULL, names_shown(&r->program.names, s));
    grid_string(row, "file", NULL, where->file);
    grid_known(row, "line", NULL, where->file, where->line);
    grid_u64(row, "calls", NULL, node->calls);
    grid_u64(row, "self_calls", NULL, node->self_calls);
    grid_known(row, "cycle", NULL, node->cycle > 0, node->cycle);
    grid_u64(row, "samples", NULL, figure->samples);
    grid_u64(row, "self", NULL, figure->self);
    grid_u64(row, "inclusive", NULL, figure->inclusive);
    put_kinds(row, r);
    grid_string(row, "library", NULL,
                library == NO_SYMBOL ? NULL : r->program.symtab.symbols[library].name);
    grid_u64(row, "self_high", NULL, figure->self_high);
    return true;
}

enum sum { SUM_UNKNOWN, SUM_TOTAL, SUM_PROFILER, SUM_UNSEEN, SUMS };

/* Fills a row of samples and time alone. Those beside the total have rows if they have time. */
static bool fill_sum(const void *context, size_t number, struct grid_row *row)
{
    static const char *const records[SUMS] = {"unknown", "total", "beside", "beside"};
    const struct results *r = ((const struct page *)context)->r;
    const struct figures *f = &r->figures;
    const char *const names[SUMS] = {FIGURES_UNKNOWN, time_kind_key(f->kind), "profiler", "unseen"};
    double beside = number == SUM_PROFILER ? r->facts.profiling_total : r->facts.stacks.missing;
    uint64_t samples = number == SUM_UNKNOWN ? f->unknown_samples
                       : number == SUM_TOTAL ? f->total_samples
                                             : round_u64(beside);
    uint64_t time = number == SUM_UNKNOWN ? f->unknown
                    : number == SUM_TOTAL ? f->total
                                          : figures_units(f, &r->facts.hist, beside);

    grid_string(row, "record", NULL, records[number]);
    grid_string(row, "name", NULL, names[number]);
    grid_u64(row, "samples", NULL, samples);
    grid_u64(row, "self", NULL, time);
    put_kinds(row, r);
    return number == SUM_TOTAL || time > 0 || (number == SUM_UNKNOWN && samples > 0);
}

static bool fill_arc(const void *context, size_t number, struct grid_row *row)
{
    const struct page *p = context;
    const struct names *n = &p->r->program.names;
    const struct cg_arc *arc = &p->r->views.calls->arcs[p->arcs[number]];

    grid_string(row, "record", NULL, "arc");
    grid_u64(row, "id", NULL, arc->parent);
    grid_string(row, "name", NULL, names_shown(n, arc->parent));
    grid_u64(row, "callee_id", NULL, arc->child);
    grid_string(row, "callee", NULL, names_shown(n, arc->child));
    grid_u64(row, "calls", NULL, arc->count);
    grid_u64(row, "inclusive", NULL, p->r->figures.arcs[p->arcs[number]]);
    put_kinds(row, p->r);
    return true;
}

/* Gives the sort key of an arc at a level: time, the longest first, then calls, then its ends. */
static bool arc_level(const void *context, uint32_t a, unsigned level, uint64_t *key)
{
    const struct results *r = context;
    const struct cg_arc *arc = &r->views.calls->arcs[a];
    enum { TIME, COUNT, ENDS };

    *key = level == TIME    ? ~r->figures.arcs[a]
           : level == COUNT ? ~arc->count
                            : (uint64_t)arc->parent << 32 | arc->child;
    return level < ENDS;
}

/* Lists the arcs in the order of rows. Returns their number. */
static uint32_t order_arcs(struct page *p, struct diag *d)
{
    const struct call_graph *g = p->r->views.calls;
    uint32_t n = 0;

    p->arcs = mem_alloc(d, g->n_arcs, sizeof *p->arcs);
    for (uint32_t a = 0; a < g->n_arcs; a++)
        if (figures_has_arc(&p->r->figures, &g->arcs[a]))
            p->arcs[n++] = a;
    radix_sort(p->arcs, n, arc_level, p->r, d);
    return n;
}

bool csv_print(const struct results *r, struct sink *out, struct diag *d)
{
    struct page p = {.r = r};
    uint32_t n_arcs = order_arcs(&p, d);
    const struct grid grids[] = {
        {.n_rows = r->figures.n_listed, .fill = fill_function, .context = &p},
        {.n_rows = SUMS, .fill = fill_sum, .context = &p},
        {.n_rows = n_arcs, .fill = fill_arc, .context = &p},
    };
    const struct grid_document document = {
        .grids = grids,
        .n = sizeof grids / sizeof *grids,
        .csv = "record,id,name,callee_id,callee,file,line,calls,self_calls,cycle,samples,self,"
               "inclusive,unit,inclusive_is,library,self_high",
    };

    grid_csv(&document, out, d);
    free(p.arcs);
    return true;
}
