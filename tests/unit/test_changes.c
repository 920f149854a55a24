/* test_changes - tests the comparison of two profiles: pairs of functions, verdicts, limits, and
 * that two runs of one program have no verdict in 95 of 100 pairs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tap.h"

#include "analysis/change_limits.h"
#include "analysis/changes.h"
#include "analysis/statistics.h"
#include "lib/tool_prng.h"

#include <math.h>

enum { MANY = 60, RUNS_MAX = 5 };

static struct changes_side side_of(struct changes_function *functions, size_t n)
{
    return (struct changes_side){.functions = functions,
                                 .n = n,
                                 .sample = 0.01,
                                 .time_runs = 1,
                                 .call_runs = 1,
                                 .is_whole = true,
                                 .rate = 100,
                                 .dimension = "seconds",
                                 .source = "data"};
}

static struct changes_function function(const char *name, const char *file, double self,
                                        uint64_t calls)
{
    return (struct changes_function){.name = name,
                                     .file = file,
                                     .is_used = true,
                                     .self = {self, 0},
                                     .inclusive = {self, 0},
                                     .calls = {calls, 0, calls, calls}};
}

/* ---- pairs ---------------------------------------------------------------------------------- */

/* Returns "name:file>file ..." for all pairs, by the files before; `-' stands for no file. */
static const char *pairs(struct changes_function *b, size_t n_b, struct changes_function *a,
                         size_t n_a)
{
    static char text[400];
    struct changes_side before = side_of(b, n_b), after = side_of(a, n_a);
    struct diag d;
    struct changes c;
    size_t used = 0;

    diag_init(&d, "test", NULL);
    text[0] = '\0';
    if (!changes_init(&c, &before, &after, 0, &d))
        return "failed";
    for (size_t i = 0; i < c.n; i++) {
        const struct changes_function *f = c.at[i].before, *g = c.at[i].after;

        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s:%s>%s", used ? " " : "",
                                 (f ? f : g)->name, f ? f->file ? f->file : "?" : "-",
                                 g ? g->file ? g->file : "?" : "-");
    }
    changes_release(&c);
    return text;
}

static void test_pairs(void)
{
    struct changes_function b[] = {function("f", "b.c", 0, 6), function("g", "b.c", 0, 5),
                                   function("s", "x/b.c", 0, 4), function("s", "x/c.c", 0, 3)};
    struct changes_function a[] = {function("g", "new.c", 0, 5), function("s", "y/c.c", 0, 3),
                                   function("s", "x/b.c", 0, 4), function("h", "b.c", 0, 2)};
    struct changes_function two[] = {function("s", NULL, 0, 0), function("s", NULL, 0, 0)};
    struct changes_function three[] = {function("s", "a.c", 0, 0), function("s", "b.c", 0, 0),
                                       function("s", "d.c", 0, 0)};
    struct changes_function moved[] = {function("s", "a.c", 0, 0), function("s", "c.c", 0, 0),
                                       function("s", "e.c", 0, 0)};

    is_str(pairs(b, 4, a, 4), "f:b.c>- h:->b.c g:b.c>new.c s:x/c.c>y/c.c s:x/b.c>x/b.c",
           "by name, and by file or its name where names are shared");
    is_str(pairs(two, 2, two, 2), "s:?>? s:?>?", "without files, by order");
    is_str(pairs(two, 1, two, 2), "s:->? s:->? s:?>-", "unless there are more on one side");
    is_str(pairs(three, 2, moved, 2), "s:a.c>a.c s:b.c>c.c", "the one that is left has moved");
    is_str(pairs(three, 3, moved, 3), "s:a.c>a.c s:b.c>c.c s:d.c>e.c", "so have two, in order");
    is_str(pairs(three, 0, three, 1), "s:->a.c", "nothing on one side");
    is_str(pairs(three, 0, three, 0), "", "nor on the other");
}

/* ---- noise ---------------------------------------------------------------------------------- */

static double uniform(struct prng *p)
{
    return ((double)(prng_next(p) >> 11) + 0.5) / 0x1p53;
}

static double normal(struct prng *p)
{
    return sqrt(-2 * log(uniform(p))) * cos(6.283185307179586 * uniform(p));
}

static double poisson(struct prng *p, double mean)
{
    double product = 1, limit = exp(-mean), n = -1;

    if (mean > 100)
        return floor(mean + sqrt(mean) * normal(p) + 0.5);
    do {
        product *= uniform(p);
        n++;
    } while (product > limit);
    return n;
}

/* A program, and the differences between its runs. */
struct model {
    double samples;     /* samples of a run */
    double common, own; /* standard deviations of a run: of the machine, of each function */
    unsigned runs[2];   /* before and after */
    double slower;      /* factor by which function 3 became slower */
};

/* Fills in shares of the time by a power law. */
static void fill_shares(double *share)
{
    double sum = 0;

    for (size_t i = 0; i < MANY; i++)
        sum += share[i] = pow((double)i + 1, -1.2);
    for (size_t i = 0; i < MANY; i++)
        share[i] /= sum;
}

static void add_run(struct changes_time *t, double *squares, double value, unsigned run)
{
    double before = value - t->mean;

    t->mean += before / run;
    *squares += before * (value - t->mean);
    t->variance = run > 1 ? *squares / (run - 1) : 0;
}

static void simulate(struct prng *p, const struct model *m, const double *share, bool is_after,
                     struct changes_side *s)
{
    static const char *const name =
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghij";
    double squares[MANY + 1] = {0};

    for (size_t i = 0; i < MANY; i++)
        s->functions[i] = (struct changes_function){.name = name + i, .is_used = true};
    s->total = (struct changes_time){0};
    s->time_runs = m->runs[is_after];
    for (unsigned run = 1; run <= s->time_runs; run++) {
        double machine = 1 + m->common * normal(p), total = 0;

        for (size_t i = 0; i < MANY; i++) {
            double factor = machine * (1 + m->own * normal(p));
            double mean = m->samples * share[i] * (is_after && i == 3 ? m->slower : 1) * factor;
            double ticks = poisson(p, mean > 0 ? mean : 0);

            add_run(&s->functions[i].self, &squares[i], ticks * s->sample, run);
            total += ticks * s->sample;
        }
        add_run(&s->total, &squares[MANY], total, run);
    }
}

/* Returns in how many of `n` pairs there is a verdict, or a limit of 0 % is exceeded. *found is the
 * number of pairs in which function 3 is slower. */
static unsigned verdicts(const struct model *m, unsigned n, unsigned *found)
{
    struct changes_function functions[2][MANY];
    struct changes_side before = side_of(functions[0], MANY), after = side_of(functions[1], MANY);
    const struct change_limit limits[] = {
        {.text = "self:0%", .figure = CHANGE_SELF, .is_percent = true},
        {.text = "total:0%", .figure = CHANGE_TOTAL, .is_percent = true}};
    struct prng p = {20260101};
    struct diag d;
    unsigned some = 0;
    double share[MANY];

    fill_shares(share);
    diag_init(&d, "test", NULL);
    *found = 0;
    for (unsigned pair = 0; pair < n; pair++) {
        struct changes c;
        bool has_verdict;
        size_t exceeded;

        simulate(&p, m, share, false, &before);
        simulate(&p, m, share, true, &after);
        if (!changes_init(&c, &before, &after, 0, &d) ||
            !change_limits_check(limits, 2, &c, &exceeded, &d))
            return n;
        has_verdict = c.total.verdict != CHANGE_NONE || exceeded > 0;
        for (size_t i = 0; i < c.n; i++) {
            has_verdict |= c.at[i].verdict != CHANGE_NONE;
            *found += c.at[i].after == &functions[1][3] && c.at[i].verdict == CHANGE_SLOWER;
        }
        some += has_verdict;
        changes_release(&c);
    }
    return some;
}

static void is_noise(const struct model *m, const char *name)
{
    enum { PAIRS = 2000 };
    unsigned found, some = verdicts(m, PAIRS, &found);

    note("%s: a verdict in %u of %u pairs of equal programs", name, some, (unsigned)PAIRS);
    ok(some <= PAIRS / 20, "%s: no verdict in 95 of 100 pairs", name);
}

static void test_noise(void)
{
    is_noise(&(struct model){.samples = 300, .runs = {1, 1}, .slower = 1}, "300 samples");
    is_noise(&(struct model){.samples = 5000, .runs = {1, 1}, .slower = 1}, "5,000 samples");
    is_noise(
        &(struct model){
            .samples = 200000, .common = 0.014, .own = 0.014, .runs = {1, 1}, .slower = 1},
        "200,000 samples, runs that differ by 2 %");
    is_noise(&(struct model){.samples = 2000, .runs = {1, 4}, .slower = 1}, "one run and four");
    is_noise(
        &(struct model){.samples = 20000, .common = 0.05, .own = 0.03, .runs = {5, 5}, .slower = 1},
        "five runs each that differ by 6 %");
    is_noise(
        &(struct model){.samples = 20000, .common = 0.05, .own = 0.03, .runs = {2, 3}, .slower = 1},
        "two and three runs that differ by 6 %");
    is_noise(
        &(struct model){.samples = 20000, .common = 0.05, .own = 0.03, .runs = {1, 5}, .slower = 1},
        "one and five runs that differ by 6 %");
}

static void is_found(const struct model *m, const char *name)
{
    enum { PAIRS = 200 };
    unsigned found;

    verdicts(m, PAIRS, &found);
    note("%s: found in %u of %u pairs", name, found, (unsigned)PAIRS);
    ok(found >= PAIRS * 9 / 10, "%s: found in 9 of 10 pairs", name);
}

static void test_power(void)
{
    is_found(
        &(struct model){
            .samples = 50000, .common = 0.005, .own = 0.005, .runs = {5, 5}, .slower = 1.1},
        "a function that is slower by a tenth, in five runs each");
    is_found(&(struct model){.samples = 20000, .runs = {1, 1}, .slower = 1.25},
             "by a quarter, in one run each");
}

int main(void)
{
    test_pairs();
    test_noise();
    test_power();
    return done_testing();
}
