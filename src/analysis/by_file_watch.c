/* by_file_watch - sees what is in each data file while it is read
 *
 * Each thread that reads has a watcher. The figures of the file that is being read wait in arrays
 * by symbol until the file is known to be good; then they go to the spreads, and the arrays are
 * cleared where they were touched. A row of struct by_file is written by the thread alone that
 * reads the file.
 *
 * Nearly all files have one histogram with bins of whole units, and a rate that a nanosecond
 * divides: their times wait in a row of the batch, as integers. All others take the general way.
 * Both give the same times.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/by_file.h"

#include "analysis/bin_shares.h"
#include "analysis/by_file_batch.h"
#include "base/arith.h"
#include "base/mem.h"
#include "profile/gmon_target.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LAYOUTS = 4,  /* of histograms that are remembered */
    ARC_BITS = 12 /* of the number of arcs that are */
};

static const double ns_per_second = 1e9;

/* An arc that was looked up: thousands of files have the same. */
struct known_arc {
    uint64_t from, self;
    uint32_t child; /* the function that is called, or NO_SYMBOL: the arc does not count */
    bool is_known;
};

struct by_file_watcher {
    struct by_file *b;
    struct by_file_watcher *next;       /* of those that were joined */
    struct file_spread *times, *calls;  /* of the files so far; calls NULL once one has time;
                                      owned */
    struct bin_shares layouts[LAYOUTS]; /* the last ones, the oldest is replaced */
    unsigned next_layout;
    struct by_file_batch batch;
    struct spread_scratch scratch;
    struct known_arc arcs[1 << ARC_BITS]; /* by a hash of their addresses, the last one of each */
    /* of the file that is being read */
    struct bin_ticks time; /* nanoseconds by symbol number; its arrays are owned */
    uint64_t *counts;      /* calls by symbol number; owned */
    uint32_t *called;      /* those that have calls; owned */
    uint32_t n_called;
    uint64_t n_calls;
    bool has_bins, has_stacks, has_arcs;
    bool in_row;        /* its time is in the next row of the batch, not in `time` */
    uint64_t row_unit;  /* nanoseconds of what that counts */
    uint64_t row_total; /* of all bins, counted so */
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

static void add_time(struct by_file_watcher *w, uint32_t symbol, double time)
{
    if (!(w->time.ticks[symbol] > 0))
        w->time.touched[w->time.n_touched++] = symbol;
    w->time.ticks[symbol] += time;
}

static void clear_row(struct by_file_watcher *w)
{
    memset(by_file_batch_row(&w->batch), 0, w->batch.n_symbols * sizeof *w->batch.rows);
    w->in_row = false;
}

/* Put the times into the next row of the batch, if that can hold them. */
static bool fill_row(struct by_file_watcher *w, const struct bin_shares *shares,
                     const struct histogram *h, const struct raw_bins *raw)
{
    uint64_t ticks = 0, second = 1000000000, units = (uint64_t)h->rate * shares->scale;

    /* a row is gone over as a whole, which a few bins are not worth */
    if (w->has_bins || raw->width != 2 || raw->big_endian || units == 0 || second % units != 0 ||
        h->n_bins < w->batch.n_symbols / 8)
        return false;
    w->in_row = bin_shares_add_whole(shares, raw->bytes, by_file_batch_row(&w->batch), &ticks);
    if (!w->in_row)
        clear_row(w);
    w->row_unit = second / units;
    w->row_total = ticks * shares->scale;
    return w->in_row;
}

/* More comes, which the row cannot hold. */
static void leave_row(struct by_file_watcher *w)
{
    const uint32_t *row = by_file_batch_row(&w->batch);

    for (uint32_t s = 0; s < w->batch.n_symbols; s++)
        if (row[s] > 0)
            add_time(w, s, (double)(row[s] * w->row_unit));
    w->time.total += (double)(w->row_total * w->row_unit);
    clear_row(w);
}

static bool see_bins(void *watcher, const struct histogram *h, const struct raw_bins *raw,
                     struct diag *d)
{
    struct by_file_watcher *w = watcher;
    const struct bin_shares *shares = find_layout(w, h, d);

    if (!shares)
        return false;
    if (w->in_row)
        leave_row(w);
    if (fill_row(w, shares, h, raw)) {
        w->has_bins = true;
        return true;
    }
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

/* The function that is called, or NO_SYMBOL if the arc does not count. */
static uint32_t look_up_arc(const struct by_file *b, uint64_t from, uint64_t self)
{
    uint32_t parent = sym_lookup(b->symtab, from), child = sym_lookup(b->symtab, self);

    if (child != NO_SYMBOL)
        child = b->symtab->symbols[child].callee;
    if (parent == NO_SYMBOL || child == NO_SYMBOL || !counts(b, child) ||
        (b->filter.ids->n > 0 && !sym_arc_selected(&b->filter, parent, child)))
        return NO_SYMBOL;
    return child;
}

static uint32_t find_arc(struct by_file_watcher *w, uint64_t from, uint64_t self)
{
    uint64_t hash = (from ^ self << 21 ^ self >> 43) * UINT64_C(0x9e3779b97f4a7c15);
    struct known_arc *arc = &w->arcs[hash >> (64 - ARC_BITS)];

    if (!arc->is_known || arc->from != from || arc->self != self)
        *arc = (struct known_arc){from, self, look_up_arc(w->b, from, self), true};
    return arc->child;
}

static bool see_arc(void *watcher, uint64_t from, uint64_t self, uint64_t count, struct diag *d)
{
    struct by_file_watcher *w = watcher;
    uint32_t child = find_arc(w, from, self);

    (void)d;
    w->has_arcs = true;
    if (child == NO_SYMBOL || count == 0)
        return true;
    w->n_calls = add_saturated(w->n_calls, count);
    if (!w->calls)
        return true;
    if (w->counts[child] == 0)
        w->called[w->n_called++] = child;
    w->counts[child] = add_saturated(w->counts[child], count);
    return true;
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
        if (!spread_add(&w->times[symbol], &time, &place, 1, &w->scratch, d))
            return false;
        row->time = add_saturated(row->time, time);
    }
    return true;
}

/* The same of a file whose times are in a row, which is kept. */
static bool take_row(struct by_file_watcher *w, uint32_t file, struct by_file_row *row,
                     struct diag *d)
{
    const struct by_file *b = w->b;
    const uint32_t *times = by_file_batch_row(&w->batch);
    uint64_t left_out = 0, unknown;

    for (uint32_t i = 0; i < b->n_left_out_symbols; i++)
        left_out += times[b->left_out_symbols[i]];
    row->library = b->external < w->batch.n_symbols ? times[b->external] * w->row_unit : 0;
    row->part = w->row_total * w->row_unit;
    row->time = (w->row_total - left_out) * w->row_unit;
    unknown =
        (w->row_total - by_file_batch_keep(&w->batch, w->row_unit, b->place[file])) * w->row_unit;
    return (unknown == 0 ||
            spread_add(&w->times[b->unknown], &unknown, &b->place[file], 1, &w->scratch, d)) &&
           (!by_file_batch_is_full(&w->batch) ||
            by_file_batch_flush(&w->batch, w->times, b->is_left_out, &w->scratch, d));
}

static bool take_calls(struct by_file_watcher *w, uint32_t file, struct diag *d)
{
    uint32_t place = w->b->place[file];
    bool ok = true;

    for (uint32_t i = 0; ok && w->calls && i < w->n_called; i++)
        ok = spread_add(&w->calls[w->called[i]], &w->counts[w->called[i]], &place, 1, &w->scratch,
                        d);
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

    row.has_library = w->has_stacks || (w->has_bins && b->external < b->symtab->n_code);
    row.is_beside = w->has_stacks && !w->has_bins && b->partner[file] != NO_FILE;
    row.has_time = (w->has_bins || w->has_stacks) && !row.is_beside;
    if (w->in_row) {
        ok = take_row(w, file, &row, d);
    } else {
        add_unknown(w);
        row.library = rounded(w->time.ticks[b->external]);
        row.part = rounded(w->time.total);
        ok = !row.has_time || take_times(w, file, &row, d);
    }
    ok = ok && take_calls(w, file, d);
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
    w->has_bins = w->has_stacks = w->has_arcs = w->in_row = false;
}

static bool end_file(void *watcher, size_t file, bool added, struct diag *d)
{
    struct by_file_watcher *w = watcher;
    bool ok = true;

    if (added) {
        ok = take_file(w, (uint32_t)file, d);
    } else {
        w->b->rows[file] = (struct by_file_row){.is_left_out = true};
        if (w->in_row)
            clear_row(w);
    }
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
    by_file_batch_release(&w->batch);
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
    if (w->times && w->calls && w->time.ticks && w->time.touched && w->counts && w->called &&
        by_file_batch_init(&w->batch, b->symtab->n_code, d))
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
static bool add_up(struct file_spread **to, struct file_spread **from, uint32_t n,
                   struct spread_scratch *scratch, struct diag *d)
{
    bool ok = true;

    if (!*to) {
        *to = *from;
        *from = NULL;
    }
    for (uint32_t i = 0; ok && *from && i < n; i++)
        ok = spread_merge(&(*to)[i], &(*from)[i], scratch, d);
    return ok;
}

bool by_file_add_up(struct by_file *b, struct diag *d)
{
    bool has_time = false, ok = true;

    for (const struct by_file_watcher *w = b->watchers; w; w = w->next)
        has_time = has_time || !w->calls;
    for (struct by_file_watcher *w = b->watchers; ok && w; w = w->next)
        ok = by_file_batch_flush(&w->batch, w->times, b->is_left_out, &w->scratch, d) &&
             add_up(&b->times, &w->times, b->n_symbols, &w->scratch, d) &&
             (has_time || add_up(&b->calls, &w->calls, b->n_symbols, &w->scratch, d));
    by_file_release_watchers(b);
    for (uint32_t i = 0; ok && i < b->n_symbols; i++) {
        spread_finish(&b->times[i]);
        if (b->calls)
            spread_finish(&b->calls[i]);
    }
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
