/* spread - how numbers differ from file to file
 *
 * A bucket's number is made of the number's binary logarithm and of the SUB_BITS bits behind its
 * first one. Of the buckets only those are held that are not empty: a few dozen, so that a spread
 * lies in a few lines of the cache. Numbers are counted in a scratch area first, so that adding
 * many at once takes one pass over what is held.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/spread.h"

#include "base/arith.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { SUB_BITS = 6, SUBS = 1 << SUB_BITS /* buckets of an octave */, NUMBERS_MIN = 4 };

/* ---- buckets -------------------------------------------------------------------------------- */

static unsigned log_2(uint64_t number)
{
#if defined(__GNUC__)
    return 63 - (unsigned)__builtin_clzll(number);
#else
    unsigned log = 0;

    while (number >>= 1)
        log++;
    return log;
#endif
}

/* Numbers below SUBS have a bucket each. */
static uint32_t bucket_of(uint64_t number)
{
    unsigned log;

    if (number < SUBS)
        return (uint32_t)number;
    log = log_2(number);
    return (log - SUB_BITS + 1) * SUBS + (uint32_t)((number >> (log - SUB_BITS)) & (SUBS - 1));
}

/* The number in the middle of a bucket. */
static uint64_t middle_of(uint32_t bucket)
{
    uint32_t octave = bucket / SUBS;
    uint64_t width;

    if (octave == 0)
        return bucket;
    width = (uint64_t)1 << (octave - 1);
    return (SUBS + bucket % SUBS) * width + width / 2;
}

/* Numbers that were counted and are not in the spread yet. */
struct counted {
    struct spread_scratch *scratch;
    uint32_t at[SPREAD_BUCKETS]; /* buckets that have some */
    uint32_t n;
};

static void count(struct counted *c, uint32_t bucket, uint32_t times)
{
    if (c->scratch->counts[bucket] == 0)
        c->at[c->n++] = bucket;
    c->scratch->counts[bucket] += times;
}

static bool add_counted(struct file_spread *s, struct counted *c, struct diag *d)
{
    uint32_t *counts = c->scratch->counts;
    bool ok = true;

    for (size_t i = 0; i < s->n_buckets; i++) {
        struct spread_bucket *bucket = &s->buckets[i];

        bucket->count += counts[bucket->number];
        counts[bucket->number] = 0;
    }
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t number = c->at[i], times = counts[number];
        struct spread_bucket *grown;

        counts[number] = 0;
        if (times == 0 || !ok)
            continue;
        grown = mem_grow(d, s->buckets, &s->buckets_cap, s->n_buckets + 1, sizeof *grown);
        ok = grown != NULL;
        if (ok) {
            s->buckets = grown;
            grown[s->n_buckets++] = (struct spread_bucket){number, times};
        }
    }
    c->n = 0;
    return ok;
}

/* ---- numbers -------------------------------------------------------------------------------- */

/* From numbers to buckets, which are counted only. */
static void leave_exact(struct file_spread *s, struct counted *c)
{
    for (uint32_t i = 0; s->numbers && i < s->n; i++)
        count(c, bucket_of(s->numbers[i]), 1);
    free(s->numbers);
    s->numbers = NULL;
}

/* Room is for a power of two of them. */
static bool make_room(struct file_spread *s, uint32_t more, struct diag *d)
{
    uint32_t had = NUMBERS_MIN, need = NUMBERS_MIN;
    uint64_t *numbers;

    while (had < s->n)
        had *= 2;
    while (need < s->n + more)
        need *= 2;
    if (s->numbers && had == need)
        return true;
    numbers = mem_alloc(d, need, sizeof *numbers);
    if (!numbers)
        return false;
    if (s->numbers)
        memcpy(numbers, s->numbers, s->n * sizeof *numbers);
    free(s->numbers);
    s->numbers = numbers;
    return true;
}

/* Whether that many more numbers can be kept as they are. */
static bool stays_exact(const struct file_spread *s, uint32_t more)
{
    return !s->buckets && s->n + (uint64_t)more <= SPREAD_EXACT;
}

static bool keep(struct file_spread *s, const uint64_t *numbers, uint32_t n, struct diag *d)
{
    if (!make_room(s, n, d))
        return false;
    memcpy(s->numbers + s->n, numbers, n * sizeof *numbers);
    return true;
}

static void note(struct file_spread *s, uint64_t least, uint64_t most, uint32_t place)
{
    if (s->n == 0 || least < s->least)
        s->least = least;
    if (s->n == 0 || most > s->most || (most == s->most && place < s->place_of_most)) {
        s->most = most;
        s->place_of_most = place;
    }
}

/* Sum, extremes and number. */
static void note_all(struct file_spread *s, const uint64_t *numbers, const uint32_t *places,
                     uint32_t n)
{
    uint64_t least = numbers[0], most = numbers[0], sum = 0;
    uint32_t place = UINT32_MAX;

    for (uint32_t i = 0; i < n; i++) {
        least = numbers[i] < least ? numbers[i] : least;
        most = numbers[i] > most ? numbers[i] : most;
        sum = add_saturated(sum, numbers[i]);
    }
    if (s->n == 0 || most >= s->most)
        for (uint32_t i = 0; i < n; i++)
            if (numbers[i] == most && places[i] < place)
                place = places[i];
    note(s, least, most, place);
    s->sum = add_saturated(s->sum, sum);
    s->n += n;
}

bool spread_add(struct file_spread *s, const uint64_t *numbers, const uint32_t *places, uint32_t n,
                struct spread_scratch *scratch, struct diag *d)
{
    struct counted c;
    bool ok = true;

    if (n == 0)
        return true;
    if (stays_exact(s, n)) {
        ok = keep(s, numbers, n, d);
    } else {
        c.scratch = scratch;
        c.n = 0;
        leave_exact(s, &c);
        for (uint32_t i = 0; i < n; i++)
            count(&c, bucket_of(numbers[i]), 1);
        ok = add_counted(s, &c, d);
    }
    if (ok)
        note_all(s, numbers, places, n);
    return ok;
}

bool spread_merge(struct file_spread *s, struct file_spread *from, struct spread_scratch *scratch,
                  struct diag *d)
{
    struct counted c;
    bool ok = true;

    if (from->n == 0)
        return true;
    if (s->n == 0) {
        spread_release(s);
        *s = *from;
        *from = (struct file_spread){0};
        return true;
    }
    if (from->numbers && stays_exact(s, from->n)) {
        ok = keep(s, from->numbers, from->n, d);
    } else {
        c.scratch = scratch;
        c.n = 0;
        leave_exact(s, &c);
        leave_exact(from, &c);
        for (size_t i = 0; i < from->n_buckets; i++)
            count(&c, from->buckets[i].number, from->buckets[i].count);
        ok = add_counted(s, &c, d);
    }
    if (ok) {
        note(s, from->least, from->most, from->place_of_most);
        s->sum = add_saturated(s->sum, from->sum);
        s->n += from->n;
    }
    spread_release(from);
    return ok;
}

/* ---- the median ----------------------------------------------------------------------------- */

static int by_size(const void *left, const void *right)
{
    const uint64_t *l = left, *r = right;

    return *l < *r ? -1 : *l > *r;
}

static int by_number(const void *left, const void *right)
{
    const struct spread_bucket *l = left, *r = right;

    return l->number < r->number ? -1 : l->number > r->number;
}

void spread_finish(struct file_spread *s)
{
    if (s->numbers)
        qsort(s->numbers, s->n, sizeof *s->numbers, by_size);
    if (s->buckets)
        qsort(s->buckets, s->n_buckets, sizeof *s->buckets, by_number);
}

/* The number at place `rank` of those in buckets, by size. */
static uint64_t number_in_buckets(const struct file_spread *s, uint32_t rank)
{
    uint64_t number = s->most;

    for (size_t i = 0; i < s->n_buckets; i++) {
        if (rank < s->buckets[i].count) {
            number = middle_of(s->buckets[i].number);
            break;
        }
        rank -= s->buckets[i].count;
    }
    return number < s->least ? s->least : number > s->most ? s->most : number;
}

/* The number at place `rank` of `n` by size, the smallest first. */
static uint64_t number_at(const struct file_spread *s, uint32_t n, uint32_t rank, bool *is_exact)
{
    uint32_t zeros = n > s->n ? n - s->n : 0;

    if (s->n == 0 || rank < zeros)
        return 0;
    rank -= zeros;
    if (rank == 0)
        return s->least;
    if (rank + 1 >= s->n)
        return s->most;
    if (s->numbers)
        return s->numbers[rank];
    *is_exact = *is_exact && s->least == s->most;
    return number_in_buckets(s, rank);
}

uint64_t spread_median(const struct file_spread *s, uint32_t n, bool *is_exact)
{
    uint64_t low, high;

    *is_exact = true;
    if (n == 0)
        return 0;
    low = number_at(s, n, (n - 1) / 2, is_exact);
    high = number_at(s, n, n / 2, is_exact);
    return low + (high - low) / 2;
}

void spread_release(struct file_spread *s)
{
    free(s->numbers);
    free(s->buckets);
    *s = (struct file_spread){0};
}
