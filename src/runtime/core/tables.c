/* tables.c - looks up and inserts entries of a thread's tables, and lets the tables grow
 *
 * Algorithm. An entry is in its home or in one of the GM_REACH places behind its home, where
 * mcount.S finds it. If these places are taken in a table that is rather full, a larger table takes
 * over. In another table many keys have the same home; such a key goes to the far table, which
 * hashes better, but is this file's alone.
 * The new table gets all keys, with counts of 0. The old table keeps its counts; the dump adds up.
 * Tables grow fourfold: the old ones stay in memory, and there should be few of them.
 *
 * A look-up runs with interrupts on, because entries are never moved. So does the insertion of a
 * key, if the machine can claim a free entry in a single step (put_at_once). Without that, a
 * program with thousands of arcs would make two system calls for each. If a table is full, the next
 * one is made with interrupts off.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/tables.h"
#include "runtime/core/keys.h"
#include "runtime/core/os.h"

enum {
    FIRST_HOMES = 128,  /* homes of a thread's first table, two pages: most threads need few */
    FIRST_FAR = 128,    /* entries of its first far table: a page */
    SMALL_HOMES = 8192, /* a table with fewer homes grows when a key finds no place */
    GROWTH = 4
};

struct gm_table *gm_last_table(const struct gm_set *set)
{
    return set->tables > 0 ? set->table[set->tables - 1] : NULL;
}

/* Returns the entry of a key, or the free entry where it belongs, or NULL if there is none. */
static uint64_t *find(enum gm_kind kind, struct gm_table *t, const struct gm_key *key)
{
    uint64_t *e = gm_home(kind, t, key);

    for (int i = 0; i <= GM_REACH; i++, e = gm_next_entry(kind, e))
        if (gm_load_key(&e[0]) == 0 || gm_has_key(kind, e, key))
            return e;
    return NULL;
}

/* Counts a key n times if it has an entry or finds a free one, with interrupts off. The count is
 * stored before the key, so that a reader that finds the key finds its count, too. `used` is stored
 * before both, so that a reader that has found that many keys has found all. */
static bool put(enum gm_kind kind, struct gm_table *t, const struct gm_key *key, uint64_t n)
{
    uint64_t *e = find(kind, t, key);

    if (e == NULL)
        return false;
    if (e[0] != 0) {
        gm_add(gm_count_of(kind, e), n);
        return true;
    }
    gm_store(&t->used, t->used + 1);
    gm_store(gm_count_of(kind, e), n);
    gm_put_key(kind, e, key);
    return true;
}

static bool is_crowded(const struct gm_table *t)
{
    return gm_homes(t) < SMALL_HOMES || t->used * 3 > gm_homes(t) * 2;
}

/* Adds a larger table, with all keys of the last one. Returns NULL if there is no memory, or there
 * are too many tables. */
static struct gm_table *larger(enum gm_kind kind, struct gm_set *set, struct gm_table **current)
{
    struct gm_table *old = gm_last_table(set);
    uint64_t homes = old != NULL ? gm_homes(old) * GROWTH : FIRST_HOMES;
    struct gm_table head = {.mask = (homes - 1) * GM_HOME_STEP, .factor = GM_CALLEE_FACTOR};
    size_t bytes = sizeof head + gm_entries(&head) * gm_entry_bytes(kind);
    struct gm_table *t = set->tables < GM_TABLES ? gm_map(bytes) : NULL;
    uint64_t *e = old != NULL ? old->word : NULL;
    struct gm_key key;

    if (t == NULL)
        return NULL;
    gm_keep_from_forks(t, bytes);
    *t = head;
    /* A key that finds no room is inserted again by its next call. */
    for (size_t left = old != NULL ? gm_entries(old) : 0; left > 0; left--) {
        if (gm_get_key(kind, e, &key))
            put(kind, t, &key, 0);
        e = gm_next_entry(kind, e);
    }
    set->table[set->tables] = t;
    gm_store(&set->tables, set->tables + 1);
    gm_store(current, t);
    return t;
}

/* Counts a key, with interrupts off. Returns false if the key must go to the far table. */
static bool insert(enum gm_kind kind, struct gm_set *set, struct gm_table **current,
                   const struct gm_key *key)
{
    struct gm_table *t = gm_last_table(set);

    while (t == NULL || !put(kind, t, key, 1)) {
        if (t != NULL && !is_crowded(t))
            return false;
        t = larger(kind, set, current);
        if (t == NULL)
            return false;
    }
    return true;
}

#ifdef GM_CLAIMS
/* Inserts a key that was in no table, and counts it. A signal handler may come in at any point, and
 * may return or jump away. The handler takes another entry: at worst the same key has two entries,
 * which readers add up, or an entry stays half filled, which readers skip. If the handler makes the
 * next table, this count is in the last one, like any count. `used` is counted before, and once too
 * often if a handler was faster; it is only an upper bound. Returns false if there is no free entry
 * within reach. */
static bool put_at_once(enum gm_kind kind, struct gm_table *t, const struct gm_key *key)
{
    uint64_t *e;

    while ((e = find(kind, t, key)) != NULL) {
        bool is_ours = false;
        if (gm_load(&e[0]) == 0) {
            gm_add(&t->used, 1);
            is_ours = gm_claim(&e[0], key->word[0]);
            if (is_ours && gm_key_words(kind) == 2)
                gm_store(&e[1], key->word[1]);
        }
        if (is_ours || gm_has_key(kind, e, key)) {
            gm_add(gm_count_of(kind, e), 1);
            return true;
        }
    }
    return false;
}
#endif

/* Inserts a key that is in no table, and counts it. */
static bool add(enum gm_kind kind, struct gm_set *set, struct gm_table **current,
                const struct gm_key *key)
{
    struct gm_interrupts old;

#ifdef GM_CLAIMS
    if (set->tables > 0 && put_at_once(kind, gm_last_table(set), key))
        return true;
#endif
    gm_interrupts_off(&old);
    bool done = insert(kind, set, current, key); /* a handler may have been faster */
    gm_interrupts_restore(&old);
    return done;
}

/* ---- the far table: any two addresses ------------------------------------------------------- */

static struct gm_far_entry *far_place(struct gm_far *f, uintptr_t site, uintptr_t callee)
{
    uint64_t to = callee;
    uint64_t hash = (site ^ (to << 27 | to >> 37)) * UINT64_C(0x9E3779B97F4A7C15);

    for (uint64_t i = hash >> 32 & f->mask;; i = (i + 1) & f->mask) {
        struct gm_far_entry *e = f->entry + i;
        if (e->site == 0 || (e->site == site && e->callee == callee))
            return e;
    }
}

/* Fills in an entry: `used`, the count and the callee before the site, as in put(). */
static void far_fill(struct gm_far *f, struct gm_far_entry *e, uintptr_t site, uintptr_t callee,
                     uint64_t count)
{
    gm_store(&f->used, f->used + 1);
    gm_store(&e->count, count);
    gm_store(&e->callee, callee);
    gm_store(&e->site, site);
}

static struct gm_far *last_far(const struct gm_counters *c)
{
    return c->far_tables > 0 ? c->far[c->far_tables - 1] : NULL;
}

/* Returns a table with room. A table is at most half full, so that a search ends soon. If there is
 * no memory for a larger one, the table is filled up to the last entry but one. Returns NULL if it
 * is already full in this sense. */
static struct gm_far *far_larger(struct gm_counters *c)
{
    struct gm_far *old = last_far(c);
    uint64_t mask = old ? old->mask * 2 + 1 : FIRST_FAR - 1;
    size_t bytes = sizeof *old + (size_t)(mask + 1) * sizeof *old->entry;
    struct gm_far *f = c->far_tables < GM_TABLES ? gm_map(bytes) : NULL;

    if (f == NULL)
        return old != NULL && old->used < old->mask ? old : NULL;
    f->mask = mask;
    for (uint64_t i = 0; old != NULL && i <= old->mask; i++) {
        const struct gm_far_entry *e = old->entry + i;
        if (e->site != 0)
            far_fill(f, far_place(f, e->site, e->callee), e->site, e->callee, 0);
    }
    c->far[c->far_tables] = f;
    gm_store(&c->far_tables, c->far_tables + 1);
    return f;
}

/* Counts a pair that the tables have already; no locks, no system calls. */
static bool far_count(struct gm_counters *c, uintptr_t site, uintptr_t callee, uint64_t n)
{
    if (c->far_tables == 0)
        return false;
    struct gm_far_entry *e = far_place(last_far(c), site, callee);
    if (e->site == 0)
        return false;
    gm_add(&e->count, n);
    return true;
}

bool gm_count_far(struct gm_counters *c, uintptr_t site, uintptr_t callee, uint64_t n)
{
    struct gm_interrupts old;

    if (far_count(c, site, callee, n))
        return true;
    gm_interrupts_off(&old);
    struct gm_far *f = last_far(c);
    if (f == NULL || f->used * 2 > f->mask)
        f = far_larger(c);
    if (f != NULL) {
        struct gm_far_entry *e = far_place(f, site, callee);
        if (e->site != 0)
            gm_add(&e->count, n);
        else
            far_fill(f, e, site, callee, n);
    }
    gm_interrupts_restore(&old);
    return f != NULL;
}

/* Looks into the far table only if the key has no place in the set's last table: a key of the far
 * table moves to the next table that has room for it. */
bool gm_count_key(struct gm_counters *c, enum gm_kind kind, struct gm_table **current,
                  const struct gm_key *key, uintptr_t site, uintptr_t callee)
{
    struct gm_set *set = kind == GM_ARCS ? &c->arcs : &c->blocks;

    uint64_t *e = find(kind, *current, key);

    if (e != NULL && gm_has_key(kind, e, key)) {
        gm_add(gm_count_of(kind, e), 1);
        return true;
    }
    return (e == NULL && far_count(c, site, callee, 1)) || add(kind, set, current, key) ||
           gm_count_far(c, site, callee, 1);
}
