/* test_changes - tests the comparison of two profiles: pairs of functions, verdicts, limits, and
 * that runs of one program have no verdict in about 95 of 100 pairs
 *
 * With the argument `table' it prints instead how often a change is found, as doc/gprof.texi shows;
 * with `turns', how often limits are exceeded or not judged by runs in turn, as doc/PERF shows.
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
                                     .self = {.mean = self},
                                     .inclusive = {.mean = self},
                                     .calls = {calls, 0, calls, calls}};
}

/* ---- time that moved ------------------------------------------------------------------------ */

/* Tests functions that are gone: their time is that of callers which have more time than before,
 * also through callers that are gone. */
static void test_moved(void)
{
    enum { MAIN, SAME, GONE, DEEPER };
    struct changes_function b[] = {function("main", NULL, 1, 1), function("same", NULL, 2, 1),
                                   function("gone", NULL, 4, 1), function("deeper", NULL, 8, 1)};
    struct changes_function a[] = {function("main", NULL, 10, 1), function("same", NULL, 2, 1)};
    struct changes_arc arcs[] = {{GONE, DEEPER, 1}, {MAIN, GONE, 0.75}, {SAME, GONE, 0.25}};
    struct changes_side before = side_of(b, 4), after = side_of(a, 2);
    struct changes c;
    struct diag d;

    diag_init(&d, "test", NULL);
    b[DEEPER].self.variance = 16;
    before.arcs = arcs;
    before.n_arcs = 3;
    ok(changes_init(&c, &before, &after, &d), "two functions are gone");
    is_dbl(b[MAIN].moved, 9, "three quarters of their time were their caller's");
    is_dbl(b[MAIN].self.mean, 10, "who had it before, too");
    is_dbl(b[MAIN].self.variance, 9, "with its variance");
    is_dbl(b[SAME].self.mean, 2, "a caller that has no more time than before had none of it");
    is_dbl(b[GONE].self.mean, 4, "and what is gone keeps its own");
    changes_release(&c);
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
    if (!changes_init(&c, &before, &after, &d))
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
    double shared;      /* standard deviation of what both runs of a pair share, if in turn */
    double walk;        /* standard deviation of its change from pair to pair */
    double rare;        /* probability that a run takes half as long again */
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

    if (t->runs)
        t->runs[run - 1] = value;
    t->mean += before / run;
    *squares += before * (value - t->mean);
    t->variance = run > 1 ? *squares / (run - 1) : 0;
}

static const char *name_of(size_t function)
{
    static const char names[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghij";

    return &names[function];
}

/* Begins a side without runs. `squares` is for add_run. */
static void start_side(struct changes_side *s, double squares[MANY + 1])
{
    for (size_t i = 0; i < MANY; i++) {
        s->functions[i] =
            (struct changes_function){.name = name_of(i), .shown = name_of(i), .is_used = true};
        squares[i] = 0;
    }
    s->total = (struct changes_time){0};
    s->time_runs = 0;
    squares[MANY] = 0;
}

/* Adds a run of the model. `machine` is the factor of the machine. */
static void simulate(struct prng *p, const struct model *m, const double *share, bool is_after,
                     double machine, struct changes_side *s, double squares[MANY + 1])
{
    double time[MANY], left = 0, ticks;
    unsigned run = ++s->time_runs;

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

static void simulate_side(struct prng *p, const struct model *m, const double *share, bool is_after,
                          struct changes_side *s)
{
    double squares[MANY + 1];

    start_side(s, squares);
    while (s->time_runs < m->runs[is_after])
        simulate(p, m, share, is_after, 1 + m->common * normal(p), s, squares);
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
        struct change_judgement judgement;

        simulate_side(&p, m, share, false, &before);
        simulate_side(&p, m, share, true, &after);
        if (!changes_init(&c, &before, &after, &d) ||
            !change_limits_check(limits, 2, &c, &judgement, &d))
            return (struct counts){.judged = n};
        is_judged = c.total.verdict != CHANGE_NONE || judgement.exceeded > 0;
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

/* ---- runs in turn --------------------------------------------------------------------------- */

enum { TURNS_MAX = 20 };

/* A side whose runs are made in turn with those of the other side. */
struct turns {
    struct changes_function functions[MANY];
    double times[MANY + 1][TURNS_MAX], ended[TURNS_MAX], squares[MANY + 1];
    struct changes_side side;
};

static void start_turns(struct turns *t)
{
    t->side = side_of(t->functions, MANY);
    start_side(&t->side, t->squares);
    for (size_t i = 0; i < MANY; i++)
        t->functions[i].self.runs = t->times[i];
    t->side.total.runs = t->times[MANY];
    t->side.ended = t->ended;
}

/* What became of comparisons with a limit. */
struct outcome {
    unsigned exceeded, unjudged, within;
    double runs; /* runs a side, the mean */
};

/* Makes pairs of runs until the limit is judged, as gprof-run --compare does. */
static void measure(struct prng *p, const struct model *m, const double *share,
                    const struct change_limit *limit, struct outcome *o)
{
    static struct turns before, after;
    struct turns *const sides[] = {&before, &after};
    struct change_judgement judgement = {.open = 1};
    double level = 1;
    struct diag d;
    unsigned n = 0;

    diag_init(&d, "test", NULL);
    start_turns(&before);
    start_turns(&after);
    for (unsigned look = change_limits_look(0); judgement.open > 0 && n < TURNS_MAX;
         look = change_limits_look(n)) {
        struct changes c;

        for (; n < look && n < TURNS_MAX; n++) {
            double pair = level * (1 + m->shared * normal(p));

            level *= 1 + m->walk * normal(p);
            for (unsigned i = 0; i < 2; i++) {
                unsigned is_after = (n + i) % 2;
                double machine =
                    pair * (1 + m->common * normal(p)) * (uniform(p) < m->rare ? 1.5 : 1);

                simulate(p, m, share, is_after, machine, &sides[is_after]->side,
                         sides[is_after]->squares);
                sides[is_after]->ended[n] = 2 * n + i;
            }
        }
        if (changes_init(&c, &before.side, &after.side, &d))
            change_limits_check(limit, 1, &c, &judgement, &d);
        changes_release(&c);
    }
    o->exceeded += judgement.exceeded > 0;
    o->unjudged += judgement.exceeded == 0 && judgement.unjudged > 0;
    o->within += judgement.exceeded == 0 && judgement.unjudged == 0;
    o->runs += n;
}

/* A program of 0.6 seconds with a function of 22 %. The machine is idle, or beside a busy
 * neighbour. The rate is that of the kernel's clock, 250 a second, or of an event, 4000. */
static const struct model idle = {.share = 0.22, .shared = 0.01, .common = 0.01, .own = 0.01};
static const struct model busy = {
    .share = 0.22, .shared = 0.08, .walk = 0.02, .common = 0.04, .own = 0.03, .rare = 0.03};
static const struct {
    const char *name;
    const struct model *model;
    double samples;
} machines[] = {{"idle, 250 a second", &idle, 150},
                {"idle, 4000 a second", &idle, 2400},
                {"busy, 250 a second", &busy, 150},
                {"busy, 4000 a second", &busy, 2400}};

enum { N_MACHINES = sizeof machines / sizeof *machines };

static const struct {
    double percent, slower;
} asked[] = {{20, 1}, {20, 1.3}, {5, 1}, {5, 1.1}};

/* Returns what becomes of `n` comparisons with a limit of function SLOW. */
static struct outcome outcome_of(size_t machine, size_t ask, unsigned n)
{
    struct model m = *machines[machine].model;
    const struct change_limit limit = {.text = "self",
                                       .figure = CHANGE_SELF,
                                       .is_percent = true,
                                       .percent = asked[ask].percent,
                                       .function = name_of(SLOW)};
    struct prng p = {20260101};
    struct outcome o = {0};
    double share[MANY];

    m.samples = machines[machine].samples;
    m.slower = asked[ask].slower;
    fill_shares(&m, share);
    for (unsigned i = 0; i < n; i++)
        measure(&p, &m, share, &limit, &o);
    o.runs /= n;
    return o;
}

/* Tests what 10,000 comparisons, of the argument `turns', show of each machine: equal builds have
 * at most 2 alarms in 100, and a function that is 1.5 times the limit slower is found in nine of
 * ten. Of a limit that takes more than 20 runs, little is judged; twice the limit never passes. */
static void test_turns(void)
{
    enum { N = 60 };

    for (size_t i = 0; i < N_MACHINES; i++) {
        struct outcome equal = outcome_of(i, 0, N), slower = outcome_of(i, 1, N);
        struct outcome twice = outcome_of(i, 3, N);

        ok(equal.exceeded <= N * 2 / 100 && equal.within >= N * 85 / 100,
           "%s: limit 20 %%, equal builds: %u of %u exceeded, %u not judged", machines[i].name,
           equal.exceeded, (unsigned)N, equal.unjudged);
        ok(slower.exceeded >= N * 88 / 100, "%s: +30 %%: %u exceeded", machines[i].name,
           slower.exceeded);
        ok(twice.within == 0, "%s: limit 5 %%, +10 %%: %u exceeded, %u not judged",
           machines[i].name, twice.exceeded, twice.unjudged);
    }
}

static void print_turns(unsigned n)
{
    printf("machine               limit  function  exceeded  not judged  within  runs a side\n");
    for (size_t i = 0; i < N_MACHINES; i++)
        for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
            struct outcome o = outcome_of(i, k, n);

            printf("%-20s  %3.0f %%   +%3.0f %%   %6.2f %%    %6.2f %%  %6.2f %%  %.1f\n",
                   machines[i].name, asked[k].percent, 100 * (asked[k].slower - 1),
                   100.0 * o.exceeded / n, 100.0 * o.unjudged / n, 100.0 * o.within / n, o.runs);
            fflush(stdout);
        }
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
    if (argc > 1 && strcmp(argv[1], "turns") == 0) {
        print_turns(argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 10000);
        return 0;
    }
    test_moved();
    test_pairs();
    test_noise();
    test_power();
    test_turns();
    return done_testing();
}
