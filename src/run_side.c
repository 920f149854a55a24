/* run_side - one side of a comparison: the runs of the program that its data files hold
 *
 * Where there are several, each is analysed alone by the same stages as all of them together, one
 * after the other, so that memory does not grow with their number: what remains of each are sums of
 * its times and of their squares, by function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

#include "analysis/significance.h"
#include "base/arith.h"
#include "base/mem.h"
#include "gmon_stacks.h"
#include "profile/beside.h"
#include "profile/merge_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- one run of several --------------------------------------------------------------------- */

/* Sums over runs, of one time: B. P. Welford, Technometrics 4, 1962. */
struct spread {
    double mean, squares;
};

struct tally {
    struct spread self, inclusive;
    struct changes_calls calls;
};

/* The runs of a side. */
struct runs {
    struct run *run;     /* of all of them together */
    struct tally *tally; /* by symbol; owned */
    struct spread total;
    double samples;
    unsigned time_runs, call_runs;
};

static double units(const struct figures *f, uint64_t time)
{
    return f->unit == FIGURES_NS ? (double)time / 1e9 : (double)time;
}

static void add_time(struct spread *s, double value, unsigned runs)
{
    double before = value - s->mean;

    s->mean += before / runs;
    s->squares += before * (value - s->mean);
}

static void add_calls(struct changes_calls *c, const struct cg_node *node, bool is_first)
{
    uint64_t both = add_saturated(node->calls, node->self_calls);

    c->others = add_saturated(c->others, node->calls);
    c->self = add_saturated(c->self, node->self_calls);
    c->least = is_first || both < c->least ? both : c->least;
    c->most = both > c->most ? both : c->most;
}

/* A run that has no time in a library has none, too: those are missed, and count 0. */
static void tally_run(struct runs *s, const struct run *one, struct diag *d)
{
    const struct figures *f = &one->report.figures;
    const struct symtab *all = &s->run->report.symtab;
    bool has_times = one->report.profile.has_histogram || run_is_measured(one);
    uint32_t *of = mem_alloc(d, all->n, sizeof *of);

    for (uint32_t i = 0; i < all->n; i++)
        of[i] = NO_SYMBOL;
    for (uint32_t i = 0; i < one->report.symtab.n; i++) {
        uint32_t number = symtab_number_in(all, &one->report.symtab, i);

        if (number != NO_SYMBOL)
            of[number] = i;
    }
    s->time_runs += has_times;
    s->call_runs += one->report.profile.has_arcs;
    for (uint32_t i = 0; i < all->n; i++) {
        struct tally *t = &s->tally[i];
        bool is_there = of[i] != NO_SYMBOL;

        if (has_times) {
            add_time(&t->self, is_there ? units(f, f->functions[of[i]].self) : 0, s->time_runs);
            add_time(&t->inclusive, is_there ? units(f, f->functions[of[i]].inclusive) : 0,
                     s->time_runs);
        }
        if (one->report.profile.has_arcs && is_there)
            add_calls(&t->calls, &one->report.graph.nodes[of[i]], s->call_runs == 1);
    }
    free(of);
    if (has_times)
        add_time(&s->total, units(f, f->total), s->time_runs);
    s->samples += (double)f->total_samples;
}

/* A table of the code alone, to which the stacks of one run can add their libraries. */
static void copy_symtab(struct symtab *copy, const struct symtab *all, struct diag *d)
{
    *copy = *all;
    copy->n = all->n_code;
    copy->symbols = mem_alloc(d, copy->n, sizeof *copy->symbols);
    memcpy(copy->symbols, all->symbols, copy->n * sizeof *copy->symbols);
}

/* Whether each of `n` files can be read a second time, which a pipe cannot be. */
static bool can_be_read_again(const char *const *files, size_t n)
{
    struct stat st;

    for (size_t i = 0; i < n; i++)
        if (stat(files[i], &st) != 0 || !S_ISREG(st.st_mode))
            return false;
    return true;
}

/* Analyse the data files of one run, `n` of them. */
static bool analyse_run(struct runs *s, const char *const *files, size_t n)
{
    struct run *all = s->run;
    struct diag quiet;
    struct run one = {.diag = &quiet,
                      .whole = all,
                      .options = all->options,
                      .reports = all->reports,
                      .report = {.image = all->report.image, .lines = all->report.lines}};
    const struct gmon_target target = {.word_bytes = all->report.image.word_bytes,
                                       .big_endian = all->report.image.big_endian};
    const struct merge_request request = {
        .files = files, .n_files = n, .format = all->options->format, .target = &target, .jobs = 1};
    size_t left_out;
    bool ok;

    /* all that there is to say of the files has been said */
    diag_init(&quiet, all->diag->program, NULL);
    if (!can_be_read_again(files, n) ||
        !merge_files(&one.report.profile, &request, &left_out, &quiet)) {
        profile_release(&one.report.profile);
        return diag_error(all->diag, files[0],
                          "cannot be read a second time, as runs are that are compared; let it be "
                          "a file that nothing changes");
    }
    copy_symtab(&one.report.symtab, &all->report.symtab, all->diag);
    ok = run_measure(&one);
    if (ok)
        tally_run(s, &one, all->diag);
    else
        diag_error(all->diag, files[0],
                   "cannot be analysed without the other runs; compare it alone to see why");
    free(one.report.symtab.symbols);
    /* what is shared is not for one run to release */
    one.report.symtab = (struct symtab){0};
    one.report.image = (struct image){0};
    one.report.lines = (struct sym_lines){0};
    run_release(&one);
    return ok;
}

/* ---- which files are one run ---------------------------------------------------------------- */

/* A file of stacks goes with the data file that it was written with. */
struct pairing {
    const char *const *names; /* as they are read; not owned */
    size_t n;
    size_t *stacks; /* of each file: 1 + the number of the stacks that go with it, or 0; owned */
    bool *is_taken; /* it goes with another file; owned */
};

static void pair_files(struct pairing *p, struct diag *d)
{
    size_t *data_file = beside_data_files(p->names, p->n, d);

    p->stacks = mem_alloc(d, p->n, sizeof *p->stacks);
    p->is_taken = mem_alloc(d, p->n, sizeof *p->is_taken);
    for (size_t i = 0; i < p->n; i++)
        if (data_file[i] != BESIDE_NONE && !p->stacks[data_file[i]]) {
            p->stacks[data_file[i]] = i + 1;
            p->is_taken[i] = true;
        }
    free(data_file);
}

static bool analyse_runs(struct runs *s, struct pairing *p)
{
    size_t n_runs = 0;

    for (size_t i = 0; i < p->n; i++)
        n_runs += !p->is_taken[i];
    if (n_runs == 1)
        tally_run(s, s->run, s->run->diag);
    for (size_t i = 0; n_runs > 1 && i < p->n; i++) {
        const char *files[] = {p->names[i], p->stacks[i] ? p->names[p->stacks[i] - 1] : NULL};

        if (!p->is_taken[i] && !analyse_run(s, files, files[1] ? 2 : 1))
            return false;
    }
    return true;
}

static bool find_runs(struct runs *s)
{
    struct run *r = s->run;
    bool some_left_out = r->options->keep_going;
    struct pairing p = {.names =
                            some_left_out ? r->added : (const char *const *)r->report.inputs.names,
                        .n = some_left_out ? r->n_added : r->report.inputs.n};
    bool ok;

    pair_files(&p, r->diag);
    ok = analyse_runs(s, &p);
    free(p.stacks);
    free(p.is_taken);
    return ok;
}

/* ---- the side ------------------------------------------------------------------------------- */

/* Ticks that a signal stands for. */
static double ticks_of_signal(const struct run *r)
{
    const struct stack_sum *sum = &r->report.stacks.total;

    if (run_is_measured(r) && sum->ticks > 0)
        return sum->squares / sum->ticks;
    return sig_ticks_of_signal(r->report.hist.rate);
}

static struct changes_time time_of(const struct spread *s, unsigned runs)
{
    return (struct changes_time){.mean = s->mean,
                                 .variance = runs > 1 ? s->squares / (runs - 1) : 0};
}

static void fill_side(struct changes_side *side, const struct runs *s)
{
    const struct run *r = s->run;

    for (uint32_t i = 0; i < r->report.symtab.n; i++) {
        const struct tally *t = &s->tally[i];
        const struct image_line *line = r->report.lines.at ? &r->report.lines.at[i] : NULL;

        side->functions[side->n++] = (struct changes_function){
            .name = r->report.symtab.symbols[i].name,
            .file = line ? line->file : NULL,
            .line = line && r->options->style.by_line ? line->line : 0,
            .symbol = i,
            .is_used = t->self.mean > 0 || t->calls.most > 0,
            .is_left_out = !r->report.figures.functions[i].in_flat,
            .self = time_of(&t->self, s->time_runs),
            .inclusive = time_of(&t->inclusive, s->time_runs),
            .calls = t->calls,
        };
    }
    side->total = time_of(&s->total, s->time_runs);
    side->samples = s->samples;
    side->time_runs = s->time_runs;
    side->call_runs = s->call_runs;
}

bool run_make_side(struct run *r, struct changes_side *side)
{
    struct runs s = {.run = r};
    double rate = r->report.hist.rate;
    bool ok;

    *side = (struct changes_side){.sample = rate > 0 ? ticks_of_signal(r) / rate : 1,
                                  .is_whole = true,
                                  .in_ticks = r->report.figures.unit == FIGURES_TICKS,
                                  .is_measured = r->report.figures.origin == CG_MEASURED,
                                  .rate = rate,
                                  .dimension = r->report.hist.dimension,
                                  .source = r->report.inputs.names[0],
                                  .names = &r->report.names};
    side->functions = mem_alloc(r->diag, r->report.symtab.n, sizeof *side->functions);
    s.tally = mem_alloc(r->diag, r->report.symtab.n, sizeof *s.tally);
    ok = find_runs(&s);
    if (ok)
        fill_side(side, &s);
    free(s.tally);
    return ok;
}
