/* stacks - adds up call stacks that samples were taken of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/stacks.h"

#include "base/arith.h"
#include "base/mem.h"

#include <unistd.h>

/* ---- modules -------------------------------------------------------------------------------- */

/* Returns the identity of the module as a text: its kind, and its build ID in hex or its path. The
 * caller frees the text. */
static char *identity(const struct stack_module *m, struct diag *d)
{
    LOCAL char *id = build_id_text(m->id, d);

    return mem_printf(d, "%d %s %s", m->kind, id ? "id" : "path", id ? id : m->path);
}

uint32_t stack_data_add_module(struct stack_data *s, const struct stack_module *m, struct diag *d)
{
    LOCAL char *text = identity(m, d);
    uint32_t number = text_map_add(&s->identities, text, d);
    struct stack_module *module;

    if (number == s->n_modules) {
        module = mem_push(d, s->modules, s->n_modules, s->modules_cap);
        *module = (struct stack_module){.kind = m->kind, .id = build_id_copy(m->id, d)};
        module->path = mem_copy_string(d, m->path, strlen(m->path));
        return number;
    }
    module = &s->modules[number];
    if (strcmp(m->path, module->path) < 0) { /* the least path, so that the order of files does not
                                              * matter */
        free(module->path);
        module->path = mem_copy_string(d, m->path, strlen(m->path));
    }
    return number;
}

int stack_module_compare(const struct stack_module *a, const struct stack_module *b)
{
    int order = a->kind - b->kind;

    if (order == 0)
        order = build_id_compare(a->id, b->id);
    return order != 0 ? order : strcmp(a->path, b->path);
}

/* Returns true if `path` leads by links to a file with the base name of `other`. */
static bool is_link_to(const char *path, const char *other)
{
    char *real = realpath(path, NULL);
    bool fits = real && strcmp(diag_basename(real), diag_basename(other)) == 0;

    free(real);
    return fits;
}

bool stack_module_fits(const struct stack_module *m, struct build_id id, const char *image)
{
    if (m->kind != GSTACK_PROGRAM && m->kind != GSTACK_LIBRARY)
        return false;
    if (m->id.n > 0 && id.n > 0)
        return build_id_compare(m->id, id) == 0;
    return strcmp(diag_basename(m->path), diag_basename(image)) == 0 ||
           (m->kind == GSTACK_PROGRAM && is_link_to(image, m->path));
}

/* ---- trees ---------------------------------------------------------------------------------- */

uint32_t stack_tree_add_node(struct stack_tree *t, uint32_t parent, uint32_t module, uint64_t key,
                             struct diag *d)
{
    uint32_t number = pair_map_add(&t->index, (uint64_t)parent << 32 | module, key, d);

    if (number == t->n_nodes)
        *mem_push(d, t->nodes, t->n_nodes, t->nodes_cap) =
            (struct stack_node){.parent = parent, .module = module, .key = key};
    return number;
}

struct stack_tree *stack_data_add_tree(struct stack_data *s, enum gstack_clock clock,
                                       uint64_t interval_ns, struct diag *d)
{
    uint32_t number = pair_map_add(&s->tree_index, clock, interval_ns, d);
    struct stack_tree *t;

    if (number < s->n_trees)
        return &s->trees[number];
    t = mem_push(d, s->trees, s->n_trees, s->trees_cap);
    *t = (struct stack_tree){.clock = clock, .interval_ns = interval_ns};
    /* The root is not a child of itself: this key gives the root a number, and no other node has
     * that key. */
    pair_map_add(&t->index, UINT64_MAX, 0, d);
    *mem_push(d, t->nodes, t->n_nodes, t->nodes_cap) = (struct stack_node){0};
    return t;
}

static bool has_samples(const struct stack_data *s, enum gstack_clock clock)
{
    for (size_t t = 0; t < s->n_trees; t++)
        if (s->trees[t].clock == clock && s->trees[t].signals > 0)
            return true;
    return false;
}

enum gstack_clock stack_data_clock(const struct stack_data *s)
{
    return has_samples(s, GSTACK_WALL) && !has_samples(s, GSTACK_CPU) ? GSTACK_WALL : GSTACK_CPU;
}

static bool fits(uint64_t a, uint64_t b)
{
    return a <= UINT64_MAX - b;
}

bool stack_tree_has_room(const struct stack_tree *t, const struct stack_tree *from)
{
    return fits(t->signals, from->signals) && fits(t->ticks, from->ticks) &&
           fits(t->squares, from->squares) && fits(t->missing, from->missing) &&
           fits(t->lost, from->lost) && fits(t->runs, from->runs);
}

bool stack_tree_add_samples(struct stack_tree *t, uint32_t node, uint64_t signals, uint64_t ticks,
                            uint64_t squares)
{
    struct stack_node *at = &t->nodes[node]; /* its sums are not greater than the tree's */

    if (!fits(t->signals, signals) || !fits(t->ticks, ticks) || !fits(t->squares, squares))
        return false;
    t->signals += signals;
    t->ticks += ticks;
    t->squares += squares;
    at->signals += signals;
    at->ticks += ticks;
    at->squares += squares;
    return true;
}

/* ---- sums ----------------------------------------------------------------------------------- */

void stack_data_release(struct stack_data *s)
{
    for (size_t i = 0; i < s->n_modules; i++) {
        build_id_release(s->modules[i].id);
        free(s->modules[i].path);
    }
    for (size_t i = 0; i < s->n_trees; i++) {
        free(s->trees[i].nodes);
        pair_map_release(&s->trees[i].index);
    }
    free(s->modules);
    free(s->trees);
    text_map_release(&s->identities);
    pair_map_release(&s->tree_index);
    *s = (struct stack_data){0};
}

bool stack_report_overflow(const char *file, struct diag *d)
{
    return diag_error(d, file,
                      "the samples of call stacks exceed 2^64 together with those before; add up "
                      "fewer files, and see whether one is damaged");
}

void stack_data_add_elapsed(struct stack_data *s, uint64_t ns, uint64_t runs)
{
    s->elapsed_ns = add_saturated(s->elapsed_ns, ns);
    s->elapsed_runs = add_saturated(s->elapsed_runs, runs);
}

bool stack_data_fits(const struct stack_data *s, const struct stack_data *from, struct diag *d)
{
    for (size_t i = 0; i < from->n_trees; i++) {
        const struct stack_tree *t = &from->trees[i];
        uint32_t number = pair_map_find(&s->tree_index, t->clock, t->interval_ns);

        if (number != PAIR_MAP_NONE && !stack_tree_has_room(&s->trees[number], t))
            return stack_report_overflow(from->file, d);
    }
    return true;
}

/* Adds one tree. `modules' maps from's modules to their numbers in s, and `nodes' has room for the
 * tree's nodes. */
static void merge_tree(struct stack_data *s, const struct stack_tree *from, const uint32_t *modules,
                       uint32_t *nodes, struct diag *d)
{
    struct stack_tree *t = stack_data_add_tree(s, from->clock, from->interval_ns, d);

    t->missing += from->missing;
    t->lost += from->lost;
    t->runs += from->runs;
    nodes[0] = 0;
    for (size_t i = 1; i < from->n_nodes; i++) {
        const struct stack_node *n = &from->nodes[i];

        nodes[i] = stack_tree_add_node(t, nodes[n->parent],
                                       n->module ? modules[n->module - 1] + 1 : 0, n->key, d);
        stack_tree_add_samples(t, nodes[i], n->signals, n->ticks, n->squares);
    }
}

void stack_data_merge(struct stack_data *s, const struct stack_data *from, struct diag *d)
{
    LOCAL uint32_t *modules = mem_alloc(d, from->n_modules, sizeof *modules), *nodes = NULL;
    size_t most = 0;

    if (!s->file)
        s->file = from->file;
    for (size_t i = 0; i < from->n_trees; i++)
        most = from->trees[i].n_nodes > most ? from->trees[i].n_nodes : most;
    nodes = mem_alloc(d, most, sizeof *nodes);
    for (size_t i = 0; i < from->n_modules; i++)
        modules[i] = stack_data_add_module(s, &from->modules[i], d);
    for (size_t i = 0; i < from->n_trees; i++)
        merge_tree(s, &from->trees[i], modules, nodes, d);
    stack_data_add_elapsed(s, from->elapsed_ns, from->elapsed_runs);
}

uint32_t stack_data_match(const struct stack_data *s, const struct stack_data *part, size_t tree,
                          uint32_t *nodes, struct diag *d)
{
    const struct stack_tree *from = &part->trees[tree];
    uint32_t number = pair_map_find(&s->tree_index, from->clock, from->interval_ns);
    LOCAL uint32_t *modules = mem_alloc(d, part->n_modules, sizeof *modules);

    for (size_t i = 0; i < part->n_modules; i++) {
        LOCAL char *text = identity(&part->modules[i], d);

        modules[i] = text_map_find(&s->identities, text);
    }
    nodes[0] = 0;
    for (size_t i = 1; i < from->n_nodes; i++) {
        const struct stack_node *n = &from->nodes[i];
        uint32_t module = n->module ? modules[n->module - 1] + 1 : 0;

        nodes[i] = pair_map_find(&s->trees[number].index, (uint64_t)nodes[n->parent] << 32 | module,
                                 n->key);
    }
    return number;
}

/* ---- names of files ------------------------------------------------------------------------- */

/* Returns the length of a name without `.gz'. */
static size_t unpacked_length(const char *name)
{
    size_t length = strlen(name);

    return length > 3 && strcmp(name + length - 3, ".gz") == 0 ? length - 3 : length;
}

char *stack_data_name(const char *name, struct diag *d)
{
    const char *base = diag_basename(name), prefix[] = GSTACK_PREFIX, suffix[] = GSTACK_SUFFIX;
    size_t before = (size_t)(base - name), rest = unpacked_length(base);

    if (rest > sizeof prefix - 1 && strncmp(base, prefix, sizeof prefix - 1) == 0) {
        base += sizeof prefix - 1;
        rest -= sizeof prefix - 1;
    } else if (rest > sizeof suffix - 1 &&
               strncmp(base + rest - (sizeof suffix - 1), suffix, sizeof suffix - 1) == 0) {
        rest -= sizeof suffix - 1;
    } else {
        return NULL;
    }
    return mem_printf(d, "%.*s%.*s", (int)before, name, (int)rest, base);
}

char *stack_file_name(const char *data, size_t number, struct diag *d)
{
    static const struct {
        const char *prefix, *suffix;
    } forms[] = {{GSTACK_PREFIX, ""},
                 {GSTACK_PREFIX, ".gz"},
                 {"", GSTACK_SUFFIX},
                 {"", GSTACK_SUFFIX ".gz"}};
    const char *base = diag_basename(data);

    if (number == sizeof forms / sizeof *forms)
        return NULL;
    return mem_printf(d, "%.*s%s%.*s%s", (int)(base - data), data, forms[number].prefix,
                      (int)unpacked_length(base), base, forms[number].suffix);
}

bool stack_has_data(const char *path, struct diag *d)
{
    LOCAL char *name = stack_data_name(path, d);
    LOCAL char *packed = name ? mem_printf(d, "%s.gz", name) : NULL;

    return name && (access(name, F_OK) == 0 || access(packed, F_OK) == 0);
}
