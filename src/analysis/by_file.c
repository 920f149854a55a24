/* by_file - summarises each data file, and compares functions among files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/by_file.h"

#include "analysis/call_graph.h"
#include "base/radix.h"
#include "base/search.h"
#include "base/words.h"
#include "profile/beside.h"

static const double ns_per_second = 1e9;

/* Time or calls of a function in a file; files without the function have none. */
struct by_file_figure {
    uint64_t number; /* time or calls, never 0 */
    uint64_t place;  /* place of the file in the order of names */
    uint32_t symbol; /* number of the function */
};

static void add_figure(struct by_file *b, uint32_t symbol, uint64_t number, size_t file,
                       struct diag *d)
{
    if (number == 0)
        return;
    *mem_push(d, b->figures, b->n_figures, b->figures_cap) =
        (struct by_file_figure){number, b->place[file], symbol};
}

/* ---- before the reading --------------------------------------------------------------------- */

static int by_name(const void *left, const void *right)
{
    const char *const *l = *(const char *const *const *)left;
    const char *const *r = *(const char *const *const *)right;
    int order = natural_compare(*l, *r);

    return order ? order : (l > r) - (l < r);
}

static void sort_names(struct by_file *b, struct diag *d)
{
    LOCAL const char *const **sorted = mem_alloc(d, b->n_files, sizeof *sorted);

    for (uint32_t i = 0; i < b->n_files; i++)
        sorted[i] = &b->names[i];
    qsort(sorted, b->n_files, sizeof *sorted, by_name);
    for (uint32_t i = 0; i < b->n_files; i++) {
        b->order[i] = (uint32_t)(sorted[i] - b->names);
        b->place[b->order[i]] = i;
    }
}

bool by_file_init(struct by_file *b, const char *const *names, size_t n, const struct image *image,
                  const struct symtab *symtab, const struct sym_filter *filter, struct diag *d)
{
    uint32_t n_code = symtab->n_code;

    if (n >= NO_FILE || n_code >= NO_SYMBOL - 2)
        return diag_error(d, NULL, "%zu data files are too many for a table; report parts of them",
                          n);
    *b = (struct by_file){.names = names,
                          .n_files = (uint32_t)n,
                          .of_calls = true,
                          .external = n_code,
                          .unknown = n_code + 1,
                          .unseen = n_code + 1,
                          .symtab = symtab,
                          .filter = filter,
                          .image = image,
                          .n_symbols = n_code + 2};
    for (uint32_t i = n_code; i-- > 0;) /* symbols that libgmon adds to archives */
        if (strcmp(symtab->symbols[i].name, "<external>") == 0)
            b->external = i;
        else if (strcmp(symtab->symbols[i].name, "<unseen>") == 0)
            b->unseen = i;
    b->rows = mem_alloc(d, n, sizeof *b->rows);
    for (size_t i = 0; i < n; i++)
        b->rows[i].is_left_out = true;
    b->order = mem_alloc(d, n, sizeof *b->order);
    b->place = mem_alloc(d, n, sizeof *b->place);
    sort_names(b, d);
    b->data_file = beside_data_files(names, n, d);
    return true;
}

/* ---- a file --------------------------------------------------------------------------------- */

/* Returns true if time and calls of the symbol count. */
static bool counts(const struct by_file *b, uint32_t symbol)
{
    if (symbol == b->unknown)
        return true;
    return symbol < b->symtab->n_code ? sym_selected(b->filter, SYM_TABLE_FLAT, symbol)
                                      : !b->filter->includes[SYM_TABLE_FLAT];
}

/* Adds the samples of histograms to `times`, and those in the profiler to *profiler, too. Returns
 * the time of all samples. */
static double add_samples(const struct by_file *b, const struct profile *one, double *times,
                          double *profiler, struct diag *d)
{
    LOCAL_BY(hist_result_release) struct hist_result hist = {0};
    double unit, known = 0, rest;

    hist_assign_samples(&hist, one, b->symtab, d);
    unit = hist.rate > 0 ? ns_per_second / hist.rate : 0;
    for (uint32_t s = 0; s < b->symtab->n_code; s++) {
        times[s] = hist.ticks[s] * unit;
        known += hist.ticks[s];
        if (sym_is_profiler(b->symtab, s))
            *profiler += times[s];
    }
    rest = (hist.total - known) * unit;
    if (rest > 0.5) /* more than rounding */
        times[b->unknown] = rest;
    return hist.total * unit;
}

/* Adds the samples of call stacks to `times`, but those in the profiler to *profiler. Returns the
 * time of all samples in `times`. */
static double add_stacks(const struct by_file *b, const struct stack_data *stacks, double *times,
                         double *profiler)
{
    enum gstack_clock clock = stack_data_clock(stacks);
    const struct image *image = b->image;
    double total = 0;

    for (size_t t = 0; t < stacks->n_trees; t++) {
        const struct stack_tree *tree = &stacks->trees[t];
        double missing;

        if (tree->clock != clock)
            continue;
        missing = (double)tree->missing * (double)tree->interval_ns;
        times[b->unseen] += missing;
        total += missing;
        for (size_t i = 0; i < tree->n_nodes; i++) {
            const struct stack_node *node = &tree->nodes[i];
            const struct stack_module *m =
                node->module > 0 ? &stacks->modules[node->module - 1] : NULL;
            double time = (double)node->ticks * (double)tree->interval_ns;
            uint32_t symbol = NO_SYMBOL;

            if (node->ticks == 0)
                continue;
            if (m && m->kind == GSTACK_PROFILER) {
                *profiler += time;
                continue;
            }
            if (m && !stack_module_fits(m, image->build_id, image->path))
                symbol = b->external;
            else if (m)
                symbol = sym_lookup(b->symtab, node->key >> 1);
            times[symbol == NO_SYMBOL ? b->unknown : symbol] += time;
            total += time;
        }
    }
    return total;
}

/* Adds the calls that count to `calls`, by callee. Returns the sum. */
static uint64_t add_calls(const struct by_file *b, const struct profile *one, uint64_t *calls,
                          struct diag *d)
{
    LOCAL_BY(pair_map_release) struct pair_map continued = {0};
    uint64_t sum = 0;

    cg_find_continued(&continued, b->symtab, one, d);
    for (size_t i = 0; i < one->arcs.n; i++) {
        uint32_t parent, child;

        if (!cg_find_ends(b->symtab, &continued, &one->arcs.keys[i], &parent, &child) ||
            parent == NO_SYMBOL || child == NO_SYMBOL || !counts(b, child) ||
            !sym_arc_selected(b->filter, parent, child))
            continue;
        calls[child] = add_saturated(calls[child], one->arc_counts[i]);
        sum = add_saturated(sum, one->arc_counts[i]);
    }
    return sum;
}

void by_file_take(struct by_file *b, size_t file, const struct profile *one, struct diag *d)
{
    bool has_bins = one->n_hists > 0, has_stacks = one->stacks.file != NULL;
    double *times = mem_alloc(d, b->n_symbols, sizeof *times), total, profiler = 0;
    LOCAL uint64_t *calls = mem_alloc(d, b->n_symbols, sizeof *calls);
    struct by_file_row row = {
        .has_time = has_bins || has_stacks,
        .has_library = has_stacks || (has_bins && b->external < b->symtab->n_code),
        .has_calls = one->arcs.n > 0,
        .is_beside = has_stacks && !has_bins && b->data_file[file] != BESIDE_NONE};

    row.kind = !has_stacks ? row.has_library ? TIME_CPU : TIME_OWN_CODE
               : stack_data_clock(&one->stacks) == GSTACK_WALL ? TIME_ELAPSED
                                                               : TIME_CPU;
    total =
        add_samples(b, one, times, &profiler, d) + add_stacks(b, &one->stacks, times, &profiler);
    row.profiler = round_u64(profiler);
    row.calls = add_calls(b, one, calls, d);
    row.library = round_u64(times[b->external]);
    row.part = round_u64(total);
    for (uint32_t s = 0; s < b->n_symbols; s++) {
        times[s] = row.has_time && counts(b, s) ? times[s] : 0;
        row.time = add_saturated(row.time, round_u64(times[s]));
    }
    if (row.time > 0 && b->of_calls) { /* some file has time, so calls by function do not matter */
        b->n_figures = 0;
        b->of_calls = false;
    }
    for (uint32_t s = 0; s < b->n_symbols; s++)
        add_figure(b, s, b->of_calls ? calls[s] : round_u64(times[s]), file, d);
    b->rows[file] = row;
    free(times);
}

/* ---- all files ------------------------------------------------------------------------------ */

/* Sorts `n` figures of one function and sums them up over `n_files` files. */
static struct by_file_function sum_up(const struct by_file *b, uint32_t symbol,
                                      struct by_file_figure *at, size_t n, uint32_t n_files)
{
    struct by_file_function all = {.symbol = symbol, .file = NO_FILE};
    size_t first, zeros = n_files - n;
    uint64_t low, high;

    if (n == 0)
        return all;
    sort_u64_pairs(at, n, sizeof *at); /* by number and place */
    for (size_t i = 0; i < n; i++)
        all.total = add_saturated(all.total, at[i].number);
    for (first = n - 1; first > 0 && at[first - 1].number == at[n - 1].number;)
        first--;
    all.file = b->order[at[first].place];
    all.min = zeros > 0 ? 0 : at[0].number;
    all.max = at[n - 1].number;
    low = (n_files - 1) / 2 < zeros ? 0 : at[(n_files - 1) / 2 - zeros].number;
    high = n_files / 2 < zeros ? 0 : at[n_files / 2 - zeros].number;
    all.median = low + (high - low) / 2;
    return all;
}

static int by_total(const void *left, const void *right)
{
    const struct by_file_function *l = left, *r = right;
    int order = compare_u64(r->total, l->total);

    return order ? order : compare_u64(l->symbol, r->symbol);
}

/* Puts stacks into the row of their data file. If that file was left out, they keep a row. */
static void join_stacks(struct by_file *b)
{
    size_t kept = 0;

    for (uint32_t i = 0; i < b->n_files; i++) {
        struct by_file_row *row = &b->rows[i], *to = &b->rows[row->is_beside ? b->data_file[i] : i];

        row->is_beside = row->is_beside && !to->is_left_out;
        if (!row->is_beside)
            continue;
        row->has_time = false;
        if (row->part > 0) {
            to->has_time = to->has_library = to->has_stacks = true;
            to->time = row->time;
            to->kind = row->kind;
            to->profiler = row->profiler;
            to->library = row->library;
            to->part = row->part;
        }
        row->time = 0;
    }
    for (size_t i = 0; i < b->n_figures; i++) {
        struct by_file_figure f = b->figures[i];
        uint32_t file = b->order[f.place];

        if (b->rows[file].is_beside)
            f.place = b->place[b->data_file[file]];
        else if (b->rows[file].has_stacks)
            continue; /* the stacks hold the same ticks */
        b->figures[kept++] = f;
    }
    b->n_figures = kept;
}

void by_file_finish(struct by_file *b, bool with_unused, struct diag *d)
{
    uint32_t *order, *first = mem_alloc(d, (size_t)b->n_symbols + 2, sizeof *first);
    LOCAL struct by_file_figure *at = mem_alloc(d, b->n_files, sizeof *at);

    join_stacks(b);
    for (uint32_t i = 0; i < b->n_files; i++) {
        const struct by_file_row *row = &b->rows[i];

        b->n_listed += !row->is_beside;
        b->n_left_out += row->is_left_out;
        b->n_called += row->has_calls;
        if (row->has_time)
            b->kind = b->n_timed == 0 || b->kind == row->kind ? row->kind : TIME_OTHER;
        b->n_timed += row->has_time;
        b->profiler += row->is_beside ? 0 : row->profiler;
        add_figure(b, b->n_symbols, row->time, i, d); /* all of the file */
    }
    b->n_compared = b->of_calls ? b->n_called : b->n_timed;
    b->functions = mem_alloc(d, b->n_symbols, sizeof *b->functions);
    order = mem_alloc(d, b->n_figures, sizeof *order);
    if (b->n_figures > 0)
        radix_group(order, first, b->n_symbols + 1, &b->figures->symbol, b->n_figures,
                    sizeof *b->figures, false);
    for (uint32_t s = 0; s <= b->n_symbols; s++) {
        uint32_t n = first[s + 1] - first[s]; /* at most one figure of each file */

        for (uint32_t i = 0; i < n; i++)
            at[i] = b->figures[order[first[s] + i]];
        if (s == b->n_symbols)
            b->all = sum_up(b, s, at, n, b->n_timed);
        else if (n > 0 || (with_unused && s < b->symtab->n_code && counts(b, s)))
            b->functions[b->n_functions++] = sum_up(b, s, at, n, b->n_compared);
    }
    qsort(b->functions, b->n_functions, sizeof *b->functions, by_total);
    free(order);
    free(first);
    free(b->figures);
    b->figures = NULL;
}

const char *by_file_stand_in(const struct by_file *b, uint32_t symbol)
{
    if (symbol < b->symtab->n_code)
        return NULL;
    return symbol == b->unknown ? "<unknown>" : "<external>";
}

void by_file_release(struct by_file *b)
{
    free(b->rows);
    free(b->order);
    free(b->place);
    free(b->data_file);
    free(b->figures);
    free(b->functions);
    *b = (struct by_file){0};
}
