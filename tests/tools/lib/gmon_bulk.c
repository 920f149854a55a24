/* gmon_bulk.c - makes many arcs at once, for the data-file language's gen statement
 *
 * Role: makes call graphs of known shape and any size for measurements; see gmon_text.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon_bulk.h"

#include "tool_prng.h"

enum kind { CHAIN, RING, FANIN, FANOUT, ACYCLIC, RANDOM, ZIPF };

struct bulk {
    uint64_t n;     /* number of functions */
    uint64_t base;  /* address of function 0 */
    uint64_t step;  /* bytes from one function to the next */
    uint64_t count; /* upper bound of the calls of an arc */
    gmon_arc_fn *put;
    void *ctx;
};

static void put_arc(const struct bulk *b, uint64_t caller, uint64_t callee, uint64_t count)
{
    b->put(b->ctx, b->base + caller * b->step + b->step / 2, b->base + callee * b->step, count);
}

static void put_regular(const struct bulk *b, enum kind kind)
{
    for (uint64_t i = 0; i < b->n; i++) {
        if (kind == FANIN)
            put_arc(b, i + 1, 0, b->count);
        else if (kind == FANOUT)
            put_arc(b, 0, i + 1, b->count);
        else if (i + 1 < b->n)
            put_arc(b, i, i + 1, b->count);
        else if (kind == RING)
            put_arc(b, i, 0, b->count);
    }
}

static void put_random(const struct bulk *b, enum kind kind, uint64_t arcs, uint64_t seed)
{
    struct prng r = {seed};

    for (uint64_t k = 0; k < arcs; k++) {
        uint64_t i = prng_below(&r, b->n);
        uint64_t j = kind == ZIPF ? prng_zipf(&r, b->n) : prng_below(&r, b->n);
        uint64_t count = prng_range(&r, 1, b->count);
        if (kind == ACYCLIC && i == j)
            continue;
        if (kind == ACYCLIC && i > j)
            put_arc(b, j, i, count);
        else
            put_arc(b, i, j, count);
    }
}

void gmon_bulk(struct words *ws, gmon_arc_fn *put, void *ctx)
{
    static const char *const kinds[] = {"chain",   "ring",   "fanin", "fanout",
                                        "acyclic", "random", "zipf",  NULL};
    struct bulk b = {.count = 1, .put = put, .ctx = ctx};
    enum kind kind = (enum kind)words_choice(ws, kinds);
    uint64_t seed = 1;

    b.n = words_num_max(ws, 1000000000);
    b.base = words_num(ws);
    b.step = words_num(ws);
    uint64_t arcs = 4 * b.n;
    while (words_more(ws)) {
        if (words_take(ws, "arcs"))
            arcs = words_num(ws);
        else if (words_take(ws, "seed"))
            seed = words_num(ws);
        else if (words_take(ws, "count"))
            b.count = words_num(ws);
        else
            words_die(ws, "gen: unknown word '%s'", words_str(ws));
    }
    if (kind < ACYCLIC)
        put_regular(&b, kind);
    else if (b.n != 0 && b.count != 0)
        put_random(&b, kind, arcs, seed);
}
