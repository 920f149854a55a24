/* threads.h - a state for each thread that is profiled
 *
 * Threads are not told to us, neither their beginning nor their end: a state is made when a
 * thread first counts something, or when the sampler finds the thread. It is taken over, counts
 * and tables as they are, when its owner has ended. So there are as many states as threads were
 * alive at once, and a new thread often starts with tables that know its arcs already.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_THREADS_H
#define GMON_THREADS_H

#include <stdbool.h>

struct gm_counters;
struct gm_thread;

#pragma GCC visibility push(hidden)

/* The calling thread's state, made when needed; NULL: no memory. */
struct gm_thread *gm_thread_self(void);

/* The same where nothing may be made, as there may be little stack: it is the one that the sampler
 * has made if the thread has called nothing so far. NULL: there is none. */
struct gm_thread *gm_thread_in_tick(void);

/* The state of the thread with this number; it may be that of a thread that had the number
 * before, and has ended. NULL: none. Needs no lock. */
struct gm_thread *gm_thread_of(int number);

/* The sampler has found a thread: it gets a state if it has none. gm.lock is held. */
void gm_thread_found(int number);

/* The state of a thread of the runtime's own, which has no timer and is not one of the program's.
 * NULL: no memory. gm.lock is held. */
struct gm_thread *gm_thread_of_runtime(int number);

/* How many states of threads of the program there are. */
unsigned gm_thread_states(void);

/* All tables, one state's after the other's; before: NULL: the first. */
struct gm_counters *gm_next_counters(const struct gm_counters *before);

/* In a forked child, where the calling thread is the only one: the others' states go, and its
 * own has this new number, counts of zero and no timer. */
void gm_threads_after_fork(void);

#pragma GCC visibility pop

#endif
