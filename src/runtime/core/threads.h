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

/* Returns the calling thread's state, made when needed; NULL: no memory. */
struct gm_thread *gm_thread_self(void);

/* Returns the same, but makes nothing, as there may be little stack: if the thread has called
 * nothing so far, the state that the sampler has made. NULL: there is none. */
struct gm_thread *gm_thread_in_tick(void);

/* Returns the state of the thread with this number; it may be that of a thread that had the number
 * before, and has ended. NULL: none. Needs no lock. */
struct gm_thread *gm_thread_of(int number);

/* Gives a thread that the sampler has found a state if it has none. gm.lock is held. */
void gm_thread_found(int number);

/* Returns the state of a thread of the runtime's own, which has no timer and is not one of the
 * program's. NULL: no memory. gm.lock is held. */
struct gm_thread *gm_thread_of_runtime(int number);

/* Returns the number of states of threads of the program. */
unsigned gm_thread_states(void);

/* Returns the tables of the next state; before: NULL: the first. */
struct gm_counters *gm_next_counters(const struct gm_counters *before);

/* Drops the states of other threads in a forked child, where the calling thread is the only one.
 * Its own state gets its new number, counts of zero and no timer. */
void gm_threads_after_fork(void);

#pragma GCC visibility pop

#endif
