/* pprof - the profile for pprof and whatever reads its files (--export=pprof)
 *
 * A sample has a stack and three values: samples, calls, time. No sample has both time and calls:
 *
 *   - Call stacks become samples with time. Without call stacks a function's time stands alone, by
 *     lines; or, with --estimated, at the ends of paths that numbers of calls suggest.
 *   - Calls become samples of two places, the callee and the line of its call in the caller.
 *
 * So the times of all functions are right whatever is known of stacks, nothing is made up unless it
 * is asked for, and who called whom how often is there, too. Readers take the last type of value
 * for the one to show.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/pprof_paths.h"

#include "base/mem.h"
#include "export/protobuf.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum type_field { TYPE_TYPE = 1, TYPE_UNIT = 2 };

/* ---- what the values are ---- */

/* A type of value and its unit. */
struct type {
    char name[64], unit[64];
};

/* What time is called: that of processors or of a clock, or what the data count instead. */
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

/* ---- samples ---- */

/* Write samples of places alone: the figures of `symbol` divided among `n` of its lines, of which
 * there may be none. `ticks`, `time` and `samples` have room for them. */
static void put_function(struct pprof_tables *t, uint32_t symbol, const struct line_time *lines,
                         size_t n, bool with_time, struct pprof_division *v)
{
    const struct figure *figure = &t->r->figures.functions[symbol];
    static const struct line_time no_line = {.ticks = 1};

    if (figure->samples == 0 && figure->self == 0)
        return;
    if (n == 0) {
        lines = &no_line;
        n = 1;
    }
    for (size_t i = 0; i < n; i++)
        v->ticks[i] = lines[i].ticks;
    figures_spread(with_time ? figure->self : 0, v->ticks, n, v->time);
    figures_spread(figure->samples, v->ticks, n, v->samples);
    for (size_t i = 0; i < n; i++) {
        const struct pprof_values values = {.samples = v->samples[i], .time = v->time[i]};
        uint64_t place;

        if (values.samples == 0 && values.time == 0)
            continue;
        place = pprof_place(t, symbol, lines[i].file, lines[i].line);
        pprof_sample(t, &place, 1, &values);
    }
}

/* The functions' own samples, by lines, without what is above them. Fails, after reporting, when
 * memory is out. */
static bool put_functions(struct pprof_tables *t, bool with_time)
{
    const struct report *r = t->r;
    const struct line_times *l = &r->line_times;
    struct pprof_division v = {0};
    bool ok = pprof_division_init(&v, l->n + 1, t->d);

    for (uint32_t s = 0; ok && s < r->symtab.n; s++)
        put_function(t, s, l->at + l->first[s], l->first[s + 1] - l->first[s], with_time, &v);
    pprof_division_release(&v);
    return ok;
}

/* What belongs to no function. */
static void put_unknown(struct pprof_tables *t)
{
    const struct figures *f = &t->r->figures;
    const struct pprof_values v = {.samples = f->unknown_samples, .time = f->unknown};
    uint64_t place;

    if (v.samples == 0 && v.time == 0)
        return;
    place = pprof_place(t, PPROF_UNKNOWN, NULL, 0);
    pprof_sample(t, &place, 1, &v);
}

/* `count` calls in a line of the caller, of the line where the callee begins. */
static void put_call(struct pprof_tables *t, const struct cg_arc *arc, const char *file,
                     unsigned line, uint64_t count)
{
    const struct pprof_values v = {.calls = count};
    const struct image_line *begin = &t->r->lines.at[arc->child];
    uint64_t stack[2];

    if (count == 0)
        return;
    stack[0] = pprof_place(t, arc->child, begin->file, begin->line);
    stack[1] = pprof_place(t, arc->parent, file, line);
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
            put_call(t, &g->arcs[a], sites->at[i].file, sites->at[i].line, sites->at[i].count);
    }
}

/* The times, with whatever is known of stacks. */
static bool put_times(struct pprof_tables *t)
{
    bool measured = t->r->figures.origin == CG_MEASURED;
    struct paths p;
    bool ok;

    if (!measured && !t->r->style.estimated)
        return put_functions(t, true);
    ok = measured
             ? paths_measured(&p, t->r, t->d) && pprof_measured(t, &p)
             : paths_estimated(&p, t->r, t->d) && pprof_estimated(t, &p) && put_functions(t, false);
    if (ok) {
        pprof_cut(t, &p);
        put_cut_comment(t, &p);
    }
    paths_release(&p);
    return ok;
}

bool pprof_print(const struct report *r, struct sink *out, struct diag *d)
{
    struct pprof_tables t;

    if (pprof_tables_init(&t, r, out, d)) {
        put_types(&t);
        put_origin(&t);
        pprof_mappings(&t);
        t.failed = !put_times(&t) || t.failed;
        put_unknown(&t);
        put_calls(&t);
    }
    return pprof_tables_finish(&t);
}
