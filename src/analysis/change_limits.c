/* change_limits - how much worse a program may get (--fail-on)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/change_limits.h"

#include "base/arith.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LINES_MAX = 10 /* functions that are told of each limit */ };

size_t change_limits_tests(const struct change_limit *limits, size_t n)
{
    size_t tests = 0;

    for (size_t i = 0; i < n; i++)
        tests += limits[i].figure == CHANGE_TOTAL && limits[i].function;
    return tests;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* As the linker has it, or as it is shown, with parameters or without. */
static bool is_named(const struct changes *c, const struct change *at, const char *name)
{
    const char *shown;
    size_t length = strlen(name);

    if ((at->before && strcmp(at->before->name, name) == 0) ||
        (at->after && strcmp(at->after->name, name) == 0))
        return true;
    shown = changes_name(c, at);
    return strncmp(shown, name, length) == 0 && (shown[length] == '\0' || shown[length] == '(');
}

/* ---- one limit ------------------------------------------------------------------------------ */

/* What is held against a limit. */
struct check {
    const struct changes *c;
    const struct change_limit *limit;
    size_t found;    /* functions that it is about */
    size_t compared; /* those of them that are on both sides */
    size_t exceeded;
    struct diag *diag;
};

/* So many digits that %g needs no exponent, and no fewer than `least`. */
static int digits_of(double number, int least)
{
    int digits = 1;

    for (; number >= 9.5 && digits < 300; number /= 10)
        digits++;
    return digits > least ? digits : least;
}

static void tell_time(struct check *k, const char *name, const struct changes_time *before,
                      const struct changes_time *after)
{
    const struct changes_side *side = k->c->after;
    const char *unit = side->in_ticks ? "ticks" : side->dimension;
    double b = before->mean, a = after->mean;

    if (++k->exceeded > LINES_MAX)
        return;
    if (b > 0)
        diag_error(k->diag, NULL, "%s: %s%s%.*g -> %.*g %s, +%.*g %%, beyond noise", k->limit->text,
                   name ? name : "", name ? ": " : "", digits_of(b, 4), b, digits_of(a, 4), a, unit,
                   digits_of(100 * (a - b) / b, 3), 100 * (a - b) / b);
    else
        diag_error(k->diag, NULL, "%s: %s%s0 -> %.*g %s, beyond noise", k->limit->text,
                   name ? name : "", name ? ": " : "", digits_of(a, 4), a, unit);
}

static bool grew(const struct check *k, const struct changes_time *before,
                 const struct changes_time *after)
{
    return changes_grew(k->c, before, after, 1 + k->limit->percent / 100);
}

static void check_self(struct check *k, const struct change *at)
{
    const struct changes_time *before = &at->before->self, *after = &at->after->self;

    if (at->verdict == CHANGE_SLOWER && grew(k, before, after))
        tell_time(k, changes_name(k->c, at), before, after);
}

static void check_inclusive(struct check *k, const struct change *at)
{
    const struct changes_time *before = &at->before->inclusive, *after = &at->after->inclusive;

    if (grew(k, before, after))
        tell_time(k, changes_name(k->c, at), before, after);
}

static void check_total(struct check *k)
{
    const struct changes_time *before = &k->c->before->total, *after = &k->c->after->total;

    if (k->c->total.verdict == CHANGE_SLOWER && grew(k, before, after))
        tell_time(k, NULL, before, after);
}

/* Calls are exact; where runs differ among themselves, all of them must be above. */
static void check_calls(struct check *k, const struct change *at)
{
    uint64_t most = at->before->calls.most, least = at->after->calls.least;
    bool is_above =
        k->limit->is_percent
            ? least > most && (double)(least - most) > (double)most * (k->limit->percent / 100)
            : least > add_saturated(most, k->limit->count);

    if (is_above && ++k->exceeded <= LINES_MAX)
        diag_error(k->diag, NULL, "%s: %s: %" PRIu64 " -> %" PRIu64 " calls, +%" PRIu64,
                   k->limit->text, changes_name(k->c, at), most, least, least - most);
}

/* False, after reporting, where the limit names nothing. */
static bool check_functions(struct check *k, void (*check)(struct check *, const struct change *))
{
    const struct change_limit *limit = k->limit;

    for (size_t i = 0; i < k->c->n; i++) {
        const struct change *at = &k->c->at[i];

        if (limit->function && !is_named(k->c, at, limit->function))
            continue;
        k->found++;
        if (!at->before || !at->after)
            continue;
        k->compared++;
        check(k, at);
    }
    if (!limit->function || k->compared > 0)
        return true;
    if (k->found == 0)
        return diag_error(k->diag, NULL, "--fail-on=%s: no function is called `%s'", limit->text,
                          limit->function);
    diag_warning(k->diag, NULL,
                 "--fail-on=%s: `%s' is on one side only, so there is nothing to compare",
                 limit->text, limit->function);
    return true;
}

static bool has_figures(const struct check *k)
{
    bool of_calls = k->limit->figure == CHANGE_CALLS;
    const struct changes_side *lacking =
        of_calls ? (k->c->before->call_runs ? k->c->after : k->c->before)
                 : (k->c->before->time_runs ? k->c->after : k->c->before);

    if (of_calls ? k->c->has_calls : k->c->has_times)
        return true;
    return diag_error(k->diag, lacking->source,
                      "file is missing %s, so --fail-on=%s cannot be judged; leave it out, or %s",
                      of_calls ? "call-graph data" : "samples", k->limit->text,
                      of_calls ? "compile the program with -pg" : "run a program that is sampled");
}

bool change_limits_check(const struct change_limit *limits, size_t n, const struct changes *c,
                         size_t *exceeded, struct diag *d)
{
    bool ok = true;

    *exceeded = 0;
    for (size_t i = 0; i < n; i++) {
        struct check k = {.c = c, .limit = &limits[i], .diag = d};

        if (!has_figures(&k))
            ok = false;
        else if (limits[i].figure == CHANGE_TOTAL && !limits[i].function)
            check_total(&k);
        else
            ok = check_functions(&k, limits[i].figure == CHANGE_SELF    ? check_self
                                     : limits[i].figure == CHANGE_TOTAL ? check_inclusive
                                                                        : check_calls) &&
                 ok;
        if (k.exceeded > LINES_MAX)
            diag_error(d, NULL, "%s: and %zu more", limits[i].text, k.exceeded - LINES_MAX);
        *exceeded += k.exceeded;
    }
    return ok;
}
