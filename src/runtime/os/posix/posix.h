/* posix.h - the part of the runtime for POSIX systems: its state, and who does what
 *
 *   start.c        what public.c and fork.c, which all systems share, ask for
 *   environment.c  what GMON_* asks for
 *   program.c      where the program is, its name and its host's
 *   threads.c      numbers of threads, by a key whose destructor tells of their ends
 *   tick.c         SIGPROF, by setitimer; processor time that no tick has told of
 *   output.c       the data file: temporary name, rename, errors
 *   system.c       memory, locks, masks, clocks, messages
 *   wrap_exec.c    exec without the timer, which would kill the next program
 *
 * Everything is asked of libc, whose functions may change errno and vector registers, and the
 * program may have been interrupted with arguments in these. So what mcount may come to calls libc
 * between gm_libc_begin() and gm_libc_end(). All of these functions are safe in signal handlers;
 * pthread_setspecific() is so in fact.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_POSIX_H
#define GMON_POSIX_H

#include "runtime/core/state.h"
#include "runtime/os/system_parts.h"
#include "runtime/os/posix/vectors.h"

#include <errno.h>
#include <pthread.h>

struct gm_posix {
    int vector_bytes;          /* of a register; see vectors.h */
    struct gm_table *no_table; /* what gm_arcs is before the first call of a thread */
    pthread_key_t key;         /* of each thread that has a number */
    bool has_key;              /* false: ends of threads are not told */
    int last_number, ended;    /* of threads; the first free number, or 0; gm.lock */
    _Atomic bool can_sample;   /* the handler of SIGPROF is ours */
    _Atomic bool foreign_tick; /* a SIGPROF came that was not from our timer */
    _Atomic bool is_sampling;  /* changes under gm.lock, as the rest does */
    uint64_t time_start;       /* processor time when sampling began, ns */
    uint64_t time_before;      /* of earlier periods (moncontrol), ns */
    _Atomic uintptr_t charged; /* samples up to that time which ticks have charged */
    int (*next_execve)(const char *, char *const *, char *const *); /* libc's; NULL: not found */

    /* The file that is being written; gm.dump_lock. */
    int fd;
    int cancel_state;
    bool is_direct;                /* not into a temporary file, but in place */
    const char *path;              /* the caller's */
    char temporary[GM_PATH + 256]; /* name of the temporary file */
};

#pragma GCC visibility push(hidden)

extern struct gm_posix gm_posix;

/* threads.c: before the first thread is counted. */
void gm_threads_init(void);

/* threads.c: in a forked child, before core's part. */
void gm_numbers_after_fork(void);

/* tick.c: takes SIGPROF, unless the program has it. */
void gm_tick_init(void);

/* tick.c: sampling begins, or pauses. Any thread, interrupts on or off. */
void gm_sampling_on(void);
void gm_sampling_off(void);

/* tick.c: the timer of this process alone runs, if sampling is on, or stops. */
void gm_timer_run(bool on);

/* environment.c: fills gm.opt; nothing is read in a set-uid program. */
void gm_read_environment(void);

/* program.c: fills the addresses of gm. */
void gm_find_program(void);

/* wrap_exec.c: looks libc's execve up. */
void gm_exec_init(void);

#pragma GCC visibility pop

/* Around calls of libc. */
struct gm_libc {
    struct gm_vectors vectors;
    int error;
};

static inline void gm_libc_begin(struct gm_libc *s)
{
    gm_vectors_save(&s->vectors, gm_posix.vector_bytes);
    s->error = errno;
}

static inline void gm_libc_end(const struct gm_libc *s)
{
    errno = s->error;
    gm_vectors_load(&s->vectors, gm_posix.vector_bytes);
}

#endif
