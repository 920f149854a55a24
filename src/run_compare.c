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
#include "gmon_stacks.h"
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

/* Sums of one time over runs: B. P. Welford, Technometrics 4, 1962. */
struct sums {
    double mean, squares;
};

struct tally {
    struct sums self, inclusive;
    struct changes_calls calls;
};

/* The runs of a side. */
struct runs {
    struct run *all;     /* run of all data files together */
    struct tally *tally; /* sums by symbol; owned */
    struct sums total;
    double samples;
    unsigned time_runs, call_runs;
};

/* Adds the time of run number `number`. */
static void add_time(struct sums *s, const struct figures *f, uint64_t time, unsigned number)
{
    double value = f->unit == FIGURES_NS ? (double)time / 1e9 : (double)time;
    double before = value - s->mean;

    s->mean += before / number;
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

/* Adds a run. A library without time in a run is not among its symbols, and counts 0. */
static void tally_run(struct runs *s, const struct report *one)
{
    const struct figures *f = &one->figures;
    const struct symtab *all = &s->all->report.symtab;
    bool has_times = one->profile.has_histogram || one->is_measured;
    const struct figure none = {0};
    uint32_t *of = mem_alloc(s->all->diag, all->n, sizeof *of);

    memset(of, 0xff, all->n * sizeof *of); /* NO_SYMBOL */
    for (uint32_t i = 0; i < one->symtab.n; i++) {
        uint32_t number = symtab_number_in(all, &one->symtab, i);

        if (number != NO_SYMBOL)
            of[number] = i;
    }
    s->time_runs += has_times;
    s->call_runs += one->profile.has_arcs;
    for (uint32_t i = 0; i < all->n; i++) {
        struct tally *t = &s->tally[i];
        const struct figure *at = of[i] != NO_SYMBOL ? &f->functions[of[i]] : &none;

        if (has_times) {
            add_time(&t->self, f, at->self, s->time_runs);
            add_time(&t->inclusive, f, at->inclusive, s->time_runs);
        }
        if (one->profile.has_arcs && at != &none)
            add_calls(&t->calls, &one->graph.nodes[of[i]], s->call_runs == 1);
    }
    free(of);
    if (has_times)
        add_time(&s->total, f, f->total, s->time_runs);
    s->samples += (double)f->total_samples;
}

/* Makes the run of `n` data files and adds it. Messages about the files have been reported
 * before. */
static bool make_one(struct runs *s, const char *const *files, size_t n)
{
    const struct run_input input = {.files = {.names = files, .n_names = n}};
    struct diag *d = s->all->diag, quiet = diag_quiet(d);
    struct run one = {.options = s->all->options,
                      .input = &input,
                      .whole = s->all,
                      .diag = &quiet,
                      .report = {.reports = s->all->report.reports}};
    bool ok;

    for (size_t i = 0; i < n; i++)
        if (!is_file(files[i]))
            return diag_error(d, files[0],
                              "cannot be read a second time, as runs are that are compared; let it "
                              "be a file that nothing changes");
    ok = run_make(&one);
    if (ok)
        tally_run(s, &one.report);
    else
        diag_error(d, files[0],
                   "cannot be analysed without the other runs; compare it alone to see why");
    run_release(&one);
    return ok;
}

/* Makes each run of a side: a data file and the stacks that were written with it, if any. */
static bool make_runs(struct runs *s)
{
    const char *const *names = s->all->added;
    size_t n = s->all->n_added, n_runs = n;
    size_t *stacks = mem_alloc(s->all->diag, n, sizeof *stacks); /* number of the stacks of each
                                                                  * file */
    size_t *data_file = beside_data_files(names, n, s->all->diag);
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
        tally_run(s, &s->all->report);
    for (size_t i = 0; ok && n_runs > 1 && i < n; i++) {
        const char *files[] = {names[i], stacks[i] != BESIDE_NONE ? names[stacks[i]] : NULL};

        if (data_file[i] == BESIDE_NONE)
            ok = make_one(s, files, files[1] ? 2 : 1);
    }
    free(data_file);
    free(stacks);
    return ok;
}

/* ---- a side --------------------------------------------------------------------------------- */

/* Returns the ticks that a signal stands for. */
static double ticks_of_signal(const struct report *r)
{
    const struct stack_sum *sum = &r->stacks.total;

    if (r->is_measured && sum->ticks > 0)
        return sum->squares / sum->ticks;
    return sig_ticks_of_signal(r->hist.rate);
}

static struct changes_time time_of(const struct sums *s, unsigned runs)
{
    return (struct changes_time){.mean = s->mean,
                                 .variance = runs > 1 ? s->squares / (runs - 1) : 0};
}

static void fill_side(struct changes_side *side, const struct runs *s)
{
    const struct report *r = &s->all->report;

    for (uint32_t i = 0; i < r->symtab.n; i++) {
        const struct tally *t = &s->tally[i];
        const struct image_line *line = r->lines.at ? &r->lines.at[i] : NULL;

        side->functions[side->n++] = (struct changes_function){
            .name = r->symtab.symbols[i].name,
            .file = line ? line->file : NULL,
            .line = line && r->style.by_line ? line->line : 0,
            .symbol = i,
            .is_used = t->self.mean > 0 || t->calls.most > 0,
            .is_left_out = !r->figures.functions[i].in_flat,
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

/* Makes one side of the comparison from `all`, a run that was made. */
static bool make_side(struct changes_side *side, struct run *all)
{
    const struct report *r = &all->report;
    struct runs s = {.all = all, .tally = mem_alloc(all->diag, r->symtab.n, sizeof *s.tally)};
    double rate = r->hist.rate;
    bool ok;

    *side = (struct changes_side){.sample = rate > 0 ? ticks_of_signal(r) / rate : 1,
                                  .is_whole = true,
                                  .in_ticks = r->figures.unit == FIGURES_TICKS,
                                  .is_measured = r->figures.origin == CG_MEASURED,
                                  .rate = rate,
                                  .dimension = r->hist.dimension,
                                  .source = r->inputs.names[0],
                                  .names = &r->names};
    side->functions = mem_alloc(all->diag, r->symtab.n, sizeof *side->functions);
    ok = make_runs(&s);
    if (ok)
        fill_side(side, &s);
    free(s.tally);
    return ok;
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

static void add_name(struct comparison *c, const char *name, struct diag *d)
{
    c->names = mem_grow(d, c->names, &c->names_cap, c->input.files.n_names + 1, sizeof *c->names);
    c->names[c->input.files.n_names++] = mem_copy_string(d, name, strlen(name));
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
    files->n_names = files->n_lists = 0;
    c->lists = mem_alloc(d, o->n_bases, sizeof *c->lists);
    for (size_t i = 0; i < o->n_bases; i++) {
        const char *name = o->bases[i];
        glob_t found = {0};

        if (name[0] == '@')
            c->lists[files->n_lists++] = name + 1;
        else if (access(name, F_OK) == 0)
            add_name(c, name, d);
        else if (glob(name, GLOB_NOCHECK, NULL, &found) != 0)
            mem_out(d, 0);
        for (size_t k = 0; k < found.gl_pathc; k++)
            add_name(c, found.gl_pathv[k], d);
        globfree(&found);
    }
    files->names = (const char *const *)c->names;
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

    if (c->input.files.n_names > 1 || c->input.files.n_lists > 0)
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
    for (size_t i = 0; i < c->input.files.n_names && !export; i++)
        if (changes_file_is(c->names[i]))
            export = c->names[i];
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
    while (c->input.files.n_names > 0)
        free(c->names[--c->input.files.n_names]);
    free(c->names);
    free(c->lists);
}
