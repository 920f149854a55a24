/* tables.h - counts arcs, blocks and samples in the tables of one thread
 *
 * Role: arcs are in a set of tables that mcount.S reads (arch/layout.h). If keys are one word, the
 * set has only arcs whose callee lies within 4 GB behind the program's beginning. All callers
 * further away are then one caller. Any other arc, and samples outside of the histogram, are in a
 * far table with whole addresses. Tables are only ever added: a full table stays as it is, with its
 * counts, and a larger one takes over. So a count that a signal handler interrupts is never lost,
 * and other threads may read while the owner counts. Only the owner writes; no locks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_TABLES_H
#define GMON_TABLES_H

#include "runtime/arch/target.h"
#include GM_MACHINE_HEADER

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GM_COLD __attribute__((cold, noinline))

enum {
    GM_TABLES = 32 /* tables of a set at most, each larger than the one before */
};

/* The key of an entry: one word or two, the first one not 0 (keys.h). */
struct gm_key {
    uint64_t word[2];
};
struct gm_table {
    uint64_t mask;                /* mask of hashes: GM_HOME_STEP * (homes - 1) */
    uint64_t factor;              /* GM_CALLEE_FACTOR, for machines that load it (layout.h) */
    uint64_t used;                /* upper bound of the entries in use */
    _Alignas(32) uint64_t word[]; /* homes + GM_REACH entries (keys.h) */
};

/* Values in place of the callee if an entry is not an arc. GM_FIRST: ticks up to the first
 * sample of a thread (short_threads.h). */
enum { GM_SAMPLE = 0, GM_BLOCK = 1, GM_FIRST = 2 };

static inline bool gm_is_arc(uint64_t callee)
{
    return callee > GM_FIRST;
}

/* Value in place of a call site that is far away from the program. */
enum { GM_FAR = 0 };
struct gm_far_entry {
    uintptr_t site; /* 0: the entry is free */
    uintptr_t callee;
    uint64_t count;
};
struct gm_far {
    uint64_t mask; /* entries - 1 */
    uint64_t used;
    struct gm_far_entry entry[];
};

/* Tables of one kind; the last one is in use, the others keep their counts. */
struct gm_set {
    uint32_t tables;
    struct gm_table *table[GM_TABLES];
};

/* Everything that one thread has counted. */
struct gm_counters {
    struct gm_set arcs;
    struct gm_set blocks; /* key: the return address of the hook's call */
    uint32_t far_tables;
    struct gm_far *far[GM_TABLES];
};

enum gm_kind { GM_ARCS, GM_BLOCKS };

#pragma GCC visibility push(hidden)

/* Counts a key once, in the set of its kind. If the set has no room for the key, counts {site,
 * callee} in the far table. *current is the set's last table, which mcount.S uses; it changes when
 * a larger table takes over. Returns false if the call is lost, for lack of memory. */
bool gm_count_key(struct gm_counters *c, enum gm_kind kind, struct gm_table **current,
                  const struct gm_key *key, uintptr_t site, uintptr_t callee);

/* Counts n more of {site, callee}; site is not 0. Returns false if they are lost, for lack of
 * memory. */
bool gm_count_far(struct gm_counters *c, uintptr_t site, uintptr_t callee, uint64_t n);

/* Returns the table in use; NULL: none so far. */
struct gm_table *gm_last_table(const struct gm_set *set);

/* ---- all entries (table_entries.c). base: what keys of arcs are offsets from ---------------- */

typedef void gm_visitor(void *to, uintptr_t site, uintptr_t callee, uint64_t count);

/* Calls visit for every entry that was counted, with addresses in memory. If keys are one word, the
 * site of calls from far away is GM_FAR, which is in no program and no library. Any thread may call
 * this.
 */
void gm_counters_visit(const struct gm_counters *c, uintptr_t base, gm_visitor *visit, void *to);

/* Returns an upper bound of the number of entries, without looking at each. */
size_t gm_counters_used(const struct gm_counters *c);

/* Sets the counts of the code from low up to end to 0: arcs by their callee, samples and blocks by
 * their address. No thread runs that code meanwhile. */
void gm_counters_forget(struct gm_counters *c, uintptr_t base, uintptr_t low, uintptr_t end);

#pragma GCC visibility pop

#endif
