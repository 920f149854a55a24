/* changes_print - prints what changed since another profile (--compare)
 *
 * A summary comes first, then the functions by the certain part of their change. Without -z, a
 * function is left out if its change is within noise and its calls are equal. JSON and CSV
 * (--export beside --compare) have all rows. On a terminal long names are cut.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/texts.h"

#include "base/csv.h"
#include "base/json.h"
#include "report/registry.h"
#include "report/table.h"
#include "view/change_texts.h"

#include <math.h>

/* ---- for people ----------------------------------------------------------------------------- */

static void put_row(const struct change_texts *texts, struct table *t, const struct change *at)
{
    for (enum change_cell cell = 0; cell < CHANGE_CELLS; cell++)
        if (change_has_cell(texts, cell) && cell != CHANGE_NAME) {
            change_put_cell(texts, at, cell, &t->text);
            table_end_cell(t);
        }
    t->next.name = changes_name(texts->changes, at, &t->next.syntax);
    change_put_file(at, &t->text);
    table_end_cell(t);
}

/* Prints the rows in `columns` columns. */
static void print_rows(const struct change_texts *texts, unsigned columns, struct sink *out,
                       struct diag *d)
{
    const struct changes *c = texts->changes;
    const char *const *titles = change_titles;
    struct table t;

    table_init(&t, d);
    if (c->has_times) {
        table_add(&t, COLUMN_NUMBER, "", titles[CHANGE_BEFORE], 0);
        table_add(&t, COLUMN_NUMBER, "  ", titles[CHANGE_AFTER], 0);
        table_add(&t, COLUMN_NUMBER, "  ", titles[CHANGE_DIFFERENCE], sizeof "difference" - 1 - 3);
        table_add(&t, COLUMN_WORD, " " PLUS_MINUS " ", NULL, 0);
        table_add(&t, COLUMN_WORD, "  ", titles[CHANGE_VERDICT], 0);
    }
    if (c->has_calls)
        table_add(&t, COLUMN_NUMBER, t.n_columns > 0 ? "  " : "", titles[CHANGE_CALLS], 0);
    table_add(&t, COLUMN_NAME, t.n_columns > 0 ? "  " : "", titles[CHANGE_NAME], 0);
    for (size_t i = 0; i < c->n; i++)
        if (change_is_listed(texts, &c->at[i]))
            put_row(texts, &t, &c->at[i]);
    if (t.n_cells > 0) {
        sink_char(out, '\n');
        table_print(&t, columns, out);
    }
}

static void print_summary(const struct change_texts *texts, struct sink *out)
{
    const struct changes *c = texts->changes;

    sink_string(out, "What changed\n\nbefore  ");
    change_put_side(texts, c->before, out);
    sink_string(out, "\nafter   ");
    change_put_side(texts, c->after, out);
    sink_string(out, c->has_times ? "\nchange  " : "");
    change_put_total(texts, out);
    sink_string(out, "\n\n");
    change_put_counts(texts, out);
}

/* ---- for programs: JSON and CSV ------------------------------------------------------------- */

/* JSON and CSV have the same order of rows, and all rows with time or calls. Times are whole
 * nanoseconds, or ticks. Calls are those of all runs together, as that is a whole number. */

/* Returns a time or a difference in whole units of the data. */
static int64_t to_units(const struct changes *c, double time)
{
    double units = c->before->in_ticks && c->after->in_ticks ? time : time * 1e9;

    return llrint(fmax(fmin(units, 0x1p62), -0x1p62));
}

static const char *unit(const struct changes *c)
{
    return c->before->in_ticks && c->after->in_ticks ? "ticks" : "ns";
}

static void put_side(struct json_object *document, const struct changes *c, const char *key,
                     const struct changes_side *side)
{
    struct json_object o = json_put_object(document, key);

    json_put_string(&o, "file", side->source);
    json_put_u64(&o, "time_runs", side->time_runs);
    json_put_u64(&o, "call_runs", side->call_runs);
    json_put_u64(&o, "samples", (uint64_t)llrint(side->samples));
    json_put_i64(&o, "total", to_units(c, side->total.mean));
    json_put_string(&o, "time_is", time_kind_key(side->kind));
    json_put_string(&o, "inclusive", side->is_measured ? "measured" : "estimated");
    json_end(&o);
}

/* Number of values of a function on one side in JSON and CSV. */
enum { VALUES = 4 };
static const char *const value_names[VALUES] = {"self", "inclusive", "calls", "self_calls"};

static void find_values(const struct changes *c, const struct changes_function *f,
                        uint64_t values[VALUES])
{
    values[0] = (uint64_t)to_units(c, f->self.mean);
    values[1] = (uint64_t)to_units(c, f->inclusive.mean);
    values[2] = f->calls.others;
    values[3] = f->calls.self;
}

static void put_function(struct json_object *record, const struct changes *c, const char *key,
                         const struct changes_function *f)
{
    uint64_t values[VALUES];
    struct json_object o;

    if (!f) {
        json_put_null(record, key);
        return;
    }
    o = json_put_object(record, key);
    find_values(c, f, values);
    for (size_t i = 0; i < VALUES; i++)
        json_put_u64(&o, value_names[i], values[i]);
    json_end(&o);
}

static void put_judgement(struct json_object *o, const struct changes *c, const struct change *at)
{
    const char *verdict = changes_verdict(c, at); /* empty if times cannot be compared */

    json_put_i64(o, "difference", to_units(c, at->difference));
    json_put_i64(o, "reach", to_units(c, at->reach));
    json_put_string(o, "verdict", *verdict ? verdict : NULL);
}

static void put_change(struct json_list *list, const struct changes *c, const struct change *at)
{
    struct json_object o = json_begin_record(list);

    json_put_string(&o, "name", changes_name(c, at, NULL));
    json_put_string(&o, "linker", changes_either(at)->name);
    json_put_string(&o, "file", changes_either(at)->file);
    put_judgement(&o, c, at);
    json_put_bool(&o, "calls_differ", at->calls_differ);
    put_function(&o, c, "before", at->before);
    put_function(&o, c, "after", at->after);
    json_end(&o);
}

static void print_json(const struct changes *c, bool show_unused, struct sink *out)
{
    struct json_object document = json_begin_lines(out), o;
    struct json_list list;

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
        if (show_unused || change_is_used(&c->at[i]))
            put_change(&list, c, &c->at[i]);
    json_end_list(&list);
    json_end(&document);
}

static const char columns[] = "name,linker,file,verdict,self_before,self_after,difference,reach,"
                              "inclusive_before,inclusive_after,calls_before,calls_after,"
                              "self_calls_before,self_calls_after,call_runs_before,call_runs_after,"
                              "unit";

/* Writes the values of both sides. */
static void put_values(struct csv *t, const struct changes *c, const struct change *at,
                       size_t value)
{
    const struct changes_function *const sides[] = {at->before, at->after};
    uint64_t values[VALUES];

    for (size_t i = 0; i < 2; i++) {
        if (!sides[i]) {
            csv_empty(t, 1);
            continue;
        }
        find_values(c, sides[i], values);
        csv_u64(t, values[value]);
    }
}

static void put_csv_row(struct csv *t, const struct changes *c, const struct change *at)
{
    csv_text(t, changes_name(c, at, NULL));
    csv_text(t, changes_either(at)->name);
    csv_text(t, changes_either(at)->file);
    csv_text(t, changes_verdict(c, at));
    put_values(t, c, at, 0);
    csv_i64(t, to_units(c, at->difference));
    csv_i64(t, to_units(c, at->reach));
    for (size_t i = 1; i < VALUES; i++)
        put_values(t, c, at, i);
    csv_u64(t, c->before->call_runs);
    csv_u64(t, c->after->call_runs);
    csv_text(t, unit(c));
    csv_end_row(t);
}

static void print_csv(const struct changes *c, bool show_unused, struct sink *out)
{
    struct csv table = {.out = out};

    csv_header(&table, columns);
    for (size_t i = 0; i < c->n; i++)
        if (show_unused || change_is_used(&c->at[i]))
            put_csv_row(&table, c, &c->at[i]);
}

/* ---- the report ----------------------------------------------------------------------------- */

void changes_print(const struct changes *c, const struct report *r, struct sink *out,
                   struct diag *d)
{
    const struct change_texts texts = change_texts_of(c, r->style.show_unused);

    if (r->style.as == REPORT_JSON) {
        print_json(c, r->style.show_unused, out);
    } else if (r->style.as == REPORT_CSV) {
        print_csv(c, r->style.show_unused, out);
    } else {
        print_summary(&texts, out);
        print_rows(&texts, r->style.columns, out, d);
        if (!r->style.brief) {
            sink_char(out, '\n');
            sink_string(out, change_explanation);
        }
    }
}
