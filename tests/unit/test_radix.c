/* test_radix - tests sorting by levels of integer keys against sorting by comparisons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/radix.h"

#include "tool_prng.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 3000, NAME_BYTES = 40 };

struct row {
    double time;
    uint64_t calls;
    char name[NAME_BYTES];
};

static struct row rows[ITEMS];

static bool level_of(const void *context, uint32_t item, unsigned level, uint64_t *key)
{
    const struct row *row = (const struct row *)context + item;

    if (level > 1)
        return radix_of_text(row->name, level - 2, key);
    *key = level == 0 ? radix_of_double(row->time) : ~row->calls;
    return true;
}

static int compare(const void *left, const void *right)
{
    uint32_t l = *(const uint32_t *)left, r = *(const uint32_t *)right;
    int order = strcmp(rows[l].name, rows[r].name);

    if (rows[l].time != rows[r].time)
        return rows[l].time < rows[r].time ? -1 : 1;
    if (rows[l].calls != rows[r].calls)
        return rows[l].calls > rows[r].calls ? -1 : 1;
    return order ? order : l < r ? -1 : l > r;
}

/* Makes rows. If are_alike, many are alike in each level: long common beginnings, empty names, all
 * bytes. Else the rows have times of all sizes, some of them frequent. */
static void draw_rows(struct prng *random, bool are_alike)
{
    static const double times[] = {0.0, -0.0, 1, -1, 0.1, 1e300, -1e-300, INFINITY};

    for (size_t i = 0; i < ITEMS; i++) {
        size_t length = prng_below(random, 4) * 8 + prng_below(random, 3);
        rows[i].time = times[prng_below(random, 8)];
        if (!are_alike && prng_chance(random, 60))
            rows[i].time = ldexp((double)prng_next(random), -(int)prng_below(random, 64));
        rows[i].calls = prng_chance(random, 80) ? prng_below(random, 3) : prng_next(random);
        memset(rows[i].name, 0, NAME_BYTES);
        memset(rows[i].name, prng_chance(random, 50) ? 'a' : 0xc3, length);
        if (length > 0 && prng_chance(random, 50))
            rows[i].name[length - 1] = (char)(1 + prng_below(random, 255));
    }
}

static void test_against_qsort(void)
{
    struct diag d = {0};
    struct prng random = {3};
    size_t wrong = 0;
    uint32_t got[ITEMS], want[ITEMS];

    for (size_t run = 0; run < unit_times(300); run++) {
        size_t n = run < 100 ? run : prng_below(&random, ITEMS + 1);

        draw_rows(&random, run % 2);
        for (uint32_t i = 0; i < n; i++)
            got[i] = want[i] = i;
        radix_sort(got, n, level_of, rows, &d);
        qsort(want, n, sizeof *want, compare);
        wrong += n > 0 && memcmp(got, want, n * sizeof *got) != 0;
    }
    is_uint(wrong, 0, "rows of all numbers, alike in many levels, come in the order of qsort");
}

static void test_doubles(void)
{
    static const double ascending[] = {-INFINITY, -1e300, -1.5, -5e-324, 0, 5e-324, 1, 2, INFINITY};
    size_t wrong = 0;

    for (size_t i = 1; i < UNIT_COUNT(ascending); i++)
        wrong += radix_of_double(ascending[i - 1]) >= radix_of_double(ascending[i]);
    is_uint(wrong, 0, "keys of doubles ascend as they do");
    ok(radix_of_double(0.0) == radix_of_double(-0.0), "zeros are alike");
}

static void test_groups(void)
{
    static const struct {
        uint32_t other, key;
    } of[] = {{0, 2}, {0, 0}, {0, 2}, {0, 3}, {0, UINT32_MAX}, {0, 2}};
    uint32_t items[6], first[4];

    radix_group(items, first, 3, &of->key, 6, sizeof *of, false);
    ok(first[0] == 0 && first[1] == 1 && first[2] == 1 && first[3] == 4, "groups by key");
    ok(items[0] == 1 && items[1] == 0 && items[2] == 2 && items[3] == 5, "in their order");
    radix_group(items, first, 3, &of->key, 6, sizeof *of, true);
    ok(items[0] == 1 && items[1] == 5 && items[2] == 2 && items[3] == 0 && first[3] == 4,
       "or backwards");
    radix_group(items, first, 3, &of->key, 0, sizeof *of, true);
    ok(first[0] == 0 && first[3] == 0, "no items");
}

UNIT_TESTS(test_against_qsort, test_doubles, test_groups)
