/* text_map - numbers texts in the order of their first appearance
 *
 * Equal hashes are rare, so nearly every text has the key (its hash, 0) in the map of pairs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/text_map.h"

#include "base/mem.h"
#include "base/words.h"

uint32_t text_map_find(const struct text_map *m, const char *text)
{
    uint64_t hash = text_hash(text, m->secret), earlier = 0;
    uint32_t number;

    do
        number = pair_map_find(&m->keys, hash, earlier++);
    while (number != PAIR_MAP_NONE && strcmp(m->texts[number], text) != 0);
    return number;
}

uint32_t text_map_add(struct text_map *m, const char *text, struct diag *d)
{
    uint64_t hash, earlier = 0;
    uint32_t number;

    m->texts = mem_grow(d, m->texts, &m->cap, m->n + 1, sizeof *m->texts);
    if (m->n == 0) /* an address differs from run to run: no file can have names of one hash */
        m->secret = UINT64_C(0x9e3779b97f4a7c15) * (uintptr_t)m->texts;
    hash = text_hash(text, m->secret);
    do
        number = pair_map_add(&m->keys, hash, earlier++, d);
    while (number < m->n && strcmp(m->texts[number], text) != 0);
    if (number == m->n)
        m->texts[m->n++] = mem_copy_string(d, text, strlen(text));
    return number;
}

uint32_t text_map_add_bytes(struct text_map *m, const char *text, size_t bytes, struct diag *d)
{
    LOCAL char *copy = mem_copy_string(d, text, bytes);

    return text_map_add(m, copy, d);
}

uint32_t text_map_add_kept(struct text_map *m, const char *text, struct diag *d)
{
    uint32_t place = pair_map_add(&m->kept, (uintptr_t)text, 0, d);

    if (place == m->n_kept) {
        uint32_t number = text_map_add(m, text, d);

        *mem_push(d, m->of_kept, m->n_kept, m->kept_cap) = number;
    }
    return m->of_kept[place];
}

void text_map_release(struct text_map *m)
{
    for (size_t i = 0; i < m->n; i++)
        free(m->texts[i]);
    free(m->texts);
    pair_map_release(&m->keys);
    pair_map_release(&m->kept);
    free(m->of_kept);
    *m = (struct text_map){0};
}
