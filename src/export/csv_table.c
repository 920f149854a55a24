/* csv_table - the flat profile and the arcs as one table (--export=csv)
 *
 * One table, as readers of CSV want one: spreadsheets sort and filter it by its first column, and
 * pandas reads it as it is. Two tables with an empty line between them would be read as one with
 * wrong columns. The first column says what a row is:
 *
 *     function  a row of the flat profile
 *     unknown   the time outside all functions; with the functions' it is the total
 *     total     of both
 *     arc       calls of `callee` by `name`
 *
 * Cells that a kind of row has no value for are empty. All is as the filters leave it; JSON has
 * facts, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/report.h"

#include "base/csv.h"
#include "base/mem.h"
#include "base/radix.h"
#include "base/row.h"

#include <stdlib.h>
#include <string.h>

/* ids: two static functions may have one name */
static const char columns[] = "record,id,name,callee_id,callee,file,line,calls,self_calls,cycle,"
                              "samples,self,inclusive,unit,inclusive_is";

static void put_times(struct csv *c, const struct figures *f)
{
    csv_text(c, f->unit == FIGURES_NS ? "ns" : "ticks");
    csv_text(c, f->origin == CG_MEASURED ? "measured" : "estimated");
    csv_end_row(c);
}

static void put_function(struct csv *c, const struct report *r, uint32_t s)
{
    const struct figure *figure = &r->figures->functions[s];
    const struct cg_node *node = &r->graph->nodes[s];
    const struct image_line *where = &r->lines->at[s];

    csv_text(c, "function");
    csv_u64(c, s);
    csv_text(c, names_shown(r->names, s));
    csv_empty(c, 2);
    csv_text(c, where->file);
    if (where->file)
        csv_u64(c, where->line);
    else
        csv_empty(c, 1);
    csv_u64(c, node->calls);
    csv_u64(c, node->self_calls);
    if (node->cycle)
        csv_u64(c, node->cycle);
    else
        csv_empty(c, 1);
    csv_u64(c, figure->samples);
    csv_u64(c, figure->self);
    csv_u64(c, figure->inclusive);
    put_times(c, r->figures);
}

/* A row of samples and time alone. */
static void put_sum(struct csv *c, const struct figures *f, const char *record, const char *name,
                    uint64_t samples, uint64_t self)
{
    csv_text(c, record);
    csv_empty(c, 1);
    csv_text(c, name);
    csv_empty(c, 7);
    csv_u64(c, samples);
    csv_u64(c, self);
    csv_empty(c, 1);
    put_times(c, f);
}

/* An arc, the longest time first, then that of most calls, then by its ends. */
static bool arc_level(const void *context, uint32_t a, unsigned level, uint64_t *key)
{
    const struct report *r = context;
    const struct cg_arc *arc = &r->graph->arcs[a];
    enum { TIME, COUNT, ENDS };

    *key = level == TIME    ? ~r->figures->arcs[a]
           : level == COUNT ? ~arc->count
                            : (uint64_t)arc->parent << 32 | arc->child;
    return level < ENDS;
}

/* ---- the arcs: most rows are theirs ---- */

struct arcs {
    const struct report *r;
    uint32_t *order, n; /* the numbers of those that are shown; owned */
    struct sink cells;  /* each function's name as a cell, one behind the other */
    size_t *cell_end;   /* by symbol; owned */
    const char *rest;   /* the end of each row */
};

/* A function has several arcs, and to look through its name takes longer than to copy it. */
static bool make_cells(struct arcs *arcs, struct diag *d)
{
    const struct call_graph *g = arcs->r->graph;

    arcs->cell_end = mem_alloc(d, g->n_symbols, sizeof *arcs->cell_end);
    if (!arcs->cell_end)
        return false;
    for (uint32_t s = 0; s < g->n_symbols; s++) {
        struct csv c = {.out = &arcs->cells};

        if (g->children.first[s] != g->children.first[s + 1] ||
            g->parents.first[s] != g->parents.first[s + 1])
            csv_text(&c, names_shown(arcs->r->names, s));
        arcs->cell_end[s] = arcs->cells.used;
    }
    return arcs->cells.error == 0 || diag_no_memory(d, arcs->cells.used);
}

static const char *cell_of(const struct arcs *arcs, uint32_t s, size_t *bytes)
{
    size_t start = s > 0 ? arcs->cell_end[s - 1] : 0;

    *bytes = arcs->cell_end[s] - start;
    return *bytes > 0 ? arcs->cells.buf + start : "";
}

static void put_arc(struct sink *out, const struct arcs *arcs, uint32_t a)
{
    const struct cg_arc *arc = &arcs->r->graph->arcs[a];
    size_t rest = strlen(arcs->rest), caller_bytes, callee_bytes;
    const char *caller = cell_of(arcs, arc->parent, &caller_bytes);
    const char *callee = cell_of(arcs, arc->child, &callee_bytes);
    char *at = sink_room(out, 5 * ROW_NUMBER_BYTES + caller_bytes + callee_bytes + rest);

    if (!at)
        return;
    at = row_u64(row_bytes(at, "arc,", 4), arc->parent, 0);
    at = row_char(row_bytes(row_char(at, ','), caller, caller_bytes), ',');
    at = row_char(row_u64(at, arc->child, 0), ',');
    at = row_bytes(row_bytes(at, callee, callee_bytes), ",,,", 3);
    at = row_bytes(row_u64(at, arc->count, 0), ",,,,,", 5);
    at = row_bytes(row_u64(at, arcs->r->figures->arcs[a], 0), arcs->rest, rest);
    sink_end_at(out, at);
}

static bool choose_arcs(struct arcs *arcs, struct diag *d)
{
    const struct report *r = arcs->r;

    arcs->order = mem_alloc(d, r->graph->n_arcs, sizeof *arcs->order);
    for (uint32_t a = 0; arcs->order && a < r->graph->n_arcs; a++)
        if (figures_has_arc(r->figures, &r->graph->arcs[a]))
            arcs->order[arcs->n++] = a;
    return arcs->order && radix_sort(arcs->order, arcs->n, arc_level, r, d);
}

static bool put_arcs(struct sink *out, const struct report *r, struct diag *d)
{
    struct arcs arcs = {.r = r};
    struct sink rest;
    bool ok;

    sink_init(&rest, -1);
    sink_init(&arcs.cells, -1);
    put_times(&(struct csv){.out = &rest, .in_row = true}, r->figures);
    sink_char(&rest, '\0');
    arcs.rest = rest.buf;
    ok = rest.error == 0 ? choose_arcs(&arcs, d) && make_cells(&arcs, d)
                         : diag_no_memory(d, rest.used);
    for (uint32_t i = 0; ok && i < arcs.n; i++)
        put_arc(out, &arcs, arcs.order[i]);
    sink_release(&arcs.cells);
    sink_release(&rest);
    free(arcs.cell_end);
    free(arcs.order);
    return ok;
}

bool csv_print(const struct report *r, struct sink *out, struct diag *d)
{
    const struct figures *f = r->figures;
    struct csv c = {.out = out};

    csv_header(&c, columns);
    csv_end_row(&c);
    for (uint32_t i = 0; i < f->n_shown; i++)
        put_function(&c, r, f->order[i]);
    if (f->unknown > 0 || f->unknown_samples > 0)
        put_sum(&c, f, "unknown", FIGURES_UNKNOWN, f->unknown_samples, f->unknown);
    put_sum(&c, f, "total", NULL, f->total_samples, f->total);
    return put_arcs(out, r, d);
}
