/* gmon_slow.c - the tables of counts: first calls of an arc, calls from far away, growth
 *
 * Role: everything that mcount.S does not do itself. Input: the two ends of an arc, in the
 * thread that makes the call. Output: counts in the thread's tables.
 *
 * Algorithm. An entry stands in its home or in one of the GM_REACH places behind it, where
 * mcount.S finds it. When these are taken a larger table takes over, unless this one is nearly
 * empty: then keys are unlucky, not many, and the entry goes up to GM_TAIL places behind its home,
 * where only this file finds it, or to the far table, which hashes well.
 * The new table gets all keys, with counts of 0. The old one keeps its counts; the dump adds up.
 * Insertions run with signals blocked; looking up does not, as entries are never moved.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

struct gm_state gm;

/* An empty table that is never written to: what a thread has before its first call. Its mask is
 * 0, and no key is 0. */
static const uint64_t no_table[2 + 2 * (GM_TAIL + 1)];
#define NO_TABLE ((struct gm_table *)(uintptr_t)no_table)
GM_TLS struct gm_table *gm_arcs = NO_TABLE;
GM_TLS struct gm_table *gm_blocks = NO_TABLE;
GM_TLS struct gm_thread *gm_self;

enum kind { ARCS, BLOCKS };

static inline uint64_t home_of(enum kind kind, uint64_t key, uint64_t mask)
{
    uint64_t hash =
        kind == BLOCKS ? key * 4 : ((key & UINT32_MAX) * GM_HOME_FACTOR >> 12) + (key >> 32) * 4;

    return (hash & mask) / sizeof(struct gm_entry);
}

size_t gm_table_bytes(uint64_t mask)
{
    return sizeof(struct gm_table) + mask + (GM_TAIL + 1) * sizeof(struct gm_entry);
}

size_t gm_far_bytes(uint64_t mask)
{
    return sizeof(struct gm_far) + (mask + 1) * sizeof(struct gm_far_entry);
}

static void lose(uint64_t n)
{
    atomic_fetch_add_explicit(&gm.lost, n, memory_order_relaxed);
}

static struct gm_entry *find(enum kind kind, struct gm_table *t, uint64_t key)
{
    struct gm_entry *e = t->entry + home_of(kind, key, t->mask);

    for (int i = 0; i <= GM_TAIL && e[i].key != 0; i++)
        if (e[i].key == key)
            return e + i;
    return NULL;
}

/* The count comes before the key: who sees the key sees the count. */
static bool put(enum kind kind, struct gm_table *t, uint64_t key, uint64_t count, int reach)
{
    struct gm_entry *e = t->entry + home_of(kind, key, t->mask);

    for (int i = 0; i <= reach; i++) {
        if (e[i].key != 0)
            continue;
        gm_store(&e[i].count, count);
        gm_store(&e[i].key, key);
        t->used++;
        return true;
    }
    return false;
}

static bool is_crowded(const struct gm_table *t)
{
    return t->used * 4 * sizeof(struct gm_entry) > t->mask;
}

/* How many homes the table after `old` has. While it is small four times as many: the old ones
 * stay in memory, and there should be few of them. */
static uint64_t more_homes(const struct gm_table *old)
{
    uint64_t homes = old->mask / sizeof(struct gm_entry) + 1;

    return homes * (homes < GM_SMALL_HOMES ? 4 : 2);
}

/* A larger table with the keys of the last one. */
static struct gm_table *larger(enum kind kind, const struct gm_table *old)
{
    uint64_t homes = old ? more_homes(old) : GM_FIRST_HOMES;
    uint64_t mask = (homes - 1) * sizeof(struct gm_entry);
    struct gm_table *t = gm_map(gm_table_bytes(mask));

    if (t == NULL)
        return NULL;
    t->mask = mask;
    if (old == NULL)
        return t;
    size_t entries = old->mask / sizeof(struct gm_entry) + GM_TAIL + 1;
    for (size_t i = 0; i < entries; i++)
        /* One that finds no room is put in again by its next call. */
        if (old->entry[i].key != 0)
            put(kind, t, old->entry[i].key, 0, GM_REACH);
    return t;
}

/* With signals blocked: make room for the key and count it. False: it must go elsewhere. */
static bool insert(enum kind kind, struct gm_set *set, struct gm_table **current, uint64_t key)
{
    struct gm_table *t = set->tables > 0 ? set->table[set->tables - 1] : NULL;

    while (t == NULL || !put(kind, t, key, 1, GM_REACH)) {
        if (t != NULL && !is_crowded(t))
            return put(kind, t, key, 1, GM_TAIL);
        struct gm_table *next = set->tables < GM_TABLES ? larger(kind, t) : NULL;
        if (next == NULL)
            return t != NULL && put(kind, t, key, 1, GM_TAIL);
        set->table[set->tables] = next;
        gm_store(&set->tables, set->tables + 1);
        t = next;
        *current = t;
        /* It may be among the keys that were taken over: not in this table yet means not there. */
        struct gm_entry *e = find(kind, t, key);
        if (e != NULL) {
            gm_add(&e->count, 1);
            return true;
        }
    }
    return true;
}

/* A key that is in no table: put it in. */
static bool add(enum kind kind, struct gm_set *set, struct gm_table **current, uint64_t key)
{
    uint64_t old;
    bool done = true;

    gm_block_signals(&old);
    struct gm_entry *e = find(kind, *current, key); /* a handler may have been faster */
    if (e != NULL)
        gm_add(&e->count, 1);
    else
        done = insert(kind, set, current, key);
    gm_restore_signals(old);
    return done;
}

/* ---- the far table: any two addresses ------------------------------------------------------- */

static struct gm_far_entry *far_place(struct gm_far *f, uintptr_t site, uintptr_t callee)
{
    uint64_t hash = (site ^ (callee << 27 | callee >> 37)) * UINT64_C(0x9E3779B97F4A7C15);

    for (uint64_t i = hash >> 32 & f->mask;; i = (i + 1) & f->mask) {
        struct gm_far_entry *e = f->entry + i;
        if (e->site == 0 || (e->site == site && e->callee == callee))
            return e;
    }
}

/* The count and the callee come before the site, see put(). */
static void far_fill(struct gm_far *f, struct gm_far_entry *e, uintptr_t site, uintptr_t callee,
                     uint64_t count)
{
    gm_store(&e->count, count);
    gm_store(&e->callee, callee);
    gm_store(&e->site, site);
    f->used++;
}

/* Half full at most, so that a search ends; kept when there is no memory for more. */
static struct gm_far *far_larger(struct gm_thread *t)
{
    struct gm_far *old = t->far_tables > 0 ? t->far[t->far_tables - 1] : NULL;
    uint64_t mask = old ? old->mask * 2 + 1 : GM_FIRST_HOMES - 1;
    struct gm_far *f = t->far_tables < GM_TABLES ? gm_map(gm_far_bytes(mask)) : NULL;

    if (f == NULL)
        return old != NULL && old->used < old->mask ? old : NULL;
    f->mask = mask;
    for (uint64_t i = 0; old != NULL && i <= old->mask; i++) {
        const struct gm_far_entry *e = old->entry + i;
        if (e->site != 0)
            far_fill(f, far_place(f, e->site, e->callee), e->site, e->callee, 0);
    }
    t->far[t->far_tables] = f;
    gm_store(&t->far_tables, t->far_tables + 1);
    return f;
}

/* Counts what is there already; no locks, no system calls. */
static bool far_count(struct gm_thread *t, uintptr_t site, uintptr_t callee, uint64_t n)
{
    if (t->far_tables == 0)
        return false;
    struct gm_far_entry *e = far_place(t->far[t->far_tables - 1], site, callee);
    if (e->site == 0)
        return false;
    gm_add(&e->count, n);
    return true;
}

void gm_far_add(struct gm_thread *t, uintptr_t site, uintptr_t callee, uint64_t n)
{
    struct gm_far *f;
    struct gm_far_entry *e;
    uint64_t old;

    if (far_count(t, site, callee, n))
        return;
    gm_block_signals(&old);
    f = t->far_tables > 0 ? t->far[t->far_tables - 1] : NULL;
    if (f == NULL || f->used * 2 > f->mask)
        f = far_larger(t);
    if (f == NULL) {
        lose(n);
    } else {
        e = far_place(f, site, callee);
        if (e->site != 0)
            gm_add(&e->count, n);
        else
            far_fill(f, e, site, callee, n);
    }
    gm_restore_signals(old);
}

/* ---- what mcount.S calls -------------------------------------------------------------------- */

/* site and callee are return addresses. above: of a call to __fentry__, the words above its own
 * return address; NULL for mcount. */
void gm_mcount_slow(uintptr_t site, uintptr_t callee, const uintptr_t *above)
{
    uintptr_t base = atomic_load_explicit(&gm.base, memory_order_relaxed);

    if (base == 0) /* switched off meanwhile */
        return;
    if (above != NULL && gm_chain_pushed(callee))
        site = above[1];
    struct gm_thread *t = gm_thread_self();
    if (t == NULL) {
        lose(1);
        return;
    }

    uint64_t from = site - base;
    uint64_t to = callee - base;
    if ((from | to) >> 32 == 0) {
        uint64_t key = from << 32 | to;
        struct gm_entry *e = find(ARCS, gm_arcs, key);
        if (e != NULL) {
            gm_add(&e->count, 1);
            return;
        }
        /* Only a key without a place in its table is in the far one. */
        if (!far_count(t, site, callee, 1) && !add(ARCS, &t->arcs, &gm_arcs, key))
            gm_far_add(t, site, callee, 1);
        return;
    }
    gm_far_add(t, site, callee, 1);
}

/* after: where the call of the hook returns to; the block is at the byte before. */
void gm_block_slow(uintptr_t after)
{
    struct gm_thread *t = gm_thread_self();

    if (t == NULL) {
        lose(1);
        return;
    }
    struct gm_entry *e = find(BLOCKS, gm_blocks, after);
    if (e != NULL)
        gm_add(&e->count, 1);
    else if (!far_count(t, after - 1, GM_BLOCK, 1) && !add(BLOCKS, &t->blocks, &gm_blocks, after))
        gm_far_add(t, after - 1, GM_BLOCK, 1);
}
