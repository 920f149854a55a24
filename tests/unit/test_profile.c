/* test_profile - tests sums of histograms and arcs, and bins of every width and byte order, up to
 * the limits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "put_histogram.h"
#include "profile/profile.h"
#include "tool_prng.h"
#include "unit.h"

/* ---- profiles ---- */

/* Returns a histogram of n bins of two bytes each, bin i holding first + i. */
static struct histogram bins_from(const char *file, uint64_t low, uint32_t n, uint32_t first)
{
    struct histogram h = {.low = low,
                          .high = low + 2 * (uint64_t)n,
                          .n_bins = n,
                          .rate = 100,
                          .dimension = "seconds",
                          .abbreviation = 's',
                          .file = file};

    h.bins = calloc(n ? n : 1, sizeof *h.bins);
    for (uint32_t i = 0; i < n; i++)
        h.bins[i] = first + i;
    return h;
}

static bool add(struct profile *p, struct histogram h)
{
    return put_histogram(p, &h, &told.diag);
}

static void test_sums(void)
{
    struct profile p = {0};

    ok(!p.has_histogram && !p.has_arcs, "empty: has nothing");
    ok(profile_check_ranges(&p, &told.diag) && p.n_checked == 0, "empty: nothing to check");
    ok(add(&p, bins_from("a", 0x1000, 4, 10)), "a first histogram");
    ok(add(&p, bins_from("b", 0x1000, 4, 1)), "one of the same range");
    is_uint(p.n_hists, 1, "is added to it");
    is_uint(histogram_ticks(&p.hists[0], 0), 11, "bin 0");
    is_uint(histogram_ticks(&p.hists[0], 3), 17, "bin 3");
    is_str(p.hists[0].file, "a", "the first file is remembered");
    ok(add(&p, bins_from("c", 0x2000, 4, 1)), "one of another range");
    is_uint(p.n_hists, 2, "is kept apart");
    ok(profile_check_ranges(&p, &told.diag) && p.n_checked == 2, "both are checked");
    ok(p.has_histogram, "there is a histogram");
    is_uint(told.diag.errors, 0, "nothing was reported");
    profile_release(&p);
    ok(!p.has_histogram && !p.hists && !p.by_address, "release: empty again");
}

static void test_wide(void)
{
    struct profile p = {0};
    struct histogram h;

    add(&p, bins_from("a", 0, 3, UINT32_MAX - 2));
    add(&p, bins_from("c", 0, 3, 5));
    is_uint(histogram_ticks(&p.hists[0], 2), UINT64_C(0x100000000) + 6, "a sum beyond 32 bits");
    h = bins_from("d", 0, 3, 0);
    h.bins[0] = HISTOGRAM_MOST - 3;
    h.bins[1] = UINT64_MAX;
    h.bins[2] = 1;
    ok(put_histogram(&p, &h, &told.diag), "as large ones are added");
    is_uint(histogram_ticks(&p.hists[0], 0), HISTOGRAM_MOST, "a sum stops at the most");
    is_uint(histogram_ticks(&p.hists[0], 1), HISTOGRAM_MOST, "and never wraps");
    is_uint(histogram_ticks(&p.hists[0], 2), UINT64_C(0x100000000) + 7, "its neighbour goes on");
    profile_release(&p);
    add(&p, bins_from("a", 0, 1, UINT32_MAX));
    add(&p, bins_from("b", 0, 1, 1));
    is_uint(histogram_ticks(&p.hists[0], 0), UINT64_C(0x100000000), "2^32 exactly");
    profile_release(&p);
}

/* Checks that two histograms are refused in one report; the error must match `ere`. */
static void refused(struct histogram h, const char *ere, const char *name)
{
    struct profile p = {0};
    bool added;

    add(&p, bins_from("one.out", 0x1000, 100, 0));
    told_clear();
    added = add(&p, h) && profile_check_ranges(&p, &told.diag);
    ok(!added && told.diag.errors == 1, "%s: refused", name);
    like(told_text(), ere, "and says why");
    like(told_text(), "two\\.out.*one\\.out|one\\.out.*two\\.out", "with the names of both files");
    told_clear();
    profile_release(&p);
}

static void test_refusals(void)
{
    struct histogram h = bins_from("two.out", 0x2000, 100, 0);

    memcpy(h.dimension, "cycles", 7);
    refused(h, "'cycles'.*'seconds'", "another dimension");
    h = bins_from("two.out", 0x2000, 100, 0);
    h.abbreviation = 'c';
    refused(h, "\\(c\\).*\\(s\\)", "another abbreviation");
    h = bins_from("two.out", 0x2000, 100, 0);
    h.high += 2;
    refused(h, "cannot be added to .*two builds of one .100 bins for 202 bytes, there 100 for 200.",
            "another scale");
    h = bins_from("two.out", 0x100000, 500000, 0);
    h.high -= 2;
    refused(h, "cannot be added to", "a scale two millionths apart");
    h = bins_from("two.out", 0x1000, 99, 0);
    h.high += 2;
    refused(h, "cannot be added to", "the same range in other bins");
    refused(bins_from("two.out", 0x10c6, 10, 0), "overlapping.*0x10c6-0x10da.*0x1000-0x10c8",
            "a range over the end");
    refused(bins_from("two.out", 0x10c7, 10, 0), "overlapping", "a range over one byte");
    refused(bins_from("two.out", 0xff0, 9, 0), "overlapping", "a range over the start");
    refused(bins_from("two.out", 0x1002, 9, 0), "overlapping", "a range inside");
    refused(bins_from("two.out", 0xf00, 900, 0), "overlapping", "a range around");
    refused(bins_from("two.out", 0x1000, 9, 0), "overlapping", "a range of the same start");
}

static void test_accepted(void)
{
    struct profile p = {0};
    struct histogram h;

    add(&p, bins_from("a", 0x1000, 100, 0));
    ok(add(&p, bins_from("b", 0x10c8, 10, 0)) && profile_check_ranges(&p, &told.diag),
       "a range that begins where the other ends");
    ok(add(&p, bins_from("c", 0xf00, 128, 0)) && profile_check_ranges(&p, &told.diag),
       "a range that ends where the other begins");
    h = bins_from("d", 0x4000, 0, 0);
    ok(put_histogram(&p, &h, &told.diag), "no bins over no bytes agree with every scale");
    ok(add(&p, bins_from("d", 0x1000, 0, 0)) && add(&p, bins_from("d", 0x1010, 0, 0)) &&
           add(&p, bins_from("d", 0x10c8, 0, 0)) && profile_check_ranges(&p, &told.diag),
       "and overlap nothing, wherever they lie");
    /* two million units in as many bins, and one unit less: half a millionth apart */
    h = bins_from("e", 0x100000, 2000000, 0);
    h.high -= 2;
    ok(put_histogram(&p, &h, &told.diag), "scales that differ by half a millionth are equal");
    is_uint(told.diag.errors, 0, "nothing was reported");
    profile_release(&p);
}

/* Tests ranges in random order, a few at a time: by_address stays sorted and overlaps are found. */
static void test_many_ranges(void)
{
    enum { N = 3000 };
    struct prng random = {5};
    uint32_t *order = calloc(N, sizeof *order);
    struct profile p = {0};
    size_t wrong = 0;

    for (uint32_t i = 0; i < N; i++)
        order[i] = i;
    for (uint32_t i = N - 1; i > 0; i--) {
        uint32_t k = (uint32_t)prng_below(&random, i + 1), swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
    for (uint32_t i = 0; i < N; i++) {
        wrong += !add(&p, bins_from("x", order[i] * UINT64_C(16), 8, order[i]));
        if (prng_chance(&random, 10))
            wrong += !profile_check_ranges(&p, &told.diag);
    }
    wrong += !profile_check_ranges(&p, &told.diag) || p.n_checked != N;
    for (uint32_t i = 0; i < p.n_checked; i++)
        wrong += p.hists[p.by_address[i]].low != i * UINT64_C(16) ||
                 p.hists[p.by_address[i]].bins[0] != i;
    is_uint(wrong, 0, "3000 adjacent ranges in any order are sorted by address");
    wrong = (size_t)!add(&p, bins_from("y", UINT64_C(16) * N - 2, 8, 0));
    ok(wrong == 0 && !profile_check_ranges(&p, &told.diag), "and one more that overlaps is found");
    like(told_text(), "^unit: y: overlapping histogram records", "with a message");
    told_clear();
    profile_release(&p);
    free(order);
}

static void test_arcs(void)
{
    struct profile p = {0};

    profile_add_arc(&p, 1, 2, 5, &told.diag);
    profile_add_arc(&p, 3, 2, 0, &told.diag);
    profile_add_arc(&p, 1, 2, 7, &told.diag);
    profile_add_arc(&p, 2, 1, 1, &told.diag);
    is_uint(p.arcs.n, 3, "equal ones become one");
    is_uint(p.arc_counts[0], 12, "with the sum of the calls");
    ok(p.arc_counts[1] == 0 && p.arcs.keys[1].first == 3, "no calls are an arc too");
    ok(p.arcs.keys[2].first == 2 && p.arcs.keys[2].second == 1, "in the order of appearance");
    ok(p.has_arcs && !p.has_blocks && !p.has_histogram, "there are arcs and nothing else");
    profile_add_arc(&p, 1, 2, UINT64_MAX - 13, &told.diag);
    is_uint(p.arc_counts[0], UINT64_MAX - 1, "sums have 64 bits");
    profile_add_arc(&p, 1, 2, 2, &told.diag);
    is_uint(p.arc_counts[0], UINT64_MAX, "and stop there");
    profile_add_block(&p, 0x10, 4, &told.diag);
    profile_add_block(&p, 0x10, 5, &told.diag);
    profile_add_block(&p, 0x8, 1, &told.diag);
    ok(p.blocks.n == 2 && p.block_counts[0] == 9 && p.block_counts[1] == 1,
       "equal ones become one");
    profile_release(&p);
    p.arcs_repeat = true;
    profile_add_arc(&p, 1, 2, 5, &told.diag);
    profile_add_arc(&p, 3, 2, 0, &told.diag);
    profile_add_arc(&p, 1, 2, 7, &told.diag);
    ok(p.arcs.n == 3 && p.arcs.keys[2].first == 1 && p.arc_counts[0] == 5 && p.arc_counts[2] == 7,
       "equal ones stay apart");
    profile_release(&p);
}

/* Tests that samples of one range at two rates are kept separate, and merged in any order. */
static void test_rates(void)
{
    struct profile p = {0}, other = {0};
    struct histogram fast = bins_from("fast.out", 0x1000, 4, 7);

    fast.rate = 1000;
    ok(add(&p, bins_from("one.out", 0x1000, 4, 10)) && add(&p, fast), "rates: accepted");
    is_uint(p.n_hists, 1, "rates: one range");
    is_uint(profile_n_histograms(&p), 2, "rates: of two histograms");
    is_uint(profile_histogram(&p, 1)->rate, 1000, "rates: the second has its own");
    ok(profile_check_ranges(&p, &told.diag), "rates: they do not overlap");
    fast = bins_from("fast.out", 0x1000, 4, 7);
    fast.rate = 1000;
    ok(add(&other, fast) && add(&other, bins_from("two.out", 0x1000, 4, 10)) &&
           add(&other, bins_from("two.out", 0x2000, 4, 10)) &&
           profile_check_ranges(&other, &told.diag) && profile_merge(&p, &other, &told.diag),
       "rates: merged with files in another order");
    ok(p.n_hists == 2 && p.n_others == 1, "rates: still apart");
    is_uint(histogram_ticks(&p.hists[0], 0), 20, "rates: ticks of the first rate");
    is_uint(histogram_ticks(&p.others[0], 0), 14, "rates: ticks of the other");
    p.one_rate = true;
    fast.bins = NULL;
    ok(!profile_open_histogram(&p, &fast, false, &told.diag), "rates: a sum has one");
    like(told_text(), "fast.out: sampled 1000 times a second, one.out 100 times", "and says why");
    told_clear();
    profile_release(&p);
}

/* ---- bins ---- */

enum { BINS = 200 }; /* three blocks and a rest */

/* Writes `ticks` as bins of the given width and byte order. */
static void put(uint8_t *bytes, size_t width, bool big_endian, const uint64_t *ticks)
{
    for (size_t i = 0; i < BINS; i++)
        for (size_t k = 0; k < width; k++)
            bytes[i * width + (big_endian ? width - 1 - k : k)] = (uint8_t)(ticks[i] >> 8 * k);
}

/* Adds `times` files of random bins and compares with the plain sums. */
static void add_many(size_t width, bool big_endian, size_t times)
{
    struct histogram h = {.n_bins = BINS};
    struct prng r = {width + big_endian};
    uint64_t sums[BINS] = {0}, ticks[BINS];
    uint8_t bytes[BINS * 8 + 1];
    size_t wrong = 0;

    h.bins = mem_alloc(&told.diag, BINS, sizeof *h.bins);
    for (size_t n = 0; n < times; n++) {
        struct raw_bins raw = {.bytes = bytes + n % 2, .width = width, .big_endian = big_endian};
        uint64_t most = width == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * width) - 1;
        for (size_t i = 0; i < BINS; i++) {
            ticks[i] = prng_chance(&r, 20) ? most : prng_next(&r) & most & 0xffff;
            ticks[i] = ticks[i] < HISTOGRAM_MOST ? ticks[i] : HISTOGRAM_MOST;
            sums[i] += ticks[i];
            sums[i] = sums[i] < HISTOGRAM_MOST ? sums[i] : HISTOGRAM_MOST;
        }
        put(bytes + n % 2, width, big_endian, ticks);
        for (uint32_t i = 0; i < BINS; i++)
            wrong += raw_bins_ticks(&raw, i) != ticks[i];
        histogram_add_raw(&h, &raw);
    }
    for (uint32_t i = 0; i < BINS; i++)
        wrong += histogram_ticks(&h, i) != sums[i];
    ok(wrong == 0, "%zu bytes, %s endian, %zu times", width, big_endian ? "big" : "little", times);
    free(h.bins);
}

/* Tests that sums go on beyond 32 bits, and stop at the maximum, in any order of addition. */
static void test_limit(void)
{
    static uint8_t full[BINS * 8], one[BINS * 2] = {1};
    const struct raw_bins most = {.bytes = full, .width = 8}, few = {.bytes = one, .width = 2};
    struct histogram h = {.n_bins = BINS}, other = {.n_bins = BINS};

    memset(full, 0xff, 8);
    h.bins = mem_alloc(&told.diag, BINS, sizeof *h.bins);
    other.bins = mem_alloc(&told.diag, BINS, sizeof *other.bins);
    histogram_add_raw(&h, &most);
    histogram_add_raw(&h, &few);
    is_uint(histogram_ticks(&h, 0), HISTOGRAM_MOST, "the most and one are the most");
    is_uint(histogram_largest(&h), HISTOGRAM_MOST, "the largest bin");
    histogram_add_raw(&other, &few);
    histogram_add(&other, &h);
    is_uint(histogram_ticks(&other, 0), HISTOGRAM_MOST, "one and the most, too");
    histogram_add(&other, &h);
    is_uint(histogram_ticks(&other, 0), HISTOGRAM_MOST, "and twice the most");
    is_uint(histogram_ticks(&other, 1), 0, "a neighbour has none of it");
    free(h.bins);
    free(other.bins);
}

static void test_widths(void)
{
    static const size_t widths[] = {1, 2, 4, 8};

    for (size_t i = 0; i < UNIT_COUNT(widths); i++)
        for (int big_endian = 0; big_endian < 2; big_endian++) {
            add_many(widths[i], big_endian, 1);
            add_many(widths[i], big_endian, 7);
        }
}

UNIT_TESTS(test_sums, test_wide, test_refusals, test_accepted, test_rates, test_many_ranges,
           test_arcs, test_widths, test_limit)
