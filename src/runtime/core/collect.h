/* collect.h - merges the counts of all threads into one sorted list, and selects parts of it
 *
 * Input: the tables of every thread, dead or alive and still counting. Output: arcs, blocks and
 * samples outside of the histogram, each once, in the order of addresses. So the file, and the
 * order of equal entries in reports, does not depend on tables or threads.
 * A part is the program or a library. The file of a part holds its own arcs with link-time
 * addresses, and callers elsewhere become one symbol. The file of the program has no calls into
 * libraries: with callbacks, such calls would make one cycle of everything.
 * Memory is mapped for the time of a dump. Cost: n log n of the entries.
 * All functions are called with gm.dump_lock held and interrupts off.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_COLLECT_H
#define GMON_COLLECT_H

#include "runtime/core/tables.h"

struct gm_arc {
    uint64_t site;   /* call site of an arc, or address of a sample or block */
    uint64_t callee; /* or GM_SAMPLE, GM_BLOCK, GM_FIRST */
    uint64_t count;
};

/* A list in the order of sites, then callees; each pair once. The list is one mapping, so that
 * storing one pointer publishes it.
 */
struct gm_arc_list {
    size_t count;
    size_t room; /* number of entries for which memory is mapped */
    struct gm_arc arc[];
};

/* The program, or a library. */
struct gm_part {
    uintptr_t code, end; /* range of its code in memory */
    uintptr_t bias;      /* address in memory - link-time address */
    uint64_t elsewhere;  /* link-time address that stands for all other code */
    uintptr_t main;      /* address of main in memory; 0: not known, or there is no main */
    uint32_t *bins;      /* samples by 1 << GM_MODULE_SHIFT bytes; NULL: the program, see range */
};
enum { GM_MODULE_SHIFT = 2 };

struct gm_counts {
    struct gm_arc_list *list; /* NULL: no memory; then the tables themselves are written */
    uint64_t blocks;          /* entries that are basic blocks */
    uint64_t calls;
    uint64_t outside; /* samples that are in no histogram yet; for a library: its samples */
    uint64_t own;     /* samples in the runtime's code, which no histogram shows */
    unsigned threads; /* number of thread states */
    const struct gm_part *part; /* part that is written if there is no list */
};

#pragma GCC visibility push(hidden)

/* Calls visit for every entry of every thread, with addresses in memory. */
void gm_visit(gm_visitor *visit, void *to);

/* Returns the number of calls and blocks of all threads, to see if anything is new. */
uint64_t gm_total(void);

/* Collects all entries since the start, with addresses in memory, minus those of base (NULL: none).
 * Returns false, with *c empty, if there is no memory. The caller releases *c with
 * gm_counts_free(). */
bool gm_collect(struct gm_counts *c, const struct gm_arc_list *base);

/* Changes an arc or block into the form that the file of a part has. Returns false if the file does
 * not have the arc: it belongs to another part, or it is the C library's call of main, which would
 * charge all of the program's time elsewhere. */
bool gm_translate(struct gm_arc *a, const struct gm_part *p);

/* Selects the entries that belong to a part. to->list has room for as many entries as from->list,
 * and may be the same list. Samples of a library go to its bins, and to->outside counts them.
 * Samples in the range of the program's histogram stay in the program's list, and are added to the
 * histogram later. to->outside counts those that are in no library either, to->own those in the
 * runtime. */
void gm_select(const struct gm_counts *from, const struct gm_part *p, struct gm_counts *to);

/* Adds up a part if there is no memory for a list: fills in the sums only, and sets c->part to
 * p. */
void gm_tally(struct gm_counts *c, const struct gm_part *p);

/* Adds the counts of the same part; one store replaces to->list. Returns false, with nothing
 * changed, if there is no memory. */
bool gm_append(struct gm_counts *to, const struct gm_counts *more);

/* Makes an empty list with room for `room` entries. Returns NULL if there is no memory. */
struct gm_arc_list *gm_list_new(size_t room);
void gm_list_free(struct gm_arc_list *list); /* NULL: does nothing */
void gm_counts_free(struct gm_counts *c);

#pragma GCC visibility pop

#endif
