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
 * address: a state that the calling thread may write to, or NULL. Adds to gm.samples. */
void gm_charge(struct gm_thread *t, uintptr_t pc, uint64_t n);

/* The same in a signal handler or an interrupt, in the thread that was interrupted there, for
 * processor time that it has used. first: so many of them count for short_threads.h; 0: they do
 * not.
 */
void gm_tick(uintptr_t pc, uint64_t n, uint64_t first);

/* The histogram is from now on of the code from low up to, not including, high, both rounded
 * outwards to whole bins. Samples so far are dropped. Sampling is off, gm.dump_lock held.
 * Without memory a line says so, and there is no histogram. */
void gm_set_range(uintptr_t low, uintptr_t high);

/* No samples so far, and no processor time, either. gm.dump_lock is held. */
void gm_zero_samples(void);

#pragma GCC visibility pop

#endif
