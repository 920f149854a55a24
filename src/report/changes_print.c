/* changes_print - what changed since another profile, as a table (--compare)
 *
 * First a summary, then the functions by what is certain of their change. What is within noise, has
 * kept its number of calls and less than half a percent of the time is left out (not with -z).
 * JSON and CSV (--export beside it) have all rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/texts.h"

#include "analysis/significance.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of the time of the whole program, below which functions within noise are left out. */
static const double least_share = 0.005;

enum { MEAN = 24, CELL = 128 /* holds four means */ };

struct table {
    const struct report *r;
    const struct changes *c;
    struct sink *out;
    int decimals;
    double least; /* what is shown as more than 0 */
    /* columns of the widest cells */
    int before, after, difference, reach, verdict, calls;
};

/* ---- cells ---------------------------------------------------------------------------------- */

/* Returns as many digits as a tick has. */
static int decimals_of(const struct changes *c)
{
    double rate = c->before->rate > c->after->rate ? c->before->rate : c->after->rate;
    int decimals = 2;

    if ((c->before->time_runs && c->before->in_ticks) ||
        (c->after->time_runs && c->after->in_ticks))
        return 0;
    for (; rate > 100 && decimals < 6; rate /= 10)
        decimals++;
    return decimals;
}

static void time_cell(const struct table *t, char *cell, const struct changes_function *f)
{
    if (f)
        snprintf(cell, CELL, "%.*f", t->decimals, f->self.mean);
    else
        memcpy(cell, "-", sizeof "-");
}

/* Puts a number of calls of one run: exact if all runs have it. */
static char *put_mean(char *at, uint64_t calls, unsigned runs)
{
    if (calls % runs == 0)
        return at + snprintf(at, MEAN, "%" PRIu64, calls / runs);
    return at + snprintf(at, MEAN, "%.1f", (double)calls / runs);
}

/* Puts N, or N+M if it calls itself. */
static char *put_calls(char *at, const struct changes_calls *calls, unsigned runs)
{
    at = put_mean(at, calls->others, runs);
    if (calls->self > 0)
        at = put_mean(at + snprintf(at, MEAN, "+"), calls->self, runs);
    return at;
}

static uint64_t or_none(const struct changes_function *f)
{
    return f ? f->calls.most : 0;
}

/* Puts N, or N -> M; nothing if there never was a call. */
static void calls_cell(const struct table *t, char *cell, const struct change *at)
{
    const struct changes *c = t->c;
    char *end = cell;

    *end = '\0';
    if (!at->calls_differ && or_none(at->before) == 0 && or_none(at->after) == 0)
        return;
    if (at->before && (at->calls_differ || !at->after))
        end = put_calls(end, &at->before->calls, c->before->call_runs);
    if (at->before && at->after && at->calls_differ)
        end += snprintf(end, MEAN, " -> ");
    if (at->after)
        end = put_calls(end, &at->after->calls, c->after->call_runs);
    *end = '\0';
}

/* Returns the difference; what is shown as 0 has no sign. */
static double shown_difference(const struct table *t, const struct change *at)
{
    return fabs(at->difference) < t->least ? 0 : at->difference;
}

static void difference_cell(const struct table *t, char *cell, const struct change *at)
{
    snprintf(cell, CELL, "%+.*f", t->decimals, shown_difference(t, at));
}

static void widen(int *width, const char *cell)
{
    int length = (int)strlen(cell);

    if (length > *width)
        *width = length;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static bool is_used(const struct change *at)
{
    return (at->before && at->before->is_used) || (at->after && at->after->is_used);
}

static bool is_large(const struct table *t, const struct change *at)
{
    double before = at->before ? at->before->self.mean : 0;
    double after = at->after ? at->after->self.mean : 0;

    return before > least_share * t->c->before->total.mean ||
           after > least_share * t->c->after->total.mean;
}

static bool is_shown(const struct table *t, const struct change *at)
{
    return t->r->style.show_unused ||
           (is_used(at) && (at->verdict != CHANGE_NONE || at->calls_differ || is_large(t, at)));
}

static void measure_row(struct table *t, const struct change *at)
{
    char cell[CELL];

    time_cell(t, cell, at->before);
    widen(&t->before, cell);
    time_cell(t, cell, at->after);
    widen(&t->after, cell);
    difference_cell(t, cell, at);
    widen(&t->difference, cell);
    snprintf(cell, CELL, "%.*f", t->decimals, at->reach);
    widen(&t->reach, cell);
    widen(&t->verdict, changes_verdict(t->c, at));
    if (!t->c->has_calls)
        return;
    calls_cell(t, cell, at);
    widen(&t->calls, cell);
}

static void print_name(struct sink *out, const char *name)
{
    utf8_put(out, name, SIZE_MAX, utf8_put_safe);
}

static void print_times(const struct table *t, const struct change *at)
{
    char cell[CELL];

    if (!t->c->has_times)
        return;
    time_cell(t, cell, at->before);
    sink_field(t->out, cell, t->before, CELL);
    sink_literal(t->out, "  ");
    time_cell(t, cell, at->after);
    sink_field(t->out, cell, t->after, CELL);
    sink_literal(t->out, "  ");
    difference_cell(t, cell, at);
    sink_field(t->out, cell, t->difference, CELL);
    sink_literal(t->out, " " PLUS_MINUS " ");
    snprintf(cell, CELL, "%.*f", t->decimals, at->reach);
    sink_field(t->out, cell, -t->reach, CELL);
    sink_literal(t->out, "  ");
}

static void print_row(const struct table *t, const struct change *at)
{
    const char *file = at->after ? at->after->file : at->before->file;
    char calls[CELL];

    print_times(t, at);
    if (t->verdict) {
        sink_field(t->out, changes_verdict(t->c, at), -t->verdict, CELL);
        sink_literal(t->out, "  ");
    }
    if (t->calls) {
        calls_cell(t, calls, at);
        sink_field(t->out, calls, t->calls, CELL);
        sink_literal(t->out, "  ");
    }
    print_name(t->out, changes_name(t->c, at));
    if (at->is_shared && file) {
        sink_string(t->out, " (");
        print_name(t->out, diag_basename(file));
        sink_char(t->out, ')');
    }
    sink_char(t->out, '\n');
}

static void print_titles(const struct table *t)
{
    if (t->c->has_times)
        sink_printf(t->out, "%*s  %*s  %-*s  ", t->before, "before", t->after, "after",
                    t->difference + 3 + t->reach, "difference");
    if (t->verdict)
        sink_printf(t->out, "%-*s  ", t->verdict, "verdict");
    if (t->calls)
        sink_printf(t->out, "%*s  ", t->calls, "calls");
    sink_string(t->out, "function\n");
}

static void print_rows(struct table *t)
{
    size_t rows = 0;

    t->before = (int)strlen("before");
    t->after = (int)strlen("after");
    t->difference = (int)strlen("difference") - 3;
    t->verdict = t->c->has_times ? (int)strlen("verdict") : 0;
    t->calls = t->c->has_calls ? (int)strlen("calls") : 0;
    for (size_t i = 0; i < t->c->n; i++) {
        if (!is_shown(t, &t->c->at[i]))
            continue;
        measure_row(t, &t->c->at[i]);
        rows++;
    }
    if (rows == 0)
        return;
    sink_char(t->out, '\n');
    print_titles(t);
    for (size_t i = 0; i < t->c->n; i++)
        if (is_shown(t, &t->c->at[i]))
            print_row(t, &t->c->at[i]);
}

/* ---- the summary ---------------------------------------------------------------------------- */

static const char *unit_of(const struct changes_side *side)
{
    return side->in_ticks ? "ticks" : side->dimension;
}

static void print_side(const struct table *t, const char *title, const struct changes_side *side)
{
    unsigned runs = side->time_runs > side->call_runs ? side->time_runs : side->call_runs;

    sink_printf(t->out, "%-8s", title);
    print_name(t->out, side->source);
    if (runs > 1)
        sink_printf(t->out, " and others, %u runs", runs);
    if (side->time_runs)
        sink_printf(t->out, ": %.0f %s, %.*f %s%s\n", side->samples,
                    side->is_measured || sig_ticks_of_signal(side->rate) == 1 ? "samples" : "ticks",
                    t->decimals, side->total.mean, unit_of(side), runs > 1 ? " a run" : "");
    else
        sink_string(t->out, ": no samples\n");
}

static void print_counts(const struct table *t)
{
    size_t of[CHANGE_GONE + 1] = {0}, calls = 0, left_out = 0;

    for (size_t i = 0; i < t->c->n; i++) {
        const struct change *at = &t->c->at[i];

        if (!is_used(at))
            continue;
        of[at->verdict]++;
        calls += at->calls_differ && at->before && at->after;
        left_out += !is_shown(t, at);
    }
    sink_char(t->out, '\n');
    if (t->c->has_times)
        sink_printf(t->out, "%zu slower, %zu faster, %zu within noise; ", of[CHANGE_SLOWER],
                    of[CHANGE_FASTER], of[CHANGE_NONE]);
    sink_printf(t->out, "%zu new, %zu gone", of[CHANGE_NEW], of[CHANGE_GONE]);
    if (t->c->has_calls)
        sink_printf(t->out, "; %zu called more or less often", calls);
    sink_char(t->out, '\n');
    if (left_out > 0)
        sink_printf(t->out,
                    "%zu without changes, and with little time, are not listed; -z lists "
                    "them\n",
                    left_out);
}

static void print_summary(const struct table *t)
{
    const struct changes *c = t->c;

    sink_string(t->out, "What changed\n\n");
    print_side(t, "before", c->before);
    print_side(t, "after", c->after);
    if (c->has_times)
        sink_printf(t->out, "change  %+.*f " PLUS_MINUS " %.*f %s: %s\n", t->decimals,
                    shown_difference(t, &c->total), t->decimals, c->total.reach, unit_of(c->after),
                    changes_verdict(c, &c->total));
    print_counts(t);
}

/* ---- explanations --------------------------------------------------------------------------- */

static const char explanation[] =
    "\n"
    "Times are of the functions themselves, without what they called; of several\n"
    "runs it is the time of one, on the average. The difference may be less or more\n"
    "by what follows " PLUS_MINUS ", as sampling and the spread of runs make it; in 95 of 100\n"
    "comparisons this holds for all rows together. Beyond that a function is slower\n"
    "or faster. The largest certain change comes first, loss or gain.\n"
    "\n"
    "Numbers of calls are exact, and N -> M where they changed. N+M are calls by\n"
    "other functions and by itself.\n";

static void print_explanation(const struct table *t)
{
    sink_string(t->out, explanation);
    if (t->c->has_times && t->c->before->time_runs == 1 && t->c->after->time_runs == 1)
        sink_printf(
            t->out,
            "\n"
            "One run on either side does not tell how much runs differ: a standard\n"
            "deviation of %g %% is assumed. Name several runs on both sides to measure it.\n",
            100 * SIG_RUNS_DIFFER);
}

/* ---- for programs: JSON and CSV ------------------------------------------------------------- */

/* The same rows in the same order, but nothing is left out that has time or calls. Times are whole
 * nanoseconds, or ticks; calls are those of all runs together, as that is a whole number. */

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

static void print_json(const struct report *r, struct sink *out)
{
    const struct changes *c = &r->changes;
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
        if (r->style.show_unused || is_used(&c->at[i]))
            put_change(&list, c, &c->at[i]);
    json_end_list(&list);
    json_end(&document);
}

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

static void put_csv_row(struct csv *t, const struct changes *c, const struct change *at)
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

static void print_csv(const struct report *r, struct sink *out)
{
    const struct changes *c = &r->changes;
    struct csv table = {.out = out};

    csv_header(&table, columns);
    csv_end_row(&table);
    for (size_t i = 0; i < c->n; i++)
        if (r->style.show_unused || is_used(&c->at[i]))
            put_csv_row(&table, c, &c->at[i]);
}

/* ---- the report ----------------------------------------------------------------------------- */

bool changes_print(const struct report *r, struct sink *out, struct diag *d)
{
    struct table t = {.r = r, .c = &r->changes, .out = out, .decimals = decimals_of(&r->changes)};

    (void)d;
    if (r->style.form == TABLE_JSON) {
        print_json(r, out);
        return true;
    }
    if (r->style.form == TABLE_CSV) {
        print_csv(r, out);
        return true;
    }
    t.least = 0.5 * pow(10, -t.decimals);
    print_summary(&t);
    print_rows(&t);
    if (!r->style.brief)
        print_explanation(&t);
    return true;
}
