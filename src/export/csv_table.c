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
#include "view/report.h"

#include "base/arith.h"
#include "base/csv.h"
#include "base/mem.h"
#include "base/radix.h"

/* ids: two static functions may have one name */
static const char columns[] = "record,id,name,callee_id,callee,file,line,calls,self_calls,cycle,"
                              "samples,self,inclusive,unit,inclusive_is,library,self_high";

/* Writes the kinds of times and the library, which may be NULL. */
static void put_kinds(struct csv *c, const struct report *r, const char *library)
{
    csv_text(c, r->figures.unit == FIGURES_NS ? "ns" : "ticks");
    csv_text(c, report_is_measured(r) ? "measured" : "estimated");
    csv_text(c, library);
}

static void end_without_high(struct csv *c, const struct report *r)
{
    put_kinds(c, r, NULL);
    csv_empty(c, 1);
    csv_end_row(c);
}

static void put_function(struct csv *c, const struct report *r, uint32_t s)
{
    const struct figure *figure = &r->figures.functions[s];
    const struct cg_node *node = &r->facts.graph.nodes[s];
    const struct image_line *where = &r->program.lines.at[s];
    uint32_t library = symtab_library(&r->program.symtab, s);

    csv_text(c, "function");
    csv_u64(c, s);
    csv_text(c, names_shown(&r->program.names, s));
    csv_empty(c, 2);
    csv_text(c, where->file ? names_once_more(&r->program.names, where->file) : NULL);
    csv_known(c, where->file, where->line);
    csv_u64(c, node->calls);
    csv_u64(c, node->self_calls);
    csv_known(c, node->cycle > 0, node->cycle);
    csv_u64(c, figure->samples);
    csv_u64(c, figure->self);
    csv_u64(c, figure->inclusive);
    put_kinds(c, r, library == NO_SYMBOL ? NULL : r->program.symtab.symbols[library].name);
    csv_u64(c, figure->self_high);
    csv_end_row(c);
}

/* Writes a row of samples and time alone. */
static void put_sum(struct csv *c, const struct report *r, const char *record, const char *name,
                    uint64_t samples, uint64_t self)
{
    csv_text(c, record);
    csv_empty(c, 1);
    csv_text(c, name);
    csv_empty(c, 7);
    csv_u64(c, samples);
    csv_u64(c, self);
    csv_empty(c, 1);
    end_without_high(c, r);
}

/* Writes a row of time beside the total, if there is any. */
static void put_beside(struct csv *c, const struct report *r, const char *name, double ticks)
{
    uint64_t time = figures_units(&r->figures, &r->facts.hist, ticks);

    if (time > 0)
        put_sum(c, r, "beside", name, round_u64(ticks), time);
}

/* Gives the sort key of an arc at a level: time, the longest first, then calls, then its ends. */
static bool arc_level(const void *context, uint32_t a, unsigned level, uint64_t *key)
{
    const struct report *r = context;
    const struct cg_arc *arc = &r->facts.graph.arcs[a];
    enum { TIME, COUNT, ENDS };

    *key = level == TIME    ? ~r->figures.arcs[a]
           : level == COUNT ? ~arc->count
                            : (uint64_t)arc->parent << 32 | arc->child;
    return level < ENDS;
}

static void put_arcs(struct csv *c, const struct report *r, struct diag *d)
{
    uint32_t *order = mem_alloc(d, r->facts.graph.n_arcs, sizeof *order), n_arcs = 0;
    const struct names *n = &r->program.names;

    for (uint32_t a = 0; a < r->facts.graph.n_arcs; a++)
        if (figures_has_arc(&r->figures, &r->facts.graph.arcs[a]))
            order[n_arcs++] = a;
    radix_sort(order, n_arcs, arc_level, r, d);
    for (uint32_t i = 0; i < n_arcs; i++) {
        const struct cg_arc *arc = &r->facts.graph.arcs[order[i]];

        csv_text(c, "arc");
        csv_u64(c, arc->parent);
        csv_text(c, names_once_more(n, names_shown(n, arc->parent)));
        csv_u64(c, arc->child);
        csv_text(c, names_once_more(n, names_shown(n, arc->child)));
        csv_empty(c, 2);
        csv_u64(c, arc->count);
        csv_empty(c, 4);
        csv_u64(c, r->figures.arcs[order[i]]);
        end_without_high(c, r);
    }
    free(order);
}

bool csv_print(const struct report *r, struct sink *out, struct diag *d)
{
    const struct figures *f = &r->figures;
    struct csv c = {.out = out};

    csv_header(&c, columns);
    for (uint32_t i = 0; i < f->n_listed; i++)
        put_function(&c, r, f->order[i]);
    if (f->unknown > 0 || f->unknown_samples > 0)
        put_sum(&c, r, "unknown", FIGURES_UNKNOWN, f->unknown_samples, f->unknown);
    put_sum(&c, r, "total", time_kind_key(f->kind), f->total_samples, f->total);
    put_beside(&c, r, "profiler", r->facts.profiling_total);
    put_beside(&c, r, "unseen", r->facts.stacks.missing);
    put_arcs(&c, r, d);
    return true;
}
