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

const char *const change_titles[CHANGE_CELLS] = {
    [CHANGE_BEFORE] = "before",  [CHANGE_AFTER] = "after",     [CHANGE_DIFFERENCE] = "difference",
    [CHANGE_REACH] = PLUS_MINUS, [CHANGE_VERDICT] = "verdict", [CHANGE_CALLS] = "calls",
    [CHANGE_NAME] = "function",
};

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

/* ---- rows ----------------------------------------------------------------------------------- */

bool change_is_listed(const struct change_texts *t, const struct change *at)
{
    return t->show_unused ||
           (change_is_used(at) && (at->verdict != CHANGE_NONE || at->calls_differ ||
                                   (t->changes->has_times && fabs(at->difference) > at->reach)));
}

bool change_has_cell(const struct change_texts *t, enum change_cell cell)
{
    return cell == CHANGE_NAME ||
           (cell == CHANGE_CALLS ? t->changes->has_calls : t->changes->has_times);
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

static void put_time(const struct change_texts *t, const struct changes_function *f,
                     struct sink *out)
{
    if (f)
        sink_printf(out, "%.*f", t->decimals, f->self.mean);
    else
        sink_char(out, '-');
}

void change_put_file(const struct change *at, struct sink *out)
{
    const char *file = changes_either(at)->file;

    if (at->is_shared && file) {
        sink_string(out, " (");
        utf8_put_text(out, diag_basename(file));
        sink_char(out, ')');
    }
}

void change_put_cell(const struct change_texts *t, const struct change *at, enum change_cell cell,
                     struct sink *out)
{
    switch (cell) {
    case CHANGE_BEFORE:
        put_time(t, at->before, out);
        return;
    case CHANGE_AFTER:
        put_time(t, at->after, out);
        return;
    case CHANGE_DIFFERENCE:
        sink_printf(out, "%+.*f", t->decimals, shown_difference(t, at));
        return;
    case CHANGE_REACH:
        sink_printf(out, "%.*f", t->decimals, at->reach);
        return;
    case CHANGE_VERDICT:
        sink_string(out, changes_verdict(t->changes, at));
        return;
    case CHANGE_CALLS:
        put_both_calls(out, t->changes, at);
        return;
    default:
        utf8_put_text(out, changes_name(t->changes, at, NULL));
        change_put_file(at, out);
        return;
    }
}

/* ---- the summary ---------------------------------------------------------------------------- */

static const char *unit_of(const struct changes_side *side)
{
    return side->in_ticks ? "ticks" : side->dimension;
}

void change_put_side(const struct change_texts *t, const struct changes_side *side,
                     struct sink *out)
{
    unsigned runs = side->time_runs > side->call_runs ? side->time_runs : side->call_runs;

    utf8_put_text(out, side->source);
    if (runs > 1)
        sink_printf(out, " and others, %u runs", runs);
    if (side->time_runs)
        sink_printf(out, ": %.0f %s, %.*f %s%s%s", side->samples,
                    side->is_measured || sig_ticks_of_signal(side->rate) == 1 ? "samples" : "ticks",
                    t->decimals, side->total.mean, unit_of(side), runs > 1 ? " a run" : "",
                    time_kind_words(side->kind));
    else
        sink_string(out, ": no samples");
}

void change_put_total(const struct change_texts *t, struct sink *out)
{
    const struct changes *c = t->changes;

    if (c->has_times)
        sink_printf(out, "%+.*f " PLUS_MINUS " %.*f %s%s%s", t->decimals,
                    shown_difference(t, &c->total), t->decimals, c->total.reach, unit_of(c->after),
                    c->has_spread ? ": " : "", changes_verdict(c, &c->total));
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
        return;
    }
    if (t->changes->has_spread)
        sink_printf(out, "%zu slower, %zu faster, %zu within noise; ", of[CHANGE_SLOWER],
                    of[CHANGE_FASTER], of[CHANGE_NONE]);
    sink_printf(out, "%zu new, %zu gone", of[CHANGE_NEW], of[CHANGE_GONE]);
    if (t->changes->has_calls)
        sink_printf(out, "; %zu called more or less often", calls);
    sink_char(out, '\n');
    if (left_out > 0)
        sink_printf(out, "%zu without changes are not listed; -z lists them\n", left_out);
    if (t->changes->has_times && !t->changes->has_spread)
        sink_string(out, "One run a side cannot tell how much runs differ: no verdicts; name "
                         "several runs on both sides\n");
}

/* ---- explanations --------------------------------------------------------------------------- */

const char change_explanation[] =
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
