/* text_map - numbers texts in the order of their first appearance
 *
 * Role: names and paths that are written once and referred to by number afterwards. Texts are
 * compared, not their addresses, and the map has copies of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_TEXT_MAP_H
#define BASE_TEXT_MAP_H

#include "base/diag.h"

#include <stddef.h>
#include <stdint.h>

struct text_map {
    uint32_t *slots;  /* open addressing, linear probing: a number + 1, or 0: empty; owned */
    char **texts;     /* texts by number; the array and the texts are owned */
    uint64_t *hashes; /* hashes by number; owned */
    size_t mask;      /* slots - 1; the number of slots is a power of two */
    size_t n;         /* texts held */
    size_t texts_cap, hashes_cap;
    uint64_t secret; /* random part of the hash */
};

/* Returns the number of the text, and adds the text if it is new (its number is then m->n - 1).
 * Ends the program if there are 2^32 - 2 texts (base/mem.h). `m` is zero-initialised before the
 * first use. O(length) on average. */
uint32_t text_map_add(struct text_map *m, const char *text, struct diag *d);

#define TEXT_MAP_NONE UINT32_MAX

/* Returns the number of the text, or TEXT_MAP_NONE if it is not there. O(length) on average. */
uint32_t text_map_find(const struct text_map *m, const char *text);

void text_map_release(struct text_map *m);

#endif
