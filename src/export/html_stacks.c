/* html_stacks - the tree of call stacks as a block of JSON in a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/html_data.h"

#include "base/json.h"
#include "base/mem.h"

#include <stdlib.h>

/* By path. */
struct tree {
    uint64_t *own;     /* time in the frame itself */
    uint64_t *whole;   /* the same with what it called */
    uint64_t *largest; /* `whole` of those with time, to be sorted */
    uint32_t *number;  /* of the frame on the page, from 1; 0: it is not there */
    uint64_t rest;     /* time that no frame has */
};

static bool tree_init(struct tree *t, const struct paths *p, struct diag *d)
{
    *t = (struct tree){.own = mem_alloc(d, p->n, sizeof *t->own),
                       .whole = mem_alloc(d, p->n, sizeof *t->whole),
                       .largest = mem_alloc(d, p->n, sizeof *t->largest),
                       .number = mem_alloc(d, p->n, sizeof *t->number),
                       .rest = p->cut_total};
    if (!t->own || !t->whole || !t->largest || !t->number)
        return false;
    for (uint32_t i = p->n; i-- > 0;) {
        t->own[i] = p->at[i].time;
        t->whole[i] += t->own[i];
        if (p->at[i].parent != NO_PATH)
            t->whole[p->at[i].parent] += t->whole[i];
    }
    return true;
}

static void tree_release(struct tree *t)
{
    free(t->own);
    free(t->whole);
    free(t->largest);
    free(t->number);
}

static int descending(const void *left, const void *right)
{
    uint64_t l = *(const uint64_t *)left, r = *(const uint64_t *)right;

    return l > r ? -1 : l < r;
}

/* Give numbers to the HTML_FRAMES frames with most time. A caller has no less time than what it
 * calls, and the smaller number: so it is there if its callees are. How many frames with time are
 * not there. */
static uint32_t choose_frames(struct tree *t, uint32_t n)
{
    uint32_t with_time = 0, equals = 0, chosen = 0;
    uint64_t least = 0;

    for (uint32_t i = 0; i < n; i++)
        if (t->whole[i] > 0)
            t->largest[with_time++] = t->whole[i];
    if (with_time > HTML_FRAMES) {
        qsort(t->largest, with_time, sizeof *t->largest, descending);
        least = t->largest[HTML_FRAMES - 1];
        while (equals < HTML_FRAMES && t->largest[HTML_FRAMES - 1 - equals] == least)
            equals++;
    }
    for (uint32_t i = 0; i < n; i++) {
        bool is_last = t->whole[i] == least && equals > 0;

        if (t->whole[i] > least || is_last)
            t->number[i] = ++chosen;
        equals -= is_last;
    }
    return with_time - chosen;
}

/* What frames that are not there have goes to their callers. */
static void hand_up(struct tree *t, const struct paths *p)
{
    for (uint32_t i = p->n; i-- > 0;) {
        if (t->number[i])
            continue;
        if (p->at[i].parent == NO_PATH)
            t->rest += t->own[i];
        else
            t->own[p->at[i].parent] += t->own[i];
    }
}

static void put_frame(struct json_list *list, uint32_t parent, uint32_t function, uint64_t own)
{
    json_add_u64(list, parent);
    json_add_u64(list, function);
    json_add_u64(list, own);
}

static void put_frames(const struct report *r, const struct html_functions *f,
                       const struct paths *p, const struct tree *t, struct json_object *top)
{
    struct json_list list = json_begin_short_list(top, "frames");

    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t node = p->at[i].node;

        if (t->number[i])
            put_frame(&list, p->at[i].parent == NO_PATH ? 0 : t->number[p->at[i].parent],
                      node < r->symtab.n ? f->number[node] : f->n + node - r->symtab.n, t->own[i]);
    }
    if (r->figures.unknown > 0)
        put_frame(&list, 0, r->figures.n_shown, r->figures.unknown);
    if (t->rest > 0)
        put_frame(&list, 0, f->n + r->graph.n_cycles, t->rest);
    json_end_list(&list);
}

bool html_put_stacks(const struct report *r, const struct html_functions *f, const struct paths *p,
                     struct sink *out, struct diag *d)
{
    struct json_object top;
    struct tree t;
    bool ok;

    if (p->n == 0)
        return true;
    ok = tree_init(&t, p, d);
    if (ok) {
        html_block_begin(out, "stacks");
        top = json_begin_lines(out);
        json_put_u64(&top, "dropped", choose_frames(&t, p->n));
        hand_up(&t, p);
        put_frames(r, f, p, &t, &top);
        json_end(&top);
        html_block_end(out);
    }
    tree_release(&t);
    return ok;
}
