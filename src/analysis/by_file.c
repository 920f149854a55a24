/* by_file - summarises each data file, and compares functions among files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/by_file.h"

#include "analysis/call_graph.h"
#include "base/radix.h"
#include "base/words.h"
#include "profile/beside.h"

static const double ns_per_second = 1e9;

/* Time or calls of a function in a file; files without the function have none. */
struct by_file_figure {
    uint64_t number; /* time or calls, never 0 */
    uint32_t place;  /* place of the file in the order of names */
    uint32_t symbol; /* number of the function */
};

static void add_figure(struct by_file *b, uint32_t symbol, uint64_t number, size_t file,
                       struct diag *d)
{
    const uint64_t a_figure = 32; /* it is kept and sorted */

    if (number == 0)
        return;
    budget_take(&b->budget, a_figure);
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
                          .unseen = n_code + 1, /* that is, unknown, without a symbol */
                          .symtab = symtab,
                          .filter = filter,
                          .image = image,
                          .budget = budget_of(image->bytes),
                          .n_symbols = n_code + 2};
    for (uint32_t i = n_code; i-- > 0;) /* symbols that libgmon adds to archives */
        if (strcmp(symtab->symbols[i].name, "<external>") == 0)
            b->external = i;
        else if (strcmp(symtab->symbols[i].name, "<unseen>") == 0)
            b->unseen = i;
    b->rows = mem_alloc(d, n, sizeof *b->rows);
    for (size_t i = 0; i < n; i++)
        b->rows[i] = (struct by_file_row){.is_left_out = true, .parent = NO_FILE};
    b->order = mem_alloc(d, n, sizeof *b->order);
    b->place = mem_alloc(d, n, sizeof *b->place);
    sort_names(b, d);
    b->data_file = beside_data_files(names, n, d);
    b->times = mem_alloc(d, b->n_symbols, sizeof *b->times);
    b->calls = mem_alloc(d, b->n_symbols, sizeof *b->calls);
    stack_data_add_tree(&b->entries, GSTACK_CPU, 1, d);
    return true;
}

/* Notes that some file has time: then calls by function do not matter. */
static void begin_times(struct by_file *b)
{
    if (b->of_calls)
        b->n_figures = 0;
    b->of_calls = false;
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

/* Notes that a symbol is to have time or calls in the file being read. */
static void touch(struct by_file *b, uint32_t symbol, struct diag *d)
{
    if (b->times[symbol] == 0 && b->calls[symbol] == 0)
        *mem_push(d, b->touched, b->n_touched, b->touched_cap) = symbol;
}

static void add_time(struct by_file *b, uint32_t symbol, double time, struct diag *d)
{
    if (time == 0)
        return;
    touch(b, symbol, d);
    b->times[symbol] += time;
}

struct share_taker {
    struct by_file *by_file;
    struct diag *diag;
};

/* Adds ticks of a function. */
static void take_share(void *context, uint32_t symbol, uint64_t low, uint64_t high, double ticks)
{
    const struct share_taker *to = context;

    (void)low;
    (void)high;
    add_time(to->by_file, symtab_owner(to->by_file->symtab, symbol), ticks, to->diag);
}

/* Adds the samples of histograms to the times. Returns the square of the standard error of those
 * outside the profiler. */
static double add_samples(struct by_file *b, const struct profile *one, struct diag *d)
{
    struct share_taker to = {b, d};
    uint32_t rate = one->n_hists > 0 ? one->hists[0].rate : 0;
    double unit = rate > 0 ? ns_per_second / rate : 0;
    double total = hist_visit_shares(one, b->symtab, take_share, &to), known = 0, profiler = 0,
           rest;

    for (size_t i = 0; i < b->n_touched; i++) {
        uint32_t s = b->touched[i];

        known += b->times[s];
        if (sym_is_profiler(b->symtab, s))
            profiler += b->times[s];
        b->times[s] *= unit;
    }
    rest = (total - known) * unit;
    if (rest > 0.5) /* more than rounding */
        add_time(b, b->unknown, rest, d);
    return (total - profiler) * unit * unit;
}

/* Returns the number of the call from the program by which a node of a tree is reached: of two
 * trees, the same call has the same number. `module` has the numbers of the modules in
 * b->entries. */
static uint32_t entry_number(struct by_file *b, const struct stack_tree *tree, uint32_t node,
                             const uint32_t *module, struct diag *d)
{
    const struct stack_node *entry = &tree->nodes[node], *caller = &tree->nodes[entry->parent];
    struct stack_tree *calls = b->entries.trees;
    uint32_t number = 0;

    if (caller->module > 0)
        number = stack_tree_add_node(calls, 0, module[caller->module - 1] + 1, caller->key, d);
    return stack_tree_add_node(calls, number, module[entry->module - 1] + 1, entry->key, d);
}

/* Modules of a profile. */
struct module_facts {
    uint32_t *number; /* in b->entries; owned */
    bool *is_image;   /* owned */
};

static void module_facts_release(struct module_facts *m)
{
    free(m->number);
    free(m->is_image);
}

static void find_modules(struct module_facts *m, struct by_file *b, const struct stack_data *stacks,
                         struct diag *d)
{
    m->number = mem_alloc(d, stacks->n_modules, sizeof *m->number);
    m->is_image = mem_alloc(d, stacks->n_modules, sizeof *m->is_image);
    for (size_t i = 0; i < stacks->n_modules; i++) {
        m->number[i] = stack_data_add_module(&b->entries, &stacks->modules[i], d);
        m->is_image[i] = stack_module_fits(&stacks->modules[i], b->image->build_id, b->image->path);
    }
}

/* Sets entry[i] of each node in a library to the node of the library's function that the program
 * called, and of other nodes to 0. */
static void find_entries(uint32_t *entry, const struct stack_tree *tree,
                         const struct module_facts *m)
{
    for (uint32_t i = 0; i < tree->n_nodes; i++) {
        const struct stack_node *node = &tree->nodes[i];
        uint32_t outer = entry[node->parent];

        entry[i] = node->module == 0 || m->is_image[node->module - 1] ? 0 : outer != 0 ? outer : i;
    }
}

/* Adds the samples of a tree: those in libraries as figures of the file, for the function that the
 * program called, those in libgmon to the row's, all others to the times. */
static void add_tree(struct by_file *b, const struct stack_data *stacks,
                     const struct stack_tree *tree, const struct module_facts *m, size_t file,
                     struct by_file_row *row, struct diag *d)
{
    LOCAL uint32_t *entry = mem_alloc(d, tree->n_nodes, sizeof *entry);
    LOCAL uint64_t *in_libraries = mem_alloc(d, tree->n_nodes, sizeof *in_libraries);

    find_entries(entry, tree, m);
    add_time(b, b->unseen, (double)tree->missing * (double)tree->interval_ns, d);
    for (uint32_t i = 0; i < tree->n_nodes; i++) {
        const struct stack_node *node = &tree->nodes[i];
        double interval = (double)tree->interval_ns, time = (double)node->ticks * interval;
        uint32_t symbol = NO_SYMBOL;

        if (node->ticks == 0)
            continue;
        if (node->module > 0 && stacks->modules[node->module - 1].kind == GSTACK_PROFILER) {
            row->profiler = add_saturated(row->profiler, round_u64(time));
            continue;
        }
        if (entry[i] == 0 && node->module > 0)
            symbol = sym_lookup(b->symtab, node->key >> 1);
        if (entry[i] != 0)
            in_libraries[entry[i]] = add_saturated(in_libraries[entry[i]], round_u64(time));
        else
            add_time(b, symbol == NO_SYMBOL ? b->unknown : symbol, time, d);
        if (symbol == NO_SYMBOL || !sym_is_profiler(b->symtab, symbol))
            row->variance += (double)node->squares * interval * interval;
    }
    for (uint32_t i = 0; i < tree->n_nodes; i++) {
        if (in_libraries[i] == 0)
            continue;
        row->library = add_saturated(row->library, in_libraries[i]);
        if (!counts(b, b->external))
            continue;
        row->time = add_saturated(row->time, in_libraries[i]);
        begin_times(b);
        add_figure(b, b->n_symbols + entry_number(b, tree, i, m->number, d), in_libraries[i], file,
                   d);
    }
}

static void add_stacks(struct by_file *b, const struct stack_data *stacks, size_t file,
                       struct by_file_row *row, struct diag *d)
{
    LOCAL_BY(module_facts_release) struct module_facts m = {0};
    enum gstack_clock clock = stack_data_clock(stacks);

    find_modules(&m, b, stacks, d);
    for (size_t t = 0; t < stacks->n_trees; t++)
        if (stacks->trees[t].clock == clock)
            add_tree(b, stacks, &stacks->trees[t], &m, file, row, d);
}

/* Adds the calls that count, by callee. Returns the sum. */
static uint64_t add_calls(struct by_file *b, const struct profile *one, struct diag *d)
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
        touch(b, child, d);
        b->calls[child] = add_saturated(b->calls[child], one->arc_counts[i]);
        sum = add_saturated(sum, one->arc_counts[i]);
    }
    return sum;
}

void by_file_take(struct by_file *b, size_t file, const struct profile *one, struct diag *d)
{
    bool has_bins = one->n_hists > 0, has_stacks = one->stacks.file != NULL;
    struct by_file_row row = {
        .parent = NO_FILE,
        .has_time = has_bins || has_stacks,
        .has_library = has_stacks || (has_bins && b->external < b->symtab->n_code),
        .has_calls = one->arcs.n > 0,
        .is_beside = has_stacks && !has_bins && b->data_file[file] != BESIDE_NONE};

    budget_add(&b->budget, one->bytes);
    if (b->budget.is_spent)
        return;
    row.kind = !has_stacks ? row.has_library ? TIME_CPU : TIME_OWN_CODE
               : stack_data_clock(&one->stacks) == GSTACK_WALL ? TIME_ELAPSED
                                                               : TIME_CPU;
    row.variance = add_samples(b, one, d);
    row.library = round_u64(b->times[b->external]);
    add_stacks(b, &one->stacks, file, &row, d);
    row.code = row.library;
    row.calls = add_calls(b, one, d);
    for (size_t i = 0; i < b->n_touched; i++) {
        uint32_t s = b->touched[i];
        uint64_t *sum = &row.code;

        if (s < b->symtab->n_code && b->times[s] > 0 && sym_is_profiler(b->symtab, s))
            sum = &row.profiler;
        *sum = add_saturated(*sum, s == b->external ? 0 : round_u64(b->times[s]));
        if (!row.has_time || !counts(b, s))
            b->times[s] = 0;
        row.time = add_saturated(row.time, round_u64(b->times[s]));
    }
    if (row.time > 0)
        begin_times(b);
    for (size_t i = 0; i < b->n_touched; i++) {
        uint32_t s = b->touched[i];

        add_figure(b, s, b->of_calls ? b->calls[s] : round_u64(b->times[s]), file, d);
        b->times[s] = 0;
        b->calls[s] = 0;
    }
    b->n_touched = 0;
    b->rows[file] = row;
}

/* ---- all files ------------------------------------------------------------------------------ */

static int by_number(const void *left, const void *right)
{
    const struct by_file_figure *l = left, *r = right;
    int order = compare_u64(l->number, r->number);

    return order ? order : compare_u64(l->place, r->place);
}

/* Sorts `n` figures of one function and sums them up over `n_files` files. */
static struct by_file_function sum_up(const struct by_file *b, uint32_t symbol,
                                      struct by_file_figure *at, size_t n, uint32_t n_files)
{
    struct by_file_function all = {.symbol = symbol, .file = NO_FILE};
    size_t first, zeros = n_files - n;
    uint64_t low, high;

    if (n == 0)
        return all;
    qsort(at, n, sizeof *at, by_number);
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
                   b->rows[parent].has_time == b->rows[file].has_time &&
                   b->rows[parent].has_calls == b->rows[file].has_calls
               ? parent
               : NO_FILE;
}

/* Finds the parents, and gives them the figures of their children. */
static void join_children(struct by_file *b, struct diag *d)
{
    for (uint32_t i = 0; i < b->n_files; i++)
        if (!b->rows[i].is_beside && !b->rows[i].is_left_out)
            b->rows[i].parent = parent_of(b, i, d);
    for (size_t i = 0; i < b->n_figures; i++) {
        uint32_t file = b->order[b->figures[i].place];

        while (b->rows[file].parent != NO_FILE)
            file = b->rows[file].parent;
        b->figures[i].place = b->place[file];
    }
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
        if (row->code > 0) {
            to->has_time = to->has_library = to->takes_stacks = true;
            to->time = row->time;
            to->kind = row->kind;
            to->profiler = row->profiler;
            to->variance = row->variance;
            to->library = row->library;
            to->code = row->code;
        }
        row->time = 0;
    }
    for (size_t i = 0; i < b->n_figures; i++) {
        struct by_file_figure f = b->figures[i];
        uint32_t file = b->order[f.place];

        if (b->rows[file].is_beside)
            f.place = b->place[b->data_file[file]];
        else if (b->rows[file].takes_stacks)
            continue; /* the time is that of the stacks */
        b->figures[kept++] = f;
    }
    b->n_figures = kept;
}

/* Gives calls from the program the symbols of the library functions that are called. `symbols` are
 * those of the stacks of all files. */
static void name_entries(uint32_t *symbol_of, struct by_file *b,
                         const struct stack_symbols *symbols, struct diag *d)
{
    LOCAL_BY(module_facts_release) struct module_facts m = {0};
    const struct stack_data *stacks = symbols->stacks;
    size_t n = b->entries.trees->n_nodes;

    find_modules(&m, b, stacks, d);
    for (size_t t = 0; t < stacks->n_trees; t++) {
        const struct stack_tree *tree = &stacks->trees[t];
        LOCAL uint32_t *entry = mem_alloc(d, tree->n_nodes, sizeof *entry);

        find_entries(entry, tree, &m);
        for (uint32_t i = 1; i < tree->n_nodes; i++) {
            uint32_t number = entry[i] == i ? entry_number(b, tree, i, m.number, d) : UINT32_MAX;

            if (number < n)
                symbol_of[number] = symbols->of_node[t][i];
        }
    }
}

/* Gives all figures the numbers of the complete table of symbols, behind which the stand-ins are.
 */
static void renumber(struct by_file *b, const struct stack_symbols *symbols, struct diag *d)
{
    uint32_t n_code = b->symtab->n_code, added = b->symtab->n - n_code;
    LOCAL uint32_t *symbol_of = mem_alloc(d, b->entries.trees->n_nodes, sizeof *symbol_of);

    b->external += b->external >= n_code ? added : 0;
    for (size_t i = 0; i < b->entries.trees->n_nodes; i++)
        symbol_of[i] = b->external;
    if (symbols->stacks) /* with --estimated, they are left aside */
        name_entries(symbol_of, b, symbols, d);
    for (size_t i = 0; i < b->n_figures; i++) {
        struct by_file_figure *f = &b->figures[i];

        if (f->symbol >= b->n_symbols)
            f->symbol = symbol_of[f->symbol - b->n_symbols];
        else if (f->symbol >= n_code)
            f->symbol += added;
    }
    b->unknown += added;
    b->n_symbols += added;
}

/* Puts the figures of a function, in the order of `order`, into `at`, one for each file: a
 * library's function may be called from several places. Returns their number. `of_place` is all 0.
 */
static uint32_t add_up_places(const struct by_file *b, const uint32_t *order, uint32_t n,
                              struct by_file_figure *at, uint64_t *of_place)
{
    uint32_t n_places = 0;

    for (uint32_t i = 0; i < n; i++) {
        const struct by_file_figure *f = &b->figures[order[i]];

        if (of_place[f->place] == 0)
            at[n_places++] = *f;
        of_place[f->place] = add_saturated(of_place[f->place], f->number);
    }
    for (uint32_t i = 0; i < n_places; i++) {
        at[i].number = of_place[at[i].place];
        of_place[at[i].place] = 0;
    }
    return n_places;
}

void by_file_finish(struct by_file *b, const struct stack_symbols *symbols, bool with_unused,
                    struct diag *d)
{
    LOCAL struct by_file_figure *at = mem_alloc(d, b->n_files, sizeof *at);
    LOCAL uint64_t *of_place = mem_alloc(d, b->n_files, sizeof *of_place);
    LOCAL uint32_t *order = NULL, *first = NULL;
    double variance = 0, code = 0;

    budget_warn(&b->budget, d, b->image->path, "data files");
    join_stacks(b);
    renumber(b, symbols, d);
    first = mem_alloc(d, (size_t)b->n_symbols + 2, sizeof *first);
    for (uint32_t i = 0; i < b->n_files; i++) {
        const struct by_file_row *row = &b->rows[i];

        b->n_listed += !row->is_beside;
        b->n_left_out += row->is_left_out;
        if (row->has_time)
            b->kind = b->n_timed == 0 || b->kind == row->kind ? row->kind : TIME_OTHER;
        b->n_called += row->has_calls;
        b->n_timed += row->has_time;
        b->profiler += row->is_beside ? 0 : row->profiler;
        variance += row->is_beside ? 0 : row->variance;
        code += row->is_beside ? 0 : (double)row->code;
        add_figure(b, b->n_symbols, row->time, i, d); /* all of the file */
    }
    b->sample = code > 0 ? variance / code : 0;
    join_children(b, d);
    for (uint32_t i = 0; i < b->n_files; i++) {
        bool has_parent = b->rows[i].parent != NO_FILE;

        b->n_children += has_parent;
        b->n_called -= has_parent && b->rows[i].has_calls;
        b->n_timed -= has_parent && b->rows[i].has_time;
    }
    b->n_compared = b->of_calls ? b->n_called : b->n_timed;
    b->functions = mem_alloc(d, b->n_symbols, sizeof *b->functions);
    order = mem_alloc(d, b->n_figures, sizeof *order);
    if (b->n_figures > 0)
        radix_group(order, first, b->n_symbols + 1, &b->figures->symbol, b->n_figures,
                    sizeof *b->figures, false);
    for (uint32_t s = 0; s <= b->n_symbols; s++) {
        uint32_t n = add_up_places(b, &order[first[s]], first[s + 1] - first[s], at, of_place);

        if (s == b->n_symbols)
            b->all = sum_up(b, s, at, n, b->n_timed);
        else if (n > 0 || (with_unused && s < b->symtab->n_code && counts(b, s)))
            b->functions[b->n_functions++] = sum_up(b, s, at, n, b->n_compared);
    }
    qsort(b->functions, b->n_functions, sizeof *b->functions, by_total);
    free(b->figures);
    b->figures = NULL;
}

const char *by_file_stand_in(const struct by_file *b, uint32_t symbol)
{
    if (symbol < b->symtab->n)
        return NULL;
    return symbol == b->unknown ? "<unknown>" : "<external>";
}

void by_file_release(struct by_file *b)
{
    free(b->rows);
    free(b->order);
    free(b->place);
    free(b->data_file);
    free(b->times);
    free(b->calls);
    free(b->touched);
    stack_data_release(&b->entries);
    free(b->figures);
    free(b->functions);
    *b = (struct by_file){0};
}
