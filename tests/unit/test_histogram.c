/* test_histogram - tests addition of bins of every width and byte order, up to the limits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/profile.h"
#include "tool_prng.h"
#include "unit.h"

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

UNIT_TESTS(test_widths, test_limit)
