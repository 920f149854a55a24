/* changes_forms - what changed since another profile, for programs: JSON and CSV
 *
 * The same rows in the same order as in the table for people, but nothing is left out that has time
 * or calls. Times are whole nanoseconds, or ticks; calls are those of all runs together, as that is
 * a whole number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/csv.h"
#include "base/json.h"
#include "view/report.h"

#include <math.h>

static bool is_listed(const struct report *r, const struct change *at)
{
    return r->style.show_unused || (at->before && at->before->is_used) ||
           (at->after && at->after->is_used);
}

/* Returns a time in whole units of the data. */
static uint64_t whole(const struct changes *c, double time)
{
    double units = c->before->in_ticks && c->after->in_ticks ? time : time * 1e9;

    return units < 0x1p62 ? (uint64_t)llrint(units) : (uint64_t)1 << 62;
}

static int64_t difference(const struct changes *c, const struct change *at)
{
    return at->difference < 0 ? -(int64_t)whole(c, -at->difference)
                              : (int64_t)whole(c, at->difference);
}

/* Returns the verdict, or NULL if times cannot be compared. */
static const char *verdict(const struct changes *c, const struct change *at)
{
    const char *word = changes_verdict(c, at);

    return *word ? word : NULL;
}

static const char *unit(const struct changes *c)
{
    return c->before->in_ticks && c->after->in_ticks ? "ticks" : "ns";
}

static const struct changes_function *either(const struct change *at)
{
    return at->after ? at->after : at->before;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void put_side(struct json_object *document, const struct changes *c, const char *key,
                     const struct changes_side *side)
{
    struct json_object o = json_put_object(document, key);

    json_put_string(&o, "file", side->source);
    json_put_u64(&o, "time_runs", side->time_runs);
    json_put_u64(&o, "call_runs", side->call_runs);
    json_put_u64(&o, "samples", (uint64_t)llrint(side->samples));
    json_put_u64(&o, "total", whole(c, side->total.mean));
    json_put_string(&o, "inclusive", side->is_measured ? "measured" : "estimated");
    json_end(&o);
}

static void put_function(struct json_object *record, const struct changes *c, const char *key,
                         const struct changes_function *f)
{
    struct json_object o;

    if (!f) {
        json_put_null(record, key);
        return;
    }
    o = json_put_object(record, key);
    json_put_u64(&o, "self", whole(c, f->self.mean));
    json_put_u64(&o, "inclusive", whole(c, f->inclusive.mean));
    json_put_u64(&o, "calls", f->calls.others);
    json_put_u64(&o, "self_calls", f->calls.self);
    json_end(&o);
}

static void put_judgement(struct json_object *o, const struct changes *c, const struct change *at)
{
    json_put_i64(o, "difference", difference(c, at));
    json_put_u64(o, "reach", whole(c, at->reach));
    json_put_string(o, "verdict", verdict(c, at));
}

static void put_change(struct json_list *list, const struct changes *c, const struct change *at)
{
    struct json_object o = json_begin_record(list);

    json_put_string(&o, "name", changes_name(c, at));
    json_put_string(&o, "linker", either(at)->name);
    json_put_string(&o, "file", either(at)->file);
    put_judgement(&o, c, at);
    json_put_bool(&o, "calls_differ", at->calls_differ);
    put_function(&o, c, "before", at->before);
    put_function(&o, c, "after", at->after);
    json_end(&o);
}

bool changes_print_json(const struct report *r, struct sink *out, struct diag *d)
{
    const struct changes *c = &r->changes;
    struct json_object document = json_begin_lines(out), o;
    struct json_list list;

    (void)d;
    json_put_string(&document, "format", "gprof-changes");
    json_put_u64(&document, "version", 1);
    json_put_string(&document, "unit", unit(c));
    put_side(&document, c, "before", c->before);
    put_side(&document, c, "after", c->after);
    o = json_put_object(&document, "total");
    put_judgement(&o, c, &c->total);
    json_end(&o);
    list = json_begin_list(&document, "functions");
    for (size_t i = 0; i < c->n; i++)
        if (is_listed(r, &c->at[i]))
            put_change(&list, c, &c->at[i]);
    json_end_list(&list);
    json_end(&document);
    return true;
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static const char columns[] = "name,linker,file,verdict,self_before,self_after,difference,reach,"
                              "inclusive_before,inclusive_after,calls_before,calls_after,"
                              "self_calls_before,self_calls_after,call_runs_before,call_runs_after,"
                              "unit";

enum cell { CELL_SELF, CELL_INCLUSIVE, CELL_CALLS, CELL_SELF_CALLS };

static void put_cell(struct csv *t, const struct changes *c, const struct changes_function *f,
                     enum cell cell)
{
    if (!f) {
        csv_empty(t, 1);
        return;
    }
    csv_u64(t, cell == CELL_SELF        ? whole(c, f->self.mean)
               : cell == CELL_INCLUSIVE ? whole(c, f->inclusive.mean)
               : cell == CELL_CALLS     ? f->calls.others
                                        : f->calls.self);
}

static void put_cells(struct csv *t, const struct changes *c, const struct change *at,
                      enum cell cell)
{
    put_cell(t, c, at->before, cell);
    put_cell(t, c, at->after, cell);
}

static void put_row(struct csv *t, const struct changes *c, const struct change *at)
{
    csv_text(t, changes_name(c, at));
    csv_text(t, either(at)->name);
    csv_text(t, either(at)->file);
    csv_text(t, verdict(c, at));
    put_cells(t, c, at, CELL_SELF);
    csv_i64(t, difference(c, at));
    csv_u64(t, whole(c, at->reach));
    put_cells(t, c, at, CELL_INCLUSIVE);
    put_cells(t, c, at, CELL_CALLS);
    put_cells(t, c, at, CELL_SELF_CALLS);
    csv_u64(t, c->before->call_runs);
    csv_u64(t, c->after->call_runs);
    csv_text(t, unit(c));
    csv_end_row(t);
}

bool changes_print_csv(const struct report *r, struct sink *out, struct diag *d)
{
    const struct changes *c = &r->changes;
    struct csv table = {.out = out};

    (void)d;
    csv_header(&table, columns);
    csv_end_row(&table);
    for (size_t i = 0; i < c->n; i++)
        if (is_listed(r, &c->at[i]))
            put_row(&table, c, &c->at[i]);
    return true;
}
