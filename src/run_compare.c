/* run_compare - makes the base of --compare, and finds what changed since
 *
 * The base is a run with inputs of its own. If a side has data files of several runs, each run is
 * also made alone, one after the other, so memory does not grow with their number. Each run leaves
 * only sums of its times, and of their squares, by function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

#include "analysis/statistics.h"
#include "base/arith.h"
#include "base/file.h"
#include "base/mem.h"
#include "profile/inputs.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
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
    uint64_t both = add_saturated(node->calls, node->self_calls);

    c->others = add_saturated(c->others, node->calls);
    c->self = add_saturated(c->self, node->self_calls);
    c->least = is_first || both < c->least ? both : c->least;
    c->most = both > c->most ? both : c->most;
}

/* Adds a run to the side of `all`. A library without time in a run is not among its symbols, and
 * counts 0. */
static void add_run(struct changes_side *side, const struct report *one, const struct run *all)
{
    const struct figures *f = &one->figures;
    bool has_times = one->profile.has_histogram || one->is_measured;
    const struct figure none = {0};
    uint32_t *of = mem_alloc(all->diag, side->n, sizeof *of);

    memset(of, 0xff, side->n * sizeof *of); /* NO_SYMBOL */
    for (uint32_t i = 0; i < one->symtab.n; i++) {
        uint32_t number = symtab_number_in(&all->report.symtab, &one->symtab, i);

        if (number != NO_SYMBOL)
            of[number] = i;
    }
    side->time_runs += has_times;
    side->call_runs += one->profile.has_arcs;
    for (size_t i = 0; i < side->n; i++) {
        struct changes_function *to = &side->functions[i];
        const struct figure *at = of[i] != NO_SYMBOL ? &f->functions[of[i]] : &none;

        if (has_times) {
            add_time(&to->self, f, at->self, side->time_runs);
            add_time(&to->inclusive, f, at->inclusive, side->time_runs);
        }
        if (one->profile.has_arcs && at != &none)
            add_calls(&to->calls, &one->graph.nodes[of[i]], side->call_runs == 1);
    }
    free(of);
    if (has_times)
        add_time(&side->total, f, f->total, side->time_runs);
    side->samples += (double)f->total_samples;
}

/* Makes the run of `n` data files and adds it. Messages about the files have been reported
 * before. */
static bool make_one(struct changes_side *side, const struct run *all, const char *const *files,
                     size_t n)
{
    const struct run_input input = {.files = {.names = files, .n_names = n}};
    struct diag *d = all->diag, quiet = diag_quiet(d);
    struct run one = {.options = all->options,
                      .input = &input,
                      .whole = all,
                      .diag = &quiet,
                      .report = {.reports = all->report.reports}};
    bool ok;

    for (size_t i = 0; i < n; i++)
        if (!is_file(files[i]))
            return diag_error(d, files[0],
                              "cannot be read a second time, as runs are that are compared; let it "
                              "be a file that nothing changes");
    ok = run_make(&one);
    if (ok)
        add_run(side, &one.report, all);
    else
        diag_error(d, files[0],
                   "cannot be analysed without the other runs; compare it alone to see why");
    run_release(&one);
    return ok;
}

/* Makes each run of a side: a data file and the stacks that were written with it, if any. */
static bool make_runs(struct changes_side *side, const struct run *all)
{
    const char *const *names = all->added;
    size_t n = all->n_added, n_runs = n;
    size_t *stacks =
        mem_alloc(all->diag, n, sizeof *stacks); /* number of the stacks of each file */
    size_t *data_file = beside_data_files(names, n, all->diag);
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
        add_run(side, &all->report, all);
    for (size_t i = 0; ok && n_runs > 1 && i < n; i++) {
        const char *files[] = {names[i], stacks[i] != BESIDE_NONE ? names[stacks[i]] : NULL};

        if (data_file[i] == BESIDE_NONE)
            ok = make_one(side, all, files, files[1] ? 2 : 1);
    }
    free(data_file);
    free(stacks);
    return ok;
}

/* ---- a side --------------------------------------------------------------------------------- */

/* Makes one side of the comparison from `all`, a run that was made. */
static bool make_side(struct changes_side *side, const struct run *all)
{
    const struct report *r = &all->report;
    const struct stack_sum *sum = &r->stacks.total;
    double rate = r->hist.rate, runs;
    double ticks_of_signal =
        r->is_measured && sum->ticks > 0 ? sum->squares / sum->ticks : sig_ticks_of_signal(rate);

    *side = (struct changes_side){.sample = rate > 0 ? ticks_of_signal / rate : 1,
                                  .n = r->symtab.n,
                                  .is_whole = true,
                                  .in_ticks = r->figures.unit == FIGURES_TICKS,
                                  .is_measured = r->figures.origin == CG_MEASURED,
                                  .kind = r->figures.kind,
                                  .rate = rate,
                                  .dimension = r->hist.dimension,
                                  .source = r->inputs.names[0],
                                  .names = &r->names};
    side->functions = mem_alloc(all->diag, side->n, sizeof *side->functions);
    if (!make_runs(side, all))
        return false;
    runs = side->time_runs > 1 ? side->time_runs : 2;
    for (uint32_t i = 0; i < r->symtab.n; i++) {
        const struct image_line *line = r->lines.at ? &r->lines.at[i] : NULL;
        struct changes_function *f = &side->functions[i];

        f->name = r->symtab.symbols[i].name;
        f->file = line ? line->file : NULL;
        f->line = line && r->style.by_line ? line->line : 0;
        f->symbol = i;
        f->is_used = f->self.mean > 0 || f->calls.most > 0;
        f->is_left_out = !r->figures.functions[i].in_flat;
        f->is_outside = i >= r->symtab.n_code;
        f->self.variance /= runs - 1;
        f->inclusive.variance /= runs - 1;
    }
    side->total.variance /= runs - 1;
    return true;
}

/* ---- the base ------------------------------------------------------------------------------- */

bool comparison_check_names(const struct options *o, struct diag *d)
{
    static const char elf[] = {'\177', 'E', 'L', 'F'};

    for (size_t i = 0; i < o->n_bases; i++) {
        uint8_t start[sizeof elf];

        if (is_file(o->bases[i]) && /* a pipe can be read only once */
            file_read_start(o->bases[i], start, sizeof start) == sizeof start &&
            memcmp(start, elf, sizeof start) == 0)
            return diag_error(d, o->bases[i],
                              "is a program: --compare took it for the base, and %s for the "
                              "program; run: %s --compare=BASE %s gmon.out",
                              o->input.image, d->program, o->bases[i]);
    }
    return true;
}

/* Lists the files that --compare names: files, directories, patterns of names, and @LIST. A pattern
 * that fits nothing stays a name, which its reader will not find. */
static void find_names(struct comparison *c, const struct options *o, struct diag *d)
{
    struct inputs_request *files = &c->input.files;

    c->input = o->input;
    if (o->base_image)
        c->input.image = o->base_image;
    files->recursive = true;
    files->n_lists = 0;
    c->lists = mem_alloc(d, o->n_bases, sizeof *c->lists);
    for (size_t i = 0; i < o->n_bases; i++) {
        const char *name = o->bases[i];
        glob_t found = {0};

        if (name[0] == '@')
            c->lists[files->n_lists++] = name + 1;
        else if (access(name, F_OK) == 0)
            inputs_add(&c->names, mem_copy_string(d, name, strlen(name)), d);
        else if (glob(name, GLOB_NOCHECK, NULL, &found) != 0)
            mem_out(d, 0);
        for (size_t k = 0; k < found.gl_pathc; k++)
            inputs_add(&c->names, mem_copy_string(d, found.gl_pathv[k], strlen(found.gl_pathv[k])),
                       d);
        globfree(&found);
    }
    files->names = (const char *const *)c->names.names;
    files->n_names = c->names.n;
    files->lists = c->lists;
}

/* Returns true if the export is of the same build as the image. */
static bool is_same_build(const struct image *image, const struct changes_file *f)
{
    size_t bytes = image->build_id_bytes;
    bool same = bytes > 0 && f->build_id && strlen(f->build_id) == 2 * bytes;

    for (size_t i = 0; same && i < bytes; i++) {
        char digits[3];

        snprintf(digits, sizeof digits, "%02x", image->build_id[i]);
        same = strncmp(digits, f->build_id + 2 * i, 2) == 0;
    }
    return same;
}

/* Reads the export `path` as the base. An export has no single runs, so it must be the only
 * base. */
static bool read_export(struct comparison *c, const char *path, const struct run *u)
{
    struct changes_file *f = &c->file;

    if (c->names.n > 1 || c->input.files.n_lists > 0)
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
    f->side.is_whole = !is_same_build(&u->report.image, f);
    f->side.is_unfiltered = true;
    c->before = f->side;
    f->side.functions = NULL;
    return true;
}

bool comparison_make(struct comparison *c, struct run *u)
{
    const struct options *o = u->options;
    const char *export = NULL;

    find_names(c, o, u->diag);
    for (size_t i = 0; i < c->names.n && !export; i++)
        if (changes_file_is(c->names.names[i]))
            export = c->names.names[i];
    c->base = (struct run){
        .options = o, .input = &c->input, .diag = u->diag, .report = {.reports = REPORT_COMPARE}};
    return (export ? read_export(c, export, u)
                   : run_make(&c->base) && make_side(&c->before, &c->base)) &&
           make_side(&c->after, u) &&
           changes_init(&u->report.changes, &c->before, &c->after,
                        change_limits_tests(o->limits, o->n_limits), u->diag);
}

void comparison_release(struct comparison *c)
{
    changes_side_release(&c->before);
    changes_side_release(&c->after);
    run_release(&c->base);
    changes_file_release(&c->file);
    inputs_release(&c->names);
    free(c->lists);
}
