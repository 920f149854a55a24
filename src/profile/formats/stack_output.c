/* stack_output - writes a stack file
 *
 * The bytes do not depend on the order in which stacks were added up: modules and trees are sorted,
 * and so are the children of each node. A tree is then walked without recursion: from a node to its
 * next child, or, if there is none, back to its parent.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_format.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/radix.h"

#include <zlib.h>

/* ---- numbers -------------------------------------------------------------------------------- */

static void put_bytes(struct sink *out, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        sink_char(out, (char)(value >> 8 * i & 0xff));
}

static void put_number(struct sink *out, uint64_t value)
{
    sink_end_at(out, leb128_end(sink_room(out, LEB128_BYTES), value));
}

/* Writes a section, and releases its payload. */
static void put_section(struct sink *out, enum gstack_tag tag, struct sink *payload)
{
    sink_char(out, (char)tag);
    put_number(out, payload->used);
    sink_bytes(out, payload->buf, payload->used);
    sink_release(payload);
}

/* ---- modules -------------------------------------------------------------------------------- */

static int by_identity(const void *left, const void *right)
{
    return stack_module_compare(*(const struct stack_module *const *)left,
                                *(const struct stack_module *const *)right);
}

/* Writes the modules. `ranks' are their numbers in the file + 1, by their numbers + 1. */
static void put_modules(struct sink *out, const struct stack_data *s, uint32_t *ranks,
                        struct diag *d)
{
    LOCAL const struct stack_module **sorted = mem_alloc(d, s->n_modules, sizeof *sorted);
    struct sink payload = sink_in_memory(d);

    for (size_t i = 0; i < s->n_modules; i++)
        sorted[i] = &s->modules[i];
    qsort(sorted, s->n_modules, sizeof *sorted, by_identity);
    put_number(&payload, s->n_modules);
    for (size_t i = 0; i < s->n_modules; i++) {
        const struct stack_module *m = sorted[i];

        ranks[m - s->modules + 1] = (uint32_t)i + 1;
        sink_char(&payload, (char)m->kind);
        put_number(&payload, m->id.n);
        sink_bytes(&payload, (const char *)m->id.bytes, m->id.n);
        put_number(&payload, strlen(m->path));
        sink_string(&payload, m->path);
    }
    put_section(out, GSTACK_MODULES, &payload);
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* A tree that is written. */
struct tree_output {
    const struct stack_tree *tree;
    const uint32_t *ranks; /* ranks of modules */
};

/* Orders nodes by their parents, and the children of each by module and key. */
static bool by_place(const void *context, uint32_t item, unsigned level, uint64_t *key)
{
    const struct tree_output *t = context;
    const struct stack_node *n = &t->tree->nodes[item];

    *key = level == 0 ? (uint64_t)n->parent << 32 | t->ranks[n->module] : n->key;
    return level == 0;
}

/* Writes a node with `children` children. */
static void put_node(struct sink *out, const struct stack_tree *t, const uint32_t *ranks,
                     uint32_t number, uint32_t children)
{
    const struct stack_node *n = &t->nodes[number], *parent = &t->nodes[n->parent];
    uint64_t difference = n->key - parent->key;

    put_number(out, n->module == parent->module ? 0 : ranks[n->module]);
    put_number(out, difference << 1 ^ (0 - (difference >> 63))); /* small even for a negative
                                                                  * difference */
    put_number(out, children);
    put_number(out, n->signals);
    if (n->signals > 0) {
        put_number(out, n->ticks);
        put_number(out, n->squares);
    }
}

static void put_nodes(struct sink *out, const struct stack_tree *t, const uint32_t *ranks,
                      struct diag *d)
{
    const struct tree_output context = {t, ranks};
    LOCAL uint32_t *sorted =
        mem_alloc(d, t->n_nodes, sizeof *sorted);                  /* all but the root, by place */
    LOCAL uint32_t *next = mem_alloc(d, t->n_nodes, sizeof *next); /* by node: place of the child to
                                                                    * go to */
    LOCAL uint32_t *left = mem_alloc(d, t->n_nodes, sizeof *left); /* by node: children to go to */
    uint32_t at = 0;

    for (uint32_t i = 1; i < t->n_nodes; i++)
        sorted[i - 1] = i;
    radix_sort(sorted, t->n_nodes - 1, by_place, &context, d);
    for (uint32_t i = (uint32_t)t->n_nodes - 1; i-- > 0;) {
        uint32_t parent = t->nodes[sorted[i]].parent;

        next[parent] = i;
        left[parent]++;
    }
    put_node(out, t, ranks, at, left[at]);
    while (at != 0 || left[at] > 0)
        if (left[at] > 0) {
            left[at]--;
            at = sorted[next[at]++];
            put_node(out, t, ranks, at, left[at]);
        } else {
            at = t->nodes[at].parent;
        }
}

/* ---- trees ---------------------------------------------------------------------------------- */

static void put_tree(struct sink *out, const struct stack_tree *t, const uint32_t *ranks,
                     struct diag *d)
{
    const uint64_t numbers[] = {t->interval_ns, t->signals, t->ticks, t->missing, t->lost, t->runs};
    struct sink payload = sink_in_memory(d);

    sink_char(&payload, (char)t->clock);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_number(&payload, numbers[i]);
    put_nodes(&payload, t, ranks, d);
    put_section(out, GSTACK_TREE, &payload);
}

static int by_clock(const void *left, const void *right)
{
    const struct stack_tree *l = *(const struct stack_tree *const *)left;
    const struct stack_tree *r = *(const struct stack_tree *const *)right;
    int order = compare_u64(l->clock, r->clock);

    return order ? order : compare_u64(l->interval_ns, r->interval_ns);
}

bool stack_write(struct gmon_output *o, const struct profile *p)
{
    const struct stack_data *s = &p->stacks;
    /* ranks of modules; that of no module is 0 */
    LOCAL uint32_t *ranks = mem_alloc(o->diag, s->n_modules + 1, sizeof *ranks);
    LOCAL const struct stack_tree **sorted = mem_alloc(o->diag, s->n_trees, sizeof *sorted);
    LOCAL_BY(sink_release) struct sink file = sink_in_memory(o->diag);
    struct sink payload = sink_in_memory(o->diag);

    sink_bytes(&file, GSTACK_MAGIC, GSTACK_MAGIC_BYTES);
    sink_char(&file, GSTACK_MAJOR);
    sink_char(&file, GSTACK_MINOR);
    put_bytes(&file, 0, 2);
    if (o->mark.bytes > 0) {
        put_number(&payload, o->mark.bytes);
        put_number(&payload, o->mark.sum);
        put_section(&file, GSTACK_DATA, &payload);
    }
    if (s->elapsed_runs > 0) {
        sink_init(&payload, -1, o->diag);
        put_number(&payload, s->elapsed_ns);
        put_number(&payload, s->elapsed_runs);
        put_section(&file, GSTACK_ELAPSED, &payload);
    }
    put_modules(&file, s, ranks, o->diag);
    for (size_t i = 0; i < s->n_trees; i++)
        sorted[i] = &s->trees[i];
    qsort(sorted, s->n_trees, sizeof *sorted, by_clock);
    for (size_t i = 0; i < s->n_trees; i++)
        put_tree(&file, sorted[i], ranks, o->diag);
    payload = sink_in_memory(o->diag);
    put_bytes(&payload, crc32_z(0, (const Bytef *)file.buf, file.used), 4);
    put_section(&file, GSTACK_END, &payload);
    sink_bytes(o->sink, file.buf, file.used);
    return true;
}
