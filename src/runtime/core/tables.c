/* tables.c - the tables in which a thread counts: looking up, putting in, growing
 *
 * Algorithm. An entry stands in its home or in one of the GM_REACH places behind it, where
 * mcount.S finds it. When these are taken a larger table takes over, unless this one is nearly
 * empty: then keys are unlucky, not many, and the entry goes up to GM_TAIL places behind its home,
 * where only this file finds it, or to the far table, which hashes well.
 * The new table gets all keys, with counts of 0. The old one keeps its counts; the dump adds up.
 * Insertions run with interrupts off; looking up does not, as entries are never moved.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/tables.h"
#include "runtime/core/keys.h"
#include "runtime/core/os.h"

enum {
    FIRST_HOMES = 128, /* of a thread's first table: a page */
    SMALL_HOMES = 2048 /* below this a table grows fourfold */
};

size_t gm_table_bytes(enum gm_kind kind, const struct gm_table *t)
{
    return sizeof *t + gm_entries(kind, t) * gm_entry_bytes(kind);
}

size_t gm_far_bytes(uint64_t mask)
{
    return sizeof(struct gm_far) + (size_t)(mask + 1) * sizeof(struct gm_far_entry);
}

struct gm_table *gm_last_table(const struct gm_set *set)
{
    return set->tables > 0 ? set->table[set->tables - 1] : NULL;
}

/* The count of a key; NULL: it is not there. */
static uint64_t *find(enum gm_kind kind, struct gm_table *t, const struct gm_key *key)
{
    uint64_t *e = gm_home(kind, t, key);

    for (int i = 0; i <= GM_TAIL && e[0] != 0; i++, e = gm_next_entry(kind, e))
        if (gm_has_key(kind, e, key))
            return gm_count_of(kind, e);
    return NULL;
}

/* The count is stored before the key, so that a reader who finds the key finds its count, too; and
 * `used` before both, so that a reader who has found so many keys has found all. */
static bool put(enum gm_kind kind, struct gm_table *t, const struct gm_key *key, uint64_t count,
                int reach)
{
    uint64_t *e = gm_home(kind, t, key);

    for (int i = 0; i <= reach; i++, e = gm_next_entry(kind, e)) {
        if (e[0] != 0)
            continue;
        gm_store(&t->used, t->used + 1);
        gm_store(gm_count_of(kind, e), count);
        gm_put_key(kind, e, key);
        return true;
    }
    return false;
}

static bool is_crowded(enum gm_kind kind, const struct gm_table *t)
{
    return t->used * 4 > gm_homes(kind, t);
}

/* How many homes the table after `old` has. While it is small four times as many: the old ones
 * stay in memory, and there should be few of them. */
static uint64_t more_homes(enum gm_kind kind, const struct gm_table *old)
{
    uint64_t homes = gm_homes(kind, old);

    return homes * (homes < SMALL_HOMES ? 4 : 2);
}

/* A larger table with the keys of the last one. */
static struct gm_table *larger(enum gm_kind kind, struct gm_table *old)
{
    uint64_t homes = old ? more_homes(kind, old) : FIRST_HOMES;
    struct gm_table head = {.mask = (homes - 1) * gm_home_step(kind),
                            .factor = GM_CALLEE_FACTOR / GM_SITE_FACTOR};
    struct gm_table *t = gm_map(gm_table_bytes(kind, &head));
    struct gm_key key;

    if (t == NULL)
        return NULL;
    *t = head;
    if (old == NULL)
        return t;
    uint64_t *e = old->word;
    for (size_t left = gm_entries(kind, old); left > 0; left--, e = gm_next_entry(kind, e))
        /* One that finds no room is put in again by its next call. */
        if (gm_get_key(kind, e, &key))
            put(kind, t, &key, 0, GM_REACH);
    return t;
}

/* With interrupts off: makes room for the key and counts it. False: it must go elsewhere. */
static bool insert(enum gm_kind kind, struct gm_set *set, struct gm_table **current,
                   const struct gm_key *key)
{
    struct gm_table *t = gm_last_table(set);

    while (t == NULL || !put(kind, t, key, 1, GM_REACH)) {
        if (t != NULL && !is_crowded(kind, t))
            return put(kind, t, key, 1, GM_TAIL);
        struct gm_table *next = set->tables < GM_TABLES ? larger(kind, t) : NULL;
        if (next == NULL)
            return t != NULL && put(kind, t, key, 1, GM_TAIL);
        set->table[set->tables] = next;
        gm_store(&set->tables, set->tables + 1);
        t = next;
        *current = t;
        /* The keys of the last table were taken over, this one perhaps among them. */
        uint64_t *count = find(kind, t, key);
        if (count != NULL) {
            gm_add(count, 1);
            return true;
        }
    }
    return true;
}

/* Puts in a key that is in no table. */
static bool add(enum gm_kind kind, struct gm_set *set, struct gm_table **current,
                const struct gm_key *key)
{
    struct gm_interrupts old;
    bool done = true;

    gm_interrupts_off(&old);
    uint64_t *count = find(kind, *current, key); /* a handler may have been faster */
    if (count != NULL)
        gm_add(count, 1);
    else
        done = insert(kind, set, current, key);
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

/* `used`, the count and the callee are stored before the site, see put(). */
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

/* A table is at most half full, so that a search ends soon, unless there is no memory for a
 * larger one: then it is filled up but for one entry. NULL: that is the case already. */
static struct gm_far *far_larger(struct gm_counters *c)
{
    struct gm_far *old = last_far(c);
    uint64_t mask = old ? old->mask * 2 + 1 : FIRST_HOMES - 1;
    struct gm_far *f = c->far_tables < GM_TABLES ? gm_map(gm_far_bytes(mask)) : NULL;

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

/* Counts what is there already; no locks, no system calls. */
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

bool gm_count_known(enum gm_kind kind, struct gm_table *t, const struct gm_key *key)
{
    uint64_t *count = find(kind, t, key);

    if (count != NULL)
        gm_add(count, 1);
    return count != NULL;
}

/* Only a key without a place in its set is in the far table, so that is looked into last. */
bool gm_count_key(struct gm_counters *c, enum gm_kind kind, struct gm_table **current,
                  const struct gm_key *key, uintptr_t site, uintptr_t callee)
{
    struct gm_set *set = kind == GM_ARCS ? &c->arcs : &c->blocks;

    return gm_count_known(kind, *current, key) || far_count(c, site, callee, 1) ||
           add(kind, set, current, key) || gm_count_far(c, site, callee, 1);
}
