/* profile - adds up the raw data of data files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/profile.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- arcs and basic blocks, with their counts ------------------------------------------------ */

/* Adds `count` to the counter of a pair; a new pair's counter starts at 0. */
static void add_count(struct pair_map *map, uint64_t **counts, size_t *cap, struct pair_key key,
                      uint64_t count, struct diag *d)
{
    size_t before = map->n;
    uint32_t number = pair_map_add(map, key.first, key.second, d);

    if (map->n > before) {
        *counts = mem_grow(d, *counts, cap, map->n, sizeof **counts);
        (*counts)[number] = 0;
    }
    (*counts)[number] = add_saturated((*counts)[number], count);
}

void profile_add_arc(struct profile *p, uint64_t from, uint64_t self, uint64_t count,
                     struct diag *d)
{
    p->has_arcs = true;
    if (trace_on(d, TRACE_SAMPLES))
        trace_line(d, "profile_add_arc", "0x%" PRIx64 " calls 0x%" PRIx64 ": %" PRIu64, from, self,
                   count);
    if (p->arcs_repeat) {
        pair_map_append(&p->arcs, from, self, d);
        p->arc_counts =
            mem_grow(d, p->arc_counts, &p->arc_counts_cap, p->arcs.n, sizeof *p->arc_counts);
        p->arc_counts[p->arcs.n - 1] = count;
        return;
    }
    add_count(&p->arcs, &p->arc_counts, &p->arc_counts_cap, (struct pair_key){from, self}, count,
              d);
}

void profile_add_block(struct profile *p, uint64_t address, uint64_t count, struct diag *d)
{
    if (trace_on(d, TRACE_BLOCKS))
        trace_line(d, "profile_add_block", "0x%" PRIx64 " ran: %" PRIu64, address, count);
    add_count(&p->blocks, &p->block_counts, &p->block_counts_cap, (struct pair_key){address, 0},
              count, d);
}

void profile_release_arcs(struct profile *p)
{
    pair_map_release(&p->arcs);
    free(p->arc_counts);
    p->arc_counts = NULL;
    p->arc_counts_cap = 0;
}

/* ---- all of it ------------------------------------------------------------------------------- */

void profile_release(struct profile *p)
{
    profile_release_histograms(p);
    profile_release_arcs(p);
    pair_map_release(&p->blocks);
    free(p->block_counts);
    stack_data_release(&p->stacks);
    *p = (struct profile){0};
}

bool profile_fits(const struct profile *p, const struct profile *from, struct diag *d)
{
    return profile_histograms_fit(p, from, d) && stack_data_fits(&p->stacks, &from->stacks, d);
}

void profile_add_build(struct profile *p, const struct profile_build *build)
{
    if (!build) {
        p->has_unknown_build = true;
        return;
    }
    for (unsigned i = 0; i < p->n_builds; i++)
        if (memcmp(p->builds[i].id, build->id, sizeof build->id) == 0)
            return;
    if (p->n_builds < sizeof p->builds / sizeof *p->builds)
        p->builds[p->n_builds++] = *build;
}

bool profile_merge(struct profile *p, struct profile *from, struct diag *d)
{
    bool ok = profile_fits(p, from, d);

    if (ok) {
        profile_merge_histograms(p, from, d);
        p->has_arcs = p->has_arcs || from->has_arcs;
        for (size_t i = 0; i < from->arcs.n; i++)
            add_count(&p->arcs, &p->arc_counts, &p->arc_counts_cap, from->arcs.keys[i],
                      from->arc_counts[i], d);
        p->has_blocks = p->has_blocks || from->has_blocks;
        for (size_t i = 0; i < from->blocks.n; i++)
            add_count(&p->blocks, &p->block_counts, &p->block_counts_cap, from->blocks.keys[i],
                      from->block_counts[i], d);
        stack_data_merge(&p->stacks, &from->stacks, d);
        if (from->has_unknown_build)
            profile_add_build(p, NULL);
        for (unsigned i = 0; i < from->n_builds; i++)
            profile_add_build(p, &from->builds[i]);
    }
    profile_release(from);
    return ok;
}
