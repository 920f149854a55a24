/* pair_map - numbers pairs of 64-bit keys in the order of their first appearance
 *
 * Role: numbers distinct pairs 0, 1, 2, ... in the order in which they are first added: the arcs
 * of a profile keep the order of their creation, which decides ties in the listings. Cost: O(1) on
 * average for an addition, and a single comparison if pairs come in the same order again, as in
 * data files of one program. Memory: 16 bytes of keys and 11 to 21 bytes of table for each pair.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_PAIR_MAP_H
#define BASE_PAIR_MAP_H

#include "base/diag.h"

struct pair_key {
    uint64_t first, second;
};

struct pair_map {
    uint64_t *slots;       /* open addressing, linear probing: the hash in the upper half, a number
                              + 1 in the lower one, or 0: empty; owned */
    struct pair_key *keys; /* keys by number; owned */
    size_t mask;           /* slots - 1; the number of slots is a power of two */
    size_t n;              /* pairs held */
    size_t keys_cap;       /* room in keys */
    uint64_t secret;       /* random part of the hash */
    size_t next;           /* number of the pair to compare first: the successor of the last pair
                            * found */
};

#define PAIR_MAP_NONE UINT32_MAX

/* Returns the number of the pair, and adds the pair if it is new (its number is then m->n - 1).
 * Ends the program if there are 2^32 - 3 pairs (base/mem.h). `m` is zero-initialised before the
 * first use. */
uint32_t pair_map_add(struct pair_map *m, uint64_t first, uint64_t second, struct diag *d);

/* Appends the pair without a search for an equal one, so that the map is only a list and has no
 * table. Not to be mixed with the other functions. */
uint32_t pair_map_append(struct pair_map *m, uint64_t first, uint64_t second, struct diag *d);

/* Returns the number of the pair, or PAIR_MAP_NONE if it is not there. */
uint32_t pair_map_find(const struct pair_map *m, uint64_t first, uint64_t second);

void pair_map_release(struct pair_map *m);

#endif
