/* test_pair_map - from pairs to numbers, against a list that is searched
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/pair_map.h"
#include "tool_prng.h"
#include "unit.h"

/* Random pairs out of few values, so that most additions meet an old one. */
static void test_model(struct told *t, uint64_t seed, uint64_t values, uint64_t stride)
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
        wrong += pair_map_add(&m, key.first, key.second, &t->diag) != at;
        wrong += m.n != n;
    }
    for (size_t i = 0; i < n; i++)
        wrong += m.keys[i].first != list[i].first || m.keys[i].second != list[i].second;
    ok(wrong == 0, "2000 additions of %zu pairs, addresses %ju apart", n, (uintmax_t)stride);
    pair_map_release(&m);
    ok(m.n == 0 && !m.keys && !m.slots, "release: empty again");
    free(list);
}

static void test_order_of_keys(struct told *t)
{
    struct pair_map m = {0};

    is_uint(pair_map_add(&m, 1, 2, &t->diag), 0, "the first pair is number 0");
    is_uint(pair_map_add(&m, 2, 1, &t->diag), 1, "swapped it is another pair");
    is_uint(pair_map_add(&m, 0, 0, &t->diag), 2, "zeros are a pair");
    is_uint(pair_map_add(&m, UINT64_MAX, UINT64_MAX, &t->diag), 3, "the largest keys are one");
    is_uint(pair_map_add(&m, 0, 0, &t->diag), 2, "an old pair keeps its number");
    is_uint(m.n, 4, "and is not counted again");
    pair_map_release(&m);
}

/* The number of slots looked at by pairs as arcs have them: bases and steps of functions. */
static void test_growth(struct told *t)
{
    const uint32_t n = (uint32_t)unit_times(1000000);
    struct pair_map m = {0};
    size_t wrong = 0, longest = 0, run = 0;

    for (uint32_t i = 0; i < n; i++)
        wrong += pair_map_add(&m, 0x400000 + 16 * (uint64_t)(i % 1000), 0x400000 + 16 * (i / 1000),
                              &t->diag) != i;
    for (uint32_t i = 0; i < n; i++)
        wrong += pair_map_add(&m, 0x400000 + 16 * (uint64_t)(i % 1000), 0x400000 + 16 * (i / 1000),
                              &t->diag) != i;
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

int main(void)
{
    struct told t;

    told_open(&t);
    test_order_of_keys(&t);
    test_model(&t, 1, 10, 1);
    test_model(&t, 2, 40, 16);
    test_model(&t, 3, 1000, UINT64_C(1) << 32);
    test_model(&t, 4, 30, UINT64_C(1) << 59);
    test_growth(&t);
    is_uint(t.diag.errors, 0, "nothing was reported");
    told_close(&t);
    return done_testing();
}
