/* test_pair_map - tests the map from pairs to numbers against a list that is searched
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/pair_map.h"
#include "tool_prng.h"
#include "unit.h"

#include <time.h>

/* Tests random pairs of few values, so that most additions meet an old pair. */
static void test_model(uint64_t seed, uint64_t values, uint64_t stride)
{
    struct prng random = {seed};
    struct pair_map m = {0};
    struct pair_key *list = calloc(2000, sizeof *list);
    size_t n = 0, wrong = 0;

    for (size_t i = 0; i < 2000; i++) {
        struct pair_key key = {prng_below(&random, values) * stride,
                               prng_below(&random, values) * stride};
        size_t at = 0;
        while (at < n && (list[at].first != key.first || list[at].second != key.second))
            at++;
        if (at == n)
            list[n++] = key;
        wrong += pair_map_add(&m, key.first, key.second, &told.diag) != at;
        wrong += m.n != n;
    }
    for (size_t i = 0; i < n; i++)
        wrong += m.keys[i].first != list[i].first || m.keys[i].second != list[i].second;
    ok(wrong == 0, "2000 additions of %zu pairs, addresses %ju apart", n, (uintmax_t)stride);
    pair_map_release(&m);
    ok(m.n == 0 && !m.keys && !m.slots, "release: empty again");
    free(list);
}

static void test_order_of_keys(void)
{
    struct pair_map m = {0};

    is_uint(pair_map_add(&m, 1, 2, &told.diag), 0, "the first pair is number 0");
    is_uint(pair_map_add(&m, 2, 1, &told.diag), 1, "swapped it is another pair");
    is_uint(pair_map_add(&m, 0, 0, &told.diag), 2, "zeros are a pair");
    is_uint(pair_map_add(&m, UINT64_MAX, UINT64_MAX, &told.diag), 3, "the largest keys are one");
    is_uint(pair_map_add(&m, 0, 0, &told.diag), 2, "an old pair keeps its number");
    is_uint(m.n, 4, "and is not counted again");
    pair_map_release(&m);
}

/* Tests the number of slots that are searched for pairs like those of arcs: bases and steps of
 * functions. */
static void test_growth(void)
{
    const uint32_t n = (uint32_t)unit_times(1000000);
    struct pair_map m = {0};
    size_t wrong = 0, longest = 0, run = 0;

    for (uint32_t i = 0; i < n; i++)
        wrong += pair_map_add(&m, 0x400000 + 16 * (uint64_t)(i % 1000), 0x400000 + 16 * (i / 1000),
                              &told.diag) != i;
    for (uint32_t i = 0; i < n; i++)
        wrong += pair_map_add(&m, 0x400000 + 16 * (uint64_t)(i % 1000), 0x400000 + 16 * (i / 1000),
                              &told.diag) != i;
    is_uint(wrong, 0, "a million pairs keep their numbers while the table grows");
    ok(((m.mask + 1) & m.mask) == 0 && m.n <= (m.mask + 1) / 4 * 3,
       "the table is a power of two and at most three quarters full");
    for (size_t i = 0; i <= m.mask; i++) {
        run = m.slots[i] ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    ok(longest < 1000, "aligned addresses do not cluster: longest run %zu", longest);
    pair_map_release(&m);
}

/* Returns the inverse of an odd number, modulo 2^64. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;

    for (size_t i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

static uint64_t unshift(uint64_t y, unsigned bits)
{
    uint64_t x = y;

    for (size_t i = 0; i < 3; i++)
        x = y ^ x >> bits;
    return x;
}

/* Returns the number that the finalizer of splitmix64 turns into `x`. */
static uint64_t unmix(uint64_t x)
{
    x = unshift(x, 31) * inverse(UINT64_C(0x94d049bb133111eb));
    x = unshift(x, 27) * inverse(UINT64_C(0xbf58476d1ce4e5b9));
    return unshift(x, 30);
}

/* Tests pairs that a hash without a secret part would send to the same slot: the first halves make
 * them collide, or both halves do. */
static void test_flood(bool by_both)
{
    enum { FLOOD = 100000, SECONDS_MAX = 3 };
    struct pair_map m = {0};
    clock_t begin = clock();
    size_t wrong = 0;

    for (uint64_t i = 0; i < FLOOD; i++) {
        struct pair_key key = {unmix(i << 32) - UINT64_C(0x9e3779b97f4a7c15), 0};
        if (by_both)
            key = (struct pair_key){0 - i, unmix(i)};
        wrong += pair_map_add(&m, key.first, key.second, &told.diag) != i;
    }
    is_uint(wrong, 0, "pairs made to collide have their numbers");
    ok((clock() - begin) / CLOCKS_PER_SEC < SECONDS_MAX, "and get them soon");
    pair_map_release(&m);
}

static void test_all(void)
{
    test_order_of_keys();
    test_model(1, 10, 1);
    test_model(2, 40, 16);
    test_model(3, 1000, UINT64_C(1) << 32);
    test_model(4, 30, UINT64_C(1) << 59);
    test_growth();
    is_uint(told.diag.errors, 0, "nothing was reported");
    test_flood(false);
    test_flood(true);
}

UNIT_TESTS(test_all)
