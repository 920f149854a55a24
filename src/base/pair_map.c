/* pair_map - from a pair of 64-bit keys to the number of its first appearance
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/pair_map.h"

#include "base/mem.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 64 };

/* The finalizer of the splitmix64 generator (Steele, Lea and Flood 2014): every key bit reaches
 * every bit of the result, so that aligned addresses do not cluster. */
static uint64_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The address of the slots, which differs from run to run, is part of the hash: otherwise a file
 * could be crafted whose pairs all hash to one slot, and a million of them would take hours. */
static size_t hash_pair(const uint32_t *slots, uint64_t first, uint64_t second)
{
    uint64_t secret = UINT64_C(0x9e3779b97f4a7c15) * (uintptr_t)slots;

    return (size_t)mix(first + mix(second + secret));
}

static bool enlarge(struct pair_map *m, struct diag *d)
{
    size_t count = m->slots ? (m->mask + 1) * 2 : FIRST_SLOTS;
    uint32_t *slots = mem_alloc(d, count, sizeof *slots);

    if (!slots)
        return false;
    for (size_t i = 0; i < m->n; i++) {
        size_t at = hash_pair(slots, m->keys[i].first, m->keys[i].second) & (count - 1);
        while (slots[at])
            at = (at + 1) & (count - 1);
        slots[at] = (uint32_t)i + 1;
    }
    free(m->slots);
    m->slots = slots;
    m->mask = count - 1;
    return true;
}

static bool is_pair(const struct pair_key *k, uint64_t first, uint64_t second)
{
    return k->first == first && k->second == second;
}

/* The slot of the pair, or the empty one where it belongs. There are slots. */
static size_t slot_of(const struct pair_map *m, uint64_t first, uint64_t second)
{
    size_t at = hash_pair(m->slots, first, second) & m->mask;

    while (m->slots[at] && !is_pair(&m->keys[m->slots[at] - 1], first, second))
        at = (at + 1) & m->mask;
    return at;
}

uint32_t pair_map_find(const struct pair_map *m, uint64_t first, uint64_t second)
{
    size_t at = m->slots ? slot_of(m, first, second) : 0;

    return m->slots && m->slots[at] ? m->slots[at] - 1 : PAIR_MAP_FAILED;
}

uint32_t pair_map_add(struct pair_map *m, uint64_t first, uint64_t second, struct diag *d)
{
    size_t at;
    struct pair_key *keys;

    if (m->next < m->n && is_pair(&m->keys[m->next], first, second))
        return (uint32_t)m->next++;
    if ((!m->slots || m->n >= (m->mask + 1) / 4 * 3) && !enlarge(m, d))
        return PAIR_MAP_FAILED;
    at = slot_of(m, first, second);
    if (m->slots[at]) {
        m->next = m->slots[at];
        return m->slots[at] - 1;
    }
    if (m->n >= UINT32_MAX - 2) {
        diag_error(d, NULL, "more than %zu different arcs; read fewer data files at a time", m->n);
        return PAIR_MAP_FAILED;
    }
    keys = mem_grow(d, m->keys, &m->keys_cap, m->n + 1, sizeof *keys);
    if (!keys)
        return PAIR_MAP_FAILED;
    m->keys = keys;
    m->keys[m->n] = (struct pair_key){first, second};
    m->slots[at] = (uint32_t)++m->n;
    return (uint32_t)m->n - 1;
}

void pair_map_release(struct pair_map *m)
{
    free(m->slots);
    free(m->keys);
    *m = (struct pair_map){0};
}
