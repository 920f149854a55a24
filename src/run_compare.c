/* run_compare - makes the base of --compare, and finds what changed since
 *
 * The base is a run with inputs of its own. If a side has data files of several runs, each run is
 * also made alone, one after the other, so memory does not grow with their number. Each run leaves
 * only sums of its times, and of their squares, by function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

#include "analysis/error_bars.h"
#include "base/arith.h"
#include "base/file.h"
#include "base/mem.h"
#include "compare/changes_file.h"
#include "profile/beside.h"

#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_file(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* ---- one run of several --------------------------------------------------------------------- */

/* While runs are added to a side, the variance of a time is the sum of squares of B. P. Welford,
 * Technometrics 4, 1962. */

/* Adds the time of run number `number`. */
static void add_time(struct changes_time *t, const struct figures *f, uint64_t time,
                     unsigned number)
{
    double value = f->unit == FIGURES_NS ? (double)time / 1e9 : (double)time;
    double before = value - t->mean;

    t->mean += before / number;
    t->variance += before * (value - t->mean);
}

static void add_calls(struct changes_calls *c, const struct cg_node *node, bool is_first)
{
    uint64_t both = cg_all_calls(node);

    c->others = add_saturated(c->others, node->calls);
    c->self = add_saturated(c->self, node->self_calls);
    c->least = is_first || both < c->least ? both : c->least;
    c->most = both > c->most ? both : c->most;
}

/* Adds a run to the side of `all`. A library without time in a run is not among its symbols, and
 * counts 0. */
static void add_run(struct changes_side *side, const struct run *run, const struct run *all)
{
    const struct report *one = &run->report;
    const struct figures *f = &one->figures;
    bool has_times = one->facts.profile.has_histogram || run->is_measured;
    const struct figure none = {0};
    LOCAL uint32_t *of = mem_alloc(all->diag, side->n, sizeof *of);

    symtab_match(&all->report.program.symtab, &one->program.symtab, of);
    side->time_runs += has_times;
    side->call_runs += one->facts.profile.has_arcs;
    for (size_t i = 0; i < side->n; i++) {
        struct changes_function *to = &side->functions[i];
        const struct figure *at = of[i] != NO_SYMBOL ? &f->functions[of[i]] : &none;

        if (has_times) {
            add_time(&to->self, f, at->self, side->time_runs);
            add_time(&to->inclusive, f, at->inclusive, side->time_runs);
        }
        if (one->facts.profile.has_arcs && at != &none)
            add_calls(&to->calls, &one->facts.graph.nodes[of[i]], side->call_runs == 1);
    }
    if (has_times)
        add_time(&side->total, f, f->total, side->time_runs);
    side->samples += (double)f->total_samples;
}

/* Shares the program that the run of all data files has read. Libraries that only the stacks of
 * this run lead through are added to a symbol table of its own. */
static void share_program(struct run *one, const struct run *all)
{
    struct symtab *table = &one->report.program.symtab;

    one->report.program.image = all->report.program.image;
    one->report.program.lines = all->report.program.lines;
    one->target = all->target;
    *table = all->report.program.symtab;
    table->n = table->n_code;
    table->rows = NULL;
    table->symbols = mem_alloc(one->diag, table->n, sizeof *table->symbols);
    memcpy(table->symbols, all->report.program.symtab.symbols, table->n * sizeof *table->symbols);
}

/* Makes the figures of the run. */
static bool make_figures(struct run *u, const struct inputs_request *named)
{
    struct report *r = &u->report;
    struct merge_request files = {.arcs_repeat = true};

    if (!inputs_gather(&r->facts.inputs, named, u->diag) || !run_read_data(u, &files) ||
        !run_add_libraries(u) || !run_find_functions(u, SYM_UNNAMED_IS_NOTHING))
        return false;
    run_make_facts(u);
    if (!run_find_cycles(u))
        return false;
    run_make_view(u, &r->views.graph, u->is_measured);
    run_make_figures(u);
    return true;
}

/* Makes the run of `n` data files and adds it. Messages about the files have been reported
 * before. */
static bool make_one(struct changes_side *side, const struct run *all, const char *const *files,
                     size_t n)
{
    struct diag *d = all->diag, quiet = {.program = d->program};
    const struct inputs_request named = {.names = files, .n_names = n, .target = &all->target};
    struct run one = {.options = all->options,
                      .diag = &quiet,
                      .report = {.style = all->report.style, .reports = all->report.reports}};
    bool ok;

    for (size_t i = 0; i < n; i++)
        if (!is_file(files[i]))
            return diag_error(d, files[0],
                              "is not a regular file; --compare reads its inputs twice, so save "
                              "it to a file first");
    share_program(&one, all);
    ok = make_figures(&one, &named);
    if (ok)
        add_run(side, &one, all);
    else
        diag_error(d, files[0],
                   "cannot be analysed without the other runs; compare it alone to see why");
    run_release_data(&one);
    free(one.report.program.symtab.symbols);
    free(one.report.program.symtab.rows);
    return ok;
}

/* Makes each run of the side of `all`: a data file and the stacks that were written with it, if
 * any. */
static bool make_runs(struct changes_side *side, const struct run *all)
{
    const char *const *names = all->added;
    size_t n = all->n_added, n_runs = n;
    LOCAL size_t *stacks =
        mem_alloc(all->diag, n, sizeof *stacks); /* number of the stacks of each file */
    LOCAL size_t *data_file = beside_data_files(names, n, all->diag);
    bool ok = true;

    for (size_t i = 0; i < n; i++)
        stacks[i] = BESIDE_NONE;
    for (size_t i = 0; i < n; i++)
        if (data_file[i] != BESIDE_NONE && stacks[data_file[i]] == BESIDE_NONE) {
            stacks[data_file[i]] = i;
            n_runs--;
        } else {
            data_file[i] = BESIDE_NONE; /* the stacks are a run of their own */
        }
    if (n_runs == 1)
        add_run(side, all, all);
    for (size_t i = 0; ok && n_runs > 1 && i < n; i++) {
        const char *files[] = {names[i], stacks[i] != BESIDE_NONE ? names[stacks[i]] : NULL};

        if (data_file[i] == BESIDE_NONE)
            ok = make_one(side, all, files, files[1] ? 2 : 1);
    }
    return ok;
}

/* ---- a side --------------------------------------------------------------------------------- */

/* Makes one side of the comparison. `all` is the run of all its data files, which may be several
 * runs of the program. */
static bool make_side(struct changes_side *side, struct run *all, const struct run_input *input,
                      bool is_base)
{
    const struct report *r = &all->report;
    const struct stack_sum *sum = &r->facts.stacks.total;
    double rate, runs, ticks_of_signal;

    if (!run_profile(all, input, is_base))
        return false;
    rate = r->facts.hist.rate;
    ticks_of_signal =
        all->is_measured && sum->ticks > 0 ? sum->squares / sum->ticks : sig_ticks_of_signal(rate);
    *side = (struct changes_side){.sample = rate > 0 ? ticks_of_signal / rate : 1,
                                  .n = r->program.symtab.n,
                                  .in_ticks = r->figures.unit == FIGURES_TICKS,
                                  .is_measured = report_is_measured(r),
                                  .kind = r->figures.kind,
                                  .rate = rate,
                                  .dimension = r->facts.hist.dimension,
                                  .source = r->facts.inputs.names[0],
                                  .names = &r->program.names};
    side->functions = mem_alloc(all->diag, side->n, sizeof *side->functions);
    if (!make_runs(side, all))
        return false;
    runs = side->time_runs > 1 ? side->time_runs : 2;
    for (uint32_t i = 0; i < r->program.symtab.n; i++) {
        const struct image_line *line = r->program.lines.at ? &r->program.lines.at[i] : NULL;
        struct changes_function *f = &side->functions[i];

        f->name = r->program.symtab.symbols[i].name;
        f->file = line ? line->file : NULL;
        f->line = line && r->style.by_line ? line->line : 0;
        f->symbol = i;
        f->is_used = f->self.mean > 0 || f->calls.most > 0;
        f->is_left_out = !r->figures.functions[i].in_flat;
        f->is_outside = i >= r->program.symtab.n_code;
        f->self.variance /= runs - 1;
        f->inclusive.variance /= runs - 1;
    }
    side->total.variance /= runs - 1;
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
static bool read_export(struct base *b, struct changes_side *side, const char *path,
                        const struct run *u)
{
    struct changes_file *f = &b->file;
    LOCAL char *id = NULL;

    if (b->names.n > 1 || b->input.files.n_lists > 0)
        return diag_error(u->diag, path,
                          "is a JSON export, and no other base can stand beside it; name one "
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
    id = build_id_text(u->report.program.image.build_id, u->diag);
    f->side.leaves_out_unused = id && f->build_id && strcmp(id, f->build_id) == 0;
    f->side.is_unfiltered = true;
    *side = f->side;
    f->side.functions = NULL;
    return true;
}

/* Reads the base, and makes its side. */
static bool make_base(struct base *b, struct changes_side *side, const struct run *u)
{
    const struct options *o = u->options;

    find_names(b, o, u->diag);
    for (size_t i = 0; i < b->names.n; i++)
        if (changes_file_is(b->names.names[i]))
            return read_export(b, side, b->names.names[i], u);
    b->run = (struct run){.options = o,
                          .out = u->out,
                          .diag = u->diag,
                          .report = {.style = o->style, .reports = REPORT_COMPARE}};
    return make_side(side, &b->run, &b->input, true);
}

static void base_release(struct base *b)
{
    run_release(&b->run);
    changes_file_release(&b->file);
    inputs_release(&b->names);
    free(b->lists);
}

static void print(const struct changes *c, const struct base *base, struct run *u)
{
    const struct report *before = c->before->names ? &base->run.report : NULL;

    if (u->report.style.as == REPORT_HTML)
        html_print_changes(c, &u->report, before, u->out, u->diag);
    else
        changes_print(c, &u->report, u->out, u->diag);
}

bool run_compare(struct run *u)
{
    const struct options *o = u->options;
    struct base base = {.input = {0}};
    struct changes_side before = {0}, after = {0};
    struct changes changes = {0};
    bool ok = check_names(o, u->diag) && make_side(&after, u, &o->input, false) &&
              make_base(&base, &before, u) &&
              changes_init(&changes, &before, &after, change_limits_tests(o->limits, o->n_limits),
                           u->diag);

    if (ok) { /* a page has the warnings, too */
        ok = change_limits_check(o->limits, o->n_limits, &changes, &u->exceeded, u->diag);
        print(&changes, &base, u);
    }

    u->report.facts.left_out += base.run.report.facts.left_out;
    changes_release(&changes);
    changes_side_release(&before);
    changes_side_release(&after);
    base_release(&base);
    return ok;
}
