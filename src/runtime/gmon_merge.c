/* gmon_merge.c - the counts of all threads become one sorted list
 *
 * Role: reads the tables of every thread, dead or alive and still counting, and adds up what
 * belongs to the same arc. Addresses become link-time addresses of the program or of a library;
 * callers elsewhere become <external>. Calls from the program into libraries are not shown: with
 * callbacks they would make one cycle of everything. Output: arcs in the order of addresses, so
 * that the file, and with it the order of equals in reports, does not depend on tables or threads.
 * Cost: n log n of the entries; memory mapped for the time of a dump.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

enum { LATE = 256 }; /* entries that may come while we read */

/* ---- every entry, with addresses of memory -------------------------------------------------- */

static void visit_set(const struct gm_set *set, bool arcs, gm_visitor *visit, void *to)
{
    for (uint32_t i = 0; i < gm_load(&set->tables); i++) {
        const struct gm_table *t = set->table[i];
        size_t entries = t->mask / sizeof(struct gm_entry) + GM_TAIL + 1;
        for (size_t k = 0; k < entries; k++) {
            uint64_t key = gm_load(&t->entry[k].key);
            uint64_t count = gm_load(&t->entry[k].count);
            if (key == 0 || count == 0)
                continue;
            if (arcs)
                visit(to, gm.start + (key >> 32), gm.start + (key & UINT32_MAX), count);
            else
                visit(to, key - 1, GM_BLOCK, count);
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

void gm_visit(gm_visitor *visit, void *to)
{
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next) {
        visit_set(&t->arcs, true, visit, to);
        visit_set(&t->blocks, false, visit, to);
        for (uint32_t i = 0; i < gm_load(&t->far_tables); i++)
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

static void add_one(void *to, uintptr_t site, uintptr_t callee, uint64_t count)
{
    struct gm_counts *c = to;

    if (c->count < c->room) /* else threads are very busy: those wait for the next dump */
        c->arc[c->count++] = (struct gm_arc){site, callee, count};
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
}

/* Take away what gmon_reset has set aside; both are sorted. */
static void subtract(struct gm_counts *c, const struct gm_counts *base)
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
    }
    c->count = n;
}

static unsigned threads(void)
{
    unsigned n = 0;

    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next)
        n++;
    return n;
}

/* All entries since the start, with addresses of memory, each once; those that base has are
 * taken away (NULL: none). False: no memory. */
bool gm_collect(struct gm_counts *c, const struct gm_counts *base)
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
    if (base != NULL)
        subtract(c, base);
    c->threads = threads();
    return true;
}

static bool is_within(uintptr_t address, const struct gm_part *p)
{
    return address - p->code < p->end - p->code;
}

static void select_sample(const struct gm_arc *a, const struct gm_part *p, struct gm_counts *to)
{
    if (p->bins == NULL) { /* the program's own samples are in its histogram already */
        if (gm_module_of(a->site) == NULL)
            to->outside += a->count;
    } else if (is_within(a->site, p)) {
        p->bins[(a->site - p->code) >> GM_MODULE_SHIFT] += (uint32_t)a->count;
        to->outside += a->count;
    }
}

/* An arc or block as the file of a part has it, with link-time addresses; calls from elsewhere come
 * from p->elsewhere. False: it is of no part of that. */
bool gm_translate(struct gm_arc *a, const struct gm_part *p)
{
    bool site_in = is_within(a->site, p);

    if (a->callee == GM_BLOCK) {
        a->site -= p->bias;
        return site_in;
    }
    bool callee_in = is_within(a->callee, p);
    a->site = site_in ? a->site - p->bias : p->elsewhere + 1;
    a->callee -= p->bias;
    return callee_in;
}

static void add_up(const struct gm_arc *a, struct gm_counts *to)
{
    if (a->callee == GM_BLOCK)
        to->blocks++;
    else
        to->calls += a->count;
}

/* What belongs to a part. to has room for as much as from, and may be from itself. */
void gm_select(const struct gm_counts *from, const struct gm_part *p, struct gm_counts *to)
{
    size_t n = 0;
    size_t count = from->count;

    for (size_t i = 0; i < count; i++) {
        struct gm_arc a = from->arc[i];
        if (a.callee == GM_SAMPLE) {
            select_sample(&a, p, to);
        } else if (gm_translate(&a, p)) {
            add_up(&a, to);
            to->arc[n++] = a;
        }
    }
    to->count = n;
    to->threads = from->threads;
    sort(to->arc, n);
    combine(to);
}

static void tally_one(void *to, uintptr_t site, uintptr_t callee, uint64_t count)
{
    struct gm_counts *c = to;
    struct gm_arc a = {site, callee, count};

    if (callee == GM_SAMPLE)
        c->outside += count;
    else if (gm_translate(&a, c->part))
        add_up(&a, c);
}

/* Without memory for a list: only the sums of a part. */
void gm_tally(struct gm_counts *c, const struct gm_part *p)
{
    *c = (struct gm_counts){.part = p};
    gm_visit(tally_one, c);
    c->threads = threads();
}

/* Add counts of the same part. False: no memory, nothing is changed. */
bool gm_append(struct gm_counts *to, const struct gm_counts *more)
{
    size_t room = to->count + more->count + 1;
    struct gm_arc *all = gm_map(room * sizeof *all);

    if (all == NULL)
        return false;
    for (size_t i = 0; i < to->count; i++)
        all[i] = to->arc[i];
    for (size_t i = 0; i < more->count; i++)
        all[to->count + i] = more->arc[i];
    gm_unmap(to->arc, to->room * sizeof *to->arc);
    to->arc = all;
    to->room = room;
    to->count += more->count;
    to->blocks = 0;
    to->calls += more->calls;
    to->outside += more->outside;
    sort(to->arc, to->count);
    combine(to);
    for (size_t i = 0; i < to->count; i++)
        to->blocks += to->arc[i].callee == GM_BLOCK;
    return true;
}

void gm_counts_free(struct gm_counts *c)
{
    struct gm_counts old = *c;

    *c = (struct gm_counts){0};
    if (old.arc != NULL)
        gm_unmap(old.arc, old.room * sizeof *old.arc);
}
