/* by_file - compares the data files of a list: a row for each file, and a row for each function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/by_file.h"

#include "base/arith.h"
#include "base/radix.h"
#include "base/words.h"

/* Time or calls of a function in a file; files without the function have none. */
struct figure_of_file {
    uint64_t number; /* never 0 */
    uint32_t place;  /* place of the file in the order of names */
};

/* State while rows of functions are made. */
struct table_maker {
    struct by_file *by_file;
    uint32_t *place;       /* places in the order of names, by number of the file; owned */
    uint32_t *file_of_run; /* file whose row has the run: that of its parent; owned */
    uint64_t *of_place;    /* figures of a function by place; zeros between functions; owned */
    struct figure_of_file *found; /* figures of a function that are not 0; owned */
};

/* ---- rows of files -------------------------------------------------------------------------- */

static int by_name(const void *left, const void *right)
{
    const char *const *l = *(const char *const *const *)left;
    const char *const *r = *(const char *const *const *)right;
    int order = natural_compare(*l, *r);

    return order ? order : (l > r) - (l < r);
}

static void sort_names(struct by_file *b, uint32_t *place, struct diag *d)
{
    LOCAL const char *const **sorted = mem_alloc(d, b->n_files, sizeof *sorted);

    for (uint32_t i = 0; i < b->n_files; i++)
        sorted[i] = &b->names[i];
    qsort(sorted, b->n_files, sizeof *sorted, by_name);
    for (uint32_t i = 0; i < b->n_files; i++) {
        b->order[i] = (uint32_t)(sorted[i] - b->names);
        place[b->order[i]] = i;
    }
}

/* Returns the number of the file of this name, or NO_FILE. */
static uint32_t find_file(const struct by_file *b, const char *name)
{
    uint32_t low = 0, high = b->n_files;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = natural_compare(b->names[b->order[middle]], name);

        if (order == 0)
            return b->order[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NO_FILE;
}

/* Returns the number of the file of the process that has started the one of this file, or NO_FILE:
 * `file' is named FILE.RANK.NUMBER, and FILE.RANK has the same kinds of figures. */
static uint32_t parent_of(const struct by_file *b, uint32_t file, struct diag *d)
{
    LOCAL char *name = mem_copy_string(d, b->names[file], strlen(b->names[file]));
    uint32_t parent = NO_FILE;
    char *rank = name + strlen(name);

    for (int numbers = 0; numbers < 2; numbers++) {
        char *end = rank;

        while (rank > name && rank[-1] >= '0' && rank[-1] <= '9')
            rank--;
        if (rank == end || rank == name || *--rank != '.')
            return NO_FILE;
        if (numbers == 0) {
            *rank = '\0';
            parent = find_file(b, name);
        }
    }
    return parent != NO_FILE && !b->rows[parent].is_beside &&
                   b->rows[parent].sums.has_time == b->rows[file].sums.has_time &&
                   b->rows[parent].sums.has_calls == b->rows[file].sums.has_calls
               ? parent
               : NO_FILE;
}

/* Gives the runs' sums to the rows of their files, and finds parents. */
static void make_rows(struct by_file *b, const struct runs *runs, struct diag *d)
{
    for (uint32_t i = 0; i < b->n_files; i++)
        b->rows[i] = (struct by_file_row){.is_left_out = true, .parent = NO_FILE};
    for (size_t i = 0; i < runs->n; i++) {
        const struct run_sums *sums = &runs->sums[i];

        b->rows[sums->file] = (struct by_file_row){.sums = *sums, .parent = NO_FILE};
        if (sums->stacks != RUN_NO_FILE)
            b->rows[sums->stacks] = (struct by_file_row){.is_beside = true, .parent = NO_FILE};
    }
    for (uint32_t i = 0; i < b->n_files; i++)
        if (!b->rows[i].is_beside && !b->rows[i].is_left_out)
            b->rows[i].parent = parent_of(b, i, d);
}

/* Adds up the rows. A row that has a parent is not a row of its own in the numbers of rows. */
static void count_rows(struct by_file *b)
{
    bool has_kind = false;

    for (uint32_t i = 0; i < b->n_files; i++) {
        const struct by_file_row *row = &b->rows[i];
        bool has_parent = row->parent != NO_FILE;

        b->n_listed += !row->is_beside;
        b->n_left_out += row->is_left_out;
        b->n_children += has_parent;
        b->profiler = add_saturated(b->profiler, row->sums.profiler);
        b->n_called += row->sums.has_calls && !has_parent;
        b->n_timed += row->sums.has_time && !has_parent;
        if (row->sums.has_time)
            b->kind = !has_kind || b->kind == row->sums.kind ? row->sums.kind : TIME_OTHER;
        has_kind |= row->sums.has_time;
    }
}

/* ---- the figures of a function ----------------------------------------------------------------
 */

static int by_number(const void *left, const void *right)
{
    const struct figure_of_file *l = left, *r = right;
    int order = compare_u64(l->number, r->number);

    return order ? order : compare_u64(l->place, r->place);
}

/* Sums up the `n` figures that were found of a function, over `n_files` files. */
static struct by_file_function sum_up(const struct table_maker *m, uint32_t symbol, uint32_t n,
                                      uint32_t n_files)
{
    struct by_file_function all = {.symbol = symbol, .file = NO_FILE};
    struct figure_of_file *at = m->found;
    uint32_t first, zeros = n_files - n;
    uint64_t low, high;

    if (n == 0)
        return all;
    qsort(at, n, sizeof *at, by_number);
    for (uint32_t i = 0; i < n; i++)
        all.total = add_saturated(all.total, at[i].number);
    for (first = n - 1; first > 0 && at[first - 1].number == at[n - 1].number;)
        first--;
    all.file = m->by_file->order[at[first].place];
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

/* ---- rows of functions ---------------------------------------------------------------------- */

/* Notes a figure of the function in a run. */
static void note(struct table_maker *m, size_t run, uint64_t number, uint32_t *n)
{
    uint32_t place = m->place[m->file_of_run[run]];

    if (number == 0)
        return;
    if (m->of_place[place] == 0)
        m->found[(*n)++].place = place;
    m->of_place[place] = add_saturated(m->of_place[place], number);
}

/* Takes the figures that were noted. */
static void take(struct table_maker *m, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        m->found[i].number = m->of_place[m->found[i].place];
        m->of_place[m->found[i].place] = 0;
    }
}

static void make_functions(struct table_maker *m, const struct runs *runs,
                           const struct by_file_choice *of, struct diag *d)
{
    struct by_file *b = m->by_file;
    uint32_t n_times = 0;

    for (size_t i = 0; i < runs->n; i++) {
        b->of_calls &= runs->sums[i].time == 0;
        note(m, i, runs->sums[i].time, &n_times);
    }
    take(m, n_times);
    b->all = sum_up(m, of->n_symbols, n_times, b->n_timed);
    b->n_compared = b->of_calls ? b->n_called : b->n_timed;
    b->functions = mem_alloc(d, (size_t)of->n_symbols + 1, sizeof *b->functions);
    for (uint32_t s = 0; s <= of->n_symbols; s++) {
        bool counts = s == of->n_symbols || of->counts[s];
        uint32_t n = 0;

        for (uint32_t i = runs->first[s]; counts && i < runs->first[s + 1]; i++) {
            const struct run_value *v = runs_value(runs, i);

            note(m, v->run, b->of_calls ? add_saturated(v->calls, v->self_calls) : v->self, &n);
        }
        take(m, n);
        if (n > 0 || (counts && s < of->n_always))
            b->functions[b->n_functions++] = sum_up(m, s, n, b->n_compared);
    }
    qsort(b->functions, b->n_functions, sizeof *b->functions, by_total);
}

bool by_file_init(struct by_file *b, const char *const *names, size_t n, const struct runs *runs,
                  const struct by_file_choice *of, struct diag *d)
{
    struct table_maker m = {.by_file = b};

    if (n >= NO_FILE)
        return diag_error(d, NULL, "%zu data files are too many for a table; report parts of them",
                          n);
    *b = (struct by_file){.names = names,
                          .n_files = (uint32_t)n,
                          .rows = mem_alloc(d, n, sizeof *b->rows),
                          .order = mem_alloc(d, n, sizeof *b->order),
                          .of_calls = true};
    m.place = mem_alloc(d, n, sizeof *m.place);
    m.of_place = mem_alloc(d, n, sizeof *m.of_place);
    m.found = mem_alloc(d, n, sizeof *m.found);
    m.file_of_run = mem_alloc(d, runs->n, sizeof *m.file_of_run);
    sort_names(b, m.place, d);
    make_rows(b, runs, d);
    count_rows(b);
    for (size_t i = 0; i < runs->n; i++) {
        uint32_t file = (uint32_t)runs->sums[i].file;

        while (b->rows[file].parent != NO_FILE)
            file = b->rows[file].parent;
        m.file_of_run[i] = file;
    }
    make_functions(&m, runs, of, d);
    free(m.place);
    free(m.of_place);
    free(m.found);
    free(m.file_of_run);
    return true;
}

void by_file_release(struct by_file *b)
{
    free(b->rows);
    free(b->order);
    free(b->functions);
    *b = (struct by_file){0};
}
