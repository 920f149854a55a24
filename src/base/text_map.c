/* text_map - from texts to numbers in the order of their first appearance
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/text_map.h"

#include "base/mem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

/* The address of the map, which differs from run to run, is part of the hash, so that no file can
 * be crafted whose names all hash to one slot. FNV-1a's step, from a start that is not known, and a
 * finalizer. */
static uint64_t hash_text(const struct text_map *m, const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ UINT64_C(0x9e3779b97f4a7c15) * (uintptr_t)m;

    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3) + (hash >> 47);
    hash ^= hash >> 30;
    hash *= UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 29;
}

static bool enlarge(struct text_map *m, struct diag *d)
{
    size_t count = m->slots ? (m->mask + 1) * 2 : FIRST_SLOTS;
    uint32_t *slots = mem_alloc(d, count, sizeof *slots);

    if (!slots)
        return false;
    for (size_t i = 0; i < m->n; i++) {
        size_t at = (size_t)m->hashes[i] & (count - 1);
        while (slots[at])
            at = (at + 1) & (count - 1);
        slots[at] = (uint32_t)i + 1;
    }
    free(m->slots);
    m->slots = slots;
    m->mask = count - 1;
    return true;
}

static bool append(struct text_map *m, const char *text, uint64_t hash, struct diag *d)
{
    const char **texts;
    uint64_t *hashes;

    if (m->n >= TEXT_MAP_FAILED - 1)
        return diag_error(d, NULL, "more than %zu names; name fewer files", m->n);
    texts = mem_grow(d, m->texts, &m->texts_cap, m->n + 1, sizeof *texts);
    if (!texts)
        return false;
    m->texts = texts;
    hashes = mem_grow(d, m->hashes, &m->hashes_cap, m->n + 1, sizeof *hashes);
    if (!hashes)
        return false;
    m->hashes = hashes;
    texts[m->n] = text;
    hashes[m->n++] = hash;
    return true;
}

uint32_t text_map_add(struct text_map *m, const char *text, struct diag *d)
{
    uint64_t hash = hash_text(m, text);
    size_t at;

    if ((!m->slots || m->n >= m->mask / 2) && !enlarge(m, d))
        return TEXT_MAP_FAILED;
    for (at = (size_t)hash & m->mask; m->slots[at]; at = (at + 1) & m->mask) {
        uint32_t number = m->slots[at] - 1;

        if (m->hashes[number] == hash && strcmp(m->texts[number], text) == 0)
            return number;
    }
    if (!append(m, text, hash, d))
        return TEXT_MAP_FAILED;
    m->slots[at] = (uint32_t)m->n;
    return (uint32_t)m->n - 1;
}

void text_map_release(struct text_map *m)
{
    free(m->slots);
    free(m->texts);
    free(m->hashes);
    *m = (struct text_map){0};
}
