/* stack_union.c - merges the trees of all threads into one, in the order of the file
 *
 * First all nodes, the last ones first, are put into lists of their parents' children. A parent's
 * number is smaller than its children's, so it is known by then whether any node below was sampled.
 * Then, from the root on, each list is sorted, and equal neighbours become one: the first takes
 * over the counts and the children of the others, before its own children are sorted.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/stacks/stack_union.h"
#include "runtime/core/sort.h"
#include "runtime/core/stacks/stack_nodes.h"
#include "runtime/core/text.h"

enum {
    BITS = 32, /* bits of a number of children */
    FIRST_NAME = GM_OBJECTS + 2
};

/* ---- modules ----------------------------------------------------------------------------------
 * Objects that are used get numbers, in the order of the file; those that the file cannot tell
 * apart, as one that was loaded twice, are one module. No memory is needed.
 */

/* Returns the place of an object, or of a name, among all that can be modules. */
static uint32_t slot_of(uint32_t object)
{
    return object < GM_OBJECTS ? object : GM_OBJECTS + (object - GM_OBJECT_ANONYMOUS);
}

/* Returns the object in a place in front of those of names. */
static const struct gm_object *object_of(uint32_t slot)
{
    static const struct gm_object nameless[] = {{.kind = GSTACK_ANONYMOUS, .path = ""},
                                                {.kind = GSTACK_PROFILER, .path = ""}};

    return slot < GM_OBJECTS ? gm_object(slot) : nameless + (slot - GM_OBJECTS);
}

/* Compares two modules by kind, build ID and path, the order of the file. Sets *is_same to true if
 * they are one module. */
static int compare_modules(uint32_t slot_a, uint32_t slot_b, bool *is_same)
{
    const struct gm_object *a = object_of(slot_a), *b = object_of(slot_b);
    int order = a->kind != b->kind ? a->kind - b->kind : gm_compare_ids(a, b);

    *is_same = order == 0 && a->id_bytes != 0;
    if (order == 0) {
        order = gm_text_compare(a->path, b->path);
        *is_same |= order == 0;
    }
    return order;
}

static bool is_before(const uint32_t *a, const uint32_t *b)
{
    bool is_same;

    return compare_modules(*a, *b, &is_same) < 0;
}

GM_DEFINE_SORT(sort, uint32_t, is_before)

static void clear_modules(struct gm_stack_modules *m)
{
    for (uint32_t i = 0; i < GM_STACK_MODULES; i++)
        if (m->number[i] != 0) /* untouched pages stay untouched */
            m->number[i] = 0;
    m->count = 0;
}

static void add_module(struct gm_stack_modules *m, uint32_t slot)
{
    m->object[m->count++] = slot;
    m->number[slot] = m->count;
}

/* Lets the first of the objects that are one module describe the module. Names, which are sorted
 * and different, are between code that has none and the runtime. */
static void sort_modules(struct gm_stack_modules *m, uint32_t names)
{
    const uint32_t profiler = slot_of(GM_OBJECT_PROFILER);
    uint32_t used = 0;

    for (uint32_t i = 0; i < profiler; i++)
        if (m->number[i] != 0)
            m->object[used++] = i;
    sort(m->object, used);
    m->count = 0;
    for (uint32_t i = 0; i < used; i++) {
        uint32_t slot = m->object[i];
        bool is_same = false;
        if (m->count > 0)
            compare_modules(m->object[m->count - 1], slot, &is_same);
        if (is_same)
            m->number[slot] = m->count;
        else
            add_module(m, slot);
    }
    for (uint32_t i = 0; i < names; i++)
        add_module(m, FIRST_NAME + i);
    if (m->number[profiler] != 0)
        add_module(m, profiler);
}

uint32_t gm_stack_module_of(struct gm_stacks *s, uint32_t number)
{
    uint32_t module = gm_stack_node(s, number)->module, name = gm_stack_link(s, number)->name;

    if (name != 0)
        return s->modules.number[FIRST_NAME + name - 1];
    return module != 0 ? s->modules.number[slot_of(module - 1)] : 0;
}

/* Code of no object has one key, as its addresses differ from run to run. */
uint64_t gm_stack_key_of(struct gm_stacks *s, uint32_t number)
{
    const struct gm_stack_node *node = gm_stack_node(s, number);

    return node->module == GM_OBJECT_ANONYMOUS + 1 ? 0 : node->key;
}

const struct gm_object *gm_stack_module(const struct gm_stacks *s, uint32_t number)
{
    uint32_t slot = s->modules.object[number - 1];

    return slot < FIRST_NAME ? object_of(slot) : &s->names.object[slot - FIRST_NAME];
}

/* ---- what there is -------------------------------------------------------------------------- */

static void read_node(struct gm_stacks *s, uint32_t number)
{
    struct gm_stack_node *node = gm_stack_node(s, number);
    struct gm_stack_link *link = gm_stack_link(s, number);

    if (number == GM_STACK_ROOT)
        return;
    link->counts = gm_stack_counts_of(s, number);
    if (link->counts.signals == 0) /* a sample that is being added may have ticks already */
        link->counts = (struct gm_stack_counts){0};
    if (link->counts.signals == 0 && link->child == 0)
        return;
    struct gm_stack_link *parent = gm_stack_link(s, node->parent);
    link->next = parent->child;
    parent->child = number;
}

/* Notes the modules of nodes that have no name of their own. */
static void mark_module(struct gm_stacks *s, uint32_t number)
{
    uint32_t module = gm_stack_node(s, number)->module;

    if (module != 0 && gm_stack_is_used(s, number) && gm_stack_link(s, number)->name == 0)
        s->modules.number[slot_of(module - 1)] = 1;
}

static void clear_links(struct gm_stacks *s, uint32_t place)
{
    struct gm_stack_chunk *c = gm_stack_chunk_of(s, place * GM_CHUNK_NODES);

    for (uint32_t i = 0; i < s->place[place].seen; i++)
        c->link[i] = (struct gm_stack_link){.child = 0};
}

/* Reads all nodes. A node is made after its parent. So a reader that begins with the last chunk
 * finds the parents of all nodes that it has seen, even if other threads add nodes meanwhile. */
static void read_all(struct gm_stacks *s)
{
    uint32_t chunks = atomic_load(&s->chunks);

    for (uint32_t i = chunks; i-- > 0;)
        s->place[i].seen = gm_stack_chunk_used(s, i);
    for (uint32_t i = 0; i < chunks; i++)
        clear_links(s, i);
    clear_modules(&s->modules);
    for (uint32_t i = chunks; i-- > 0;)
        for (uint32_t k = s->place[i].seen; k-- > 0;)
            read_node(s, i * GM_CHUNK_NODES + k);
    gm_stack_find_names(s);
    for (uint32_t i = 0; i < chunks; i++)
        for (uint32_t k = 0; k < s->place[i].seen; k++)
            mark_module(s, i * GM_CHUNK_NODES + k);
    sort_modules(&s->modules, s->names.count);
}

/* ---- children ------------------------------------------------------------------------------- */

static int compare_nodes(struct gm_stacks *s, uint32_t a, uint32_t b)
{
    uint32_t module_a = gm_stack_module_of(s, a), module_b = gm_stack_module_of(s, b);
    uint64_t key_a = gm_stack_key_of(s, a), key_b = gm_stack_key_of(s, b);

    if (module_a != module_b)
        return module_a < module_b ? -1 : 1;
    return key_a == key_b ? 0 : key_a < key_b ? -1 : 1;
}

static uint32_t merge_lists(struct gm_stacks *s, uint32_t a, uint32_t b)
{
    uint32_t first = 0;
    uint32_t *end = &first;

    while (a != 0 && b != 0) {
        uint32_t *from = compare_nodes(s, b, a) < 0 ? &b : &a;
        *end = *from;
        end = &gm_stack_link(s, *from)->next;
        *from = *end;
    }
    *end = a != 0 ? a : b;
    return first;
}

/* Sorts a list by merging: bin[i] has a sorted list of 1 << i nodes, or none. */
static uint32_t sort_list(struct gm_stacks *s, uint32_t list)
{
    uint32_t bin[BITS] = {0};
    uint32_t sorted = 0;

    while (list != 0) {
        uint32_t one = list;
        unsigned i = 0;
        list = gm_stack_link(s, one)->next;
        gm_stack_link(s, one)->next = 0;
        for (; bin[i] != 0; i++) {
            one = merge_lists(s, bin[i], one);
            bin[i] = 0;
        }
        bin[i] = one;
    }
    for (unsigned i = 0; i < BITS; i++)
        sorted = merge_lists(s, bin[i], sorted);
    return sorted;
}

/* Merges `other`, which comes behind `link` and has the same path, into `link`. */
static void take_over(struct gm_stacks *s, struct gm_stack_link *link,
                      const struct gm_stack_link *other)
{
    uint32_t *end = &link->child;

    link->next = other->next;
    link->counts.signals += other->counts.signals;
    link->counts.ticks += other->counts.ticks;
    link->counts.squares += other->counts.squares;
    if (other->child == 0)
        return;
    /* The children of `other` go in front: each list is walked once, for its former node. */
    uint32_t own = *end;
    *end = other->child;
    while (*end != 0)
        end = &gm_stack_link(s, *end)->next;
    *end = own;
}

/* Sorts and merges the children of a node; called once for each node. */
static void arrange(struct gm_stacks *s, uint32_t number)
{
    struct gm_stack_link *up = gm_stack_link(s, number);

    up->child = sort_list(s, up->child);
    up->children = 0;
    for (uint32_t i = up->child; i != 0; i = gm_stack_link(s, i)->next) {
        struct gm_stack_link *link = gm_stack_link(s, i);
        while (link->next != 0 && compare_nodes(s, i, link->next) == 0)
            take_over(s, link, gm_stack_link(s, link->next));
        link->up = number;
        up->children++;
    }
}

/* ---- all of it ------------------------------------------------------------------------------ */

uint32_t gm_stack_next(struct gm_stacks *s, uint32_t number)
{
    const struct gm_stack_link *link = gm_stack_link(s, number);

    if (link->child != 0)
        return link->child;
    while (number != GM_STACK_ROOT && link->next == 0) {
        number = link->up;
        link = gm_stack_link(s, number);
    }
    return link->next;
}

void gm_stack_unite(struct gm_stacks *s, struct gm_stack_sums *sums)
{
    uint32_t number = GM_STACK_ROOT;
    uint64_t end = 0;

    *sums = (struct gm_stack_sums){0};
    read_all(s);
    do {
        const struct gm_stack_link *link = gm_stack_link(s, number);
        arrange(s, number);
        if (number != GM_STACK_ROOT && gm_stack_node(s, number)->module == 0)
            end = gm_stack_node(s, number)->key;
        sums->nodes++;
        sums->signals += link->counts.signals;
        sums->ticks += link->counts.ticks;
        sums->ends[end] += link->counts.signals;
        number = gm_stack_next(s, number);
    } while (number != GM_STACK_ROOT);
}
