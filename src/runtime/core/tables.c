/* tables.c - looks up and inserts entries of a thread's tables, and lets the tables grow
 *
 * Algorithm. An entry is in its home or in one of the GM_REACH places behind its home, where
 * mcount.S finds it. If these places are taken, a larger table takes over. If the table is nearly
 * empty, its keys are unlucky, not many: then the entry goes up to GM_TAIL places behind its home,
 * where only this file finds it, or to the far table, which hashes well.
 * The new table gets all keys, with counts of 0. The old table keeps its counts; the dump adds up.
 *
 * A call whose entry is behind its home takes longer, mostly because processors guess wrongly how
 * far to search. So a new table gets the keys with the largest counts first. If too many calls
 * still find their entries late, another table of the same size takes over, in the order of the
 * counts. Late is behind the home, or beyond the reach of mcount.S. On machines whose mcount.S
 * counts such calls, mcount.S calls this file when the table's patience is at its end. Keys out of
 * reach of mcount.S get a larger table, in which they have other homes: the hash is a fast one, and
 * functions that lie large powers of two apart have equal hashes. The next table has far more
 * patience, so that a change of tables happens a few times in a run, and takes less time than was
 * lost.
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
    MOST_ORDERS = 4,    /* upper bound of the tables of one size, besides the first */
    FIRST_HOMES = 128,  /* homes of a thread's first table: a page */
    SMALL_HOMES = 2048, /* smaller tables grow fourfold */
    PATIENCE = 2,       /* patience of a new table, for each home: about the cost of the next */
    MORE_PATIENCE = 16, /* times the last table's patience, if that was as large */
    SLOW_FIND = 16,     /* patience that a call takes if mcount.S does not reach its entry */
    HEAT_BITS = 3,      /* counts that differ by fewer bits are alike, and so are all */
    HEAT_LEVELS = 4,    /* counts that are smaller by that many times as many bits */
    FEW = 32            /* if one of so many calls is late, the order stays */
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

/* Returns the count of a key, or NULL if the table has no such key. */
static uint64_t *find(enum gm_kind kind, struct gm_table *t, const struct gm_key *key)
{
    uint64_t *e = gm_home(kind, t, key);

    for (int i = 0; i <= GM_TAIL && e[0] != 0; i++, e = gm_next_entry(kind, e))
        if (gm_has_key(kind, e, key))
            return gm_count_of(kind, e);
    return NULL;
}

/* Inserts a key. The count is stored before the key, so that a reader that finds the key finds its
 * count, too. `used` is stored before both, so that a reader that has found that many keys has
 * found all.
 */
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

/* Returns the number of homes of the table after `old`. Small tables grow fourfold: the old ones
 * stay in memory, and there should be few of them. */
static uint64_t more_homes(enum gm_kind kind, const struct gm_table *old)
{
    uint64_t homes = gm_homes(kind, old);

    return homes * (homes < SMALL_HOMES ? 4 : 2);
}

/* Returns true if the count has this many bits, or one or two more. If coldest, the count may also
 * have any smaller number of bits. */
static bool is_as_hot(uint64_t count, unsigned bits, bool coldest)
{
    uint64_t top = count >> bits;

    return top >> HEAT_BITS == 0 && (top != 0 || coldest);
}

static uint64_t bits_of_all(enum gm_kind kind, struct gm_table *t)
{
    uint64_t *e = t->word, bits = 0;

    for (size_t left = gm_entries(kind, t); left > 0; left--, e = gm_next_entry(kind, e))
        bits |= *gm_count_of(kind, e);
    return bits;
}

/* Takes over all keys of the old table, those with large counts first. */
static void take_over(enum gm_kind kind, struct gm_table *t, struct gm_table *old)
{
    uint64_t all = bits_of_all(kind, old);
    unsigned bits = 0;
    struct gm_key key;
    bool coldest = false;

    while (all >> bits >> HEAT_BITS != 0)
        bits += HEAT_BITS;
    for (int level = 1; !coldest; level++, bits -= HEAT_BITS) {
        uint64_t *e = old->word;
        coldest = bits == 0 || level == HEAT_LEVELS;
        for (size_t left = gm_entries(kind, old); left > 0; left--, e = gm_next_entry(kind, e))
            /* A key that finds no room is inserted again by its next call. */
            if (is_as_hot(*gm_count_of(kind, e), bits, coldest) && gm_get_key(kind, e, &key))
                put(kind, t, &key, 0, GM_REACH);
    }
}

/* Adds a table with this many homes. Returns NULL if there is no memory, or there are too many
 * tables. */
static struct gm_table *next_table(enum gm_kind kind, struct gm_set *set, struct gm_table **current,
                                   uint64_t homes, int64_t patience)
{
    struct gm_table *old = gm_last_table(set);
    struct gm_table head = {.mask = (homes - 1) * gm_home_step(kind),
                            .factor = GM_CALLEE_FACTOR / GM_SITE_FACTOR,
                            .patience = patience};
    struct gm_table *t = set->tables < GM_TABLES ? gm_map(gm_table_bytes(kind, &head)) : NULL;

    if (t == NULL)
        return NULL;
    *t = head;
    if (old != NULL)
        take_over(kind, t, old);
    set->table[set->tables] = t;
    gm_store(&set->tables, set->tables + 1);
    gm_store(current, t);
    return t;
}

static struct gm_table *larger(enum gm_kind kind, struct gm_set *set, struct gm_table **current)
{
    const struct gm_table *old = gm_last_table(set);
    uint64_t homes = old != NULL ? more_homes(kind, old) : FIRST_HOMES;

    set->orders = 0;
    return next_table(kind, set, current, homes, (int64_t)homes * PATIENCE);
}

/* Makes room for the key and counts it, with interrupts off. Returns false if the key must go to
 * the far table.
 */
static bool insert(enum gm_kind kind, struct gm_set *set, struct gm_table **current,
                   const struct gm_key *key)
{
    struct gm_table *t = gm_last_table(set);

    while (t == NULL || !put(kind, t, key, 1, GM_REACH)) {
        if (t != NULL && !is_crowded(kind, t))
            return put(kind, t, key, 1, GM_TAIL);
        struct gm_table *next = larger(kind, set, current);
        if (next == NULL)
            return t != NULL && put(kind, t, key, 1, GM_TAIL);
        t = next;
        /* The keys of the last table were taken over, perhaps with this key. */
        uint64_t *count = find(kind, t, key);
        if (count != NULL) {
            gm_add(count, 1);
            return true;
        }
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
    uint64_t *e = gm_home(kind, t, key);

    for (int i = 0; i <= GM_REACH; i++, e = gm_next_entry(kind, e)) {
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
    bool done = true;

#ifdef GM_CLAIMS
    if (set->tables > 0 && put_at_once(kind, gm_last_table(set), key))
        return true;
#endif
    gm_interrupts_off(&old);
    uint64_t *count = find(kind, *current, key); /* a handler may have been faster */
    if (count != NULL)
        gm_add(count, 1);
    else
        done = insert(kind, set, current, key);
    gm_interrupts_restore(&old);
    return done;
}

/* ---- a better order ------------------------------------------------------------------------- */

/* Returns true if so few calls find their entries late that another table would cost more than it
 * saves. */
static bool is_in_order(enum gm_kind kind, struct gm_table *t)
{
    uint64_t *e = t->word, all = 0, late = 0;
    struct gm_key key;

    for (size_t left = gm_entries(kind, t); left > 0; left--, e = gm_next_entry(kind, e)) {
        if (!gm_get_key(kind, e, &key))
            continue;
        uint64_t count = *gm_count_of(kind, e);
        size_t behind = (size_t)(e - gm_home(kind, t, &key));
        all += count;
        if (behind != 0)
            late += behind > GM_REACH * gm_entry_words(kind) ? count * SLOW_FIND : count;
    }
    return late < all / FEW;
}

/* Adds a table, because too many calls find their entries late. The new table is full far later. If
 * there is no new table, calls stay slow: most tables are reserved for growth, which matters
 * more. */
static GM_COLD void reorder(enum gm_kind kind, struct gm_set *set, struct gm_table **current,
                            uint64_t homes)
{
    struct gm_interrupts old;

    gm_interrupts_off(&old);
    struct gm_table *t = gm_last_table(set);
    if (t->patience < 0) { /* else a handler was faster */
        int64_t patience = (int64_t)homes * PATIENCE;
        for (uint32_t i = 0; i <= set->orders; i++)
            patience *= MORE_PATIENCE;
        bool wanted = !is_in_order(kind, t);
        t->patience = wanted ? INT64_MAX : patience;
        if (wanted && set->orders < MOST_ORDERS && set->tables < GM_TABLES / 2 &&
            next_table(kind, set, current, homes, patience) != NULL)
            set->orders++;
    }
    gm_interrupts_restore(&old);
}

/* Notes that a call has found its entry, but not in mcount.S, or that patience is at its end. */
static void found_late(enum gm_kind kind, struct gm_set *set, struct gm_table **current,
                       const struct gm_key *key, const uint64_t *count)
{
    struct gm_table *t = *current;
    const uint64_t *reach = gm_home(kind, t, key) + (GM_REACH + 1) * gm_entry_words(kind);

    if (count >= reach)
        t->patience -= SLOW_FIND;
    if (t->patience < 0)
        reorder(kind, set, current, gm_homes(kind, t) * (count >= reach ? 4 : 1));
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

bool gm_count_known(enum gm_kind kind, struct gm_table *t, const struct gm_key *key)
{
    uint64_t *count = find(kind, t, key);

    if (count != NULL)
        gm_add(count, 1);
    return count != NULL;
}

/* Looks into the far table last, because only a key without a place in its set is there. */
bool gm_count_key(struct gm_counters *c, enum gm_kind kind, struct gm_table **current,
                  const struct gm_key *key, uintptr_t site, uintptr_t callee)
{
    struct gm_set *set = kind == GM_ARCS ? &c->arcs : &c->blocks;
    uint64_t *count = find(kind, *current, key);

    if (count != NULL) {
        gm_add(count, 1);
        found_late(kind, set, current, key, count);
        return true;
    }
    return far_count(c, site, callee, 1) || add(kind, set, current, key) ||
           gm_count_far(c, site, callee, 1);
}
