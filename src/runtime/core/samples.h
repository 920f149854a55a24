/* samples.h - where the time goes: the histogram, and samples outside of it
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_SAMPLES_H
#define GMON_SAMPLES_H

#include <stdint.h>

struct gm_thread;

#pragma GCC visibility push(hidden)

/* Charges n samples to an address. Code of the program has bins; the runtime's own time goes to the
 * bin of gm.profiler, if there is one; anything else goes to the far tables of t, address by
 * address. t is a state that the calling thread may write to, or NULL. Adds to gm.samples. */
void gm_charge(struct gm_thread *t, uintptr_t pc, uint64_t n);

/* Does the same in a signal handler, in the thread that was interrupted there, for CPU time that it
 * has used. first: number of samples that count for short_threads.h. */
void gm_tick(uintptr_t pc, uint64_t n, uint64_t first);

/* Makes the histogram one of the code from low up to, not including, high, both rounded outwards to
 * whole bins. Drops the samples so far. Sampling is off, gm.dump_lock held. Without memory a line
 * says so, and there is no histogram. */
void gm_set_range(uintptr_t low, uintptr_t high);

/* Forgets all samples and CPU time so far. gm.dump_lock is held. */
void gm_zero_samples(void);

#pragma GCC visibility pop

#endif
