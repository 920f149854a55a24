/* text_map - numbers texts in the order of their first appearance
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/text_map.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

/* Returns the hash of a text: FNV-1a's step and a finalizer. An address that differs from run to
 * run is part of the hash, so that a crafted file cannot have names that all hash to one slot. */
static uint64_t hash_text(const struct text_map *m, const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ m->secret;

    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3) + (hash >> 47);
    hash ^= hash >> 30;
    hash *= UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 29;
}

static void enlarge(struct text_map *m, struct diag *d)
{
    size_t count = m->slots ? (m->mask + 1) * 2 : FIRST_SLOTS;
    uint32_t *slots = mem_alloc(d, count, sizeof *slots);

    for (size_t i = 0; i < m->n; i++) {
        size_t at = (size_t)m->hashes[i] & (count - 1);
        while (slots[at])
            at = (at + 1) & (count - 1);
        slots[at] = (uint32_t)i + 1;
    }
    if (!m->slots)
        m->secret = UINT64_C(0x9e3779b97f4a7c15) * (uintptr_t)slots;
    free(m->slots);
    m->slots = slots;
    m->mask = count - 1;
}

/* Returns the number of the text, which has this hash. If the text is not there, returns
 * TEXT_MAP_NONE, and `*slot` is the empty slot for it. */
static uint32_t look_up(const struct text_map *m, const char *text, uint64_t hash, size_t *slot)
{
    size_t at;

    for (at = (size_t)hash & m->mask; m->slots[at]; at = (at + 1) & m->mask) {
        uint32_t number = m->slots[at] - 1;

        if (m->hashes[number] == hash && strcmp(m->texts[number], text) == 0)
            return number;
    }
    *slot = at;
    return TEXT_MAP_NONE;
}

uint32_t text_map_find(const struct text_map *m, const char *text)
{
    size_t slot;

    return m->slots ? look_up(m, text, hash_text(m, text), &slot) : TEXT_MAP_NONE;
}

uint32_t text_map_add(struct text_map *m, const char *text, struct diag *d)
{
    uint64_t hash;
    uint32_t number;
    size_t at;

    if (!m->slots || m->n >= m->mask / 2)
        enlarge(m, d);
    hash = hash_text(m, text);
    number = look_up(m, text, hash, &at);
    if (number != TEXT_MAP_NONE)
        return number;
    if (m->n >= UINT32_MAX - 1)
        mem_too_many(d, m->n);
    m->texts = mem_grow(d, m->texts, &m->texts_cap, m->n + 1, sizeof *m->texts);
    m->hashes = mem_grow(d, m->hashes, &m->hashes_cap, m->n + 1, sizeof *m->hashes);
    m->texts[m->n] = mem_copy_string(d, text, strlen(text));
    m->hashes[m->n++] = hash;
    m->slots[at] = (uint32_t)m->n;
    return (uint32_t)m->n - 1;
}

void text_map_release(struct text_map *m)
{
    for (size_t i = 0; i < m->n; i++)
        free(m->texts[i]);
    free(m->slots);
    free(m->texts);
    free(m->hashes);
    *m = (struct text_map){0};
}
