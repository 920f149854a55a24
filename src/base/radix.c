/* radix - sorting by keys that are integers, or strings of integers
 *
 * Algorithm: a run of items alike in all levels before is sorted by the bytes of its keys, the last
 * byte first (by insertion, if it is short), and leaves runs of equal keys for the next level,
 * which wait on a list. Bytes in which all keys agree, which most are, take no pass.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/radix.h"

#include "base/mem.h"

#include <stdlib.h>

enum { BYTES = sizeof(uint64_t), VALUES = 256, FEW = 40 };

struct keyed {
    uint64_t key;
    uint32_t item;
};

/* Items that are still to be sorted by a level. */
struct run {
    size_t first, n;
    unsigned level;
};

struct sorter {
    uint32_t *items;
    radix_level *level;
    const void *context;
    struct keyed *keys, *spare; /* room for all items; owned */
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

/* One pass: by the byte whose counts these are. */
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

/* Sort the keys, in s->keys or s->spare; returns where they are. */
static const struct keyed *sort_keys(const struct sorter *s, size_t n)
{
    uint32_t counts[BYTES][VALUES] = {{0}};
    struct keyed *from = s->keys, *to = s->spare;

    if (n <= FEW) {
        insert_few(from, n);
        return from;
    }
    for (size_t i = 0; i < n; i++)
        for (unsigned b = 0; b < BYTES; b++)
            counts[b][from[i].key >> 8 * b & 0xff]++;
    for (unsigned b = 0; b < BYTES; b++) {
        struct keyed *last = from;

        if (counts[b][from->key >> 8 * b & 0xff] == n)
            continue;
        pass(to, from, n, b, counts[b]);
        from = to;
        to = last;
    }
    return from;
}

static bool let_wait(struct sorter *s, const struct run *run, struct diag *d)
{
    struct run *waiting = mem_grow(d, s->waiting, &s->cap, s->n_waiting + 1, sizeof *waiting);

    if (!waiting)
        return false;
    s->waiting = waiting;
    waiting[s->n_waiting++] = *run;
    return true;
}

static bool sort_run(struct sorter *s, const struct run *run, struct diag *d)
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
        if (alike.n > 1 && s->level(s->context, items[i], run->level, &key) &&
            !let_wait(s, &alike, d))
            return false;
    }
    return true;
}

bool radix_sort(uint32_t *items, size_t n, radix_level *level, const void *context, struct diag *d)
{
    struct sorter s = {.items = items, .level = level, .context = context};
    bool ok;

    if (n < 2)
        return true;
    s.keys = mem_alloc(d, n, sizeof *s.keys);
    s.spare = n > FEW ? mem_alloc(d, n, sizeof *s.spare) : s.keys;
    ok = s.keys && s.spare && sort_run(&s, &(struct run){0, n, 0}, d);
    while (ok && s.n_waiting > 0) {
        struct run run = s.waiting[--s.n_waiting];

        ok = sort_run(&s, &run, d);
    }
    if (s.spare != s.keys)
        free(s.spare);
    free(s.keys);
    free(s.waiting);
    return ok;
}
