/* table_entries.c - what is done to all entries of a thread's tables: show, zero, forget, free
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/tables.h"
#include "runtime/arch/layout.h"
#include "runtime/core/os.h"
#include GM_MACHINE_REGISTERS_HEADER

static size_t entries_of(const struct gm_table *t)
{
    return (size_t)t->mask / sizeof(struct gm_entry) + GM_TAIL + 1;
}

/* ---- show ----------------------------------------------------------------------------------- */

static uintptr_t site_of(uint64_t key, uintptr_t base)
{
    uintptr_t site = gm_key_base(base) + (uintptr_t)(key >> 32);

    return key >> 32 == GM_FAR_SITE ? (uintptr_t)GM_FAR : gm_return_address(site);
}

static uintptr_t callee_of(uint64_t key, uintptr_t base)
{
    return gm_return_address(gm_key_base(base) + (uintptr_t)(key & UINT32_MAX));
}

static uintptr_t block_of(uint64_t key)
{
    return gm_return_address((uintptr_t)key) - 1;
}

static void visit_set(const struct gm_set *set, enum gm_kind kind, uintptr_t base,
                      gm_visitor *visit, void *to)
{
    for (uint32_t i = 0; i < gm_load(&set->tables); i++) {
        const struct gm_table *t = set->table[i];
        size_t entries = entries_of(t);
        for (size_t k = 0; k < entries; k++) {
            uint64_t key = gm_load_key(&t->entry[k].key);
            uint64_t count = gm_load(&t->entry[k].count);
            if (key == 0 || count == 0)
                continue;
            if (kind == GM_ARCS)
                visit(to, site_of(key, base), callee_of(key, base), count);
            else
                visit(to, block_of(key), GM_BLOCK, count);
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

/* ---- zero ----------------------------------------------------------------------------------- */

/* Most entries are 0 already, and writing to those would cost a forked child copies of pages. */
static void zero_set(struct gm_set *set)
{
    for (uint32_t i = 0; i < set->tables; i++) {
        struct gm_table *t = set->table[i];
        size_t entries = entries_of(t);
        for (size_t k = 0; k < entries; k++)
            if (t->entry[k].count != 0)
                gm_store(&t->entry[k].count, 0);
    }
}

void gm_counters_zero(struct gm_counters *c)
{
    zero_set(&c->arcs);
    zero_set(&c->blocks);
    for (uint32_t i = 0; i < c->far_tables; i++)
        for (uint64_t k = 0; k <= c->far[i]->mask; k++)
            c->far[i]->entry[k].count = 0;
}

/* ---- forget --------------------------------------------------------------------------------- */

static void forget_in_set(struct gm_set *set, enum gm_kind kind, uintptr_t base, uintptr_t low,
                          uintptr_t end)
{
    for (uint32_t i = 0; i < set->tables; i++) {
        struct gm_table *t = set->table[i];
        size_t entries = entries_of(t);
        for (size_t k = 0; k < entries; k++) {
            uint64_t key = t->entry[k].key;
            uintptr_t at = kind == GM_ARCS ? callee_of(key, base) : block_of(key);
            if (key != 0 && at - low < end - low)
                gm_store(&t->entry[k].count, 0);
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

/* ---- free ----------------------------------------------------------------------------------- */

static void free_set(struct gm_set *set)
{
    for (uint32_t i = 0; i < set->tables; i++)
        gm_unmap(set->table[i], gm_table_bytes(set->table[i]->mask));
}

void gm_counters_free(struct gm_counters *c)
{
    free_set(&c->arcs);
    free_set(&c->blocks);
    for (uint32_t i = 0; i < c->far_tables; i++)
        gm_unmap(c->far[i], gm_far_bytes(c->far[i]->mask));
}
