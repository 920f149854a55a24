/* run_compare - makes the base of --compare, and finds what changed since
 *
 * The base is a run with inputs of its own. If a side has data files of several runs, times are
 * means of the runs, and their spread tells what is noise.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run_each.h"

#include "base/arith.h"
#include "base/file.h"
#include "base/mem.h"
#include "compare/changes_file.h"

#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- when runs ended ------------------------------------------------------------------------ */

/* A run, and when it ended, in seconds: when its data file was written. */
struct end {
    double at;
    size_t run;
};

static int by_time(const void *left, const void *right)
{
    const struct end *l = left, *r = right;

    return l->at < r->at ? -1 : l->at > r->at;
}

/* Sets side->ended, and the place of each run in it; if a run has no time, or its end is not known,
 * to NULL. */
static void find_ends(struct changes_side *side, size_t *places, const struct runs *runs,
                      const struct results *r, struct diag *d)
{
    LOCAL struct end *ends = mem_alloc(d, runs->n, sizeof *ends);

    for (size_t i = 0; i < runs->n; i++) {
        struct stat st;

        if (!runs->sums[i].has_time || stat(r->facts.inputs.names[runs->sums[i].file], &st) != 0)
            return;
        ends[i] = (struct end){(double)st.st_mtim.tv_sec + (double)st.st_mtim.tv_nsec / 1e9, i};
    }
    qsort(ends, runs->n, sizeof *ends, by_time);
    side->ended = mem_alloc(d, runs->n, sizeof *side->ended);
    for (size_t i = 0; i < runs->n; i++) {
        side->ended[i] = ends[i].at;
        places[ends[i].run] = i;
    }
}

/* ---- figures of runs ------------------------------------------------------------------------ */

/* A side while it is made. */
struct maker {
    struct changes_side *side;
    const struct figures *figures;
    const struct runs *runs;
    size_t *places; /* places of the runs in side->ended */
    double *room;   /* the rest of side->times, or NULL */
};

/* Prepares a time for the values of runs. */
static void start_time(struct changes_time *t, struct maker *m)
{
    t->runs = m->room;
    m->room += m->room ? m->runs->n : 0;
}

/* Adds the time of a run, which is number `number`, from 1, of those with this time. While runs are
 * added, the variance of a time is the sum of squares of B. P. Welford, Technometrics 4, 1962. */
static void add_time(struct changes_time *t, const struct maker *m, size_t run, uint64_t time,
                     unsigned number)
{
    double value = m->figures->unit == FIGURES_NS ? (double)time / 1e9 : (double)time;
    double before = value - t->mean;

    t->mean += before / number;
    t->variance += before * (value - t->mean);
    if (t->runs)
        t->runs[m->places[run]] = value;
}

/* Ends the time of `n` runs. `n_added` were added, and the others have none. */
static void end_time(struct changes_time *t, unsigned n_added, unsigned n)
{
    double part = n > 0 ? (double)n_added / n : 0;

    t->variance += t->mean * t->mean * n_added * (1 - part);
    t->variance /= n > 1 ? n - 1 : 1;
    t->mean *= part;
}

/* Sets times and calls of a function, number `symbol`, from its values in runs. */
static void take_values(struct changes_function *to, struct maker *m, uint32_t symbol)
{
    const struct runs *runs = m->runs;
    uint32_t first = runs->first[symbol], n = runs->first[symbol + 1] - first;
    struct changes_calls *c = &to->calls;

    c->least = n > 0 && n == m->side->call_runs ? UINT64_MAX : 0;
    if (n > 0) {
        start_time(&to->self, m);
        start_time(&to->inclusive, m);
    }
    for (uint32_t i = 0; i < n; i++) {
        const struct run_value *v = runs_value(runs, first + i);
        uint64_t both = add_saturated(v->calls, v->self_calls);

        add_time(&to->self, m, v->run, v->self, i + 1);
        add_time(&to->inclusive, m, v->run, v->inclusive, i + 1);
        c->others = add_saturated(c->others, v->calls);
        c->self = add_saturated(c->self, v->self_calls);
        c->least = both < c->least ? both : c->least;
        c->most = both > c->most ? both : c->most;
    }
    end_time(&to->self, n, m->side->time_runs);
    end_time(&to->inclusive, n, m->side->time_runs);
}

/* Makes the times of runs, and the total. */
static void take_runs(struct maker *m, const struct results *r, struct diag *d)
{
    struct changes_side *side = m->side;
    const struct runs *runs = m->runs;
    size_t n = 1;

    find_ends(side, m->places, runs, r, d);
    for (uint32_t i = 0; i < side->n; i++)
        n += runs->first[i + 1] > runs->first[i] ? 2 : 0;
    if (side->ended)
        m->room = side->times = mem_alloc(d, n * runs->n, sizeof *side->times);
    start_time(&side->total, m);
    for (size_t i = 0; i < runs->n; i++) {
        side->call_runs += runs->sums[i].has_calls;
        side->samples += (double)runs->sums[i].samples;
        if (runs->sums[i].has_time)
            add_time(&side->total, m, i, runs->sums[i].time, ++side->time_runs);
    }
    end_time(&side->total, side->time_runs, side->time_runs);
}

/* ---- a side --------------------------------------------------------------------------------- */

/* Returns what tells the part of a callee's self time that calls along an arc took: samples, or
 * calls. Calls of the callee by itself are part of others. */
static double weight_of(const struct results *r, uint32_t arc)
{
    const struct call_graph *g = r->views.calls;

    if (g->arcs[arc].parent == g->arcs[arc].child)
        return 0;
    return results_are_measured(r) ? r->views.graph.stacks.arc_self[arc].ticks
                                   : (double)g->arcs[arc].count;
}

/* Lists the calls of the base: a function's behind those of its callees. */
static void list_arcs(struct changes_side *side, const struct results *r, struct diag *d)
{
    const struct call_graph *g = r->views.calls;

    side->arcs = mem_alloc(d, g->n_arcs, sizeof *side->arcs);
    for (uint32_t i = 0; i < g->n_symbols; i++) {
        const uint32_t s = g->order[i], *first = &g->parents.first[s];
        double all = 0;

        for (uint32_t k = first[0]; k < first[1]; k++)
            all += weight_of(r, g->parents.item[k]);
        for (uint32_t k = first[0]; k < first[1] && all > 0; k++) {
            uint32_t arc = g->parents.item[k];

            side->arcs[side->n_arcs++] =
                (struct changes_arc){g->arcs[arc].parent, s, weight_of(r, arc) / all};
        }
    }
}

/* Returns how many samples came in a second, as call stacks tell, or 0. */
static double rate_had(const struct results *r)
{
    const struct stack_sum *all = &r->facts.stacks.all;

    return results_are_measured(r) && all->ticks > 0
               ? (double)all->signals * r->facts.stacks.rate / all->ticks
               : 0;
}

/* Makes one side of the comparison. `all` is the run of all its data files, which may be several
 * runs of the program. */
static bool make_side(struct changes_side *side, struct run *all, bool is_base)
{
    const struct results *r = &all->results;
    LOCAL_BY(runs_release) struct runs runs = {0};
    LOCAL size_t *places = NULL;
    struct maker m = {.side = side, .figures = &r->figures, .runs = &runs};

    if (!run_analyse(all, is_base) || !run_each(&runs, all))
        return false;
    *side = (struct changes_side){.sample = run_sample(all),
                                  .n = r->program.symtab.n,
                                  .in_ticks = r->figures.unit == FIGURES_TICKS,
                                  .is_measured = results_are_measured(r),
                                  .kind = r->figures.kind,
                                  .rate = r->facts.hist.rate,
                                  .rate_had = rate_had(r),
                                  .dimension = r->facts.hist.dimension,
                                  .source = r->facts.inputs.names[0],
                                  .names = &r->program.names};
    side->functions = mem_alloc(all->diag, side->n, sizeof *side->functions);
    m.places = places = mem_alloc(all->diag, runs.n, sizeof *places);
    take_runs(&m, r, all->diag);
    for (uint32_t i = 0; i < side->n; i++) {
        const struct image_line *line = r->program.lines.at ? &r->program.lines.at[i] : NULL;
        struct changes_function *f = &side->functions[i];

        f->name = r->program.symtab.symbols[i].name;
        f->file = line ? line->file : NULL;
        f->line = line && r->style.by_line ? line->line : 0;
        f->symbol = i;
        take_values(f, &m, i);
        f->is_used = f->self.mean > 0 || f->calls.most > 0;
        f->is_left_out = !r->figures.functions[i].in_flat;
        f->is_outside = i >= r->program.symtab.n_code;
    }
    if (is_base)
        list_arcs(side, r, all->diag);
    return true;
}

/* ---- the base ------------------------------------------------------------------------------- */

/* Returns false, after reporting, if --compare names a program in place of a base. */
static bool check_names(const struct options *o, struct diag *d)
{
    static const char elf[] = {'\177', 'E', 'L', 'F'};

    for (size_t i = 0; i < o->n_bases; i++) {
        uint8_t start[sizeof elf];

        if (file_read_part(o->bases[i], 0, start, sizeof start) == sizeof start &&
            memcmp(start, elf, sizeof start) == 0)
            return diag_error(d, o->bases[i],
                              "is a program: --compare took it for the base, and %s for the "
                              "program; run: %s --compare=BASE %s gmon.out",
                              o->input.image, d->program, o->bases[i]);
    }
    return true;
}

/* The base of --compare; zero-initialised. */
struct base {
    struct run_input input; /* inputs of the base; the next members own their names */
    struct inputs names;
    const char **lists;       /* owned */
    struct run run;           /* run of the base, if that is data files */
    struct changes_file file; /* side of the base, if that is an export */
};

/* Lists the files that --compare names: files, directories, patterns of names, and @LIST. A pattern
 * that fits nothing stays a name, which its reader will not find. */
static void find_names(struct base *b, const struct options *o, struct diag *d)
{
    struct inputs_request *files = &b->input.files;

    b->input = o->input;
    if (o->base_image)
        b->input.image = o->base_image;
    files->recursive = true;
    files->n_lists = 0;
    b->lists = mem_alloc(d, o->n_bases, sizeof *b->lists);
    for (size_t i = 0; i < o->n_bases; i++) {
        const char *name = o->bases[i];
        glob_t found = {0};

        if (name[0] == '@')
            b->lists[files->n_lists++] = name + 1;
        else if (access(name, F_OK) == 0)
            inputs_add(&b->names, mem_copy_string(d, name, strlen(name)), d);
        else if (glob(name, GLOB_NOCHECK, NULL, &found) != 0)
            mem_out(d, 0);
        for (size_t k = 0; k < found.gl_pathc; k++)
            inputs_add(&b->names, mem_copy_string(d, found.gl_pathv[k], strlen(found.gl_pathv[k])),
                       d);
        globfree(&found);
    }
    files->names = (const char *const *)b->names.names;
    files->n_names = b->names.n;
    files->lists = b->lists;
}

/* Makes the side of the export `path`. An export has no single runs, so it must be the only
 * base. */
static bool read_export(struct base *b, struct changes_side *side, const char *path, struct run *u)
{
    struct changes_file *f = &b->file;
    LOCAL char *id = NULL;

    if (b->names.n > 1 || b->input.files.n_lists > 0)
        return diag_error(u->diag, path,
                          "is a JSON export, which cannot be combined with other bases; name one "
                          "export, or data files");
    if (u->options->base_image)
        return diag_error(u->diag, path,
                          "is a JSON export, which needs no image; leave out --compare-image");
    if (!changes_file_read(f, path, u->diag))
        return false;
    if (f->by_line != u->options->style.by_line)
        return diag_error(u->diag, path, "its functions are %s; %s --line, or export it again",
                          f->by_line ? "source lines" : "no source lines",
                          f->by_line ? "add" : "leave out");
    /* an export lists functions with time or calls; a base of the same build has all other
     * functions, too */
    id = build_id_text(u->results.program.image.build_id, u->diag);
    f->side.leaves_out_unused = id && f->build_id && strcmp(id, f->build_id) == 0;
    f->side.is_unfiltered = true;
    builds_forget(&u->builds, f->side.leaves_out_unused ? u->results.program.image.path : NULL);
    changes_file_join(f, f->side.leaves_out_unused, u->diag);
    *side = f->side;
    f->side.functions = NULL;
    return true;
}

/* Reads the base: its data, or all of the side of an export. */
static bool read_base(struct base *b, struct changes_side *side, struct run *u)
{
    const struct options *o = u->options;

    find_names(b, o, u->diag);
    for (size_t i = 0; i < b->names.n; i++)
        if (changes_file_is(b->names.names[i]))
            return read_export(b, side, b->names.names[i], u);
    b->run = (struct run){.options = o,
                          .out = u->out,
                          .diag = u->diag,
                          .results = {.style = o->style, .reports = REPORT_COMPARE}};
    if (!run_read(&b->run, &b->input, true))
        return false;
    builds_add_all(&u->builds, &b->run.builds, u->diag);
    builds_add_all(&b->run.builds, &u->builds, u->diag);
    return true;
}

static void base_release(struct base *b)
{
    run_release(&b->run);
    changes_file_release(&b->file);
    inputs_release(&b->names);
    free(b->lists);
}

bool run_compare(struct run *u)
{
    const struct options *o = u->options;
    struct base base = {.input = {0}};
    struct changes_side before = {0}, after = {0};
    struct changes changes = {0};
    bool ok = check_names(o, u->diag) && run_read(u, &o->input, false) &&
              read_base(&base, &before, u) && make_side(&after, u, false) &&
              (!base.run.options || make_side(&before, &base.run, true)) &&
              changes_init(&changes, &before, &after, u->diag);

    if (ok) { /* a page has the warnings, too */
        u->results.changes = &changes;
        u->results.base = before.names ? &base.run.results : NULL;
        ok = change_limits_check(o->limits, o->n_limits, &changes, &u->judgement, u->diag);
        ok &= run_print(u);
    }

    u->results.facts.left_out += base.run.results.facts.left_out;
    changes_release(&changes);
    changes_side_release(&before);
    changes_side_release(&after);
    base_release(&base);
    return ok;
}
