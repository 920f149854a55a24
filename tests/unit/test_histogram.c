/* test_histogram - addition of bins of every width and byte order, up to the limits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/histogram.h"
#include "tool_prng.h"
#include "unit.h"

enum { BINS = 200 }; /* three blocks and a rest */

/* Write `ticks` as bins of the given width and byte order. */
static void put(uint8_t *bytes, size_t width, bool big_endian, const uint64_t *ticks)
{
    for (size_t i = 0; i < BINS; i++)
        for (size_t k = 0; k < width; k++)
            bytes[i * width + (big_endian ? width - 1 - k : k)] = (uint8_t)(ticks[i] >> 8 * k);
}

/* Add `times` files of random bins and compare with the plain sums. */
static void add_many(size_t width, bool big_endian, size_t times)
{
    struct histogram h = {.n_bins = BINS};
    struct prng r = {width + big_endian};
    uint64_t sums[BINS] = {0}, ticks[BINS];
    uint8_t bytes[BINS * 8 + 1];
    size_t wrong = 0;

    histogram_clear(&h, &told.diag);
    for (size_t n = 0; n < times; n++) {
        struct raw_bins raw = {.bytes = bytes + n % 2, .width = width, .big_endian = big_endian};
        uint64_t most = width == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * width) - 1;
        for (size_t i = 0; i < BINS; i++) {
            ticks[i] = prng_chance(&r, 20) ? most : prng_next(&r) & most & 0xffff;
            sums[i] = ticks[i] <= UINT64_MAX - sums[i] ? sums[i] + ticks[i] : UINT64_MAX;
        }
        put(bytes + n % 2, width, big_endian, ticks);
        for (uint32_t i = 0; i < BINS; i++)
            wrong += raw_bins_ticks(&raw, i) != ticks[i];
        histogram_add_raw(&h, &raw, &told.diag);
    }
    for (uint32_t i = 0; i < BINS; i++)
        wrong += histogram_ticks(&h, i) != sums[i] || (!h.wide && h.most < sums[i]);
    ok(wrong == 0, "%zu bytes, %s endian, %zu times", width, big_endian ? "big" : "little", times);
    histogram_release(&h);
}

/* 32 bits are left when a sum needs more, and not before. */
static void test_limit(void)
{
    static uint8_t full[BINS * 2];
    const struct raw_bins raw = {.bytes = full, .width = 2, .big_endian = false};
    struct histogram h = {.n_bins = BINS}, other = {.n_bins = BINS};

    full[0] = full[1] = 0xff;
    histogram_clear(&h, &told.diag);
    histogram_clear(&other, &told.diag);
    for (size_t i = 0; i < 65537; i++)
        histogram_add_raw(&h, &raw, &told.diag);
    ok(!h.wide && h.bins[0] == UINT32_MAX, "65537 full bins fit in 32 bits");
    full[0] = full[1] = 0;
    histogram_add_raw(&h, &raw, &told.diag);
    ok(!h.wide || h.wide[0] == UINT32_MAX, "and empty ones do no harm");
    full[0] = 1;
    histogram_add_raw(&h, &raw, &told.diag);
    ok(h.wide && !h.bins && h.wide[0] == UINT64_C(0x100000000), "one more does not");
    is_uint(histogram_largest(&h), UINT64_C(0x100000000), "the largest bin");
    histogram_add_raw(&other, &raw, &told.diag);
    histogram_add(&other, &h, &told.diag);
    ok(other.wide && other.wide[0] == 0x100000001, "wide bins are added to narrow ones");
    histogram_add(&h, &other, &told.diag);
    ok(h.wide[0] == UINT64_C(0x200000001), "and to wide ones");
    histogram_release(&h);
    histogram_release(&other);
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
