/* change_texts - writes the words and figures of a comparison, the same on a terminal and on a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/change_texts.h"

#include "analysis/error_bars.h"
#include "base/utf8_put.h"
#include "view/figures.h"

#include <math.h>

enum { DECIMALS_MAX = 6 };

/* Times have the decimals of a tick. */
struct change_texts change_texts_of(const struct changes *c, bool show_unused)
{
    bool in_ticks = (c->before->time_runs && c->before->in_ticks) ||
                    (c->after->time_runs && c->after->in_ticks);
    double rate = fmax(c->before->rate, c->after->rate);
    int decimals = in_ticks ? 0 : (int)figures_decimals(rate, DECIMALS_MAX);

    return (struct change_texts){.changes = c,
                                 .show_unused = show_unused,
                                 .decimals = decimals,
                                 .least = 0.5 * pow(10, -decimals)};
}

/* ---- units of programs: whole nanoseconds, or ticks -------------------------------------------
 */

static bool in_ticks(const struct changes *c)
{
    return c->before->in_ticks && c->after->in_ticks;
}

int64_t change_units(const struct changes *c, double time)
{
    return llrint(fmax(fmin(in_ticks(c) ? time : time * 1e9, 0x1p62), -0x1p62));
}

const char *change_unit(const struct changes *c)
{
    return in_ticks(c) ? "ticks" : "ns";
}

/* ---- rows ----------------------------------------------------------------------------------- */

bool change_is_listed(const struct change_texts *t, const struct change *at)
{
    return t->show_unused ||
           (change_is_used(at) && (at->verdict != CHANGE_NONE || at->calls_differ ||
                                   (t->changes->has_times && fabs(at->difference) > at->reach)));
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
static double shown_difference(const struct change_texts *t, const struct change *at)
{
    return fabs(at->difference) < t->least ? 0 : at->difference;
}

static void put_time(struct grid_row *row, const struct change_texts *t,
                     const struct changes_function *f)
{
    if (f)
        sink_printf(&row->text, "%.*f", t->decimals, f->self.mean);
    else
        sink_char(&row->text, '-');
    grid_end_cell(row);
}

/* Puts the difference in percent of the time before; nothing if there was none. */
static void put_percent(struct grid_row *row, const struct change_texts *t, const struct change *at)
{
    double before = at->before ? at->before->self.mean : 0;
    double percent = before >= t->least ? 100 * shown_difference(t, at) / before : NAN;

    if (!isnan(percent))
        sink_printf(&row->text, "%+.*f", fabs(percent) < 9.95, percent);
    grid_end_cell(row);
}

/* Puts the name that people see, with the file if another function has the name, too. */
static void put_name(struct grid_row *row, const struct changes *c, const struct change *at)
{
    const char *file = changes_either(at)->file;
    enum name_syntax syntax;
    const char *name = changes_name(c, at, &syntax);

    if (at->is_shared && file) {
        sink_string(&row->text, " (");
        utf8_put_text(&row->text, diag_basename(file));
        sink_char(&row->text, ')');
    }
    if (at->before && at->before->moved > 0)
        sink_string(&row->text, " (with callees that are gone)");
    grid_end_name(row, name, syntax);
}

/* Columns for people: fill_cells puts their cells. */
static void make_columns(struct change_grid *g, const struct changes *c)
{
    const struct grid_column columns[CHANGE_COLUMNS] = {
        {.title = c->has_times ? "before" : NULL},
        {.title = c->has_times ? "after" : NULL},
        {c->has_times ? "difference" : NULL, .least = sizeof "difference" - sizeof " " PLUS_MINUS},
        {c->has_times ? PLUS_MINUS : NULL, COLUMN_WORD, .gap = " " PLUS_MINUS " ",
         .is_joined = true},
        {c->has_times ? "%" : NULL, .dropped = 1},
        {c->has_times ? "verdict" : NULL, .kind = COLUMN_WORD},
        {.title = c->has_calls ? "calls" : NULL},
        {"function", .kind = COLUMN_NAME},
    };

    memcpy(g->columns, columns, sizeof columns);
}

static void fill_cells(struct grid_row *row, const struct change_texts *t, const struct change *at)
{
    put_time(row, t, at->before);
    put_time(row, t, at->after);
    sink_printf(&row->text, "%+.*f", t->decimals, shown_difference(t, at));
    grid_end_cell(row);
    sink_printf(&row->text, "%.*f", t->decimals, at->reach);
    grid_end_cell(row);
    put_percent(row, t, at);
    sink_string(&row->text, changes_verdict(t->changes, at));
    grid_end_cell(row);
    put_both_calls(&row->text, t->changes, at);
    grid_end_cell(row);
    put_name(row, t->changes, at);
}

void change_put_judgement(struct grid_row *row, const struct changes *c, const struct change *at)
{
    const char *verdict = changes_verdict(c, at); /* empty if times cannot be compared */

    grid_i64(row, "difference", "difference", change_units(c, at->difference));
    grid_i64(row, "reach", "reach", change_units(c, at->reach));
    grid_string(row, "verdict", "verdict", *verdict ? verdict : NULL);
}

/* Puts the figures of a side as an object `key`. `csv` are their keys in CSV. */
static void put_side(struct grid_row *row, const struct changes *c, const char *key,
                     const struct changes_function *f, const char *const csv[4])
{
    static const struct changes_function none = {0};
    const struct changes_function *at = f ? f : &none;

    grid_object(row, key, f);
    grid_known(row, csv[0], "self", f, (uint64_t)change_units(c, at->self.mean));
    grid_known(row, csv[1], "inclusive", f, (uint64_t)change_units(c, at->inclusive.mean));
    grid_known(row, csv[2], "calls", f, at->calls.others);
    grid_known(row, csv[3], "self_calls", f, at->calls.self);
    grid_end(row);
}

static bool fill(const void *context, size_t number, struct grid_row *row)
{
    static const char *const before[] = {"self_before", "inclusive_before", "calls_before",
                                         "self_calls_before"},
                             *const after[] = {"self_after", "inclusive_after", "calls_after",
                                               "self_calls_after"};
    const struct change_texts *t = context;
    const struct changes *c = t->changes;
    const struct change *at = &c->at[number];

    if (row->for_people ? !change_is_listed(t, at) : !t->show_unused && !change_is_used(at))
        return false;
    if (row->for_people) {
        fill_cells(row, t, at);
        return true;
    }
    grid_string(row, "name", "name", changes_name(c, at, NULL));
    grid_string(row, "linker", "linker", changes_either(at)->name);
    grid_string(row, "file", "file", changes_either(at)->file);
    change_put_judgement(row, c, at);
    grid_bool(row, NULL, "calls_differ", at->calls_differ);
    put_side(row, c, "before", at->before, before);
    put_side(row, c, "after", at->after, after);
    grid_u64(row, "call_runs_before", NULL, c->before->call_runs);
    grid_u64(row, "call_runs_after", NULL, c->after->call_runs);
    grid_string(row, "unit", NULL, change_unit(c));
    return true;
}

void change_grid_init(struct change_grid *g, const struct change_texts *t)
{
    make_columns(g, t->changes);
    g->grid = (struct grid){GRID_HAS(g->columns), .n_rows = t->changes->n, .fill = fill,
                            .context = t, .list = "functions"};
}

/* ---- the summary ---------------------------------------------------------------------------- */

static const char *unit_of(const struct changes_side *side)
{
    return side->in_ticks ? "ticks" : side->dimension;
}

/* Writes the rate of the samples. */
static void put_rate(const struct changes_side *side, struct sink *out)
{
    if (side->in_ticks || !(side->rate > 0) || strcmp(side->dimension, "seconds") != 0)
        return;
    if (side->rate_had > 0 && side->rate_had < 0.95 * side->rate)
        sink_printf(out, " (%.0f a second; %.6g asked for)", side->rate_had, side->rate);
    else
        sink_printf(out, " (%.6g a second)", side->rate);
}

void change_put_side(const struct change_texts *t, const struct changes_side *side,
                     struct sink *out)
{
    unsigned runs = side->time_runs > side->call_runs ? side->time_runs : side->call_runs;

    utf8_put_text(out, side->source);
    if (runs > 1)
        sink_printf(out, " and others, %u runs", runs);
    if (!side->time_runs) {
        sink_string(out, ": no samples");
        return;
    }
    sink_printf(out, ": %.0f %s", side->samples,
                side->is_measured || sig_ticks_of_signal(side->rate) == 1 ? "samples" : "ticks");
    put_rate(side, out);
    sink_printf(out, ", %.*f %s%s%s", t->decimals, side->total.mean, unit_of(side),
                runs > 1 ? " a run" : "", time_kind_words(side->kind));
}

void change_put_ratio(const struct change_texts *t, struct sink *out)
{
    const struct changes *c = t->changes;
    double before = c->before->total.mean, after = c->after->total.mean, reach = c->total.reach;

    if (!c->has_spread || !(before > 0) || !(after > 0))
        return;
    if (c->total.verdict == CHANGE_SLOWER)
        sink_printf(out, ": %.2f " PLUS_MINUS " %.2f times slower", after / before, reach / before);
    else if (c->total.verdict == CHANGE_FASTER && reach > after / 2) /* hardly anything is left */
        sink_printf(out, ": more than %.1f times faster", before / (after + reach));
    else if (c->total.verdict == CHANGE_FASTER)
        sink_printf(out, ": %.2f " PLUS_MINUS " %.2f times faster", before / after,
                    before / after * (reach / after));
    else
        sink_printf(out, ": %s, " PLUS_MINUS " %.*f %%",
                    reach < 0.1 * before ? "as fast as before" : "no change beyond noise",
                    100 * reach < 9.95 * before, 100 * reach / before);
}

void change_put_total(const struct change_texts *t, struct sink *out)
{
    const struct changes *c = t->changes;

    if (c->has_times)
        sink_printf(out, "%+.*f " PLUS_MINUS " %.*f %s%s%s", t->decimals,
                    shown_difference(t, &c->total), t->decimals, c->total.reach, unit_of(c->after),
                    c->has_spread ? ": " : "", changes_verdict(c, &c->total));
}

/* Writes what runs in another order would tell. */
static void put_order(const struct changes *c, struct sink *out)
{
    if (c->has_times && !c->has_spread)
        sink_string(out, "One run a side cannot tell how much runs differ: no verdicts; name "
                         "several runs on both sides\n");
    else if (c->has_times && !c->in_turn)
        sink_string(out, "Runs were not made in turn, so drift of the machine counts as change; "
                         "gprof-run --compare avoids that\n");
}

/* Writes that one side alone has paid for the counting of calls. */
static void put_costs(const struct changes *c, struct sink *out)
{
    if (c->has_times && !c->before->call_runs != !c->after->call_runs)
        sink_printf(out,
                    "Only %s counts calls, which takes time: compare two programs compiled with "
                    "-pg, or two without\n",
                    c->after->call_runs ? "the new side" : "the base");
}

void change_put_counts(const struct change_texts *t, struct sink *out)
{
    size_t of[CHANGE_GONE + 1] = {0}, calls = 0, left_out = 0, used = 0;

    for (size_t i = 0; i < t->changes->n; i++) {
        const struct change *at = &t->changes->at[i];

        if (!change_is_used(at))
            continue;
        used++;
        of[at->verdict]++;
        calls += at->calls_differ && at->before && at->after;
        left_out += !change_is_listed(t, at);
    }
    if (t->changes->has_spread && t->changes->total.verdict == CHANGE_NONE && calls == 0 &&
        of[CHANGE_NONE] == used) {
        sink_printf(out, "Nothing changed beyond noise%s\n",
                    left_out > 0 ? "; -z lists all functions" : "");
        left_out = 0;
    } else {
        if (t->changes->has_spread)
            sink_printf(out, "%zu slower, %zu faster, %zu within noise; ", of[CHANGE_SLOWER],
                        of[CHANGE_FASTER], of[CHANGE_NONE]);
        sink_printf(out, "%zu new, %zu gone", of[CHANGE_NEW], of[CHANGE_GONE]);
        if (t->changes->has_calls)
            sink_printf(out, "; %zu called more or less often", calls);
        sink_char(out, '\n');
    }
    if (left_out > 0)
        sink_printf(out, "%zu without changes are not listed; -z lists them\n", left_out);
    put_order(t->changes, out);
    put_costs(t->changes, out);
}

/* ---- explanations --------------------------------------------------------------------------- */

static const char times_text[] =
    "Times are self times, without what the functions called, in the unit of the\n"
    "totals above; for several runs, the mean of one run. The difference may be off\n"
    "by what follows " PLUS_MINUS ", because of sampling and of the spread of runs; in 95 of 100\n"
    "comparisons this holds for all rows together. Beyond it, a function is slower or\n"
    "faster. The largest certain change comes first, loss or gain. For one run a side\n"
    "only the error of sampling is known: it tells how well each run was measured,\n"
    "and not whether another run would be the same.\n";

static const char calls_text[] =
    "Numbers of calls are exact; N -> M means that they changed. N+M are calls by\n"
    "other functions and by the function itself.\n";

void change_put_explanation(const struct change_texts *t, struct sink *out)
{
    const struct changes *c = t->changes;

    sink_string(out, c->has_times ? times_text : "");
    sink_string(out, c->has_times && c->has_calls ? "\n" : "");
    sink_string(out, c->has_calls ? calls_text : "");
}
