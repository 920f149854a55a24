/* changes - what differs between two profiles of a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/changes.h"

#include "analysis/statistics.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct changes_function absent = {.name = "", .shown = ""};

static const struct changes_function *or_absent(const struct changes_function *f)
{
    return f ? f : &absent;
}

/* ---- times ---------------------------------------------------------------------------------- */

static struct sig_time in_side(const struct changes_side *side, const struct changes_time *time)
{
    return (struct sig_time){.mean = time->mean,
                             .variance = time->variance,
                             .runs = side->time_runs ? side->time_runs : 1,
                             .sample = side->sample > 0 ? side->sample : 1};
}

bool changes_grew(const struct changes *c, const struct changes_time *before,
                  const struct changes_time *after, double ratio)
{
    struct sig_time b = in_side(c->before, before), a = in_side(c->after, after);

    /* half of the error is for each direction */
    return c->has_times && 2 * sig_growth(&b, &a, ratio) <= c->error;
}

double changes_reach(const struct changes *c, const struct changes_time *before,
                     const struct changes_time *after)
{
    struct sig_time b = in_side(c->before, before), a = in_side(c->after, after);

    return c->has_times ? sig_reach(&b, &a, c->error, c->quantile) : 0;
}

/* The error of each test. */
static void divide_error(struct changes *c, size_t more_tests, struct diag *d)
{
    double *least = mem_alloc(d, c->n + 1, sizeof *least);
    size_t n = 0;

    for (size_t i = 0; i <= c->n; i++) {
        bool is_total = i == c->n;
        struct sig_time b, a;

        if (!is_total && (!c->at[i].before || !c->at[i].after))
            continue;
        b = in_side(c->before, is_total ? &c->before->total : &c->at[i].before->self);
        a = in_side(c->after, is_total ? &c->after->total : &c->at[i].after->self);
        least[n++] = sig_least(&b, &a);
    }
    c->error = SIG_ERROR / (double)(sig_family(least, n) + more_tests);
    c->quantile = sig_t_quantile(c->error / 2, INFINITY);
    free(least);
}

static void judge(const struct changes *c, struct change *at, const struct changes_time *before,
                  const struct changes_time *after)
{
    at->difference = after->mean - before->mean;
    at->reach = changes_reach(c, before, after);
    if (fabs(at->difference) > at->reach && c->has_times)
        at->verdict = at->difference > 0 ? CHANGE_SLOWER : CHANGE_FASTER;
}

const char *changes_name(const struct changes *c, const struct change *at)
{
    const struct changes_function *f = at->after ? at->after : at->before;
    const struct names *names = at->after ? c->after->names : c->before->names;

    return names ? names_shown(names, f->symbol) : f->shown;
}

const char *changes_verdict(const struct changes *c, const struct change *at)
{
    static const char *const words[] = {[CHANGE_NONE] = "within noise",
                                        [CHANGE_SLOWER] = "slower",
                                        [CHANGE_FASTER] = "faster",
                                        [CHANGE_NEW] = "new",
                                        [CHANGE_GONE] = "gone"};

    return at->verdict == CHANGE_NONE && !c->has_times ? "" : words[at->verdict];
}

/* ---- calls ---------------------------------------------------------------------------------- */

/* Whether the calls of a run differ, on the average. */
static bool differ(uint64_t before, unsigned runs_before, uint64_t after, unsigned runs_after)
{
    uint64_t b = before / runs_before, a = after / runs_after;

    return b != a || before % runs_before * runs_after != after % runs_after * runs_before;
}

static bool calls_differ(const struct changes *c, const struct changes_calls *before,
                         const struct changes_calls *after)
{
    unsigned b = c->before->call_runs, a = c->after->call_runs;

    return c->has_calls &&
           (differ(before->others, b, after->others, a) || differ(before->self, b, after->self, a));
}

/* ---- order ---------------------------------------------------------------------------------- */

/* What is certain of the size of the difference. */
static double certain(const struct change *at)
{
    double size = fabs(at->difference);

    return size > at->reach ? size - at->reach : 0;
}

static const struct changes_function *either(const struct change *at)
{
    return at->after && at->after != &absent ? at->after : at->before;
}

static int compare(double l, double r)
{
    return l < r ? -1 : l > r;
}

/* The largest change first, loss or gain; then, of one name, what is there now, and the order of
 * its side. */
static int by_size(const void *left, const void *right)
{
    const struct change *l = left, *r = right;
    const struct changes_function *lf = either(l), *rf = either(r);
    int order = compare(certain(r), certain(l));

    if (order == 0)
        order = compare(fabs(r->difference), fabs(l->difference));
    if (order == 0)
        order = r->calls_differ - l->calls_differ;
    if (order == 0)
        order = compare(rf->self.mean, lf->self.mean);
    if (order == 0)
        order = strcmp(lf->name, rf->name);
    if (order == 0)
        order = !l->after - !r->after;
    return order ? order : ((uintptr_t)lf > (uintptr_t)rf) - ((uintptr_t)lf < (uintptr_t)rf);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static bool units_agree(const struct changes_side *before, const struct changes_side *after,
                        struct diag *d)
{
    if (!before->time_runs || !after->time_runs ||
        (before->in_ticks == after->in_ticks && strcmp(before->dimension, after->dimension) == 0))
        return true;
    return diag_error(d, before->source,
                      "its times are in %s, those of %s in %s; compare profiles of one kind",
                      before->in_ticks ? "ticks" : before->dimension, after->source,
                      after->in_ticks ? "ticks" : after->dimension);
}

/* What a list of the used functions does not hold is there, but is not used. */
static void add_unused(struct changes *c, struct change *at)
{
    if (!at->before && !c->before->is_whole)
        at->before = &absent;
    if (!at->after && !c->after->is_whole)
        at->after = &absent;
}

bool changes_init(struct changes *c, struct changes_side *before, const struct changes_side *after,
                  size_t more_tests, struct diag *d)
{
    double left_out;

    *c = (struct changes){.before = before,
                          .after = after,
                          .has_times = before->time_runs && after->time_runs,
                          .has_calls = before->call_runs && after->call_runs};
    if (!units_agree(before, after, d))
        return false;
    changes_match(c, &left_out, d);
    if (before->is_unfiltered)
        before->total.mean -= left_out < before->total.mean ? left_out : before->total.mean;
    for (size_t i = 0; i < c->n; i++)
        add_unused(c, &c->at[i]);
    divide_error(c, more_tests, d);
    for (size_t i = 0; i < c->n; i++) {
        struct change *at = &c->at[i];
        const struct changes_function *b = or_absent(at->before), *a = or_absent(at->after);

        judge(c, at, &b->self, &a->self);
        at->calls_differ = calls_differ(c, &b->calls, &a->calls);
        if (!at->before || !at->after)
            at->verdict = at->after ? CHANGE_NEW : CHANGE_GONE;
    }
    judge(c, &c->total, &before->total, &after->total);
    if (c->n > 0)
        qsort(c->at, c->n, sizeof *c->at, by_size);
    return true;
}

void changes_release(struct changes *c)
{
    free(c->at);
    *c = (struct changes){0};
}

void changes_side_release(struct changes_side *side)
{
    free(side->functions);
    *side = (struct changes_side){0};
}
