/* test_hist - tests the step from samples by address to ticks by function
 *
 * Reports beside GNU gprof's judge the classic division of bins; these examples say what it is. The
 * model computes that of exact reports in the plainest way; sums are compared to the last bit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "put_histogram.h"
#include "analysis/hist.h"
#include "tool_prng.h"
#include "unit.h"

#include <math.h>

static void add(struct profile *p, uint64_t low, uint64_t high, uint32_t n, const uint32_t *ticks)
{
    struct histogram h = {.low = low,
                          .high = high,
                          .n_bins = n,
                          .rate = 100,
                          .dimension = "seconds",
                          .abbreviation = 's',
                          .file = "made",
                          .bins = calloc(n ? n : 1, sizeof *h.bins)};

    if (n)
        for (uint32_t i = 0; i < n; i++)
            h.bins[i] = ticks[i];
    if (!put_histogram(p, &h, &told.diag) || !profile_check_ranges(p, &told.diag))
        unit_die(told_text());
}

/* Makes functions that begin at the given addresses. */
static void functions(struct symtab *table, const uint64_t *starts, size_t n, uint64_t end)
{
    struct symbol symbols[64] = {{0}};

    for (size_t i = 0; i < n; i++)
        symbols[i] = (struct symbol){.address = starts[i], .name = "f", .is_function = true};
    unit_symtab(table, symbols, n, end);
}

struct example {
    const char *name;
    uint64_t starts[3], end, low, high;
    uint32_t n_bins, ticks[4];
    double ticks_of[3], total;
    uint64_t granularity;
};

static const struct example examples[] = {
    {"a bin a function",
     {0x1000, 0x1010, 0x1020},
     0x1030,
     0x1000,
     0x1030,
     3,
     {1, 2, 3},
     {1, 2, 3},
     6,
     16},
    {"a bin over two functions: by bytes",
     {0x1000, 0x1004, 0x1010},
     0x1020,
     0x1000,
     0x1020,
     2,
     {8, 5},
     {2, 6, 5},
     13,
     16},
    {"two bins over 7 units: shares exceed the whole",
     {0x1000, 0x2000, 0x3000},
     0x3010,
     0x1000,
     0x100e,
     2,
     {0, 10},
     {10.0 * 4 / 3.5, 0, 0},
     10,
     6},
    {"and the first bin falls short",
     {0x1000, 0x2000, 0x3000},
     0x3010,
     0x1000,
     0x100e,
     2,
     {10, 0},
     {10.0 * 3 / 3.5, 0, 0},
     10,
     6},
    {"odd starts are rounded down to units",
     {0x1000, 0x1005, 0x1008},
     0x1010,
     0x1000,
     0x1010,
     4,
     {0, 4, 0, 0},
     {0, 4, 0},
     4,
     4},
    {"a byte between an even and an odd start gets nothing",
     {0x1000, 0x1004, 0x1005},
     0x1010,
     0x1000,
     0x1010,
     4,
     {0, 4, 0, 0},
     {0, 0, 4},
     4,
     4},
    {"bins narrower than a unit",
     {0x1000, 0x1002, 0x1004},
     0x1006,
     0x1000,
     0x1004,
     4,
     {1, 1, 1, 1},
     {2, 2, 0},
     4,
     0},
    {"samples outside all functions are in the total alone",
     {0x1008, 0x1010, 0x1018},
     0x1020,
     0x1000,
     0x1040,
     4,
     {4, 4, 4, 4},
     {2, 2, 2},
     16,
     16},
    {"the last function keeps its samples",
     {0x1000, 0x1010, 0x1020},
     0x1024,
     0x1000,
     0x1030,
     3,
     {0, 0, 8},
     {0, 0, 2},
     8,
     16},
    {"addresses above a function's reach",
     {0x10, 0x20, 0x30},
     0x40,
     UINT64_C(0xffffffff80000000),
     UINT64_C(0xffffffff80000020),
     2,
     {1, 2},
     {0, 0, 0},
     3,
     16},
    {"an odd range start",
     {0x1000, 0x1002, 0x1004},
     0x1006,
     0x1001,
     0x1005,
     2,
     {3, 5},
     {3, 5, 0},
     8,
     2},
};

static void test_examples(void)
{
    for (size_t i = 0; i < UNIT_COUNT(examples); i++) {
        const struct example *e = &examples[i];
        struct profile p = {0};
        struct symtab table;
        struct hist_result r;

        functions(&table, e->starts, 3, e->end);
        add(&p, e->low, e->high, e->n_bins, e->ticks);
        hist_assign_samples(&r, &p, &table, NULL, NULL, &told.diag);
        for (size_t s = 0; s < 3; s++)
            is_dbl(r.ticks[s], e->ticks_of[s], e->name);
        is_dbl(r.total, e->total, "the total");
        is_uint(r.granularity, e->granularity, "the granularity");
        hist_result_release(&r);
        symtab_release(&table);
        profile_release(&p);
    }
}

static void test_without(void)
{
    struct profile p = {0};
    struct symtab table;
    struct hist_result r;

    unit_functions(&table, 3);
    hist_assign_samples(&r, &p, &table, NULL, NULL, &told.diag);
    ok(r.ticks[0] == 0 && r.total == 0 && r.granularity == 0 && r.rate == 0,
       "no histogram gives no time");
    is_str(r.dimension, "seconds", "in seconds");
    is_dbl(hist_units(&r, 5), 0, "and no unit is infinite");
    hist_result_release(&r);
    add(&p, 0x1000, 0x1000, 0, NULL);
    hist_assign_samples(&r, &p, &table, NULL, NULL, &told.diag);
    is_uint(r.granularity, 0, "no bins over no range");
    is_dbl(hist_units(&r, 5), 0.05, "has a rate all the same");
    hist_result_release(&r);
    symtab_release(&table);
    profile_release(&p);
}

/* Leaves out the shares of the function in `context`. */
static bool leave_out(void *context, uint32_t symbol, uint64_t low, uint64_t high, double ticks)
{
    uint32_t *left_out = context;

    ok(high > low && ticks > 0, "a share has bytes and ticks");
    return symbol != *left_out;
}

static void test_visitor(void)
{
    uint32_t left_out = 1;
    struct profile p = {0};
    struct symtab table;
    struct hist_result r;

    functions(&table, (uint64_t[]){0x1000, 0x1010, 0x1020}, 3, 0x1030);
    add(&p, 0x1000, 0x1040, 4, (uint32_t[]){1, 2, 4, 8});
    hist_assign_samples(&r, &p, &table, leave_out, &left_out, &told.diag);
    ok(!r.ticks, "shares go to the visitor alone");
    is_dbl(r.total, 13, "the total lacks what it leaves out, not what is in no function");
    is_dbl(r.rate, 100, "the rate is known");
    hist_result_release(&r);
    symtab_release(&table);
    profile_release(&p);
}

/* ---- exact reports ---- */

struct model {
    double ticks[64], total, outside;
};

/* Returns the bin that counts samples at a byte from the first bin's start: bins of a fraction of
 * more than a unit are those of profil(). */
static uint64_t bin_of(const struct histogram *h, uint64_t byte)
{
    uint64_t span = h->high - h->low, n = h->n_bins;

    if (span % n == 0 || span / 2 < n)
        return byte * n / span;
    return byte / 2 * (65536 * n / (span / 2)) >> 16;
}

/* Finds the ticks in the bytes that each bin counts, one by one. */
static void model_bytes(struct model *m, const struct histogram *h, const struct symtab *table)
{
    for (uint32_t i = 0; i < h->n_bins; i++) {
        double count = (double)histogram_ticks(h, i);
        uint64_t span = h->high - h->low, low = 0, high, bytes;
        uint32_t of[64] = {0}, outside = 0;

        while (span > 0 && bin_of(h, low) < i)
            low++;
        for (high = low; span > 0 && bin_of(h, high) == i;)
            high++;
        if (low == high) { /* part of one byte */
            low = span * i / h->n_bins;
            high = low + 1;
        }
        for (uint64_t byte = h->low + low; byte < h->low + high; byte++) {
            uint32_t s = sym_find(table, byte);

            if (s == NO_SYMBOL)
                outside++;
            else
                of[s]++;
        }
        bytes = high - low;
        if (table->has_sizes && outside < bytes) { /* the rest is padding */
            bytes -= outside;
            outside = 0;
        }
        m->total += count;
        m->outside += outside * count / (double)bytes;
        for (uint32_t s = 0; s < table->n; s++)
            m->ticks[s] += of[s] * count / (double)bytes;
    }
}

/* Returns true if functions and `outside` have all ticks. */
static bool is_complete(const struct hist_result *r, uint32_t n)
{
    double sum = r->outside;

    for (uint32_t s = 0; s < n; s++)
        sum += r->ticks[s];
    return fabs(sum - r->total) <= 1e-9 * r->total;
}

/* Tests one histogram of bins of any size, but not of whole units: those are as in the classic
 * listings. */
static size_t compare_exact(struct prng *random)
{
    struct profile p = {0};
    struct symtab table;
    struct hist_result r;
    struct model all = {.total = 0};
    uint64_t starts[64], low = 0xff0 + prng_below(random, 40), span = prng_below(random, 700);
    uint32_t ticks[400], n_bins = (uint32_t)prng_range(random, 1, 400);
    size_t n = (size_t)prng_range(random, 1, 60), wrong = 0;

    if (prng_chance(random, 40)) /* whole bytes, or none */
        span = n_bins * prng_below(random, 9);
    for (size_t i = 0; i < n; i++)
        starts[i] = 0x1000 + prng_below(random, 600);
    functions(&table, starts, n, 0x1000 + prng_below(random, 700));
    table.is_exact = true;
    table.has_sizes = prng_chance(random, 50);
    for (uint32_t s = 0; table.has_sizes && s < table.n; s++)
        if (prng_chance(random, 50)) /* there is code behind the function */
            table.symbols[s].size = prng_below(random, table.symbols[s].size + 1);
    for (uint32_t i = 0; i < n_bins; i++)
        ticks[i] = prng_chance(random, 40) ? 0 : (uint32_t)prng_below(random, 70000);
    add(&p, low, low + span, n_bins, ticks);
    hist_assign_samples(&r, &p, &table, NULL, NULL, &told.diag);
    wrong += !is_complete(&r, table.n);
    if (span == 0 || span % (2 * (uint64_t)n_bins) != 0) {
        model_bytes(&all, &p.hists[0], &table);
        wrong += r.total != all.total || r.outside != all.outside;
        for (uint32_t s = 0; s < table.n; s++)
            wrong += r.ticks[s] != all.ticks[s];
    }
    hist_result_release(&r);
    symtab_release(&table);
    profile_release(&p);
    return wrong;
}

static void test_exact(void)
{
    static const uint64_t starts[] = {UINT64_MAX - 6}, spans[] = {0, 1, 3, 5};
    struct prng random = {7};
    size_t wrong = 0;

    for (size_t i = 0; i < unit_times(5000); i++)
        wrong += compare_exact(&random);
    is_uint(wrong, 0, "exact reports: bins of any size are those that samples were counted in");
    for (size_t i = 0; i < 2 * UNIT_COUNT(spans); i++) {
        uint64_t span = spans[i / 2], low = i % 2 ? UINT64_MAX - span : 0;
        struct profile p = {0};
        struct symtab table;
        struct hist_result r;

        functions(&table, starts, 1, UINT64_MAX);
        table.is_exact = true;
        add(&p, low, low + span, 4, (uint32_t[]){1, 2, 3, 4});
        hist_assign_samples(&r, &p, &table, NULL, NULL, &told.diag);
        ok(r.total == 10 && is_complete(&r, 1), "also at both ends of all addresses");
        hist_result_release(&r);
        symtab_release(&table);
        profile_release(&p);
    }
}

UNIT_TESTS(test_examples, test_without, test_visitor, test_exact)
