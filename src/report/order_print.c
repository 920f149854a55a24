/* order_print - prints orders of functions and of object files for the linker
 *
 * Functions that call each other often should be neighbours in memory. Arcs are taken one by one,
 * and each puts one of its functions at the end of a chain that holds the other. The arcs that make
 * up 99 percent of the calls come first, and their chains are complete before other arcs are taken.
 *
 * Chains only grow at their ends and are never joined, so the place of an element is a number that
 * never changes: one less than the head's for what is put before it, one more than the tail's for
 * what is put behind it. Cost: sorting the arcs, then O(arcs + functions).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/results.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/search.h"

/* Values in place of a chain's number. */
static const uint32_t UNPLACED = 0, OUTPUT = UINT32_MAX;

/* Place of a function. */
struct link {
    uint32_t chain; /* number of its chain, from 1, or UNPLACED or OUTPUT */
    int64_t place;  /* place in the chain, ascending */
    uint32_t next;  /* number of the symbol behind it, or NO_SYMBOL */
};

struct chain {
    uint32_t head, tail; /* symbols */
};

/* An arc with its sort keys. */
struct sort_arc {
    uint64_t no_count; /* the complement of its count: most calls come first */
    uint64_t number;
};

struct ordering {
    const struct call_graph *graph;
    bool by_object;        /* symbols stand for object files */
    struct sort_arc *arcs; /* arcs in the order in which they are taken; owned */
    uint32_t n_arcs;       /* number of arcs, without those of a function to itself */
    uint32_t n_high;       /* number of the first arcs that make up 99 percent of the calls */
    struct link *links;    /* links by symbol; owned */
    struct chain *chains;  /* chains in the order of their creation; owned */
    uint32_t n_chains;
    uint32_t *symbols; /* symbols in the decided order; owned */
    uint32_t n;
};

/* Puts `added` at that end of the chain of `placed` that is nearer to `placed`. */
static void put_near(struct ordering *o, uint32_t added, uint32_t placed, bool tail_on_tie)
{
    struct chain *c = &o->chains[o->links[placed].chain - 1];
    int64_t before = o->links[placed].place - o->links[c->head].place;
    int64_t behind = o->links[c->tail].place - o->links[placed].place;
    struct link *link = &o->links[added];

    link->chain = o->links[placed].chain;
    if (behind < before || (behind == before && tail_on_tie)) {
        link->place = o->links[c->tail].place + 1;
        link->next = NO_SYMBOL;
        o->links[c->tail].next = added;
        c->tail = added;
    } else {
        link->place = o->links[c->head].place - 1;
        link->next = c->head;
        c->head = added;
    }
}

static void start_chain(struct ordering *o, uint32_t head, uint32_t tail)
{
    o->chains[o->n_chains++] = (struct chain){head, tail};
    o->links[head] = (struct link){o->n_chains, 0, tail};
    o->links[tail] = (struct link){o->n_chains, 1, NO_SYMBOL};
}

/* Returns true if arcs of the symbol count: a function must have been called, an object must be
 * known. */
static bool takes_part(const struct ordering *o, uint32_t symbol)
{
    return o->by_object ? o->graph->symtab->symbols[symbol].is_mapped
                        : o->graph->nodes[symbol].calls > 0;
}

static void take_arc(struct ordering *o, const struct cg_arc *a)
{
    uint32_t parent_chain = o->links[a->parent].chain, child_chain = o->links[a->child].chain;

    if (!takes_part(o, a->parent) || !takes_part(o, a->child))
        return;
    if (parent_chain == OUTPUT || child_chain == OUTPUT)
        return;
    if (parent_chain == UNPLACED && child_chain == UNPLACED)
        start_chain(o, a->parent, a->child);
    else if (child_chain == UNPLACED)
        put_near(o, a->child, a->parent, true);
    else if (parent_chain == UNPLACED)
        put_near(o, a->parent, a->child, false);
}

static void append(struct ordering *o, uint32_t symbol)
{
    o->links[symbol].chain = OUTPUT;
    o->symbols[o->n++] = symbol;
}

/* Appends the chain that holds the symbol, if there is one. */
static void append_chain(struct ordering *o, uint32_t symbol)
{
    uint32_t chain = o->links[symbol].chain;

    if (chain == UNPLACED || chain == OUTPUT)
        return;
    for (uint32_t s = o->chains[chain - 1].head; s != NO_SYMBOL; s = o->links[s].next)
        append(o, s);
}

/* Chains the arcs from number `from` to `to`, and appends the chains to the output in the order of
 * their creation. Chains of objects are in the order in which all arcs name their callers,
 * including arcs to functions of unknown objects. */
static void chain_arcs(struct ordering *o, uint32_t from, uint32_t to)
{
    o->n_chains = 0;
    for (uint32_t i = from; i < to; i++)
        take_arc(o, &o->graph->arcs[o->arcs[i].number]);
    for (uint32_t i = from; o->by_object && i < to; i++)
        append_chain(o, o->graph->arcs[o->arcs[i].number].parent);
    for (uint32_t c = 0; c < o->n_chains; c++)
        append_chain(o, o->chains[c].head);
}

/* Appends symbols without a chain, in the order of addresses. */
static void append_rest(struct ordering *o, bool uncalled_too)
{
    for (uint32_t s = 0; s < o->graph->symtab->n_code; s++)
        if (o->links[s].chain != OUTPUT && !o->graph->symtab->symbols[s].is_stub &&
            (uncalled_too || o->graph->nodes[s].calls > 0))
            append(o, s);
}

/* Prepares an order. For objects, arcs are taken as they were created; for functions, by count. */
static void ordering_init(struct ordering *o, const struct call_graph *g, bool by_object,
                          struct diag *d)
{
    uint64_t total = 0, sum = 0;

    *o = (struct ordering){.graph = g, .by_object = by_object};
    o->links = mem_alloc(d, g->n_symbols, sizeof *o->links);
    o->symbols = mem_alloc(d, g->n_symbols, sizeof *o->symbols);
    o->chains = mem_alloc(d, g->n_symbols / 2, sizeof *o->chains); /* a chain has at least two
                                                                    * functions */
    o->arcs = mem_alloc(d, g->n_counted, sizeof *o->arcs);
    for (uint32_t i = 0; i < g->n_counted; i++)
        if (g->arcs[i].parent != g->arcs[i].child)
            o->arcs[o->n_arcs++] = (struct sort_arc){~g->arcs[i].count, i};
    if (!by_object)
        sort_u64_pairs(o->arcs, o->n_arcs, sizeof *o->arcs);
    for (uint32_t i = 0; i < o->n_arcs; i++)
        total = add_saturated(total, ~o->arcs[i].no_count);
    for (; o->n_high < o->n_arcs; o->n_high++) {
        sum = add_saturated(sum, ~o->arcs[o->n_high].no_count);
        if (total > 0 && (double)sum / (double)total > 0.99)
            break;
    }
}

static void ordering_release(struct ordering *o)
{
    free(o->arcs);
    free(o->links);
    free(o->chains);
    free(o->symbols);
}

bool function_order_print(const struct results *r, struct sink *out, struct diag *d)
{
    struct ordering o;

    ordering_init(&o, r->views.calls, false, d);
    chain_arcs(&o, 0, o.n_high);
    chain_arcs(&o, o.n_high, o.n_arcs);
    append_rest(&o, false);
    append_rest(&o, true);
    for (uint32_t i = 0; i < o.n; i++) {
        sink_string(out, r->program.symtab.symbols[o.symbols[i]].name);
        sink_char(out, '\n');
    }
    ordering_release(&o);
    return true;
}

/* Lists objects: each as often as it has symbols; those without any come last, by name. */
static void print_objects(const struct results *r, const struct ordering *o, struct sink *out,
                          struct diag *d)
{
    const struct map_file *map = &r->program.map;
    LOCAL_BY(text_map_release) struct text_map listed = {0};
    LOCAL const char **others = mem_alloc(d, map->n_entries, sizeof *others);
    size_t n = 0;

    for (uint32_t i = 0; i < o->n; i++) {
        const struct symbol *s = &r->program.symtab.symbols[o->symbols[i]];
        if (!s->is_mapped)
            continue;
        text_map_add(&listed, s->name, d);
        sink_string(out, s->name);
        sink_char(out, '\n');
    }
    for (size_t i = 0; i < map->n_entries; i++) {
        size_t before = listed.n;

        if (text_map_add(&listed, map->entries[i].object, d) == before)
            others[n++] = map->entries[i].object;
    }
    qsort(others, n, sizeof *others, by_string);
    for (size_t i = 0; i < n; i++) {
        sink_string(out, others[i]);
        sink_char(out, '\n');
    }
}

bool file_order_print(const struct results *r, struct sink *out, struct diag *d)
{
    struct ordering o;

    ordering_init(&o, r->views.calls, true, d);
    chain_arcs(&o, 0, o.n_high);
    append_rest(&o, true);
    print_objects(r, &o, out, d);
    ordering_release(&o);
    return true;
}
