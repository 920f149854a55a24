/* bare - declares what the parts of libgmon-bare share: the profile in the user's memory
 *
 * Role: lays out that memory: this struct, the bins, the arcs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_BARE_PROFILE_H
#define GMON_BARE_PROFILE_H

#include "gmon_bare.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An arc and its number of calls. Entries are only added: first `from' is claimed, then `self' is
 * stored. A call that finds a claimed entry without `self' takes another entry. So an arc may have
 * several entries, which readers add up. */
struct bare_arc {
    uintptr_t from; /* return address into the caller, | 1; 0: the entry is free */
    uintptr_t self; /* address in the function that was entered; BARE_CARRY: see below */
    uint32_t count;
};

/* A bin that has overflowed has an entry, too. Its `from' is the bin's number + 1, and each of its
 * counts stands for 65536 samples. */
enum { BARE_CARRY = 1, BARE_CARRY_SHIFT = 16 };

enum { BARE_PROBES = 8 }; /* entries, from its home on, that may hold an arc */

struct gmon_profile {
    struct bare_arc *arcs;
    uint32_t n_homes; /* number of homes of arcs; BARE_PROBES - 1 further entries follow */
    uint32_t lost_calls;
    uintptr_t low;   /* first address of the first bin */
    uintptr_t bytes; /* bytes of code in all bins */
    uint16_t *bins;
    uint32_t shift; /* log2 of the bytes of code in a bin */
    uint32_t rate;
    uint32_t lost_samples;
    uint32_t carries; /* number of overflows of bins among the arcs */
};

extern struct gmon_profile *bare_selected; /* profile that is counted in; NULL: none */

/* Returns the entry of the arc, which is made if `make' and there is none. Returns NULL if there is
 * no entry. */
struct bare_arc *bare_find(struct gmon_profile *p, uintptr_t from, uintptr_t self, bool make);

/* A function like gmon_write, for a profile that is not selected. */
typedef int bare_writer(struct gmon_profile *p, gmon_put *put, void *context);
bare_writer bare_write;

/* Deselects the profile while write() writes it, so that nothing is counted. Returns -1 if no
 * profile is selected. */
int bare_paused(bare_writer *write, gmon_put *put, void *context);

/* Returns the address of the function <external>. */
uintptr_t bare_external(void);

/* Counts a call: the function at `self' was called from `from'. Assembly and compilers' hooks call
 * this. All readers leave this name out of reports, so that the time of counting is nobody's. */
void __mcount_internal(uintptr_t from, uintptr_t self);

#endif
