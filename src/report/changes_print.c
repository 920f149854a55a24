/* changes_print - prints what changed since another profile (--compare)
 *
 * A summary comes first, then the functions by the certain part of their change. Without -z, a
 * function is left out if its change is within noise and its calls are equal. JSON and CSV
 * (--export beside --compare) have all rows. On a terminal long names are cut.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/texts.h"

#include "analysis/error_bars.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/utf8_put.h"
#include "report/table.h"

#include <math.h>

enum { DECIMALS_MAX = 6 };

struct page {
    const struct report *r;
    const struct changes *c;
    struct sink *out;
    int decimals;
    double least; /* least value that is not shown as 0 */
};

/* ---- cells ---------------------------------------------------------------------------------- */

/* Returns the decimals of a tick. */
static int decimals_of(const struct changes *c)
{
    if ((c->before->time_runs && c->before->in_ticks) ||
        (c->after->time_runs && c->after->in_ticks))
        return 0;
    return (int)figures_decimals(fmax(c->before->rate, c->after->rate), DECIMALS_MAX);
}

/* Writes the mean number of calls of a run; exact if all runs have that number. */
static void put_mean(struct sink *cell, uint64_t calls, unsigned runs)
{
    if (calls % runs == 0)
        sink_u64(cell, calls / runs, 0);
    else
        sink_fixed(cell, (double)calls / runs, 0, 1);
}

/* Writes N, or N+M if the function calls itself. */
static void put_calls(struct sink *cell, const struct changes_calls *calls, unsigned runs)
{
    put_mean(cell, calls->others, runs);
    if (calls->self > 0) {
        sink_char(cell, '+');
        put_mean(cell, calls->self, runs);
    }
}

static bool was_called(const struct changes_function *f)
{
    return f && f->calls.most > 0;
}

/* Writes N, or N -> M; nothing if there are no calls on both sides. */
static void put_both_calls(struct sink *cell, const struct changes *c, const struct change *at)
{
    bool both = at->before && (at->calls_differ || !at->after);

    if (!at->calls_differ && !was_called(at->before) && !was_called(at->after))
        return;
    if (both)
        put_calls(cell, &at->before->calls, c->before->call_runs);
    if (both && at->after)
        sink_string(cell, " -> ");
    if (at->after)
        put_calls(cell, &at->after->calls, c->after->call_runs);
}

/* Returns the difference, or 0 without a sign if it would be shown as 0. */
static double shown_difference(const struct page *p, const struct change *at)
{
    return fabs(at->difference) < p->least ? 0 : at->difference;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static bool is_used(const struct change *at)
{
    return (at->before && at->before->is_used) || (at->after && at->after->is_used);
}

static bool is_listed(const struct page *p, const struct change *at)
{
    return p->r->style.show_unused ||
           (is_used(at) && (at->verdict != CHANGE_NONE || at->calls_differ ||
                            (p->c->has_times && fabs(at->difference) > at->reach)));
}

static void put_name(struct sink *out, const char *name)
{
    utf8_put(out, name, SIZE_MAX, utf8_put_safe);
}

static void put_row(const struct page *p, struct table *t, const struct change *at)
{
    const struct changes_function *const sides[] = {at->before, at->after};
    const char *file = changes_either(at)->file;

    for (size_t i = 0; p->c->has_times && i < 2; i++) {
        if (sides[i])
            table_printf(t, "%.*f", p->decimals, sides[i]->self.mean);
        else
            table_printf(t, "-");
    }
    if (p->c->has_times) {
        table_printf(t, "%+.*f", p->decimals, shown_difference(p, at));
        table_printf(t, "%.*f", p->decimals, at->reach);
        table_printf(t, "%s", changes_verdict(p->c, at));
    }
    if (p->c->has_calls) {
        put_both_calls(&t->text, p->c, at);
        table_end_cell(t);
    }
    put_name(&t->text, changes_name(p->c, at));
    if (at->is_shared && file) {
        sink_string(&t->text, " (");
        put_name(&t->text, diag_basename(file));
        sink_char(&t->text, ')');
    }
    table_end_cell(t);
}

static void print_rows(const struct page *p, struct diag *d)
{
    struct table t;

    table_init(&t, NULL, d);
    if (p->c->has_times) {
        table_add(&t, COLUMN_NUMBER, "", "before", 0);
        table_add(&t, COLUMN_NUMBER, "  ", "after", 0);
        table_add(&t, COLUMN_NUMBER, "  ", "difference", sizeof "difference" - 1 - 3);
        table_add(&t, COLUMN_WORD, " " PLUS_MINUS " ", NULL, 0);
        table_add(&t, COLUMN_WORD, "  ", "verdict", 0);
    }
    if (p->c->has_calls)
        table_add(&t, COLUMN_NUMBER, t.n_columns > 0 ? "  " : "", "calls", 0);
    table_add(&t, COLUMN_NAME, t.n_columns > 0 ? "  " : "", "function", 0);
    for (size_t i = 0; i < p->c->n; i++)
        if (is_listed(p, &p->c->at[i]))
            put_row(p, &t, &p->c->at[i]);
    if (t.n_cells > 0) {
        sink_char(p->out, '\n');
        table_print(&t, p->r->style.columns, p->out);
    }
}

/* ---- the summary ---------------------------------------------------------------------------- */

static const char *unit_of(const struct changes_side *side)
{
    return side->in_ticks ? "ticks" : side->dimension;
}

static void print_side(const struct page *p, const char *title, const struct changes_side *side)
{
    unsigned runs = side->time_runs > side->call_runs ? side->time_runs : side->call_runs;

    sink_printf(p->out, "%-8s", title);
    put_name(p->out, side->source);
    if (runs > 1)
        sink_printf(p->out, " and others, %u runs", runs);
    if (side->time_runs)
        sink_printf(p->out, ": %.0f %s, %.*f %s%s%s\n", side->samples,
                    side->is_measured || sig_ticks_of_signal(side->rate) == 1 ? "samples" : "ticks",
                    p->decimals, side->total.mean, unit_of(side), runs > 1 ? " a run" : "",
                    time_kind_words(side->kind));
    else
        sink_string(p->out, ": no samples\n");
}

static void print_counts(const struct page *p)
{
    size_t of[CHANGE_GONE + 1] = {0}, calls = 0, left_out = 0, used = 0;

    for (size_t i = 0; i < p->c->n; i++) {
        const struct change *at = &p->c->at[i];

        if (!is_used(at))
            continue;
        used++;
        of[at->verdict]++;
        calls += at->calls_differ && at->before && at->after;
        left_out += !is_listed(p, at);
    }
    sink_char(p->out, '\n');
    if (p->c->has_spread && p->c->total.verdict == CHANGE_NONE && calls == 0 &&
        of[CHANGE_NONE] == used) {
        sink_printf(p->out, "Nothing changed beyond noise%s\n",
                    left_out > 0 ? "; -z lists all functions" : "");
        return;
    }
    if (p->c->has_spread)
        sink_printf(p->out, "%zu slower, %zu faster, %zu within noise; ", of[CHANGE_SLOWER],
                    of[CHANGE_FASTER], of[CHANGE_NONE]);
    sink_printf(p->out, "%zu new, %zu gone", of[CHANGE_NEW], of[CHANGE_GONE]);
    if (p->c->has_calls)
        sink_printf(p->out, "; %zu called more or less often", calls);
    sink_char(p->out, '\n');
    if (left_out > 0)
        sink_printf(p->out, "%zu without changes are not listed; -z lists them\n", left_out);
    if (p->c->has_times && !p->c->has_spread)
        sink_string(p->out, "One run a side cannot tell how much runs differ: no verdicts; name "
                            "several runs on both sides\n");
}

static void print_summary(const struct page *p)
{
    const struct changes *c = p->c;

    sink_string(p->out, "What changed\n\n");
    print_side(p, "before", c->before);
    print_side(p, "after", c->after);
    if (c->has_times)
        sink_printf(p->out, "change  %+.*f " PLUS_MINUS " %.*f %s%s%s\n", p->decimals,
                    shown_difference(p, &c->total), p->decimals, c->total.reach, unit_of(c->after),
                    c->has_spread ? ": " : "", changes_verdict(c, &c->total));
    print_counts(p);
}

/* ---- explanations --------------------------------------------------------------------------- */

static const char explanation[] =
    "\n"
    "Times are of the functions themselves, without what they called; of several\n"
    "runs it is the time of one, on the average. The difference may be less or more\n"
    "by what follows " PLUS_MINUS ", as sampling and the spread of runs make it; in 95 of 100\n"
    "comparisons this holds for all rows together. Beyond that a function is slower\n"
    "or faster. The largest certain change comes first, loss or gain. Of one run a\n"
    "side only sampling is known: that tells how well each run was measured, and not\n"
    "whether another would be the same.\n"
    "\n"
    "Numbers of calls are exact, and N -> M where they changed. N+M are calls by\n"
    "other functions and by itself.\n";

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

    json_put_string(&o, "name", changes_name(c, at));
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
        if (show_unused || is_used(&c->at[i]))
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
    csv_text(t, changes_name(c, at));
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
    csv_end_row(&table);
    for (size_t i = 0; i < c->n; i++)
        if (show_unused || is_used(&c->at[i]))
            put_csv_row(&table, c, &c->at[i]);
}

/* ---- the report ----------------------------------------------------------------------------- */

bool changes_print(const struct changes *c, const struct report *r, struct sink *out,
                   struct diag *d)
{
    struct page p = {.r = r, .c = c, .out = out, .decimals = decimals_of(c)};

    if (r->style.as == AS_JSON) {
        print_json(c, r->style.show_unused, out);
    } else if (r->style.as == AS_CSV) {
        print_csv(c, r->style.show_unused, out);
    } else {
        p.least = 0.5 * pow(10, -p.decimals);
        print_summary(&p);
        print_rows(&p, d);
        if (r->style.brief)
            return true;
        sink_string(out, explanation);
    }
    return true;
}
