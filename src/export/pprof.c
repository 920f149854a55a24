/* pprof - writes the profile for pprof and other readers of its files (--export=pprof)
 *
 * A sample has a stack and three values: samples, calls, time. No sample has both time and calls:
 *
 *   - Call stacks become samples with time. Without call stacks a function's time stands alone, by
 *     lines; or, with --estimated, at the ends of paths that numbers of calls suggest.
 *   - Calls become samples of two places, the callee and the line of its call in the caller.
 *
 * So the times of all functions are right, with stacks or without; nothing is made up unless it is
 * asked for; and numbers of calls are there, too. Readers take the last type of value
 * for the one to show.
 *
 * Samples of call stacks know their line, but only at the end of the stack: callers are frames of
 * functions. So the time of a path is divided among the lines of its samples.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"
#include "export/pprof_tables.h"
#include "export/protobuf.h"
#include "view/paths.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct pprof_line no_line;

enum type_field { TYPE_TYPE = 1, TYPE_UNIT = 2 };

/* ---- what the values are ---- */

/* A type of value and its unit. */
struct type {
    char name[64], unit[64];
};

/* Returns the type and unit of times: CPU time, elapsed time, or the dimension of the data. */
static struct type type_of_time(const struct report *r)
{
    const char *dimension = r->hist.dimension;
    struct type type = {"cpu", "nanoseconds"};

    if (r->figures.unit == FIGURES_TICKS && r->figures.total > 0)
        return (struct type){"ticks", "count"};
    if (dimension && strcmp(dimension, "seconds") != 0) {
        snprintf(type.name, sizeof type.name, "%s", dimension);
        snprintf(type.unit, sizeof type.unit, "nano%s", dimension);
    } else if (r->figures.origin == CG_MEASURED && r->listed.clock == GSTACK_WALL) {
        return (struct type){"wall", "nanoseconds"};
    }
    return type;
}

static void put_type(struct pprof_tables *t, unsigned field, const char *name, const char *unit)
{
    uint64_t name_number = pprof_text(t, name), unit_number = pprof_text(t, unit);

    proto_number(&t->message, TYPE_TYPE, name_number);
    proto_number(&t->message, TYPE_UNIT, unit_number);
    pprof_append(t, field);
}

static void put_types(struct pprof_tables *t)
{
    const struct type time = type_of_time(t->r);
    double rate = t->r->hist.rate;

    put_type(t, PROFILE_SAMPLE_TYPE, "samples", "count");
    put_type(t, PROFILE_SAMPLE_TYPE, "calls", "count");
    put_type(t, PROFILE_SAMPLE_TYPE, time.name, time.unit);
    put_type(t, PROFILE_PERIOD_TYPE, time.name, time.unit);
    if (rate > 0 && 1e9 / rate < 0x1p62)
        proto_number(&t->pending, PROFILE_PERIOD, (uint64_t)llrint(1e9 / rate));
    proto_number(&t->pending, PROFILE_DEFAULT_SAMPLE_TYPE, pprof_text(t, time.name));
}

/* ---- comments: where the stacks are from ---- */

static void put_comment(struct pprof_tables *t, const char *text)
{
    uint64_t number = pprof_text(t, text);

    proto_numbers(&t->pending, PROFILE_COMMENT, &number, 1);
}

static void put_origin(struct pprof_tables *t)
{
    if (t->r->figures.origin == CG_MEASURED)
        put_comment(t, "inclusive times are measured, from call stacks");
    else if (t->r->style.estimated)
        put_comment(t, "inclusive times are estimated: stacks are made of numbers of calls; the "
                       "times of functions themselves are not");
    else
        put_comment(t, "inclusive times are not known: there are no call stacks, and cum is flat; "
                       "gprof --estimated makes stacks of numbers of calls");
}

static void put_cut_comment(struct pprof_tables *t, const struct paths *p)
{
    char text[128];

    if (p->cut_total == 0)
        return;
    snprintf(text, sizeof text,
             "stacks too small to be made are left out: " PATHS_CUT " has their %" PRIu64
             " of %" PRIu64 " in all",
             p->cut_total, t->r->figures.total);
    put_comment(t, text);
}

/* ---- functions and calls ---- */

/* Writes samples of places alone: the figures of `symbol` divided among its lines, if there are
 * any.
 */
static void put_function(struct pprof_tables *t, uint32_t symbol, struct line_shares *lines,
                         bool with_time)
{
    const struct figure *figure = &t->r->figures.functions[symbol];
    const struct pprof_values all = {.samples = figure->samples, .time = figure->self};

    line_shares_find(lines, &t->r->line_times, symbol, figure);
    for (size_t i = 0; i < lines->n || i == 0; i++) {
        struct pprof_values v = all;
        struct pprof_line at = {0};
        uint64_t place;

        if (lines->n > 0) {
            v = (struct pprof_values){.samples = lines->samples[i], .time = lines->self[i]};
            at = (struct pprof_line){lines->at[i].file, lines->at[i].inlined, lines->at[i].line};
        }
        if (!with_time)
            v.time = 0;
        if (v.samples == 0 && v.time == 0)
            continue;
        place = pprof_place(t, symbol, &at);
        pprof_sample(t, &place, 1, &v);
    }
}

/* Writes the functions' own samples, by lines, without callers. */
static void put_functions(struct pprof_tables *t, bool with_time)
{
    const struct report *r = t->r;
    struct line_shares lines;

    line_shares_init(&lines, &r->line_times, r->symtab.n, t->d);
    for (uint32_t s = 0; s < r->symtab.n; s++)
        put_function(t, s, &lines, with_time);
    line_shares_release(&lines);
}

/* Writes time outside functions. */
static void put_unknown(struct pprof_tables *t)
{
    const struct figures *f = &t->r->figures;
    const struct pprof_values v = {.samples = f->unknown_samples, .time = f->unknown};
    uint64_t place;

    if (v.samples == 0 && v.time == 0)
        return;
    place = pprof_place(t, PPROF_UNKNOWN, &no_line);
    pprof_sample(t, &place, 1, &v);
}

/* Writes the calls of a site, with the line on which the callee begins. */
static void put_call(struct pprof_tables *t, const struct cg_arc *arc, const struct call_site *site)
{
    const struct pprof_values v = {.calls = site->count};
    const struct image_line *begin = &t->r->lines.at[arc->child];
    const struct pprof_line from = {site->file, site->inlined, site->line};
    uint64_t stack[2];

    if (site->count == 0)
        return;
    stack[0] = pprof_place(t, arc->child, &(struct pprof_line){begin->file, NULL, begin->line});
    stack[1] = pprof_place(t, arc->parent, &from);
    pprof_sample(t, stack, 2, &v);
}

static void put_calls(struct pprof_tables *t)
{
    const struct call_graph *g = &t->r->graph;
    const struct call_sites *sites = &t->r->call_sites;

    for (uint32_t a = 0; a < g->n_counted; a++) {
        if (!figures_has_arc(&t->r->figures, &g->arcs[a]))
            continue;
        for (size_t i = sites->first[a]; i < sites->first[a + 1]; i++)
            put_call(t, &g->arcs[a], &sites->at[i]);
    }
}

/* ---- whole stacks ---- */

/* A line in which samples of a path were taken. */
struct spot {
    uint32_t path;
    struct pprof_line at;
    double ticks;
};

static int by_text(const char *l, const char *r)
{
    if (!l || !r)
        return (l != NULL) - (r != NULL);
    return l == r ? 0 : strcmp(l, r);
}

static int by_path(const void *left, const void *right)
{
    const struct spot *l = left, *r = right;
    int order;

    if (l->path != r->path)
        return l->path < r->path ? -1 : 1;
    order = by_text(l->at.file, r->at.file);
    if (!order && l->at.line != r->at.line)
        return l->at.line < r->at.line ? -1 : 1;
    return order ? order : by_text(l->at.inlined, r->at.inlined);
}

/* Returns the line of an address in a function. */
static struct pprof_line line_at(const struct report *r, uint32_t symbol, uint64_t address)
{
    const struct line_row *row =
        symbol < r->symtab.n_code && !r->style.by_line ? line_rows_at(&r->rows, address) : NULL;

    if (!row)
        return no_line;
    return (struct pprof_line){row->file, line_row_inlined(row, &r->symtab.symbols[symbol]),
                               row->line};
}

/* Returns all places of the samples by path, one for each line. The caller frees the list. */
static struct spot *find_spots(const struct report *r, size_t *n, struct diag *d)
{
    const struct stack_frames *f = &r->listed;
    struct spot *spots = mem_alloc(d, f->n_leaves, sizeof *spots);

    *n = 0;
    for (size_t i = 0; i < f->n_leaves; i++)
        spots[i] = (struct spot){.path = f->leaves[i].frame - GSTACK_ENDS,
                                 .at = line_at(r, f->leaves[i].function, f->leaves[i].address),
                                 .ticks = f->leaves[i].ticks};
    if (f->n_leaves > 0)
        qsort(spots, f->n_leaves, sizeof *spots, by_path);
    for (size_t i = 0; i < f->n_leaves; i++) {
        if (*n > 0 && by_path(&spots[*n - 1], &spots[i]) == 0)
            spots[*n - 1].ticks += spots[i].ticks;
        else
            spots[(*n)++] = spots[i];
    }
    return spots;
}

/* Adds the callers of the path behind its innermost place. Returns the number of places. */
static size_t put_callers(struct pprof_tables *t, const struct paths *p, uint32_t path,
                          uint64_t *stack)
{
    size_t depth = 1;

    for (path = p->at[path].parent; path != NO_PATH; path = p->at[path].parent)
        stack[depth++] = pprof_place(t, p->at[path].node, &no_line);
    return depth;
}

/* Writes the paths of call stacks, by the lines in which they end. `stack` has room for all frames.
 */
static void put_measured(struct pprof_tables *t, const struct paths *p, uint64_t *stack)
{
    size_t n, end;
    struct spot *spots = find_spots(t->r, &n, t->d);
    double *ticks = mem_alloc(t->d, n, sizeof *ticks);
    uint64_t *time = mem_alloc(t->d, n, sizeof *time);
    uint64_t *samples = mem_alloc(t->d, n, sizeof *samples);

    for (size_t i = 0; i < n; i++)
        ticks[i] = spots[i].ticks;
    for (size_t first = 0; first < n; first = end) {
        const struct path *path = &p->at[spots[first].path];
        size_t depth;

        for (end = first + 1; end < n && spots[end].path == spots[first].path;)
            end++;
        if (path->time == 0 && path->samples == 0)
            continue;
        depth = put_callers(t, p, spots[first].path, stack);
        figures_spread(path->time, ticks + first, end - first, time + first);
        figures_spread(path->samples, ticks + first, end - first, samples + first);
        for (size_t i = first; i < end; i++) {
            const struct pprof_values v = {.samples = samples[i], .time = time[i]};

            stack[0] = pprof_place(t, path->node, &spots[i].at);
            if (v.time > 0 || v.samples > 0)
                pprof_sample(t, stack, depth, &v);
        }
    }
    free(spots);
    free(ticks);
    free(time);
    free(samples);
}

/* Writes estimated paths. They have times alone: samples cannot be divided. */
static void put_estimated(struct pprof_tables *t, const struct paths *p, uint64_t *stack)
{
    for (uint32_t i = 0; i < p->n; i++) {
        const struct pprof_values v = {.time = p->at[i].time};
        size_t depth;

        if (v.time == 0)
            continue;
        depth = put_callers(t, p, i, stack);
        stack[0] = pprof_place(t, p->at[i].node, &no_line);
        pprof_sample(t, stack, depth, &v);
    }
}

/* Writes time without a path: functions below a place that says so. */
static void put_cut(struct pprof_tables *t, const struct paths *p)
{
    const struct figures *f = &t->r->figures;

    for (uint32_t i = 0; i < f->n_shown; i++) {
        uint32_t s = f->order[i];
        const struct pprof_values v = {.time = p->cut[s], .samples = p->cut_samples[s]};
        uint64_t stack[2];

        if (v.time == 0 && v.samples == 0)
            continue;
        stack[0] = pprof_place(t, s, &no_line);
        stack[1] = pprof_place(t, PPROF_CUT, &no_line);
        pprof_sample(t, stack, 2, &v);
    }
    put_cut_comment(t, p);
}

/* ---- all ---- */

/* Writes the times, with whatever is known of stacks. */
static void put_times(struct pprof_tables *t)
{
    struct paths p;
    uint64_t *stack;

    if (t->r->figures.origin != CG_MEASURED && !t->r->style.estimated) {
        put_functions(t, true);
        return;
    }
    if (t->r->figures.origin == CG_MEASURED)
        paths_measured(&p, t->r, t->d);
    else
        paths_estimated(&p, t->r, t->d);
    stack = mem_alloc(t->d, (size_t)p.n + 1, sizeof *stack);
    if (t->r->figures.origin == CG_MEASURED) {
        put_measured(t, &p, stack);
    } else {
        put_estimated(t, &p, stack);
        put_functions(t, false);
    }
    put_cut(t, &p);
    free(stack);
    paths_release(&p);
}

bool pprof_print(const struct report *r, struct sink *out, struct diag *d)
{
    struct pprof_tables t;

    pprof_tables_init(&t, r, out, d);
    put_types(&t);
    put_origin(&t);
    pprof_mappings(&t);
    put_times(&t);
    put_unknown(&t);
    put_calls(&t);
    pprof_tables_finish(&t);
    return true;
}
