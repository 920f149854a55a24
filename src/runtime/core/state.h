/* state.h - the state of a profiled process, and of each of its threads
 *
 * Role: everything that core/ keeps; the counting code has no argument to carry it. The operating
 * system's part keeps what it needs alone in a structure of its own (os/linux.h).
 *
 * Rules. The profiled program may be anywhere when the runtime is entered: inside malloc, in a
 * signal handler, in a thread that is about to end, with vector registers full of arguments. So
 * core/ uses no libc, and memory is never given back while a thread might still look at it.
 * Each thread counts in tables of its own, without locks; tables.h says how.
 * A fork copies the memory at any moment of the other threads. So what a child goes on to use is
 * whole at any time: a list is built, then published by storing one pointer, and only then is its
 * predecessor given back.
 * Locks: objects_lock is taken before dump_lock, and that before lock, never the other way round;
 * all with interrupts off.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_STATE_H
#define GMON_STATE_H

#include "runtime/core/build.h"
#include "runtime/core/tables.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GM_PATH = 4096 };

/* A thread, or one that has ended and whose counts wait for the dump or for a new owner. Only
 * the owner writes to it, with interrupts off where it changes more than a count. */
struct gm_thread {
    struct gm_thread *next;     /* list of all states; nothing is taken out but in a forked child */
    int number;                 /* the owner's gm_thread_number(), whether it is alive or not */
    int timer;                  /* the system's; -1: none */
    uint64_t time;              /* the system's: what it has used, or since when */
    _Atomic uintptr_t samples;  /* that ticks have brought it; 0 when the system says so */
    _Atomic bool is_first_tick; /* the system's: no tick has come since the timer began */
    bool is_unclaimed;          /* made by the sampler; its thread has not used it so far */
    _Atomic bool is_runtime;    /* of a thread of the runtime's own */
    _Atomic uint32_t delayed;   /* samples that its next tick stands for, too */
    void *fault_stack;          /* the system's; NULL: none */
    uint64_t delay, delay_from; /* the system's: time without a processor that is in samples, ns */
    struct gm_counters counters;
    struct gm_stack_tree *stacks; /* NULL: none so far */
};

/* States by the numbers of their owners, page by page; only pages in use are mapped. There is room
 * for 4 million numbers, which is all that Linux has. NULL: no thread with this number has a state.
 */
enum { GM_NUMBERS_A_PAGE = 512, GM_NUMBER_PAGES = 8192 };
struct gm_number_page {
    struct gm_thread *_Atomic thread[GM_NUMBERS_A_PAGE];
};

/* What the user has asked for. */
struct gm_options {
    int hz;               /* samples a second of each thread */
    uint32_t stack_depth; /* GMON_STACK_DEPTH */
    uint32_t stack_nodes; /* GMON_STACK_NODES */
    bool all;             /* GMON_ALL: a program that counted nothing has a profile, too */
    bool modules;         /* GMON_MODULES: a data file for each library */
    bool verbose;         /* GMON_VERBOSE */
    bool stacks;          /* GMON_STACKS: call stacks, too */
    bool has_template;    /* path came from GMON_OUT */
    bool has_prefix;      /* path came from GMON_OUT_PREFIX */
    char path[GM_PATH];
    bool is_one_of_many; /* the rank tells it from others that run with it */
    char rank[32];       /* of an MPI or Slurm process; empty: none */
};

/* The histogram. When a new one takes its place, the old one stays mapped, as a tick may be
 * counting in it. */
enum { GM_STRETCH = 1024 }; /* bins */
struct gm_range {
    uintptr_t low, high; /* high - low is a multiple of a bin */
    unsigned shift;      /* a bin is 1 << shift bytes of code */
    size_t bins;
    _Atomic unsigned char *used; /* by stretch of bins: 0: no sample has come there; set after the
                                    bin is, so that a dump need not touch what nobody has */
    _Atomic uint32_t bin[];
};

static inline bool gm_in_range(const struct gm_range *r, uintptr_t address)
{
    return r != NULL && address - r->low < r->high - r->low;
}

struct gm_arc_list;
struct gm_library;
struct gm_objects;
struct gm_stack_tree;
struct gm_stacks;

/* Addresses are those in memory unless they are called link-time. */
struct gm_state {
    /* What counting begins with: `start` while it is on, 0 while nothing is to be counted. First,
     * as mcount.S reads it (arch/layout.h). */
    _Atomic uintptr_t base;
    _Atomic uintptr_t
        arcs_at; /* what gm_local_offset() says of gm_arcs while counting is on, or 0 */

    /* The system's part sets these before base. */
    uintptr_t start;       /* where the program begins; 0 before the start */
    uintptr_t code, end;   /* its code is between these */
    uintptr_t bias;        /* address in memory - link-time address */
    struct gm_build build; /* of the program */
    uintptr_t other;       /* a function of the program that stands for all other code */
    uintptr_t unseen;      /* one that gets the time which no tick has brought; perhaps `other` */
    uintptr_t profiler;    /* one that gets the samples in the runtime; 0: the program has none, and
                              they are in no histogram of the program */
    uintptr_t main;        /* where main begins; 0: not known */
    uintptr_t thread_main; /* a function of ours that threads begin with; 0: there is none */
    uintptr_t entry;       /* where the program begins to run; 0: not known */
    uintptr_t own_code, own_end; /* the runtime's code, in the program or in a library */
    /* Called when a thread is about to count for the first time; NULL: before the start. */
    void (*_Atomic first_count)(void);
    int pid;             /* gm_process(); in a forked child, the child's */
    int first_pid;       /* that of the first process; 0: we are a child by exec */
    bool is_linked;      /* the program was linked for profiling */
    bool secure;         /* set-uid: write only when the program asks */
    uint64_t time_start; /* seconds since 1970 */
    struct gm_options opt;

    _Atomic int lock; /* protects the list of threads, and when sampling is on */
    struct gm_thread *_Atomic threads;
    struct gm_thread *fresh;        /* states that no thread has had; lock */
    unsigned fresh_states;          /* how many they are; lock */
    struct gm_thread *looked_up_to; /* where the search for ended threads goes on; lock */

    _Atomic int objects_lock; /* for renewals (objects.h); only dump_lock is taken in it */
    struct gm_objects *_Atomic objects; /* NULL: not wanted (objects.h), or no memory */

    struct gm_stacks *_Atomic stacks; /* NULL: call stacks are not wanted, or no memory */

    struct gm_range *_Atomic range; /* NULL: none, no memory */
    /* Many threads add to these, so they are as wide as every machine can do that at once. */
    _Atomic uintptr_t samples; /* samples that ticks have brought */
    _Atomic uintptr_t signals; /* by so many signals: the system may bring several at once */
    _Atomic uintptr_t lost;    /* calls that are not counted for want of memory */

    /* All that follows is under dump_lock. */
    _Atomic int dump_lock;
    bool is_finished;                     /* a file was written at an exit */
    bool has_failed;                      /* it could not be written, which was said */
    bool has_warned;                      /* the user was told of gm_sampling_fault() */
    uint64_t written;                     /* calls in that file */
    struct gm_arc_list *_Atomic baseline; /* what gmon_reset forgets; NULL: nothing */
    struct gm_library *_Atomic closed;    /* counts of libraries that are loaded no longer */

    /* Names of files; the stack of a signal handler may be too small for them. */
    char own_path[GM_PATH + 64];
    char library_path[GM_PATH + 192];

    /* States by number (threads.c); written under lock. Last, as it is large. */
    struct gm_number_page *_Atomic numbers[GM_NUMBER_PAGES];
};

#pragma GCC visibility push(hidden)

extern struct gm_state gm;

/* Returns true if there is a profile even if nothing is counted. Else the program only runs others,
 * as `sh` and `make` do with LD_PRELOAD in their environment, unless a library counts something. */
static inline bool gm_is_profiled(void)
{
    return gm.is_linked || gm.opt.all;
}

#define GM_TLS _Thread_local __attribute__((tls_model("initial-exec")))
/* machine.h: all threads count arcs in one set of tables, which gm.lock guards. */
#ifdef GM_SHARED_ARCS
#define GM_ARCS_TLS
extern struct gm_counters gm_shared;
#else
#define GM_ARCS_TLS GM_TLS
#endif
extern GM_ARCS_TLS struct gm_table *gm_arcs; /* last of gm_self's arcs; never NULL */
extern GM_TLS struct gm_table *gm_blocks;    /* last of gm_self's blocks; never NULL */
extern GM_TLS struct gm_thread *gm_self;     /* NULL: counted nothing yet */

#pragma GCC visibility pop

/* Lets counting go on, or stops it. */
static inline void gm_switch(bool on)
{
    atomic_store(&gm.base, on ? gm.start : 0);
    atomic_store(&gm.arcs_at, on ? gm_local_offset(&gm_arcs) : 0);
}

/* Returns true if this is an address in the runtime's code. */
static inline bool gm_is_own(uintptr_t address)
{
    return address - gm.own_code < gm.own_end - gm.own_code;
}

#endif
