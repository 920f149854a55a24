/* samples.h - counts samples in the histogram, and samples outside of it
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_SAMPLES_H
#define GMON_SAMPLES_H

#include <stdint.h>

#include <stdbool.h>

struct gm_thread;

#pragma GCC visibility push(hidden)

/* Charges n samples to an address. Code of the program has bins. The runtime's own time goes to the
 * bin of gm.profiler, if there is one, and the caller's time there (gm_is_callers_time()) counts as
 * time outside of the program. Anything else goes to the far tables of t, by address. t is a state
 * that the calling thread may write to, or NULL: then it goes nowhere, and will be missing
 * (gm_missing_samples). Adds what it charges to gm.samples. */
void gm_charge(struct gm_thread *t, uintptr_t pc, uint64_t n);

/* Counts a tick: n samples of CPU time in the thread of state t, which may be NULL. Charges `own`
 * of them to the runtime; the caller charges the others. */
void gm_tick(struct gm_thread *t, uint64_t n, uint64_t own);

/* Notes that one of the first ticks of a thread was at pc (short_threads.h). */
void gm_note_first(struct gm_thread *t, uintptr_t pc);

/* Adds n samples to the bin of an address, if it has one, or takes them out again. For dumps. */
void gm_raise_bin(uintptr_t address, uint64_t n, bool is_out);

/* Makes the histogram cover the code from low up to, not including, high, both rounded outwards to
 * whole bins. Drops the samples so far. Sampling is off, gm.dump_lock is held. If there is no
 * memory, a line says so, and there is no histogram. */
void gm_set_range(uintptr_t low, uintptr_t high);

/* Forgets all samples and CPU time so far. gm.dump_lock is held. */
void gm_zero_samples(void);

#pragma GCC visibility pop

#endif
