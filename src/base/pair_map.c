/* pair_map - numbers pairs of 64-bit keys in the order of their first appearance
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/pair_map.h"

#include "base/mem.h"

enum { FIRST_SLOTS = 64 };

/* Returns the finalizer of the splitmix64 generator (Steele, Lea and Flood 2014): every key bit
 * reaches every bit of the result, so that aligned addresses do not cluster. */
static uint64_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* Returns the hash of a pair: its upper half is kept in the slot, its lower half is 0. An address
 * that differs from run to run is part of the hash. Otherwise a crafted file could have a million
 * pairs that all hash to one slot, which would take hours. */
static uint64_t hash_pair(const struct pair_map *m, uint64_t first, uint64_t second)
{
    return mix(first + mix(second + m->secret)) & ~(uint64_t)UINT32_MAX;
}

/* Returns the slot at which the search for a pair begins. */
static size_t first_place(uint64_t hash, size_t mask)
{
    return (size_t)(hash >> 32) & mask;
}

/* Doubles the number of slots. The hashes are in the slots, so no key is read. The pairs of a slot
 * go to two slots of the new table, one in each half: both tables are walked in order, which caches
 * favour. */
static void enlarge(struct pair_map *m, struct diag *d)
{
    size_t old = m->slots ? m->mask + 1 : 0;
    size_t mask = (old ? old * 2 : FIRST_SLOTS) - 1;
    uint64_t *slots = mem_alloc(d, mask + 1, sizeof *slots);

    for (size_t i = 0; i < old; i++) {
        size_t at = first_place(m->slots[i], mask);

        if (!m->slots[i])
            continue;
        while (slots[at])
            at = (at + 1) & mask;
        slots[at] = m->slots[i];
    }
    if (!m->slots)
        m->secret = UINT64_C(0x9e3779b97f4a7c15) * (uintptr_t)slots;
    free(m->slots);
    m->slots = slots;
    m->mask = mask;
}

static bool is_pair(const struct pair_key *k, uint64_t first, uint64_t second)
{
    return k->first == first && k->second == second;
}

/* Returns the number in a slot that is not empty. */
static uint32_t number_in(uint64_t slot)
{
    return (uint32_t)slot - 1;
}

/* Returns the slot of the pair, or the empty one where it belongs. The table must not be empty.
 * Keys, which are elsewhere in memory, are compared only if the hashes are equal. */
static size_t slot_of(const struct pair_map *m, uint64_t hash, uint64_t first, uint64_t second)
{
    size_t at = first_place(hash, m->mask);

    while (m->slots[at] && (m->slots[at] >> 32 != hash >> 32 ||
                            !is_pair(&m->keys[number_in(m->slots[at])], first, second)))
        at = (at + 1) & m->mask;
    return at;
}

uint32_t pair_map_find(const struct pair_map *m, uint64_t first, uint64_t second)
{
    size_t at = m->slots ? slot_of(m, hash_pair(m, first, second), first, second) : 0;

    return m->slots && m->slots[at] ? number_in(m->slots[at]) : PAIR_MAP_NONE;
}

uint32_t pair_map_append(struct pair_map *m, uint64_t first, uint64_t second, struct diag *d)
{
    if (m->n >= UINT32_MAX - 2)
        mem_too_many(d, m->n);
    *mem_push(d, m->keys, m->n, m->keys_cap) = (struct pair_key){first, second};
    return (uint32_t)m->n - 1;
}

uint32_t pair_map_add(struct pair_map *m, uint64_t first, uint64_t second, struct diag *d)
{
    uint64_t hash;
    size_t at;

    if (m->next < m->n && is_pair(&m->keys[m->next], first, second))
        return (uint32_t)m->next++;
    if (!m->slots || m->n >= (m->mask + 1) / 4 * 3)
        enlarge(m, d);
    hash = hash_pair(m, first, second);
    at = slot_of(m, hash, first, second);
    if (m->slots[at]) {
        m->next = (size_t)number_in(m->slots[at]) + 1;
        return number_in(m->slots[at]);
    }
    pair_map_append(m, first, second, d);
    m->slots[at] = hash | m->n;
    return (uint32_t)m->n - 1;
}

void pair_map_release(struct pair_map *m)
{
    free(m->slots);
    free(m->keys);
    *m = (struct pair_map){0};
}
