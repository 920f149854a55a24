/* stack_encode.c - encodes the stated modules, trees and nodes as a stack file
 *
 * Role, input and output: see stack_text.h and stack_model.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "stack_model.h"

#include "gmon_stacks.h"

#include <stdlib.h>
#include <string.h>

/* ---- the file ------------------------------------------------------------------------------- */

void stack_put_number(struct buf *out, uint64_t v)
{
    for (; v > 0x7f; v >>= 7)
        buf_uint(out, (v & 0x7f) | 0x80, 1);
    buf_uint(out, v, 1);
}

void stack_put_section(struct buf *out, unsigned tag, struct buf *payload)
{
    buf_uint(out, tag, 1);
    stack_put_number(out, payload->len);
    buf_put(out, payload->p, payload->len);
    buf_release(payload);
}

/* Compares two strings of any bytes as strcmp does. */
static int compare(const void *a, size_t an, const void *b, size_t bn)
{
    size_t n = an < bn ? an : bn;
    int order = n ? memcmp(a, b, n) : 0;

    return order ? order : (an > bn) - (an < bn);
}

static int by_identity(const void *left, const void *right)
{
    const struct module *l = left, *r = right;
    int order = (l->kind > r->kind) - (l->kind < r->kind);

    if (order == 0)
        order = compare(l->id.p, l->id.len, r->id.p, r->id.len);
    return order ? order : compare(l->path.s, l->path.len, r->path.s, r->path.len);
}

/* Puts the modules. Fills in `ranks': by number in the text + 1, the rank in the file + 1. */
static void put_modules(struct stack_compiler *s, uint32_t *ranks, struct buf *out)
{
    struct buf payload = {0};

    stack_put_number(&payload, s->n_modules);
    if (s->n_modules > 0)
        qsort(s->modules, s->n_modules, sizeof *s->modules, by_identity);
    for (size_t i = 0; i < s->n_modules; i++) {
        struct module *m = &s->modules[i];

        ranks[m->number + 1] = (uint32_t)i + 1;
        buf_uint(&payload, m->kind, 1);
        stack_put_number(&payload, m->id.len);
        buf_put(&payload, m->id.p, m->id.len);
        stack_put_number(&payload, m->path.len);
        buf_put(&payload, m->path.s, m->path.len);
    }
    stack_put_section(out, GSTACK_MODULES, &payload);
}

/* Compares nodes by parent, and nodes of one parent by their order in the file. */
static int by_place(const void *left, const void *right)
{
    const struct node *l = *(struct node *const *)left, *r = *(struct node *const *)right;

    if (l->parent != r->parent)
        return l->parent < r->parent ? -1 : 1;
    if (l->number == 0 || r->number == 0)
        return l->number == 0 ? -(r->number != 0) : 1;
    if (l->module != r->module)
        return l->module < r->module ? -1 : 1;
    return (l->key > r->key) - (l->key < r->key);
}

static void put_node(struct buf *out, const struct node *n, const struct node *parent,
                     uint32_t children)
{
    uint64_t difference = n->key - parent->key;

    stack_put_number(out, n->module == parent->module ? 0 : n->module);
    stack_put_number(out, difference >> 63 ? ~difference * 2 + 1 : difference * 2);
    stack_put_number(out, children);
    stack_put_number(out, n->signals);
    if (n->signals > 0) {
        stack_put_number(out, n->ticks);
        stack_put_number(out, n->squares);
    }
}

static void put_nodes(struct tree *t, struct buf *out)
{
    struct node **sorted = xrealloc_array(NULL, t->n, sizeof(struct node *));
    uint32_t *next = xrealloc_array(NULL, t->n, sizeof *next); /* next child of each node */
    uint32_t *left = xrealloc_array(NULL, t->n, sizeof *left); /* children left of each node */
    uint32_t at = 0;

    for (size_t i = 0; i < t->n; i++) {
        sorted[i] = &t->nodes[i];
        left[i] = 0;
    }
    qsort(sorted, t->n, sizeof(struct node *), by_place);
    for (uint32_t i = (uint32_t)t->n; i-- > 1;) { /* the root comes first */
        next[sorted[i]->parent] = i;
        left[sorted[i]->parent]++;
    }
    put_node(out, &t->nodes[0], &t->nodes[0], left[0]);
    while (at != 0 || left[0] > 0) {
        if (left[at] == 0) {
            at = t->nodes[at].parent;
            continue;
        }
        left[at]--;
        at = sorted[next[at]++]->number;
        put_node(out, &t->nodes[at], &t->nodes[t->nodes[at].parent], left[at]);
    }
    free(sorted);
    free(next);
    free(left);
}

static int by_clock(const void *left, const void *right)
{
    const struct tree *l = left, *r = right;

    if (l->clock != r->clock)
        return l->clock < r->clock ? -1 : 1;
    return (l->interval > r->interval) - (l->interval < r->interval);
}

static void put_tree(struct tree *t, const uint32_t *ranks, struct buf *out)
{
    struct buf payload = {0};
    uint64_t signals = 0, ticks = 0;

    for (size_t i = 0; i < t->n; i++) {
        t->nodes[i].module = ranks[t->nodes[i].module];
        signals += t->nodes[i].signals;
        ticks += t->nodes[i].ticks;
    }
    buf_uint(&payload, t->clock, 1);
    stack_put_number(&payload, t->interval);
    stack_put_number(&payload, t->lies_signals ? t->signals : signals);
    stack_put_number(&payload, t->lies_ticks ? t->ticks : ticks);
    stack_put_number(&payload, t->missing);
    stack_put_number(&payload, t->lost);
    stack_put_number(&payload, t->runs);
    put_nodes(t, &payload);
    stack_put_section(out, GSTACK_TREE, &payload);
}

/* Returns the checksum of gzip (RFC 1952, section 8), bit by bit. */
static uint32_t checksum(const unsigned char *p, size_t n)
{
    uint32_t c = UINT32_MAX;

    while (n-- > 0) {
        c ^= *p++;
        for (int i = 0; i < 8; i++)
            c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
    }
    return ~c;
}

static void release(struct stack_compiler *s)
{
    for (size_t i = 0; i < s->n_modules; i++) {
        buf_release(&s->modules[i].id);
        free(s->modules[i].path.s);
        free(s->modules[i].label);
    }
    for (size_t i = 0; i < s->n_trees; i++)
        free(s->trees[i].nodes);
    for (size_t i = 0; i < s->n_symbols; i++)
        free(s->symbols[i].name);
    free(s->modules);
    free(s->trees);
    free(s->symbols);
    buf_release(&s->before);
    buf_release(&s->behind);
    free(s);
}

void stack_finish(struct stack_compiler *s, struct buf *out)
{
    size_t start = out->len;

    if (s == NULL)
        return;
    uint32_t *ranks = xrealloc_array(NULL, s->n_modules + 1, sizeof *ranks);
    ranks[0] = 0;
    out->big = false;
    buf_str(out, GSTACK_MAGIC);
    buf_uint(out, GSTACK_MAJOR, 1);
    buf_uint(out, GSTACK_MINOR, 1);
    buf_uint(out, 0, 2);
    buf_put(out, s->before.p, s->before.len);
    put_modules(s, ranks, out);
    if (s->n_trees > 0)
        qsort(s->trees, s->n_trees, sizeof *s->trees, by_clock);
    for (size_t i = 0; i < s->n_trees; i++)
        put_tree(&s->trees[i], ranks, out);
    buf_put(out, s->behind.p, s->behind.len);
    uint32_t sum = checksum(out->p + start, out->len - start);
    buf_uint(out, GSTACK_END, 1);
    stack_put_number(out, 4);
    buf_uint(out, sum, 4);
    free(ranks);
    release(s);
}
