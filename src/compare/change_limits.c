/* change_limits - checks if a program got worse than --fail-on allows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/change_limits.h"

#include "analysis/error_bars.h"
#include "compare/statistics.h"

#include <math.h>

enum {
    LINES_MAX = 10, /* most functions reported for each limit */
    NAMES_MAX = 3   /* most names told for a function that may have been renamed */
};

/* Share of the whole time below which no function is looked at, unless it is named. */
static const double least_share = 0.05;

unsigned change_limits_look(unsigned runs)
{
    enum { FIRST = 5 };

    return runs < FIRST ? FIRST : runs + runs / 4;
}

/* ---- names ---------------------------------------------------------------------------------- */

static bool has_name(const struct changes_side *side, const struct changes_function *f,
                     const char *name)
{
    return f && (strcmp(f->name, name) == 0 ||
                 (side->names && strcmp(names_full(side->names, f->symbol), name) == 0));
}

/* Returns true if `name` is a name that reports give the function: the linker's, the full one, or
 * the shown one with or without parameters. */
static bool is_named(const struct changes *c, const struct change *at, const char *name)
{
    const char *shown;
    size_t length = strlen(name);

    if (has_name(c->before, at->before, name) || has_name(c->after, at->after, name))
        return true;
    shown = changes_name(c, at, NULL);
    return strncmp(shown, name, length) == 0 && (shown[length] == '\0' || shown[length] == '(');
}

static bool has_share(const struct changes_function *f, const struct changes_side *side)
{
    return f->self.mean > 0 && f->self.mean >= least_share * side->total.mean;
}

/* Returns true if a limit of times is about the function, which both sides have. */
static bool is_concerned(const struct changes *c, const struct change_limit *limit,
                         const struct change *at)
{
    if (!at->before || !at->after)
        return false;
    return limit->function ? is_named(c, at, limit->function)
                           : has_share(at->before, c->before) || has_share(at->after, c->after);
}

/* Returns the number of times that the limits compare. */
static size_t count_times(const struct change_limit *limits, size_t n, const struct changes *c)
{
    size_t times = 0;

    for (size_t i = 0; i < n; i++) {
        const struct change_limit *l = &limits[i];

        if (l->figure == CHANGE_CALLS)
            continue;
        times += l->figure == CHANGE_TOTAL && !l->function;
        for (size_t k = 0; (l->figure == CHANGE_SELF || l->function) && k < c->n; k++)
            times += is_concerned(c, l, &c->at[k]);
    }
    return times;
}

/* ---- one limit ------------------------------------------------------------------------------ */

/* A time that is not known well enough. */
struct hidden {
    const char *name;     /* the function, or NULL: the whole program */
    double mean;          /* mean before */
    double growth, reach; /* growth, and its possible error, in percent */
    double runs;          /* runs a side that would do */
};

/* State of the check of one limit. */
struct check {
    const struct changes *c;
    const struct change_limit *limit;
    const struct change_error *error;
    size_t exceeded;       /* functions that exceed the limit */
    bool is_absent;        /* the function is on one side only */
    bool is_open;          /* more runs would tell more */
    size_t n_hidden;       /* times that are not known well enough */
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

/* Returns true if the growth is not known well enough. If its error is at most half of the
 * limit, twice the limit is found nearly always, and the limit itself in half of all cases. A
 * larger error will do if the limit is beyond it; but an error above the limit, seen again and
 * again, would sooner or later leave out a growth of twice the limit by luck. */
static bool is_open(const struct change *at, double allowed)
{
    return allowed > 0 && at->reach > allowed / 2 &&
           (fabs(at->difference - allowed) < at->reach ||
            (at->difference < allowed && at->reach > 1.5 * allowed));
}

static void note_hidden(struct check *k, const char *name, const struct change *at,
                        const struct changes_time *before)
{
    double runs = fmax(k->c->before->time_runs, k->c->after->time_runs);
    double allowed = before->mean * k->limit->percent / 100;
    double beyond = at->difference - allowed;
    double wanted = beyond > 0 ? at->difference : fmax(allowed / 2, fmin(1.5 * allowed, -beyond));
    double shorter = at->reach / wanted;

    k->n_hidden++;
    if (before->mean > k->longest.mean)
        k->longest = (struct hidden){.name = name,
                                     .mean = before->mean,
                                     .growth = 100 * at->difference / before->mean,
                                     .reach = 100 * at->reach / before->mean,
                                     .runs = ceil(runs * shorter * shorter)};
}

static void warn_of_hidden(const struct check *k)
{
    const struct hidden *at = &k->longest;
    int decimals = at->reach < 10;
    char more[64] = "";

    if (k->n_hidden > 1)
        snprintf(more, sizeof more, "; and %zu more function%s", k->n_hidden - 1,
                 k->n_hidden > 2 ? "s" : "");
    diag_warning(k->diag, NULL,
                 "--fail-on=%s is not judged: %s%s%+.*f " PLUS_MINUS " %.*f %%; about %.0f runs a "
                 "side would do%s",
                 k->limit->text, at->name ? at->name : "", at->name ? ": " : "", decimals,
                 at->growth, decimals, at->reach, at->runs, more);
}

/* Compares a time with the limit. `name` is that of the function, or NULL. */
static void check_time(struct check *k, const char *name, const struct changes_time *before,
                       const struct changes_time *after)
{
    const struct changes_side *side = k->c->after;
    double b = before->mean, a = after->mean, percent = b > 0 ? 100 * (a - b) / b : 0;
    double allowed = b * k->limit->percent / 100;
    const char *colon = name ? ": " : "";
    struct change at;
    bool is_above;

    changes_judge(k->c, k->error, &at, before, after);
    is_above = at.verdict == CHANGE_SLOWER && a - b > allowed;
    if (is_open(&at, allowed)) {
        k->is_open = true;
        if (!is_above)
            note_hidden(k, name, &at, before);
    }
    if (!is_above || ++k->exceeded > LINES_MAX)
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

static const struct changes_time *time_of(const struct change_limit *limit,
                                          const struct changes_function *f)
{
    return limit->figure == CHANGE_SELF ? &f->self : &f->inclusive;
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

/* Warns that a named function is only `before` or only after, and names functions that only the
 * other side has: it may have been renamed. The changes are sorted, so these have most time. */
static void warn_of_absent(const struct check *k, bool before)
{
    LOCAL_BY(sink_release) struct sink others = sink_in_memory(k->diag);
    size_t n = 0;

    for (size_t i = 0; i < k->c->n && n < NAMES_MAX; i++) {
        const struct change *at = &k->c->at[i];

        if ((before ? at->before : at->after) || !change_is_used(at))
            continue;
        sink_string(&others, n++ > 0  ? ", "
                             : before ? "; only the new side has "
                                      : "; only the base has ");
        sink_string(&others, changes_name(k->c, at, NULL));
    }
    diag_warning(k->diag, NULL, "--fail-on=%s is not judged: only %s has '%s'%s", k->limit->text,
                 before ? "the base" : "the new side", k->limit->function, sink_text(&others));
}

/* Compares the whole program, all functions or the named one with the limit. */
static void check_figures(struct check *k)
{
    const struct change_limit *limit = k->limit;
    bool compared = false;
    const struct change *found = NULL;

    if (limit->figure == CHANGE_TOTAL && !limit->function) {
        check_time(k, NULL, &k->c->before->total, &k->c->after->total);
        return;
    }
    for (size_t i = 0; i < k->c->n; i++) {
        const struct change *at = &k->c->at[i];

        if (limit->function && !is_named(k->c, at, limit->function))
            continue;
        found = at;
        if (!at->before || !at->after)
            continue;
        compared = true;
        if (limit->figure == CHANGE_CALLS)
            check_calls(k, at);
        else if (is_concerned(k->c, limit, at))
            check_time(k, changes_name(k->c, at, NULL), time_of(limit, at->before),
                       time_of(limit, at->after));
    }
    if (!limit->function || compared)
        return;
    k->is_absent = true;
    warn_of_absent(k, found->before != NULL);
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

/* Returns true if the limit is about all functions, or names one; else reports and returns false.
 */
static bool names_something(const struct change_limit *limit, const struct changes *c,
                            struct diag *d)
{
    bool found = !limit->function;

    for (size_t i = 0; i < c->n && !found; i++)
        found = is_named(c, &c->at[i], limit->function);
    return found || diag_error(d, NULL, "--fail-on=%s: no function is called '%s'", limit->text,
                               limit->function);
}

bool change_limits_check(const struct change_limit *limits, size_t n, const struct changes *c,
                         struct change_judgement *result, struct diag *d)
{
    const struct change_error error = changes_error(SIG_LIMITS_ERROR, count_times(limits, n, c));
    bool ok = true;

    *result = (struct change_judgement){0};
    for (size_t i = 0; i < n; i++)
        ok &= names_something(&limits[i], c, d);
    if (!ok)
        return false;
    for (size_t i = 0; i < n; i++) {
        struct check k = {.c = c, .limit = &limits[i], .error = &error, .diag = d};
        bool is_time = limits[i].figure != CHANGE_CALLS, has_spread = !is_time || c->has_spread;

        if (!has_figures(&k)) {
            ok = false;
            result->open += is_time; /* another run may have samples */
            continue;
        }
        check_figures(&k);
        if (!has_spread)
            diag_warning(d, NULL,
                         "--fail-on=%s is not judged: one run a side cannot tell how much runs "
                         "differ; name several runs on both sides",
                         limits[i].text);
        else if (k.n_hidden > 0)
            warn_of_hidden(&k);
        if (k.exceeded > LINES_MAX)
            diag_error(d, NULL, "%s: and %zu more", limits[i].text, k.exceeded - LINES_MAX);
        result->exceeded += k.exceeded;
        result->unjudged += k.is_absent || !has_spread || k.n_hidden > 0;
        result->open += !has_spread || k.is_open;
    }
    return ok;
}
