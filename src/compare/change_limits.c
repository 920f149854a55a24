/* change_limits - checks if a program got worse than --fail-on allows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/change_limits.h"

#include <math.h>

enum { LINES_MAX = 10 /* most functions reported for each limit */ };

/* Share of the whole time below which no function is said to be hidden, unless it is named. */
static const double least_share = 0.005;

size_t change_limits_tests(const struct change_limit *limits, size_t n)
{
    size_t tests = 0;

    for (size_t i = 0; i < n; i++)
        tests += limits[i].figure == CHANGE_TOTAL && limits[i].function;
    return tests;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Returns true if `name` is the linker's name of the function, or its shown name with or without
 * parameters. */
static bool is_named(const struct changes *c, const struct change *at, const char *name)
{
    const char *shown;
    size_t length = strlen(name);

    if ((at->before && strcmp(at->before->name, name) == 0) ||
        (at->after && strcmp(at->after->name, name) == 0))
        return true;
    shown = changes_name(c, at, NULL);
    return strncmp(shown, name, length) == 0 && (shown[length] == '\0' || shown[length] == '(');
}

/* ---- one limit ------------------------------------------------------------------------------ */

/* A time whose noise hides a growth as large as the limit. */
struct hidden {
    const char *name; /* the function, or NULL: the whole program */
    double mean;      /* mean before */
    double spread;    /* standard deviation of runs, in percent */
    double visible;   /* least growth that can be seen, in percent */
    double runs;      /* runs a side that can show a growth as large as the limit */
};

/* State of the check of one limit. */
struct check {
    const struct changes *c;
    const struct change_limit *limit;
    size_t exceeded;       /* functions that exceed the limit */
    size_t n_hidden;       /* times whose noise hides a growth */
    struct hidden longest; /* the longest of them */
    struct diag *diag;
};

/* Returns the digits that %g needs to write the number without an exponent, and at least
 * `least`. */
static int digits_of(double number, int least)
{
    int digits = 1;

    for (; number >= 9.5 && digits < 300; number /= 10)
        digits++;
    return digits > least ? digits : least;
}

/* Returns the standard deviation of runs, in percent of their time; of one run 0. */
static double percent_of_runs(const struct changes_time *t)
{
    return t->mean > 0 ? 100 * sqrt(t->variance) / t->mean : 0;
}

/* Returns true if a growth above the limit is possible, and the test cannot see one as large as the
 * limit. Functions with very little time are always hidden, so they count only if they are named.
 */
static bool is_hidden(const struct check *k, const struct change *at,
                      const struct changes_time *before)
{
    double allowed = before->mean * k->limit->percent / 100;

    return at->verdict == CHANGE_NONE && allowed > 0 && at->reach > allowed &&
           at->difference + at->reach > allowed &&
           (k->limit->function || before->mean >= least_share * k->c->before->total.mean);
}

static void note_hidden(struct check *k, const char *name, const struct change *at,
                        const struct changes_time *before, const struct changes_time *after)
{
    double runs = fmax(k->c->before->time_runs, k->c->after->time_runs);
    double visible = 100 * at->reach / before->mean, shorter = visible / k->limit->percent;

    k->n_hidden++;
    if (before->mean > k->longest.mean)
        k->longest =
            (struct hidden){.name = name,
                            .mean = before->mean,
                            .spread = fmax(percent_of_runs(before), percent_of_runs(after)),
                            .visible = visible,
                            .runs = ceil(runs * shorter * shorter)};
}

static void warn_of_hidden(const struct check *k)
{
    const struct hidden *at = &k->longest;
    char more[64] = "";

    if (k->n_hidden > 1)
        snprintf(more, sizeof more, "; and %zu more function%s", k->n_hidden - 1,
                 k->n_hidden > 2 ? "s" : "");
    diag_warning(k->diag, NULL,
                 "--fail-on=%s: %s%sruns differ by %.1f %%: less than +%.*f %% cannot be seen; "
                 "about %.0f runs a side would do%s",
                 k->limit->text, at->name ? at->name : "", at->name ? ": " : "", at->spread,
                 at->visible < 10, at->visible, at->runs, more);
}

/* Compares a time with the limit; `at` has the verdict. `name` is that of the function, or NULL. */
static void check_time(struct check *k, const char *name, const struct change *at,
                       const struct changes_time *before, const struct changes_time *after)
{
    const struct changes_side *side = k->c->after;
    double b = before->mean, a = after->mean, percent = b > 0 ? 100 * (a - b) / b : 0;
    const char *colon = name ? ": " : "";

    if (is_hidden(k, at, before))
        note_hidden(k, name, at, before, after);
    if (at->verdict != CHANGE_SLOWER || a <= b * (1 + k->limit->percent / 100) ||
        ++k->exceeded > LINES_MAX)
        return;
    name = name ? name : "";
    if (b > 0)
        diag_error(k->diag, NULL, "%s: %s%s%.*g -> %.*g %s, +%.*g %%, beyond noise", k->limit->text,
                   name, colon, digits_of(b, 4), b, digits_of(a, 4), a,
                   side->in_ticks ? "ticks" : side->dimension, digits_of(percent, 3), percent);
    else
        diag_error(k->diag, NULL, "%s: %s%s0 -> %.*g %s, beyond noise", k->limit->text, name, colon,
                   digits_of(a, 4), a, side->in_ticks ? "ticks" : side->dimension);
}

/* Compares calls with the limit. Calls are exact; if runs differ, all of them must exceed the
 * limit. */
static void check_calls(struct check *k, const struct change *at)
{
    uint64_t most = at->before->calls.most, least = at->after->calls.least;
    bool is_above =
        k->limit->is_percent
            ? least > most && (double)(least - most) > (double)most * (k->limit->percent / 100)
            : least > add_saturated(most, k->limit->count);

    if (is_above && ++k->exceeded <= LINES_MAX)
        diag_error(k->diag, NULL, "%s: %s: %" PRIu64 " -> %" PRIu64 " calls, +%" PRIu64,
                   k->limit->text, changes_name(k->c, at, NULL), most, least, least - most);
}

/* Compares the whole program, all functions or the named one with the limit. Returns false, after
 * reporting, if the limit names nothing. */
static bool check_figures(struct check *k)
{
    const struct change_limit *limit = k->limit;
    bool found = false, compared = false;

    if (limit->figure == CHANGE_TOTAL && !limit->function) {
        check_time(k, NULL, &k->c->total, &k->c->before->total, &k->c->after->total);
        return true;
    }
    for (size_t i = 0; i < k->c->n; i++) {
        const struct change *at = &k->c->at[i];

        if (limit->function && !is_named(k->c, at, limit->function))
            continue;
        found = true;
        if (!at->before || !at->after)
            continue;
        compared = true;
        if (limit->figure == CHANGE_CALLS)
            check_calls(k, at);
        else if (limit->figure == CHANGE_SELF)
            check_time(k, changes_name(k->c, at, NULL), at, &at->before->self, &at->after->self);
        else {
            struct change inclusive;

            changes_judge(k->c, &inclusive, &at->before->inclusive, &at->after->inclusive);
            check_time(k, changes_name(k->c, at, NULL), &inclusive, &at->before->inclusive,
                       &at->after->inclusive);
        }
    }
    if (!limit->function || compared)
        return true;
    if (!found)
        return diag_error(k->diag, NULL, "--fail-on=%s: no function is called `%s'", limit->text,
                          limit->function);
    diag_warning(k->diag, NULL,
                 "--fail-on=%s: `%s' is on one side only, so there is nothing to compare",
                 limit->text, limit->function);
    return true;
}

/* Returns true if both sides have the figures; else reports and returns false. */
static bool has_figures(const struct check *k)
{
    const struct changes_side *before = k->c->before, *after = k->c->after;

    if (k->limit->figure != CHANGE_CALLS)
        return k->c->has_times ||
               diag_error(k->diag, (before->time_runs ? after : before)->source,
                          "has no samples, so --fail-on=%s cannot be checked; leave it out, or run "
                          "a program that is sampled",
                          k->limit->text);
    return k->c->has_calls || diag_error(k->diag, (before->call_runs ? after : before)->source,
                                         "has no call counts, so --fail-on=%s cannot be checked; "
                                         "leave it out, or compile the program with -pg",
                                         k->limit->text);
}

bool change_limits_check(const struct change_limit *limits, size_t n, const struct changes *c,
                         size_t *exceeded, struct diag *d)
{
    bool ok = true;

    *exceeded = 0;
    for (size_t i = 0; i < n; i++) {
        struct check k = {.c = c, .limit = &limits[i], .diag = d};

        if (!has_figures(&k) || !check_figures(&k))
            ok = false;
        else if (limits[i].figure != CHANGE_CALLS && !c->has_spread)
            diag_warning(d, NULL,
                         "--fail-on=%s is not judged: one run a side cannot tell how much runs "
                         "differ; name several runs on both sides",
                         limits[i].text);
        else if (k.n_hidden > 0)
            warn_of_hidden(&k);
        if (k.exceeded > LINES_MAX)
            diag_error(d, NULL, "%s: and %zu more", limits[i].text, k.exceeded - LINES_MAX);
        *exceeded += k.exceeded;
    }
    return ok;
}
