/* profile_counts - the arcs and the basic blocks of a profile, with their counts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/profile.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>

/* Starts the counter of a pair that is new. */
static void start_count(uint32_t number, uint64_t **counts, size_t *cap, uint64_t count,
                        struct diag *d)
{
    *counts = mem_grow(d, *counts, cap, (size_t)number + 1, sizeof **counts);
    (*counts)[number] = count;
}

/* Adds `count` to the counter of a pair; a new pair's counter starts at 0. */
static void add_count(struct pair_map *map, uint64_t **counts, size_t *cap, struct pair_key key,
                      uint64_t count, struct diag *d)
{
    size_t before = map->n;
    uint32_t number = pair_map_add(map, key.first, key.second, d);

    if (map->n > before)
        start_count(number, counts, cap, count, d);
    else
        (*counts)[number] = add_saturated((*counts)[number], count);
}

DIAG_COLD static void trace_arc(uint64_t from, uint64_t self, uint64_t count, const struct diag *d)
{
    trace_line(d, "profile_add_arc", "0x%" PRIx64 " calls 0x%" PRIx64 ": %" PRIu64, from, self,
               count);
}

void profile_add_arc(struct profile *p, uint64_t from, uint64_t self, uint64_t count,
                     struct diag *d)
{
    p->has_arcs = true;
    if (trace_on(d, TRACE_SAMPLES))
        trace_arc(from, self, count, d);
    if (p->arcs_repeat)
        start_count(pair_map_append(&p->arcs, from, self, d), &p->arc_counts, &p->arc_counts_cap,
                    count, d);
    else
        add_count(&p->arcs, &p->arc_counts, &p->arc_counts_cap, (struct pair_key){from, self},
                  count, d);
}

void profile_add_block(struct profile *p, uint64_t address, uint64_t count, struct diag *d)
{
    if (trace_on(d, TRACE_BLOCKS))
        trace_line(d, "profile_add_block", "0x%" PRIx64 " ran: %" PRIu64, address, count);
    add_count(&p->blocks, &p->block_counts, &p->block_counts_cap, (struct pair_key){address, 0},
              count, d);
}

void profile_merge_arcs(struct profile *p, struct profile *from, struct diag *d)
{
    p->has_arcs = p->has_arcs || from->has_arcs;
    for (size_t i = 0; i < from->arcs.n; i++)
        add_count(&p->arcs, &p->arc_counts, &p->arc_counts_cap, from->arcs.keys[i],
                  from->arc_counts[i], d);
}

void profile_merge_blocks(struct profile *p, struct profile *from, struct diag *d)
{
    p->has_blocks = p->has_blocks || from->has_blocks;
    for (size_t i = 0; i < from->blocks.n; i++)
        add_count(&p->blocks, &p->block_counts, &p->block_counts_cap, from->blocks.keys[i],
                  from->block_counts[i], d);
}

void profile_release_arcs(struct profile *p)
{
    pair_map_release(&p->arcs);
    free(p->arc_counts);
    p->arc_counts = NULL;
    p->arc_counts_cap = 0;
}

void profile_release_blocks(struct profile *p)
{
    pair_map_release(&p->blocks);
    free(p->block_counts);
    p->block_counts = NULL;
    p->block_counts_cap = 0;
}
