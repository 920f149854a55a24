/* threads.h - keeps a state for each thread that is profiled
 *
 * Nothing tells the runtime that a thread begins or ends. A state is made when a thread first
 * counts something, or when the sampler finds the thread. When its owner has ended, another thread
 * takes the state over, with its counts and tables. So there are as many states as threads were
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

/* Returns the calling thread's state, made if needed; NULL: no memory. */
struct gm_thread *gm_thread_self(void);

/* Returns the calling thread's state, but makes none, because there may be little stack. If the
 * thread has called nothing so far, it is the state that the sampler has made. Uses thread-local
 * storage only if the thread's number is not known: an emulator may have put its own in that place.
 * NULL: there is none. */
struct gm_thread *gm_thread_in_tick(void);

/* Returns the state of the thread with this number; it may belong to an ended thread that had the
 * number before. NULL: none. Needs no lock. */
struct gm_thread *gm_thread_of(int number);

/* Gives a state to a thread that the sampler has found, if the thread has none. gm.lock is held. */
void gm_thread_found(int number);

/* Returns the state of a thread of the runtime's own, which has no timer and is not one of the
 * program's. NULL: no memory. gm.lock is held. */
struct gm_thread *gm_thread_of_runtime(int number);

/* Returns the number of states of the program's threads. */
unsigned gm_thread_states(void);

/* Returns the tables of the next state; if before is NULL, of the first one. */
struct gm_counters *gm_next_counters(const struct gm_counters *before);

/* Drops the states of other threads in a forked child, in which only the calling thread is left.
 * The state of the calling thread gets its new number, counts of zero and no timer. */
void gm_threads_after_fork(void);

#pragma GCC visibility pop

#endif
