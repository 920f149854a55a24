/* test_changes - tests the comparison of two profiles: pairs of functions, verdicts, limits, and
 * that runs of one program have no verdict in about 95 of 100 pairs
 *
 * With the argument `table' it prints instead how often a change is found, as doc/gprof.texi shows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tap.h"

#include "compare/change_limits.h"
#include "compare/changes.h"
#include "compare/statistics.h"
#include "lib/tool_prng.h"

#include <math.h>

enum { SLOW = 3, MANY = 60, RUNS_MAX = 10 };

static struct changes_side side_of(struct changes_function *functions, size_t n)
{
    return (struct changes_side){.functions = functions,
                                 .n = n,
                                 .sample = 0.01,
                                 .time_runs = 1,
                                 .call_runs = 1,
                                 
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

/* Returns how many of `n` trials succeed with probability `share`: by the waiting time between
 * successes, or, of many, by the normal distribution. */
static double binomial(struct prng *p, double n, double share)
{
    double found = -1, at = 0;

    if (share > 0.5)
        return n - binomial(p, n, 1 - share);
    if (n * share > 50)
        return fmin(fmax(floor(n * share + sqrt(n * share * (1 - share)) * normal(p) + 0.5), 0), n);
    for (; at <= n; found++)
        at += share > 0 ? floor(log(uniform(p)) / log1p(-share)) + 1 : n + 1;
    return found;
}

/* A program, and the differences between its runs. The model: the CPU time of a run is that of its
 * functions, each times a factor of the function and one of the machine that are normal around 1.
 * The run has as many ticks as its CPU time says, cut at a random phase. Each tick falls into a
 * function with the probability of its share. */
struct model {
    double samples;     /* ticks of a run, before */
    double common, own; /* standard deviations of a run: of the machine, of each function */
    unsigned runs[2];   /* before and after */
    double slower;      /* factor by which function SLOW became slower */
    double share;       /* share of function SLOW; 0: 6 %, by the power law */
};

/* Fills in shares of the time by a power law, but for a given share of function SLOW. */
static void fill_shares(const struct model *m, double *share)
{
    double sum = 0;

    for (size_t i = 0; i < MANY; i++)
        sum += share[i] = pow((double)i + 1, -1.2);
    if (m->share > 0) {
        sum = (sum - share[SLOW]) / (1 - m->share);
        share[SLOW] = m->share * sum;
    }
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
        double machine = 1 + m->common * normal(p), time[MANY], left = 0, ticks;

        for (size_t i = 0; i < MANY; i++) {
            double factor = fmax(machine * (1 + m->own * normal(p)), 0);

            time[i] = m->samples * share[i] * (is_after && i == SLOW ? m->slower : 1) * factor;
            left += time[i];
        }
        ticks = floor(left + uniform(p));
        add_run(&s->total, &squares[MANY], ticks * s->sample, run);
        for (size_t i = 0; i < MANY; i++) {
            double part = i + 1 < MANY ? binomial(p, ticks, time[i] / left) : ticks;

            add_run(&s->functions[i].self, &squares[i], part * s->sample, run);
            ticks -= part;
            left -= time[i];
        }
    }
}

/* Returns true if a test finds that function SLOW is slower which knows the noise of the model. */
static bool is_possible(const struct model *m, const double *share,
                        const struct changes_side *before, const struct changes_side *after)
{
    const struct changes_side *const sides[] = {before, after};
    const double quantile = sig_t_quantile(SIG_ERROR / (MANY + 1) / 2, INFINITY);
    double variance = 0;

    for (size_t i = 0; i < 2; i++) {
        double part = share[SLOW] * (i == 1 ? m->slower : 1), total = 1 - share[SLOW] + part;
        double ticks = m->samples * part, differ = m->common * m->common + m->own * m->own;

        variance += (ticks * (1 - part / total) + ticks * ticks * differ) / sides[i]->time_runs;
    }
    return after->functions[SLOW].self.mean - before->functions[SLOW].self.mean >
           quantile * sqrt(variance) * before->sample;
}

/* Numbers of pairs. */
struct counts {
    unsigned judged; /* with a verdict, or above a limit of 0 % */
    unsigned found;  /* in which function SLOW is found to be slower */
    unsigned known;  /* in which is_possible() says that it can be known */
    unsigned known_and_found;
};

static struct counts count_pairs(const struct model *m, unsigned n)
{
    struct changes_function functions[2][MANY];
    struct changes_side before = side_of(functions[0], MANY), after = side_of(functions[1], MANY);
    const struct change_limit limits[] = {
        {.text = "self:0%", .figure = CHANGE_SELF, .is_percent = true},
        {.text = "total:0%", .figure = CHANGE_TOTAL, .is_percent = true}};
    struct prng p = {20260101};
    struct counts counts = {0};
    struct diag d;
    double share[MANY];

    fill_shares(m, share);
    diag_init(&d, "test", NULL);
    for (unsigned pair = 0; pair < n; pair++) {
        struct changes c;
        bool is_judged, is_known, is_found = false;
        size_t exceeded;

        simulate(&p, m, share, false, &before);
        simulate(&p, m, share, true, &after);
        if (!changes_init(&c, &before, &after, 0, &d) ||
            !change_limits_check(limits, 2, &c, &exceeded, &d))
            return (struct counts){.judged = n};
        is_judged = c.total.verdict != CHANGE_NONE || exceeded > 0;
        for (size_t i = 0; i < c.n; i++) {
            is_judged |= c.at[i].verdict != CHANGE_NONE;
            is_found |= c.at[i].after == &functions[1][SLOW] && c.at[i].verdict == CHANGE_SLOWER;
        }
        is_known = is_possible(m, share, &before, &after);
        counts.judged += is_judged;
        counts.found += is_found;
        counts.known += is_known;
        counts.known_and_found += is_known && is_found;
        changes_release(&c);
    }
    return counts;
}

/* So few pairs may have a twentieth, and two standard deviations of their number, with verdicts. */
static void is_noise(const struct model *m, const char *name)
{
    enum { PAIRS = 1000, MOST = PAIRS / 20 + 14 };
    unsigned judged = count_pairs(m, PAIRS).judged;

    note("%s: a verdict in %u of %u pairs of equal programs", name, judged, (unsigned)PAIRS);
    ok(judged <= MOST, "%s: no verdict in about 95 of 100 pairs", name);
}

static void test_noise(void)
{
    is_noise(&(struct model){.samples = 300, .runs = {3, 3}, .slower = 1}, "300 samples");
    is_noise(&(struct model){.samples = 5000, .runs = {2, 2}, .slower = 1}, "5,000 samples");
    is_noise(
        &(struct model){
            .samples = 200000, .common = 0.014, .own = 0.014, .runs = {2, 2}, .slower = 1},
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

static void is_found(const struct model *m)
{
    enum { PAIRS = 200 };
    struct counts counts = count_pairs(m, PAIRS);

    ok(counts.known > PAIRS / 2 && 10 * counts.known_and_found >= 9 * counts.known,
       "%u runs a side of %.0f ticks, +%.0f %% in a function with 6 %%, runs differ by %.1f and "
       "%.1f %%: known in %u of %u, found in %u",
       m->runs[0], m->samples, 100 * (m->slower - 1), 100 * m->common, 100 * m->own, counts.known,
       (unsigned)PAIRS, counts.known_and_found);
}

static void test_power(void)
{
    static const struct model models[] = {
        {.samples = 1000, .runs = {5, 5}, .slower = 1.45},
        {.samples = 1000, .common = 0.01, .own = 0.01, .runs = {5, 5}, .slower = 1.45},
        {.samples = 20000, .common = 0.01, .own = 0.01, .runs = {2, 2}, .slower = 1.3},
        {.samples = 10000, .common = 0.02, .own = 0.02, .runs = {4, 4}, .slower = 1.2},
        {.samples = 20000, .common = 0.05, .own = 0.03, .runs = {5, 5}, .slower = 1.3},
        {.samples = 10000, .common = 0.005, .own = 0.005, .runs = {10, 10}, .slower = 1.1},
        {.samples = 50000, .common = 0.005, .own = 0.005, .runs = {5, 5}, .slower = 1.1},
        {.samples = 200, .common = 0.01, .own = 0.01, .runs = {10, 10}, .slower = 2},
    };

    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
        is_found(&models[i]);
}

/* ---- how often a change is found ------------------------------------------------------------ */

static void print_table(void)
{
    enum { PAIRS = 500 };
    static const double shares[] = {0.06, 0.6}, factors[] = {1.1, 1.2, 1.5};
    static const double spreads[] = {0.01, 0.05}, samples[] = {100, 1000, 10000};
    static const unsigned runs[] = {3, 5, 10};

    printf("runs   ticks  runs     function with 6 %%    function with 60 %%\n"
           "a side a run  differ   +10 %% +20 %% +50 %%   +10 %% +20 %% +50 %%\n");
    for (size_t row = 0; row < 18; row++) {
        double spread = spreads[row / 9], one = spread / sqrt(2);

        printf("%6u %6.0f  %4.0f %%  ", runs[row / 3 % 3], samples[row % 3], 100 * spread);
        for (size_t column = 0; column < 6; column++) {
            unsigned n = runs[row / 3 % 3];
            struct model m = {.samples = samples[row % 3],
                              .common = one,
                              .own = one,
                              .runs = {n, n},
                              .slower = factors[column % 3],
                              .share = shares[column / 3]};

            printf("%s%6.0f", column == 3 ? "  " : "",
                   100.0 * count_pairs(&m, PAIRS).found / PAIRS);
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "table") == 0) {
        print_table();
        return 0;
    }
    test_pairs();
    test_noise();
    test_power();
    return done_testing();
}
