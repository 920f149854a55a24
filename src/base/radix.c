/* radix - sorts by keys that are integers, or strings of integers
 *
 * Algorithm: a run of items that are equal in all levels before is sorted by the bytes of its
 * keys, the last byte first. A short run is sorted by insertion. Runs of equal keys wait on a list
 * for the next level. Most bytes are the same in all keys, and take no pass.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/radix.h"

#include "base/mem.h"

enum { BYTES = sizeof(uint64_t), VALUES = 256, FEW = 40 };

struct keyed {
    uint64_t key;
    uint32_t item;
};

/* A run of items that a level has yet to sort. */
struct run {
    size_t first, n;
    unsigned level;
};

struct sorter {
    uint32_t *items;
    radix_level *level;
    const void *context;
    struct keyed *keys, *spare; /* arrays with room for all items; owned */
    struct run *waiting;        /* owned */
    size_t n_waiting, cap;
};

static void insert_few(struct keyed *keys, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct keyed k = keys[i];
        size_t at = i;

        for (; at > 0 && k.key < keys[at - 1].key; at--)
            keys[at] = keys[at - 1];
        keys[at] = k;
    }
}

/* Moves the keys in the order of one byte, whose counts are given. */
static void pass(struct keyed *to, const struct keyed *from, size_t n, unsigned byte,
                 const uint32_t *counts)
{
    uint32_t place[VALUES], sum = 0;

    for (unsigned v = 0; v < VALUES; v++) {
        place[v] = sum;
        sum += counts[v];
    }
    for (size_t i = 0; i < n; i++)
        to[place[from[i].key >> 8 * byte & 0xff]++] = from[i];
}

/* Returns the bits in which some keys differ. */
static uint64_t differing(const struct keyed *keys, size_t n)
{
    uint64_t bits = 0;

    for (size_t i = 1; i < n; i++)
        bits |= keys[i].key ^ keys[0].key;
    return bits;
}

/* Sorts the keys at `from` by the bytes in which they differ; returns where they are, `from` or
 * `to`. */
static struct keyed *sort_bytes(struct keyed *from, struct keyed *to, size_t n, uint64_t bits)
{
    for (unsigned b = 0; b < BYTES; b++) {
        uint32_t counts[VALUES] = {0};
        struct keyed *last = from;

        if (!(bits >> 8 * b & 0xff))
            continue;
        for (size_t i = 0; i < n; i++)
            counts[from[i].key >> 8 * b & 0xff]++;
        pass(to, from, n, b, counts);
        from = to;
        to = last;
    }
    return from;
}

/* Sorts the keys, in s->keys or s->spare; returns where they are. */
static const struct keyed *sort_keys(const struct sorter *s, size_t n)
{
    if (n > FEW)
        return sort_bytes(s->keys, s->spare, n, differing(s->keys, n));
    insert_few(s->keys, n);
    return s->keys;
}

static void sort_run(struct sorter *s, const struct run *run, struct diag *d)
{
    uint32_t *items = s->items + run->first;
    const struct keyed *sorted;

    for (size_t i = 0; i < run->n; i++) {
        s->keys[i].item = items[i];
        s->level(s->context, items[i], run->level, &s->keys[i].key);
    }
    sorted = sort_keys(s, run->n);
    for (size_t i = 0; i < run->n; i++)
        items[i] = sorted[i].item;
    for (size_t i = 0, end; i < run->n; i = end) {
        struct run alike = {run->first + i, 1, run->level + 1};
        uint64_t key;

        for (end = i + 1; end < run->n && sorted[end].key == sorted[i].key;)
            end++;
        alike.n = end - i;
        if (alike.n > 1 && s->level(s->context, items[i], run->level, &key))
            *mem_push(d, s->waiting, s->n_waiting, s->cap) = alike;
    }
}

void radix_sort(uint32_t *items, size_t n, radix_level *level, const void *context, struct diag *d)
{
    struct sorter s = {.items = items, .level = level, .context = context};

    if (n < 2)
        return;
    s.keys = mem_alloc(d, n, sizeof *s.keys);
    s.spare = n > FEW ? mem_alloc(d, n, sizeof *s.spare) : s.keys;
    sort_run(&s, &(struct run){0, n, 0}, d);
    while (s.n_waiting > 0) {
        struct run run = s.waiting[--s.n_waiting];

        sort_run(&s, &run, d);
    }
    if (s.spare != s.keys)
        free(s.spare);
    free(s.keys);
    free(s.waiting);
}

void radix_group(uint32_t *items, uint32_t *first, uint32_t n_keys, const uint32_t *keys, size_t n,
                 size_t stride, bool backwards)
{
    const char *bytes = (const char *)keys;
    uint32_t key, sum = 0;

    memset(first, 0, ((size_t)n_keys + 1) * sizeof *first);
    for (size_t i = 0; i < n; i++) {
        memcpy(&key, bytes + i * stride, sizeof key);
        if (key < n_keys)
            first[key]++;
    }
    for (uint32_t k = 0; k <= n_keys; k++)
        first[k] = sum += first[k]; /* end of the items of k */
    for (size_t i = 0; i < n; i++) {
        size_t item = backwards ? i : n - 1 - i;

        memcpy(&key, bytes + item * stride, sizeof key);
        if (key < n_keys)
            items[--first[key]] = (uint32_t)item;
    }
}
