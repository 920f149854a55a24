/* collect.c - merges the counts of all threads into one sorted list, and selects parts of it
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/collect.h"
#include "runtime/core/os.h"
#include "runtime/core/sort.h"
#include "runtime/core/state.h"
#include "runtime/core/threads.h"
#include "runtime/core/objects.h"
#include GM_MACHINE_HEADER

enum {
    LATE = 256,              /* entries that may be added while we read */
    LEAST_CALL = 4,          /* bytes of a call of mcount at least */
    MOST_BEFORE_MCOUNT = 128 /* bytes of code in main up to its call of mcount */
};

/* ---- lists ---------------------------------------------------------------------------------- */

static size_t list_bytes(size_t room)
{
    return sizeof(struct gm_arc_list) + room * sizeof(struct gm_arc);
}

struct gm_arc_list *gm_list_new(size_t room)
{
    struct gm_arc_list *list = gm_map(list_bytes(room));

    if (list != NULL)
        list->room = room;
    return list;
}

void gm_list_free(struct gm_arc_list *list)
{
    if (list != NULL)
        gm_unmap(list, list_bytes(list->room));
}

void gm_counts_free(struct gm_counts *c)
{
    struct gm_arc_list *old = c->list;

    gm_store(&c->list, NULL);
    gm_list_free(old);
}

static bool is_before(const struct gm_arc *a, const struct gm_arc *b)
{
    return a->site != b->site ? a->site < b->site : a->callee < b->callee;
}

GM_DEFINE_SORT(sort, struct gm_arc, is_before)

/* Sorts a list, and merges entries that are equal. */
static void put_in_order(struct gm_arc_list *list)
{
    size_t n = 0;

    sort(list->arc, list->count);
    for (size_t i = 0; i < list->count; i++) {
        const struct gm_arc *a = list->arc + i;
        if (n > 0 && !is_before(list->arc + n - 1, a))
            list->arc[n - 1].count += a->count;
        else
            list->arc[n++] = *a;
    }
    list->count = n;
}

/* Subtracts the counts that gmon_reset has set aside; both lists are sorted. */
static void subtract(struct gm_arc_list *list, const struct gm_arc_list *base)
{
    size_t n = 0;
    size_t b = 0;

    for (size_t i = 0; i < list->count; i++) {
        struct gm_arc a = list->arc[i];
        while (b < base->count && is_before(base->arc + b, &a))
            b++;
        if (b < base->count && !is_before(&a, base->arc + b))
            a.count -= base->arc[b].count;
        if (a.count != 0)
            list->arc[n++] = a;
    }
    list->count = n;
}

/* ---- everything ----------------------------------------------------------------------------- */

void gm_visit(gm_visitor *visit, void *to)
{
    for (struct gm_counters *c = NULL; (c = gm_next_counters(c)) != NULL;)
        gm_counters_visit(c, gm.start, visit, to);
}

static void add_calls(void *to, uintptr_t site, uintptr_t callee, uint64_t count)
{
    uint64_t *calls = to;

    (void)site;
    if (callee == GM_BLOCK || gm_is_arc(callee))
        *calls += count;
}

uint64_t gm_total(void)
{
    uint64_t calls = 0;

    gm_visit(add_calls, &calls);
    return calls;
}

static void put_one(void *to, uintptr_t site, uintptr_t callee, uint64_t count)
{
    struct gm_arc_list *list = to;

    if (list->count < list->room) /* else threads are very busy: a later dump has it */
        list->arc[list->count++] = (struct gm_arc){site, callee, count};
}

bool gm_collect(struct gm_counts *c, const struct gm_arc_list *base)
{
    size_t entries = 0;

    *c = (struct gm_counts){0};
    for (struct gm_counters *one = NULL; (one = gm_next_counters(one)) != NULL;)
        entries += gm_counters_used(one);
    c->list = gm_list_new(entries + LATE);
    if (c->list == NULL)
        return false;
    gm_visit(put_one, c->list);
    put_in_order(c->list);
    if (base != NULL)
        subtract(c->list, base);
    c->threads = gm_thread_states();
    return true;
}

/* ---- parts ---------------------------------------------------------------------------------- */

static bool is_within(uintptr_t address, const struct gm_part *p)
{
    return address - p->code < p->end - p->code;
}

static bool has_file(uintptr_t address)
{
    unsigned number = gm_object_at(address);

    return number != GM_OBJECT_ANONYMOUS && gm_object(number)->has_file;
}

static void add_sample(uintptr_t at, uint64_t n, struct gm_counts *to)
{
    if (gm_is_own(at))
        to->own += n;
    else
        to->outside += n;
}

/* Returns true if the sample stays in the list. */
static bool select_sample(struct gm_arc *a, const struct gm_part *p, struct gm_counts *to)
{
    uintptr_t at = (uintptr_t)a->site;

    if (p->bins == NULL) {
        if (gm_in_range(atomic_load(&gm.range), at)) {
            a->site -= p->bias;
            return true;
        }
        if (!has_file(at))
            add_sample(at, a->count, to);
    } else if (is_within(at, p)) {
        p->bins[(at - p->code) >> GM_MODULE_SHIFT] += (uint32_t)a->count;
        to->outside += a->count;
    }
    return false;
}

/* Returns true if `callee`, an address behind main, belongs to main: it is behind a call, that of
 * mcount, and main has no more calls before it than a prologue can have. So functions behind a main
 * without -pg are told apart. Returns false if the code cannot be read. */
static bool is_in_main(uintptr_t callee, const struct gm_part *p)
{
    unsigned char code[GM_CALL_BYTES + MOST_BEFORE_MCOUNT] = {0};
    size_t bytes = callee - p->main;
    int calls = 0;

    if (gm_copy(code + GM_CALL_BYTES, p->main, bytes) != bytes)
        return false;
    /* The mark of Thumb code is lost in both addresses. */
    size_t mark = gm_call_before(code + bytes, callee).is_call
                      ? 0
                      : callee + 1 - gm_return_address(callee + 1);
    for (size_t i = 1 + mark; i + LEAST_CALL <= bytes; i += 1 + mark) {
        struct gm_call_seen seen = gm_call_before(code + i, p->main + i + mark);
        calls += seen.is_call && (seen.target == 0 || is_within(seen.target, p));
    }
    return calls <= GM_PROLOGUE_CALLS &&
           (bytes <= GM_CALL_BYTES || gm_call_before(code + bytes, callee + mark).is_call);
}

/* Returns true for the C library's call of main, which happens once. */
static bool is_start(const struct gm_arc *a, const struct gm_part *p)
{
    return p->main != 0 && a->count == 1 && (uintptr_t)a->callee - p->main < MOST_BEFORE_MCOUNT &&
           is_in_main((uintptr_t)a->callee, p);
}

bool gm_translate(struct gm_arc *a, const struct gm_part *p)
{
    bool site_in = is_within((uintptr_t)a->site, p);

    if (a->callee == GM_BLOCK) {
        a->site -= p->bias;
        return site_in;
    }
    bool callee_in = is_within((uintptr_t)a->callee, p) && (site_in || !is_start(a, p));
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

void gm_select(const struct gm_counts *from, const struct gm_part *p, struct gm_counts *to)
{
    size_t n = 0;
    size_t count = from->list->count;

    for (size_t i = 0; i < count; i++) {
        struct gm_arc a = from->list->arc[i];
        if (a.callee == GM_SAMPLE) {
            if (select_sample(&a, p, to))
                to->list->arc[n++] = a;
        } else if (a.callee != GM_FIRST && gm_translate(&a, p)) {
            add_up(&a, to);
            to->list->arc[n++] = a;
        }
    }
    to->list->count = n;
    to->threads = from->threads;
    put_in_order(to->list);
}

static void tally_one(void *to, uintptr_t site, uintptr_t callee, uint64_t count)
{
    struct gm_counts *c = to;
    struct gm_arc a = {site, callee, count};

    if (callee == GM_SAMPLE)
        add_sample(site, count, c);
    else if (callee != GM_FIRST && gm_translate(&a, c->part))
        add_up(&a, c);
}

void gm_tally(struct gm_counts *c, const struct gm_part *p)
{
    *c = (struct gm_counts){.part = p};
    gm_visit(tally_one, c);
    c->threads = gm_thread_states();
}

bool gm_append(struct gm_counts *to, const struct gm_counts *more)
{
    struct gm_arc_list *old = to->list;
    struct gm_arc_list *all = gm_list_new(old->count + more->list->count + 1);

    if (all == NULL)
        return false;
    for (size_t i = 0; i < old->count; i++)
        all->arc[all->count++] = old->arc[i];
    for (size_t i = 0; i < more->list->count; i++)
        all->arc[all->count++] = more->list->arc[i];
    put_in_order(all);
    uint64_t blocks = 0;
    for (size_t i = 0; i < all->count; i++)
        blocks += all->arc[i].callee == GM_BLOCK;
    to->blocks = blocks;
    to->calls += more->calls;
    to->outside += more->outside;
    gm_store(&to->list, all);
    gm_list_free(old);
    return true;
}
