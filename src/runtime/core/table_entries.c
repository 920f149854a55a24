/* table_entries.c - shows and forgets all entries of a thread's tables
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/keys.h"
#include "runtime/core/os.h"

/* ---- show ----------------------------------------------------------------------------------- */

static void visit_set(const struct gm_set *set, enum gm_kind kind, uintptr_t base,
                      gm_visitor *visit, void *to)
{
    for (uint32_t i = 0; i < gm_load(&set->tables); i++) {
        struct gm_table *t = set->table[i];
        uint64_t *e = t->word;
        struct gm_key key;
        for (size_t left = gm_entries(t); left > 0; left--, e = gm_next_entry(kind, e)) {
            uint64_t count = gm_get_key(kind, e, &key) ? gm_load(gm_count_of(kind, e)) : 0;
            if (count == 0)
                continue;
            if (kind == GM_ARCS)
                visit(to, gm_site_of(&key, base), gm_callee_of(&key, base), count);
            else
                visit(to, gm_block_of(&key), GM_BLOCK, count);
        }
    }
}

static void visit_far(const struct gm_far *f, gm_visitor *visit, void *to)
{
    for (uint64_t k = 0; k <= f->mask; k++) {
        uintptr_t site = gm_load(&f->entry[k].site);
        uint64_t count = gm_load(&f->entry[k].count);
        if (site != 0 && count != 0)
            visit(to, site, gm_load(&f->entry[k].callee), count);
    }
}

void gm_counters_visit(const struct gm_counters *c, uintptr_t base, gm_visitor *visit, void *to)
{
    visit_set(&c->arcs, GM_ARCS, base, visit, to);
    visit_set(&c->blocks, GM_BLOCKS, base, visit, to);
    for (uint32_t i = 0; i < gm_load(&c->far_tables); i++)
        visit_far(c->far[i], visit, to);
}

size_t gm_counters_used(const struct gm_counters *c)
{
    uint64_t used = 0;

    for (uint32_t i = 0; i < gm_load(&c->arcs.tables); i++)
        used += gm_load(&c->arcs.table[i]->used);
    for (uint32_t i = 0; i < gm_load(&c->blocks.tables); i++)
        used += gm_load(&c->blocks.table[i]->used);
    for (uint32_t i = 0; i < gm_load(&c->far_tables); i++)
        used += gm_load(&c->far[i]->used);
    return (size_t)used;
}

/* ---- forget --------------------------------------------------------------------------------- */

/* Sets counts to 0. Most are 0 already, and those are not written: the pages of large tables
 * may be untouched. */
static void forget_in_set(struct gm_set *set, enum gm_kind kind, uintptr_t base, uintptr_t low,
                          uintptr_t end)
{
    for (uint32_t i = 0; i < set->tables; i++) {
        struct gm_table *t = set->table[i];
        uint64_t *e = t->word;
        struct gm_key key;
        for (size_t left = gm_entries(t); left > 0; left--, e = gm_next_entry(kind, e)) {
            if (gm_load(gm_count_of(kind, e)) == 0 || !gm_get_key(kind, e, &key))
                continue;
            uintptr_t at = kind == GM_ARCS ? gm_callee_of(&key, base) : gm_block_of(&key);
            if (at - low < end - low)
                gm_store(gm_count_of(kind, e), 0);
        }
    }
}

static void forget_in_far(struct gm_far *f, uintptr_t low, uintptr_t end)
{
    for (uint64_t k = 0; k <= f->mask; k++) {
        struct gm_far_entry *e = f->entry + k;
        uintptr_t at = gm_is_arc(e->callee) ? e->callee : e->site;
        if (e->site != 0 && at - low < end - low)
            gm_store(&e->count, 0);
    }
}

void gm_counters_forget(struct gm_counters *c, uintptr_t base, uintptr_t low, uintptr_t end)
{
    forget_in_set(&c->arcs, GM_ARCS, base, low, end);
    forget_in_set(&c->blocks, GM_BLOCKS, base, low, end);
    for (uint32_t i = 0; i < c->far_tables; i++)
        forget_in_far(c->far[i], low, end);
}
