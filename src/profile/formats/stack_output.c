/* stack_output - writes a stack file
 *
 * Modules and trees are sorted; of each tree the nodes are sorted into lists of children, and then
 * gone through without recursion: from a node to its next child, and from one without a further
 * child to its parent.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/stack_format.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* ---- numbers -------------------------------------------------------------------------------- */

static void put_bytes(struct sink *out, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        sink_char(out, (char)(value >> 8 * i & 0xff));
}

static void put_number(struct sink *out, uint64_t value)
{
    char text[10];
    size_t n = 0;

    do {
        text[n++] = (char)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
        value >>= 7;
    } while (value > 0);
    sink_bytes(out, text, n);
}

static uint64_t zigzag(uint64_t difference)
{
    return difference << 1 ^ (0 - (difference >> 63));
}

static void put_section(struct sink *out, enum gstack_tag tag, const struct sink *payload)
{
    sink_char(out, (char)tag);
    put_number(out, payload->used);
    sink_bytes(out, payload->buf, payload->used);
    if (payload->error != 0 && out->error == 0)
        out->error = payload->error;
}

void stack_put_end(struct sink *out, uint32_t checksum)
{
    sink_char(out, GSTACK_END);
    put_number(out, sizeof checksum);
    put_bytes(out, checksum, sizeof checksum);
}

/* ---- modules -------------------------------------------------------------------------------- */

static int by_identity(const void *left, const void *right)
{
    return stack_module_compare(*(const struct stack_module *const *)left,
                                *(const struct stack_module *const *)right);
}

static void put_module(struct sink *out, const struct stack_module *m)
{
    size_t length = strlen(m->path);

    sink_char(out, (char)m->kind);
    put_number(out, m->id_bytes);
    sink_bytes(out, (const char *)m->id, m->id_bytes);
    put_number(out, length);
    sink_bytes(out, m->path, length);
}

/* Put the modules; `ranks' are, by their numbers + 1, those in the file + 1. */
static void put_modules(struct sink *out, const struct stack_data *s, uint32_t *ranks,
                        struct diag *d)
{
    const struct stack_module **sorted = mem_alloc(d, s->n_modules, sizeof *sorted);
    struct sink payload;

    for (size_t i = 0; i < s->n_modules; i++)
        sorted[i] = &s->modules[i];
    qsort(sorted, s->n_modules, sizeof *sorted, by_identity);
    sink_init(&payload, -1, d);
    put_number(&payload, s->n_modules);
    for (size_t i = 0; i < s->n_modules; i++) {
        ranks[sorted[i] - s->modules + 1] = (uint32_t)i + 1;
        put_module(&payload, sorted[i]);
    }
    put_section(out, GSTACK_MODULES, &payload);
    sink_release(&payload);
    free(sorted);
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* A node in its parent's list of children. */
struct child {
    uint64_t key;
    uint32_t module; /* its rank */
    uint32_t number; /* of the node */
};

/* The lists of children of a tree's nodes. */
struct children {
    struct child *all; /* list after list */
    uint32_t *next;    /* by node: the next child in `all' to go to */
    uint32_t *left;    /* by node: how many there are to go to */
};

static int by_key(const void *left, const void *right)
{
    const struct child *l = left, *r = right;

    if (l->module != r->module)
        return l->module < r->module ? -1 : 1;
    return l->key < r->key ? -1 : l->key > r->key;
}

/* Nodes that come from one file are in order already. */
static void sort_children(struct child *list, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        if (by_key(&list[i - 1], &list[i]) > 0) {
            qsort(list, n, sizeof *list, by_key);
            return;
        }
}

static void make_children(struct children *c, const struct stack_tree *t, const uint32_t *ranks,
                          struct diag *d)
{
    uint32_t first = 0;

    c->all = mem_alloc(d, t->n_nodes, sizeof *c->all);
    c->next = mem_alloc(d, t->n_nodes, sizeof *c->next);
    c->left = mem_alloc(d, t->n_nodes, sizeof *c->left);
    for (size_t i = 1; i < t->n_nodes; i++)
        c->left[t->nodes[i].parent]++;
    for (size_t i = 0; i < t->n_nodes; i++) {
        c->next[i] = first;
        first += c->left[i];
    }
    for (size_t i = 1; i < t->n_nodes; i++) {
        const struct stack_node *n = &t->nodes[i];

        c->all[c->next[n->parent]++] = (struct child){n->key, ranks[n->module], (uint32_t)i};
    }
    for (size_t i = 0; i < t->n_nodes; i++) {
        c->next[i] -= c->left[i];
        sort_children(&c->all[c->next[i]], c->left[i]);
    }
}

/* Put node `number', none of whose children has been gone to. */
static void put_node(struct sink *out, const struct stack_tree *t, const uint32_t *ranks,
                     const struct children *c, uint32_t number)
{
    const struct stack_node *n = &t->nodes[number], *parent = &t->nodes[n->parent];

    put_number(out, n->module == parent->module ? 0 : ranks[n->module]);
    put_number(out, zigzag(n->key - parent->key));
    put_number(out, c->left[number]);
    put_number(out, n->signals);
    if (n->signals > 0) {
        put_number(out, n->ticks);
        put_number(out, n->squares);
    }
}

static void put_nodes(struct sink *out, const struct stack_tree *t, const uint32_t *ranks,
                      struct children *c)
{
    uint32_t at = 0;

    put_node(out, t, ranks, c, at);
    while (at != 0 || c->left[at] > 0)
        if (c->left[at] > 0) {
            c->left[at]--;
            at = c->all[c->next[at]++].number;
            put_node(out, t, ranks, c, at);
        } else {
            at = t->nodes[at].parent;
        }
}

/* ---- trees ---------------------------------------------------------------------------------- */

static void put_tree(struct sink *out, const struct stack_tree *t, const uint32_t *ranks,
                     struct diag *d)
{
    const uint64_t numbers[] = {t->interval_ns, t->signals, t->ticks, t->missing, t->lost, t->runs};
    struct children children;
    struct sink payload;

    make_children(&children, t, ranks, d);
    sink_init(&payload, -1, d);
    sink_char(&payload, (char)t->clock);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_number(&payload, numbers[i]);
    put_nodes(&payload, t, ranks, &children);
    put_section(out, GSTACK_TREE, &payload);
    sink_release(&payload);
    free(children.all);
    free(children.next);
    free(children.left);
}

static int by_clock(const void *left, const void *right)
{
    const struct stack_tree *l = *(const struct stack_tree *const *)left;
    const struct stack_tree *r = *(const struct stack_tree *const *)right;

    if (l->clock != r->clock)
        return l->clock < r->clock ? -1 : 1;
    return l->interval_ns < r->interval_ns ? -1 : l->interval_ns > r->interval_ns;
}

static void put_trees(struct sink *out, const struct stack_data *s, const uint32_t *ranks,
                      struct diag *d)
{
    const struct stack_tree **sorted = mem_alloc(d, s->n_trees, sizeof *sorted);

    for (size_t i = 0; i < s->n_trees; i++)
        sorted[i] = &s->trees[i];
    qsort(sorted, s->n_trees, sizeof *sorted, by_clock);
    for (size_t i = 0; i < s->n_trees; i++)
        put_tree(out, sorted[i], ranks, d);
    free(sorted);
}

static void put_mark(struct sink *out, const struct stack_mark *mark, struct diag *d)
{
    struct sink payload;

    sink_init(&payload, -1, d);
    put_number(&payload, mark->bytes);
    put_number(&payload, mark->sum);
    put_section(out, GSTACK_DATA, &payload);
    sink_release(&payload);
}

void stack_put(struct sink *out, const struct stack_data *s, const struct stack_mark *mark,
               struct diag *d)
{
    uint32_t *ranks = mem_alloc(d, s->n_modules + 1, sizeof *ranks); /* that of no module is 0 */

    sink_bytes(out, GSTACK_MAGIC, GSTACK_MAGIC_BYTES);
    sink_char(out, GSTACK_MAJOR);
    sink_char(out, GSTACK_MINOR);
    put_bytes(out, 0, 2);
    if (mark->bytes > 0)
        put_mark(out, mark, d);
    put_modules(out, s, ranks, d);
    put_trees(out, s, ranks, d);
    free(ranks);
}
