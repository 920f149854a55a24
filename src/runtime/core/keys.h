/* keys.h - reads and writes the entries of a thread's tables: a key and a count, as 64-bit words
 *
 * Role: the knowledge that tables.c and table_entries.c share about an entry. The key of an entry
 * is one word or, for arcs on some machines, two (arch/layout.h); the count follows. The first word
 * of a free entry is 0. With interrupts off, the first word is stored last and read first. If a
 * signal handler may interrupt (GM_CLAIMS, tables.c), the first word is stored first, which claims
 * the entry. The second word is still 0 then. No key has a second word of 0, so no search finds a
 * half-stored entry.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_KEYS_H
#define GMON_KEYS_H

#include "runtime/arch/layout.h"
#include "runtime/core/tables.h"

static inline size_t gm_key_words(enum gm_kind kind)
{
    return kind == GM_ARCS ? GM_ARC_WORDS : 1;
}

static inline size_t gm_entry_bytes(enum gm_kind kind)
{
    return kind == GM_ARCS ? GM_ARC_BYTES : GM_ENTRY_BYTES;
}

static inline size_t gm_entry_words(enum gm_kind kind)
{
    return gm_entry_bytes(kind) / sizeof(uint64_t);
}

static inline uint64_t *gm_next_entry(enum gm_kind kind, uint64_t *entry)
{
    return entry + gm_entry_words(kind);
}

static inline uint64_t *gm_count_of(enum gm_kind kind, uint64_t *entry)
{
    return entry + gm_key_words(kind);
}

/* ---- places --------------------------------------------------------------------------------- */

static inline uint64_t gm_homes(const struct gm_table *t)
{
    return t->mask / GM_HOME_STEP + 1;
}

static inline size_t gm_entries(const struct gm_table *t)
{
    return (size_t)gm_homes(t) + GM_REACH;
}

static inline uint64_t gm_hash(enum gm_kind kind, const struct gm_key *key)
{
    if (kind == GM_BLOCKS)
        return key->word[0];
    uint64_t site = GM_ARC_WORDS == 2 ? key->word[0] : key->word[0] >> 32;
    uint64_t callee = GM_ARC_WORDS == 2 ? key->word[1] : key->word[0] & UINT32_MAX;
    return callee * GM_CALLEE_FACTOR + site;
}

static inline uint64_t *gm_home(enum gm_kind kind, struct gm_table *t, const struct gm_key *key)
{
    uint64_t home = (gm_hash(kind, key) & t->mask) / GM_HOME_STEP;

    return t->word + home * gm_entry_words(kind);
}

/* ---- keys ----------------------------------------------------------------------------------- */

static inline bool gm_has_key(enum gm_kind kind, const uint64_t *entry, const struct gm_key *key)
{
    return entry[0] == key->word[0] && (gm_key_words(kind) == 1 || entry[1] == key->word[1]);
}

static inline void gm_put_key(enum gm_kind kind, uint64_t *entry, const struct gm_key *key)
{
    if (gm_key_words(kind) == 2)
        gm_store(&entry[1], key->word[1]);
    gm_store(&entry[0], key->word[0]);
}

/* Reads the key of an entry. Returns false if the entry has no key yet, or only half of one. */
static inline bool gm_get_key(enum gm_kind kind, const uint64_t *entry, struct gm_key *key)
{
    key->word[0] = gm_load_key(&entry[0]);
    key->word[1] = gm_key_words(kind) == 2 ? gm_load(&entry[1]) : 0;
    return key->word[0] != 0 && (gm_key_words(kind) == 1 || key->word[1] != 0);
}

static inline uintptr_t gm_block_of(const struct gm_key *key)
{
    return gm_return_address((uintptr_t)key->word[0]) - 1;
}

/* Returns the address to which the offsets in a key of one word are relative. On machines of 32
 * bits all addresses fit, and it is 0.
 */
static inline uintptr_t gm_key_base(uintptr_t base)
{
    return sizeof base > sizeof(uint32_t) ? base : 0;
}

/* Makes the key of an arc whose site is not 0. Returns false if the arc has no key of this kind. */
static inline bool gm_arc_key(struct gm_key *key, uintptr_t site, uintptr_t callee, uintptr_t base)
{
    uint64_t from = site - gm_key_base(base), to = callee - gm_key_base(base);

    if (GM_ARC_WORDS == 2) {
        *key = (struct gm_key){{site, callee}};
        return true;
    }
    if (from >> 32 != 0)
        from = GM_FAR_SITE;
    *key = (struct gm_key){{from << 32 | to, 0}};
    return to >> 32 == 0;
}

/* Returns the addresses in memory that a key stands for. */
static inline uintptr_t gm_site_of(const struct gm_key *key, uintptr_t base)
{
    uint64_t from = key->word[0] >> 32;

    if (GM_ARC_WORDS == 2)
        return gm_return_address((uintptr_t)key->word[0]);
    return from == GM_FAR_SITE ? (uintptr_t)GM_FAR
                               : gm_return_address(gm_key_base(base) + (uintptr_t)from);
}

static inline uintptr_t gm_callee_of(const struct gm_key *key, uintptr_t base)
{
    if (GM_ARC_WORDS == 2)
        return gm_return_address((uintptr_t)key->word[1]);
    return gm_return_address(gm_key_base(base) + (uintptr_t)(key->word[0] & UINT32_MAX));
}

#endif
