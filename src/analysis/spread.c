/* spread - how numbers differ from file to file
 *
 * A bucket's number is made of the number's binary logarithm and of the SUB_BITS bits behind its
 * first one. Only the stretch of buckets that is used is held, in whole octaves.
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
    unsigned log = 0;

#if defined(__GNUC__)
    log = 63 - (unsigned)__builtin_clzll(number);
#else
    while (number >>= 1)
        log++;
#endif
    return log;
}

/* Numbers below SUBS have a bucket each. */
static uint16_t bucket_of(uint64_t number)
{
    unsigned log;

    if (number < SUBS)
        return (uint16_t)number;
    log = log_2(number);
    return (uint16_t)((log - SUB_BITS + 1) * SUBS + ((number >> (log - SUB_BITS)) & (SUBS - 1)));
}

/* The number in the middle of a bucket. */
static uint64_t middle_of(unsigned bucket)
{
    unsigned octave = bucket / SUBS;
    uint64_t width;

    if (octave == 0)
        return bucket;
    width = (uint64_t)1 << (octave - 1);
    return (SUBS + bucket % SUBS) * width + width / 2;
}

/* Hold the octaves from that of the bucket `low` to that of `high`, too. */
static bool make_room(struct file_spread *s, unsigned low, unsigned high, struct diag *d)
{
    unsigned first = low / SUBS * SUBS, end = (high / SUBS + 1) * SUBS;
    uint32_t *buckets;

    if (s->buckets) {
        first = s->first < first ? s->first : first;
        end = s->first + s->n_buckets > end ? s->first + s->n_buckets : end;
        if (end - first == s->n_buckets)
            return true;
    }
    buckets = mem_alloc(d, end - first, sizeof *buckets);
    if (!buckets)
        return false;
    if (s->buckets)
        memcpy(buckets + (s->first - first), s->buckets, s->n_buckets * sizeof *buckets);
    free(s->buckets);
    s->buckets = buckets;
    s->first = (uint16_t)first;
    s->n_buckets = (uint16_t)(end - first);
    return true;
}

static bool count(struct file_spread *s, uint64_t number, struct diag *d)
{
    unsigned bucket = bucket_of(number);

    if ((bucket < s->first || bucket - s->first >= s->n_buckets) &&
        !make_room(s, bucket, bucket, d))
        return false;
    s->buckets[bucket - s->first]++;
    return true;
}

/* From numbers to buckets. */
static bool leave_exact(struct file_spread *s, struct diag *d)
{
    bool ok = s->buckets || make_room(s, bucket_of(s->least), bucket_of(s->most), d);

    for (uint32_t i = 0; ok && s->numbers && i < s->n; i++)
        ok = count(s, s->numbers[i], d);
    free(s->numbers);
    s->numbers = NULL;
    return ok;
}

/* ---- numbers -------------------------------------------------------------------------------- */

/* Room is made when the number of numbers is a power of two. */
static bool keep(struct file_spread *s, uint64_t number, struct diag *d)
{
    if (!s->numbers || (s->n >= NUMBERS_MIN && (s->n & (s->n - 1)) == 0)) {
        uint64_t *numbers =
            mem_alloc(d, s->n < NUMBERS_MIN ? NUMBERS_MIN : 2 * (size_t)s->n, sizeof *numbers);

        if (!numbers)
            return false;
        if (s->numbers)
            memcpy(numbers, s->numbers, s->n * sizeof *numbers);
        free(s->numbers);
        s->numbers = numbers;
    }
    s->numbers[s->n] = number;
    return true;
}

static void note(struct file_spread *s, uint64_t sum, uint64_t least, uint64_t most, uint32_t place)
{
    if (s->n == 0 || least < s->least)
        s->least = least;
    if (s->n == 0 || most > s->most || (most == s->most && place < s->place_of_most)) {
        s->most = most;
        s->place_of_most = place;
    }
    s->sum = add_saturated(s->sum, sum);
}

bool spread_add(struct file_spread *s, uint64_t number, uint32_t place, struct diag *d)
{
    if (s->n == SPREAD_EXACT && s->numbers && !leave_exact(s, d))
        return false;
    if (!(s->buckets ? count(s, number, d) : keep(s, number, d)))
        return false;
    note(s, number, number, number, place);
    s->n++;
    return true;
}

static bool merge_buckets(struct file_spread *s, const struct file_spread *from, struct diag *d)
{
    if (!make_room(s, from->first, from->first + from->n_buckets - 1U, d))
        return false;
    for (unsigned i = 0; i < from->n_buckets; i++)
        s->buckets[from->first - s->first + i] += from->buckets[i];
    return true;
}

bool spread_merge(struct file_spread *s, struct file_spread *from, struct diag *d)
{
    bool ok = true;

    if (from->n == 0)
        return true;
    if (s->n == 0) {
        *s = *from;
        *from = (struct file_spread){0};
        return true;
    }
    if (from->numbers && s->numbers && s->n + from->n <= SPREAD_EXACT) {
        for (uint32_t i = 0; ok && i < from->n; i++, s->n++)
            ok = keep(s, from->numbers[i], d);
        s->n -= ok ? from->n : 0;
    } else {
        ok = leave_exact(s, d) && leave_exact(from, d) && merge_buckets(s, from, d);
    }
    if (ok) {
        note(s, from->sum, from->least, from->most, from->place_of_most);
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

/* The number at place `rank` of those in buckets, by size. */
static uint64_t number_in_buckets(const struct file_spread *s, uint32_t rank)
{
    uint64_t number = s->most;

    for (unsigned i = 0; i < s->n_buckets; i++) {
        if (rank < s->buckets[i]) {
            number = middle_of(s->first + i);
            break;
        }
        rank -= s->buckets[i];
    }
    return number < s->least ? s->least : number > s->most ? s->most : number;
}

/* The number at place `rank` of `n` by size, the smallest first. */
static uint64_t number_at(const struct file_spread *s, uint32_t n, uint32_t rank, bool *is_exact)
{
    uint32_t zeros = n > s->n ? n - s->n : 0;
    uint64_t sorted[SPREAD_EXACT];

    if (s->n == 0 || rank < zeros)
        return 0;
    rank -= zeros;
    if (rank == 0)
        return s->least;
    if (rank + 1 >= s->n)
        return s->most;
    if (s->numbers) {
        memcpy(sorted, s->numbers, s->n * sizeof *sorted);
        qsort(sorted, s->n, sizeof *sorted, by_size);
        return sorted[rank];
    }
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
