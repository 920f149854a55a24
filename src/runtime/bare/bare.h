/* bare - what the parts of libgmon-bare share: the profile in the user's memory
 *
 * Role: the layout of that memory: this struct, the bins, the arcs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_BARE_PROFILE_H
#define GMON_BARE_PROFILE_H

#include "gmon_bare.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An arc and how often it was called. Entries are only added: first `from' is claimed, then `self'
 * is stored. A call that finds the one without the other takes a further entry: readers add equal
 * arcs up. */
struct bare_arc {
    uintptr_t from; /* return address into the caller, | 1; 0: the entry is free */
    uintptr_t self; /* address in the function that was entered; BARE_CARRY: see below */
    uint32_t count;
};

/* A bin that has overflowed has an entry, too: from is its number + 1, and each of its counts
 * stands for 65536 samples. */
enum { BARE_CARRY = 1, BARE_CARRY_SHIFT = 16 };

enum { BARE_PROBES = 8 }; /* entries from its home on in which an arc is looked for */

struct gmon_profile {
    struct bare_arc *arcs;
    uint32_t n_homes; /* entries at which arcs are at home; BARE_PROBES - 1 further ones follow */
    uint32_t lost_calls;
    uintptr_t low;   /* first address of the first bin */
    uintptr_t bytes; /* of code, in all bins */
    uint16_t *bins;
    uint32_t shift; /* 1 << shift: bytes of code of a bin */
    uint32_t rate;
    uint32_t lost_samples;
    uint32_t carries; /* how many overflows of bins are among the arcs */
};

extern struct gmon_profile *bare_selected; /* what is counted in; NULL: nowhere */

/* Returns the entry of the arc, made if need be and `make'; else NULL. */
struct bare_arc *bare_find(struct gmon_profile *p, uintptr_t from, uintptr_t self, bool make);

/* Writes a profile: gmon_write, for one that is not selected. */
typedef int bare_writer(struct gmon_profile *p, gmon_put *put, void *context);
bare_writer bare_write;

/* Lets the selected profile be written while nothing is counted; -1 if there is none. */
int bare_paused(bare_writer *write, gmon_put *put, void *context);

/* Returns the address of the function <external>. */
uintptr_t bare_external(void);

/* What assembly and compilers' hooks call: the function at `self' was called from `from'. All
 * readers leave this name out of reports, so that the time of counting is nobody's. */
void __mcount_internal(uintptr_t from, uintptr_t self);

#endif
