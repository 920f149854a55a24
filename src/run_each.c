/* run_each - makes each run of a program alone, for a table of runs
 *
 * The run of all data files has been made before: its symbols, and what they are called, are those
 * of each run. One run is made after the other, so memory holds one of them, and the table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run_each.h"

#include "analysis/error_bars.h"
#include "base/limit.h"
#include "profile/beside.h"

#include <sys/stat.h>

/* ---- the sums of a run ---------------------------------------------------------------------- */

/* Returns true if the symbol stands for code of libraries: behind the image's symbols, or that
 * which libgmon adds to programs that are linked with it. */
static bool is_library(const struct symtab *symtab, uint32_t s, uint32_t unknown)
{
    if (s >= symtab->n_code)
        return s != symtab->unnamed && s != unknown;
    return strcmp(symtab->symbols[s].name, "<external>") == 0;
}

/* Adds the time of all code but the profiler's. */
static void add_code(struct run_sums *sums, const struct run *u)
{
    const struct results *r = &u->results;
    const struct symtab *symtab = &r->program.symtab;
    const struct stack_frames *stacks = &r->facts.stacks;
    uint32_t unknown = r->program.modules.unknown;
    const struct hist_result *hist = &r->facts.hist;
    double unnamed = symtab->unnamed ? hist->unnamed : 0; /* part of `outside', and a symbol's */
    double library = 0, code = u->is_measured ? 0 : hist->outside - unnamed;
    LOCAL double *by_stacks = NULL;
    const double *ticks = hist->ticks;

    if (u->is_measured) {
        ticks = by_stacks = mem_alloc(u->diag, symtab->n, sizeof *by_stacks);
        for (uint32_t i = GSTACK_ENDS; i < stacks->n; i++)
            by_stacks[stacks->at[i].function] += stacks->at[i].own.ticks;
    }
    for (uint32_t s = 0; s < symtab->n; s++) {
        if (sym_is_profiler(symtab, s))
            continue;
        code += ticks[s];
        if (is_library(symtab, s, unknown)) {
            library += ticks[s];
            sums->has_library |= s < symtab->n_code;
        }
    }
    sums->code = figures_units(&r->figures, hist, code);
    sums->library = figures_units(&r->figures, hist, library);
}

/* Adds a run, whose figures are known, to the table. `file` and `stacks` are numbers in the list of
 * data files. */
static void add_run(struct runs *runs, const struct run *u, size_t file, size_t stacks)
{
    const struct results *r = &u->results;
    const struct figures *f = &r->figures;
    const struct cg_node *nodes = r->views.calls->nodes;
    uint32_t n = r->program.symtab.n;
    struct run_sums sums = {
        .file = file,
        .stacks = stacks,
        .time = f->total,
        .samples = f->total_samples,
        .profiler = figures_units(f, &r->facts.hist, r->facts.profiling_total),
        .kind = f->kind,
        .has_time = r->facts.profile.has_histogram || u->is_measured,
        .has_library = u->is_measured,
        .has_calls = r->facts.profile.has_arcs,
    };

    add_code(&sums, u);
    for (uint32_t s = 0; s < n; s++)
        if (f->functions[s].in_flat)
            sums.calls = add_saturated(sums.calls, cg_all_calls(&nodes[s]));
    runs_add(runs, &sums, u->diag);
    for (uint32_t s = 0; s < n; s++)
        runs_add_value(runs,
                       &(struct run_value){.symbol = s,
                                           .self = f->functions[s].self,
                                           .inclusive = f->functions[s].inclusive,
                                           .calls = nodes[s].calls,
                                           .self_calls = nodes[s].self_calls},
                       u->diag);
    runs_add_value(runs, &(struct run_value){.symbol = n, .self = f->unknown}, u->diag);
}

/* ---- one run -------------------------------------------------------------------------------- */

/* Makes the figures of the run, whose program is that of `all`. */
static bool make_figures(struct run *u, const struct inputs_request *named, const struct run *all)
{
    struct results *r = &u->results;
    struct merge_request files = {.arcs_repeat = true};

    if (!inputs_gather(&r->facts.inputs, named, u->diag) || !run_read_data(u, &files))
        return false;
    if (r->facts.profile.has_histogram || !u->is_measured)
        hist_assign_samples(&r->facts.hist, &r->facts.profile, &r->program.symtab, NULL, NULL,
                            u->diag);
    if (u->is_measured)
        stack_symbols_of_run(&r->program.modules, &r->facts.profile.stacks,
                             &all->results.program.modules, u->diag);
    run_make_facts(u);
    if (!run_find_cycles(u))
        return false;
    run_make_view(u);
    run_make_figures(u);
    return true;
}

static bool is_file(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Makes the run of a data file, and of stacks beside it unless `stacks` is RUN_NO_FILE, and adds
 * it. Messages about the files have been reported before. */
static bool make_one(struct runs *runs, const struct run *all, size_t file, size_t stacks)
{
    char *const *names = all->results.facts.inputs.names;
    const char *const files[] = {names[file], stacks != RUN_NO_FILE ? names[stacks] : NULL};
    struct diag *d = all->diag, quiet = {.program = d->program};
    const struct inputs_request named = {
        .names = files, .n_names = files[1] ? 2 : 1, .target = &all->target};
    struct run one = {.options = all->options,
                      .diag = &quiet,
                      .results = {.style = all->results.style},
                      .target = all->target};
    bool ok;

    for (size_t i = 0; i < named.n_names; i++)
        if (!is_file(files[i]))
            return diag_error(d, files[i],
                              "is not a regular file; several runs are read twice, so save it to "
                              "a file first");
    limit_add_file(all->results.program.image.path); /* each run costs as if it were alone */
    one.results.program = all->results.program;
    one.results.program.modules = (struct stack_symbols){.unknown = NO_SYMBOL};
    ok = make_figures(&one, &named, all);
    if (ok)
        add_run(runs, &one, file, stacks);
    else
        diag_error(d, files[0],
                   "cannot be analysed without the other runs; report it alone to see why");
    one.results.program.filter = (struct sym_filter){0}; /* that of `all` */
    run_release_data(&one);
    return ok;
}

/* ---- all runs ------------------------------------------------------------------------------- */

/* A data file of the list, while runs are made. */
struct listed {
    bool is_added; /* it is part of the sum */
    bool is_beside;
    size_t stacks; /* number of its stacks, or RUN_NO_FILE */
};

/* Finds which files are one run. Returns the number of runs. */
static size_t find_runs(struct listed *files, const struct run *all)
{
    const struct inputs *in = &all->results.facts.inputs;
    LOCAL size_t *data_file = beside_data_files((const char *const *)in->names, in->n, all->diag);
    size_t n_runs = all->n_added, added = 0;

    for (size_t i = 0; i < in->n; i++) {
        files[i].is_added = added < all->n_added && all->added[added] == in->names[i];
        added += files[i].is_added;
        files[i].stacks = RUN_NO_FILE;
    }
    for (size_t i = 0; i < in->n; i++) {
        struct listed *data = data_file[i] != BESIDE_NONE ? &files[data_file[i]] : NULL;

        /* further stacks of one file are runs of their own */
        if (files[i].is_added && data && data->is_added && data->stacks == RUN_NO_FILE) {
            data->stacks = i;
            files[i].is_beside = true;
            n_runs--;
        }
    }
    return n_runs;
}

bool run_each(struct runs *runs, const struct run *all)
{
    size_t n = all->results.facts.inputs.n;
    LOCAL struct listed *files = mem_alloc(all->diag, n, sizeof *files);
    size_t n_runs = find_runs(files, all);
    bool ok = true;

    for (size_t i = 0; ok && i < n; i++)
        if (!files[i].is_added || files[i].is_beside)
            continue;
        else if (n_runs == 1)
            add_run(runs, all, i, files[i].stacks);
        else
            ok = make_one(runs, all, i, files[i].stacks);
    runs_sort(runs, all->results.program.symtab.n + 1, all->diag);
    return ok;
}

double run_sample(const struct run *u)
{
    const struct stack_sum *sum = &u->results.facts.stacks.total;
    double rate = u->results.facts.hist.rate;
    double ticks =
        u->is_measured && sum->ticks > 0 ? sum->squares / sum->ticks : sig_ticks_of_signal(rate);

    return rate > 0 ? ticks / rate : 1;
}
