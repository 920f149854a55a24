/* gmon_merge.c - the counts of all threads become one sorted list
 *
 * Role: reads the tables of every thread, dead or alive and still counting, and adds up what
 * belongs to the same arc. Addresses become link-time addresses of the program; whatever lies
 * outside of it becomes <external>. Output: arcs in the order of addresses, so that the file, and
 * with it the order of equals in reports, does not depend on tables or threads.
 * Cost: n log n of the entries; memory mapped for the time of a dump.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

enum { LATE = 256 }; /* entries that may come while we read */

/* ---- every entry, with addresses of memory -------------------------------------------------- */

static void visit_set(const struct gm_set *set, bool arcs, gm_visitor *visit, void *to)
{
    for (uint32_t i = 0; i < set->tables; i++) {
        const struct gm_table *t = set->table[i];
        size_t entries = t->mask / sizeof(struct gm_entry) + GM_TAIL + 1;
        for (size_t k = 0; k < entries; k++) {
            uint64_t key = *(const volatile uint64_t *)&t->entry[k].key;
            uint64_t count = *(const volatile uint64_t *)&t->entry[k].count;
            if (key == 0 || count == 0)
                continue;
            if (arcs)
                visit(to, gm.start + (key >> 32), gm.start + (key & UINT32_MAX), count);
            else
                visit(to, key, GM_BLOCK, count);
        }
    }
}

static void visit_far(const struct gm_far *f, gm_visitor *visit, void *to)
{
    for (uint64_t k = 0; k <= f->mask; k++) {
        uintptr_t site = *(const volatile uintptr_t *)&f->entry[k].site;
        uint64_t count = *(const volatile uint64_t *)&f->entry[k].count;
        if (site != 0 && count != 0)
            visit(to, site, f->entry[k].callee, count);
    }
}

void gm_visit(gm_visitor *visit, void *to)
{
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next) {
        visit_set(&t->arcs, true, visit, to);
        visit_set(&t->blocks, false, visit, to);
        for (uint32_t i = 0; i < t->far_tables; i++)
            visit_far(t->far[i], visit, to);
    }
}

static void count_one(void *to, uintptr_t site, uintptr_t callee, uint64_t count)
{
    struct gm_counts *c = to;

    (void)site;
    c->count++;
    if (callee != GM_SAMPLE)
        c->calls += count;
}

uint64_t gm_total(void)
{
    struct gm_counts c = {0};

    gm_visit(count_one, &c);
    return c.calls;
}

/* ---- one list ------------------------------------------------------------------------------- */

static void add_arc(struct gm_counts *c, uint64_t site, uint64_t callee, uint64_t count)
{
    if (c->count < c->room) /* else threads are very busy: those wait for the next dump */
        c->arc[c->count++] = (struct gm_arc){site, callee, count};
}

static void add_one(void *to, uintptr_t site, uintptr_t callee, uint64_t count)
{
    struct gm_counts *c = to;
    bool site_in = site - gm.start < gm.end - gm.start;
    bool callee_in = callee - gm.start < gm.end - gm.start;
    uint64_t outside = gm_external_address();

    if (callee == GM_SAMPLE) {
        c->outside += count;
    } else if (callee == GM_BLOCK) {
        if (site_in)
            add_arc(c, site - gm.bias, GM_BLOCK, count);
    } else if (!callee_in && (!site_in || gm_external() == 0)) {
        c->far_calls += count;
    } else {
        c->calls += count;
        add_arc(c, site_in ? site - gm.bias : outside + 1, callee_in ? callee - gm.bias : outside,
                count);
    }
}

static bool is_before(const struct gm_arc *a, const struct gm_arc *b)
{
    return a->site != b->site ? a->site < b->site : a->callee < b->callee;
}

static void sift_down(struct gm_arc *a, size_t root, size_t count)
{
    struct gm_arc moved = a[root];

    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && is_before(a + child, a + child + 1))
            child++;
        if (!is_before(&moved, a + child))
            break;
        a[root] = a[child];
    }
    a[root] = moved;
}

/* Heap sort: no recursion, no memory, no libc. */
static void sort(struct gm_arc *a, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift_down(a, i, count);
    for (size_t n = count; n > 1;) {
        struct gm_arc last = a[--n];
        a[n] = a[0];
        a[0] = last;
        sift_down(a, 0, n);
    }
}

/* Equal neighbours become one. */
static void combine(struct gm_counts *c)
{
    size_t n = 0;

    for (size_t i = 0; i < c->count; i++) {
        const struct gm_arc *a = c->arc + i;
        if (n > 0 && !is_before(c->arc + n - 1, a))
            c->arc[n - 1].count += a->count;
        else
            c->arc[n++] = *a;
    }
    c->count = n;
    c->blocks = 0;
    for (size_t i = 0; i < n; i++)
        c->blocks += c->arc[i].callee == GM_BLOCK;
}

/* Everything since the start. False: no memory. */
bool gm_merge(struct gm_counts *c)
{
    *c = (struct gm_counts){0};
    gm_visit(count_one, c);
    c->room = c->count + LATE;
    c->count = 0;
    c->calls = 0;
    c->arc = gm_map(c->room * sizeof *c->arc);
    if (c->arc == NULL)
        return false;
    gm_visit(add_one, c);
    sort(c->arc, c->count);
    combine(c);
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next)
        c->threads++;
    return true;
}

/* Take away what gmon_reset has set aside; both are sorted. */
void gm_subtract(struct gm_counts *c, const struct gm_counts *base)
{
    size_t n = 0;
    size_t b = 0;

    for (size_t i = 0; i < c->count; i++) {
        struct gm_arc a = c->arc[i];
        while (b < base->count && is_before(base->arc + b, &a))
            b++;
        if (b < base->count && !is_before(&a, base->arc + b))
            a.count -= base->arc[b].count;
        if (a.count != 0)
            c->arc[n++] = a;
        else
            c->blocks -= a.callee == GM_BLOCK;
    }
    c->count = n;
    c->calls -= base->calls;
    c->outside -= base->outside;
    c->far_calls -= base->far_calls;
}

void gm_counts_free(struct gm_counts *c)
{
    if (c->arc != NULL)
        gm_unmap(c->arc, c->room * sizeof *c->arc);
    *c = (struct gm_counts){0};
}
