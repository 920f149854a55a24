/* test_spread - sums, extremes and medians of many numbers, beside those of a sorted list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/spread.h"
#include "tool_prng.h"
#include "unit.h"

#include <math.h>

enum { MOST = 3000 };

static struct spread_scratch scratch;

static int by_size(const void *left, const void *right)
{
    const uint64_t *l = left, *r = right;

    return *l < *r ? -1 : *l > *r;
}

/* The median in the plainest words. */
static uint64_t median_of(const uint64_t *numbers, uint32_t n)
{
    uint64_t sorted[MOST];

    if (n == 0)
        return 0;
    memcpy(sorted, numbers, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_size);
    return sorted[(n - 1) / 2] + (sorted[n / 2] - sorted[(n - 1) / 2]) / 2;
}

/* Add the numbers from `first` on, up to 64 at a time; their places are their numbers. */
static void add(struct file_spread *s, const uint64_t *numbers, uint32_t first, uint32_t end,
                struct prng *r)
{
    while (first < end) {
        uint64_t some[SPREAD_MANY];
        uint32_t places[SPREAD_MANY], n = 0, many = 1 + (uint32_t)prng_below(r, SPREAD_MANY);

        for (; many > 0 && first < end; many--, first++)
            if (numbers[first] > 0) {
                some[n] = numbers[first];
                places[n++] = first;
            }
        spread_add(s, some, places, n, &scratch, &told.diag);
    }
}

/* Numbers of some kind: ticks, times of a wide range, all alike. */
static void make(uint64_t *numbers, uint32_t n, struct prng *r)
{
    unsigned kind = (unsigned)prng_below(r, 4), zeros = (unsigned)prng_below(r, 3);

    for (uint32_t i = 0; i < n; i++) {
        uint64_t wide = UINT64_MAX >> prng_below(r, 64);

        numbers[i] = kind == 0   ? 10000000 * prng_below(r, 50)
                     : kind == 1 ? prng_below(r, UINT32_MAX) & wide
                     : kind == 2 ? (wide >> 16) + 1
                                 : 77;
        if (zeros > 0 && prng_below(r, 1 + zeros) == 0)
            numbers[i] = 0;
    }
}

/* Whether what the spread tells is right; and what it must be for it to be the same in all ways. */
static bool is_right(const struct file_spread *s, const uint64_t *numbers, uint32_t n)
{
    uint64_t want = median_of(numbers, n), sum = 0, most = 0, got;
    uint32_t place = 0, n_set = 0;
    bool is_exact;

    for (uint32_t i = 0; i < n; i++) {
        sum += numbers[i];
        n_set += numbers[i] > 0;
        if (numbers[i] > most) {
            most = numbers[i];
            place = i;
        }
    }
    got = spread_median(s, n, &is_exact);
    return s->sum == sum && s->n == n_set && s->most == most &&
           (n_set == 0 || s->place_of_most == place) && (is_exact || n_set > SPREAD_EXACT) &&
           (is_exact ? got == want : fabs((double)got - (double)want) <= 0.01 * (double)want);
}

static bool same(const struct file_spread *a, const struct file_spread *b)
{
    if (a->sum != b->sum || a->least != b->least || a->most != b->most || a->n != b->n ||
        a->place_of_most != b->place_of_most || !a->numbers != !b->numbers ||
        a->n_buckets != b->n_buckets)
        return false;
    return a->numbers ? memcmp(a->numbers, b->numbers, a->n * sizeof *a->numbers) == 0
                      : a->n == 0 ||
                            memcmp(a->buckets, b->buckets, a->n_buckets * sizeof *a->buckets) == 0;
}

static void test_all(void)
{
    struct prng r = {1};
    uint64_t numbers[MOST];
    int wrong = 0, differ = 0, sets = (int)unit_times(400);
    bool clean = true;

    for (int set = 0; set < sets; set++) {
        uint32_t n = (uint32_t)prng_below(&r, set % 2 ? 150 : MOST), cut, cut2;
        struct file_spread one = {0}, low = {0}, middle = {0}, high = {0};

        make(numbers, n, &r);
        cut = (uint32_t)prng_below(&r, n + 1);
        cut2 = cut + (uint32_t)prng_below(&r, n - cut + 1);
        add(&one, numbers, 0, n, &r);
        add(&high, numbers, cut2, n, &r);
        add(&low, numbers, 0, cut, &r);
        add(&middle, numbers, cut, cut2, &r);
        spread_merge(&high, &low, &scratch, &told.diag);
        spread_merge(&high, &middle, &scratch, &told.diag);
        spread_finish(&one);
        spread_finish(&high);
        wrong += !is_right(&one, numbers, n);
        differ += !same(&one, &high);
        spread_release(&one);
        spread_release(&high);
    }
    for (size_t i = 0; i < SPREAD_BUCKETS; i++)
        clean = clean && scratch.counts[i] == 0;
    is_int(wrong, 0, "sums, extremes and medians are those of a sorted list, or less than 1 % off");
    is_int(differ, 0, "in whatever order and parts they are added");
    ok(clean, "and nothing is left in the scratch area");
}

UNIT_TESTS(test_all)
