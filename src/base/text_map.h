/* text_map - numbers texts in the order of their first appearance
 *
 * Role: names and paths that are written once and referred to by number afterwards. Texts are
 * compared, not their addresses, and the map has copies of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_TEXT_MAP_H
#define BASE_TEXT_MAP_H

#include "base/pair_map.h"

struct text_map {
    char **texts;         /* texts by number; the array and the texts are owned */
    size_t n, cap;        /* texts held, and room in texts */
    struct pair_map keys; /* (hash of a text, number of earlier texts with that hash) */
    uint64_t secret;      /* random part of the hash */
    struct pair_map kept; /* (address of a text that text_map_add_kept was given, 0) */
    uint32_t *of_kept;    /* numbers of these texts; owned */
    size_t n_kept, kept_cap;
};

/* Returns the number of the text, and adds the text if it is new (its number is then m->n - 1).
 * Ends the program if there are too many texts, as pair_map_add does. `m` is zero-initialised
 * before the first use. O(length) on average. */
uint32_t text_map_add(struct text_map *m, const char *text, struct diag *d);

/* Does what text_map_add does, with the first `bytes` bytes of a text. */
uint32_t text_map_add_bytes(struct text_map *m, const char *text, size_t bytes, struct diag *d);

/* Does what text_map_add does, with a text that stays where it is, as it is, while texts are added.
 * The text is read only once, so that a long one may be asked for often. */
uint32_t text_map_add_kept(struct text_map *m, const char *text, struct diag *d);

#define TEXT_MAP_NONE PAIR_MAP_NONE

/* Returns the number of the text, or TEXT_MAP_NONE if it is not there. O(length) on average. */
uint32_t text_map_find(const struct text_map *m, const char *text);

void text_map_release(struct text_map *m);

#endif
