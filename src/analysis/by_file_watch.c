/* by_file_watch - sees what is in each data file while it is read
 *
 * Each thread that reads has a watcher. The figures of the file that is being read wait in arrays
 * by symbol until the file is known to be good; then they go to the spreads, and the arrays are
 * cleared where they were touched. A row of struct by_file is written by the thread alone that
 * reads the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/by_file.h"

#include "analysis/bin_shares.h"
#include "base/arith.h"
#include "base/mem.h"
#include "profile/gmon_target.h"

#include <math.h>
#include <stdlib.h>

enum { LAYOUTS = 4 /* of histograms that are remembered */ };

static const double ns_per_second = 1e9;

struct by_file_watcher {
    struct by_file *b;
    struct by_file_watcher *next;       /* of those that were joined */
    struct file_spread *times, *calls;  /* of the files so far; calls NULL once one has time;
                                      owned */
    struct bin_shares layouts[LAYOUTS]; /* the last ones, the oldest is replaced */
    unsigned next_layout;
    /* of the file that is being read */
    struct bin_ticks time; /* nanoseconds by symbol number; its arrays are owned */
    uint64_t *counts;      /* calls by symbol number; owned */
    uint32_t *called;      /* those that have calls; owned */
    uint32_t n_called;
    uint64_t n_calls;
    bool has_bins, has_stacks, has_arcs;
};

/* ---- the parts of a file -------------------------------------------------------------------- */

static const struct bin_shares *find_layout(struct by_file_watcher *w, const struct histogram *h,
                                            struct diag *d)
{
    struct bin_shares *s;

    for (unsigned i = 0; i < LAYOUTS; i++) {
        s = &w->layouts[i];
        if (s->of_block && s->low == h->low && s->high == h->high && s->n_bins == h->n_bins)
            return s;
    }
    s = &w->layouts[w->next_layout++ % LAYOUTS];
    bin_shares_release(s);
    if (bin_shares_init(s, h, w->b->symtab, d))
        return s;
    bin_shares_release(s);
    return NULL;
}

static bool see_bins(void *watcher, const struct histogram *h, const struct raw_bins *raw,
                     struct diag *d)
{
    struct by_file_watcher *w = watcher;
    const struct bin_shares *shares = find_layout(w, h, d);

    if (!shares)
        return false;
    w->has_bins = true;
    bin_shares_add(shares, raw, ns_per_second / h->rate, &w->time);
    return true;
}

/* Whether the time or calls of that number of `times` count. */
static bool counts(const struct by_file *b, uint32_t symbol)
{
    if (symbol == b->unknown)
        return true;
    return symbol < b->symtab->n_code ? sym_selected(&b->filter, SYM_TABLE_FLAT, symbol)
                                      : !b->filter.includes[SYM_TABLE_FLAT];
}

static bool see_arc(void *watcher, uint64_t from, uint64_t self, uint64_t count, struct diag *d)
{
    struct by_file_watcher *w = watcher;
    const struct symtab *symtab = w->b->symtab;
    uint32_t parent = sym_lookup(symtab, from), child = sym_lookup(symtab, self);

    (void)d;
    w->has_arcs = true;
    if (child != NO_SYMBOL)
        child = symtab->symbols[child].callee;
    if (parent == NO_SYMBOL || child == NO_SYMBOL || count == 0 || !counts(w->b, child) ||
        (w->b->filter.ids->n > 0 && !sym_arc_selected(&w->b->filter, parent, child)))
        return true;
    w->n_calls = add_saturated(w->n_calls, count);
    if (!w->calls)
        return true;
    if (w->counts[child] == 0)
        w->called[w->n_called++] = child;
    w->counts[child] = add_saturated(w->counts[child], count);
    return true;
}

static void add_time(struct by_file_watcher *w, uint32_t symbol, double time)
{
    if (!(w->time.ticks[symbol] > 0))
        w->time.touched[w->time.n_touched++] = symbol;
    w->time.ticks[symbol] += time;
}

/* Of two clocks the one of processor time, as for measured times. */
static enum gstack_clock choose_clock(const struct stack_data *stacks)
{
    for (size_t t = 0; t < stacks->n_trees; t++)
        if (stacks->trees[t].clock == GSTACK_CPU && stacks->trees[t].signals > 0)
            return GSTACK_CPU;
    return GSTACK_WALL;
}

/* Where samples of the module's code at `key` belong; NO_SYMBOL: they are the profiler's. */
static uint32_t find_leaf(const struct by_file *b, const struct stack_module *m, uint64_t key)
{
    uint32_t symbol;

    if (m->kind == GSTACK_PROFILER)
        return NO_SYMBOL;
    if (!stack_module_fits(m, b->build_id, b->build_id_bytes, b->image))
        return b->external;
    symbol = sym_lookup(b->symtab, key >> 1);
    return symbol == NO_SYMBOL ? b->unknown : symbol;
}

static bool see_stacks(void *watcher, const struct stack_data *stacks, struct diag *d)
{
    struct by_file_watcher *w = watcher;
    enum gstack_clock clock = choose_clock(stacks);

    (void)d;
    w->has_stacks = true;
    for (size_t t = 0; t < stacks->n_trees; t++) {
        const struct stack_tree *tree = &stacks->trees[t];

        for (size_t i = 0; tree->clock == clock && i < tree->n_nodes; i++) {
            const struct stack_node *node = &tree->nodes[i];
            double time = (double)node->ticks * (double)tree->interval_ns;
            uint32_t symbol = w->b->unknown;

            if (!(time > 0))
                continue;
            if (node->module > 0)
                symbol = find_leaf(w->b, &stacks->modules[node->module - 1], node->key);
            if (symbol == NO_SYMBOL)
                continue;
            add_time(w, symbol, time);
            w->time.total += time;
        }
    }
    return true;
}

/* ---- the end of a file ---------------------------------------------------------------------- */

/* Whole nanoseconds, no more than uint64_t holds. */
static uint64_t rounded(double value)
{
    if (!(value > 0))
        return 0;
    return value < 0x1p63 ? (uint64_t)llrint(value) : (uint64_t)1 << 63;
}

/* What remains of all ticks is in no function. */
static void add_unknown(struct by_file_watcher *w)
{
    double known = 0;

    for (uint32_t i = 0; i < w->time.n_touched; i++)
        known += w->time.ticks[w->time.touched[i]];
    if (w->time.total - known > 0.5)
        add_time(w, w->b->unknown, w->time.total - known);
}

static bool take_times(struct by_file_watcher *w, uint32_t file, struct by_file_row *row,
                       struct diag *d)
{
    const struct by_file *b = w->b;
    uint32_t place = b->place[file];

    for (uint32_t i = 0; i < w->time.n_touched; i++) {
        uint32_t symbol = w->time.touched[i];
        uint64_t time = rounded(w->time.ticks[symbol]);

        if (time == 0 || !counts(b, symbol))
            continue;
        if (!spread_add(&w->times[symbol], time, place, d))
            return false;
        row->time = add_saturated(row->time, time);
    }
    return true;
}

static bool take_calls(struct by_file_watcher *w, uint32_t file, struct diag *d)
{
    uint32_t place = w->b->place[file];
    bool ok = true;

    for (uint32_t i = 0; ok && w->calls && i < w->n_called; i++)
        ok = spread_add(&w->calls[w->called[i]], w->counts[w->called[i]], place, d);
    return ok;
}

void by_file_release_spreads(struct file_spread *s, uint32_t n)
{
    for (uint32_t i = 0; s && i < n; i++)
        spread_release(&s[i]);
    free(s);
}

/* Where there is time, calls are of no interest by function. */
static void drop_calls(struct by_file_watcher *w)
{
    by_file_release_spreads(w->calls, w->b->n_symbols);
    w->calls = NULL;
}

static bool take_file(struct by_file_watcher *w, uint32_t file, struct diag *d)
{
    const struct by_file *b = w->b;
    struct by_file_row row = {.has_calls = w->has_arcs, .calls = w->n_calls};
    bool ok;

    add_unknown(w);
    row.has_library = w->has_stacks || (w->has_bins && b->external < b->symtab->n_code);
    row.library = rounded(w->time.ticks[b->external]);
    row.part = rounded(w->time.total);
    row.is_beside = w->has_stacks && !w->has_bins && b->partner[file] != NO_FILE;
    row.has_time = (w->has_bins || w->has_stacks) && !row.is_beside;
    ok = (!row.has_time || take_times(w, file, &row, d)) && take_calls(w, file, d);
    b->rows[file] = row;
    if (row.time > 0)
        drop_calls(w);
    return ok;
}

static void clear(struct by_file_watcher *w)
{
    for (uint32_t i = 0; i < w->time.n_touched; i++)
        w->time.ticks[w->time.touched[i]] = 0;
    for (uint32_t i = 0; i < w->n_called; i++)
        w->counts[w->called[i]] = 0;
    w->time.n_touched = w->n_called = 0;
    w->time.total = 0;
    w->n_calls = 0;
    w->has_bins = w->has_stacks = w->has_arcs = false;
}

static bool end_file(void *watcher, size_t file, bool added, struct diag *d)
{
    struct by_file_watcher *w = watcher;
    bool ok = true;

    if (added)
        ok = take_file(w, (uint32_t)file, d);
    else
        w->b->rows[file] = (struct by_file_row){.is_left_out = true};
    clear(w);
    return ok;
}

/* ---- watchers ------------------------------------------------------------------------------- */

static void drop(void *watcher)
{
    struct by_file_watcher *w = watcher;

    by_file_release_spreads(w->times, w->b->n_symbols);
    drop_calls(w);
    for (unsigned i = 0; i < LAYOUTS; i++)
        bin_shares_release(&w->layouts[i]);
    free(w->time.ticks);
    free(w->time.touched);
    free(w->counts);
    free(w->called);
    free(w);
}

static void *begin(void *context, struct diag *d)
{
    struct by_file *b = context;
    struct by_file_watcher *w = mem_alloc(d, 1, sizeof *w);

    if (!w)
        return NULL;
    w->b = b;
    w->times = mem_alloc(d, b->n_symbols, sizeof *w->times);
    w->calls = mem_alloc(d, b->n_symbols, sizeof *w->calls);
    w->time.ticks = mem_alloc(d, b->n_symbols, sizeof *w->time.ticks);
    w->time.touched = mem_alloc(d, b->n_symbols, sizeof *w->time.touched);
    w->counts = mem_alloc(d, b->n_symbols, sizeof *w->counts);
    w->called = mem_alloc(d, b->n_symbols, sizeof *w->called);
    if (w->times && w->calls && w->time.ticks && w->time.touched && w->counts && w->called)
        return w;
    drop(w);
    return NULL;
}

static void join(void *context, void *watcher)
{
    struct by_file *b = context;
    struct by_file_watcher *w = watcher;

    w->next = b->watchers;
    b->watchers = w;
}

struct list_watch by_file_watch(struct by_file *b)
{
    return (struct list_watch){.context = b,
                               .begin = begin,
                               .file = {.bins = see_bins, .arc = see_arc, .stacks = see_stacks},
                               .end_file = end_file,
                               .join = join,
                               .drop = drop};
}

/* ---- their sum ------------------------------------------------------------------------------ */

/* Add `n` spreads to others, if there are any; else these are the sum. */
static bool add_up(struct file_spread **to, struct file_spread **from, uint32_t n, struct diag *d)
{
    bool ok = true;

    if (!*to) {
        *to = *from;
        *from = NULL;
    }
    for (uint32_t i = 0; ok && *from && i < n; i++)
        ok = spread_merge(&(*to)[i], &(*from)[i], d);
    return ok;
}

bool by_file_add_up(struct by_file *b, struct diag *d)
{
    bool has_time = false, ok = true;

    for (const struct by_file_watcher *w = b->watchers; w; w = w->next)
        has_time = has_time || !w->calls;
    for (struct by_file_watcher *w = b->watchers; ok && w; w = w->next)
        ok = add_up(&b->times, &w->times, b->n_symbols, d) &&
             (has_time || add_up(&b->calls, &w->calls, b->n_symbols, d));
    by_file_release_watchers(b);
    return ok;
}

void by_file_release_watchers(struct by_file *b)
{
    while (b->watchers) {
        struct by_file_watcher *next = b->watchers->next;

        drop(b->watchers);
        b->watchers = next;
    }
}
