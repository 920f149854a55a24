/* state.h - holds the state of a profiled process, and of each of its threads
 *
 * Role: everything that core/ keeps; the counting code has no argument to carry the state. The
 * operating system's part keeps its own state in os/linux.h.
 *
 * Rules. The profiled program may be at any instruction when the runtime is entered: inside malloc,
 * in a signal handler, in a thread that is about to end, with vector registers full of arguments.
 * So core/ uses no libc, and memory is never given back while a thread might still look at it.
 * Each thread counts in tables of its own, without locks; tables.h says how.
 * A fork may copy the memory of other threads at any moment. So everything that a child goes on to
 * use is whole at any time: a list is built, then published by storing one pointer, and only then
 * is the old list given back.
 * Locks: objects_lock is taken before dump_lock, and dump_lock before lock, never the other way
 * round; all with interrupts off.
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

enum { GM_PATH = 4096, GM_OUT_BUFFER = 4096 };

/* State of a thread, or of one that has ended and whose counts wait for the dump or for a new
 * owner. Only the owner writes to it, with interrupts off if it changes more than a count. Numbers
 * of 64 bits that another thread may write when it starts or stops sampling are read by gm_load().
 */
struct gm_thread {
    struct gm_thread *next;    /* next of all states; only a forked child takes states out */
    _Atomic int number;        /* the owner's gm_thread_number(), even after the owner has ended */
    int timer;                 /* for the system; -1: no timer */
    void *_Atomic event;       /* for the system: page of an event (events.c); NULL: none */
    uint64_t in_user;          /* for the system: CPU time in user code, us, */
    uint64_t in_kernel;        /* and in the kernel, when last seen */
    uint64_t time;             /* for the system: CPU time used, or since when */
    _Atomic uintptr_t samples; /* samples that ticks have brought; 0 when the system says so */
    uint64_t own;              /* CPU time in handlers of ours that no sample stands for yet, ns */
    uint64_t first_sample;     /* for the system: time of the first one; 0: it has come, ns */
    uint64_t armed;            /* for the system: CPU time at the start of the timer, ns */
    uintptr_t handing_over;  /* for the system: frame that calls a handler of the program's; or 0 */
    bool is_unclaimed;       /* made by the sampler and not used by its thread so far */
    _Atomic bool is_runtime; /* the thread is one of the runtime's own */
    _Atomic uint32_t delayed;   /* more samples that the next tick stands for */
    void *fault_stack;          /* for the system; NULL: none */
    uint64_t delay, delay_from; /* for the system: sampled time without a processor, ns */
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
    bool all;             /* GMON_ALL: a program without -pg has a profile, too */
    bool modules;         /* GMON_MODULES: a data file for each library */
    char libraries[1024]; /* GMON_MODULES: names of these libraries; empty: all */
    bool verbose;         /* GMON_VERBOSE */
    bool stacks;          /* GMON_STACKS: call stacks, too */
    uint8_t stack_clock;  /* gstack_clock of the samples */
    bool has_template;    /* path came from GMON_OUT */
    bool has_prefix;      /* path came from GMON_OUT_PREFIX */
    char path[GM_PATH];
    char directory[GM_PATH]; /* the directory of the start, with a slash; empty: not known */
    bool is_started_there;   /* a relative name is meant from there, and not from the directory at
                              * the end */
    bool is_one_of_many; /* true if other processes run with it, and the rank tells them apart */
    char rank[32];       /* rank of an MPI or Slurm process; empty: none */
};

/* The histogram. When a new histogram replaces it, the old one stays mapped, because a tick may be
 * counting in it. */
enum { GM_STRETCH = 1024 }; /* bins in a stretch */
struct gm_range {
    uintptr_t low, high; /* range in memory; a multiple of a bin long */
    unsigned shift;      /* log2 of the bytes of code in a bin */
    size_t bins;
    _Atomic unsigned char *used; /* by stretch of bins: 0 if there is no sample in it; set after the
                                    bin is, so that a dump need not touch empty stretches */
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
struct gm_walker;

/* State of the process. Addresses are those in memory unless they are called link-time. */
struct gm_state {
    /* Base of counting: `start` while counting is on, else 0. The first field, because mcount.S
     * reads it (arch/layout.h). */
    _Atomic uintptr_t base;
    _Atomic uintptr_t arcs_at; /* gm_local_offset() of gm_arcs while counting is on, else 0 */

    /* The system's part sets these before base. */
    uintptr_t start;       /* beginning of the program; 0 before the start */
    uintptr_t code, end;   /* range of the program's code */
    uintptr_t bias;        /* address in memory - link-time address */
    struct gm_build build; /* build ID of the program */
    uintptr_t other;       /* function of the program that stands for callers in other code */
    /* Functions that get the time that no tick has brought, and the samples in the runtime; 0: the
     * program has none. Then no histogram has these samples, and those in other code. */
    uintptr_t unseen, profiler;
    uintptr_t main;              /* address of main; 0: not known */
    uintptr_t thread_main;       /* function of ours that threads begin with; 0: none */
    uintptr_t entry;             /* address where the program begins to run; 0: not known */
    uintptr_t own_code, own_end; /* range of the runtime's code, in the program or a library */
    /* Called before a thread counts for the first time; NULL: before the start. */
    void (*_Atomic first_count)(void);
    int pid;             /* gm_process(); in a forked child, that of the child */
    int first_pid;       /* pid of the first process; 0: we are a child by exec */
    bool is_later;       /* true if another image of this process may have written a file */
    bool is_linked;      /* true if the program was linked for profiling */
    bool secure;         /* true for a set-uid program: write only if the program asks */
    uint64_t time_start; /* seconds since 1970 */
    struct gm_options opt;

    _Atomic int lock; /* protects the list of threads, and the state of sampling */
    struct gm_thread *_Atomic threads;
    struct gm_thread *fresh;        /* states that no thread has had; under lock */
    unsigned fresh_states;          /* number of fresh states; under lock */
    struct gm_thread *looked_up_to; /* next state in the search for ended threads; under lock */

    _Atomic int objects_lock; /* for renewals (objects.h); inside, only dump_lock is taken */
    struct gm_objects *_Atomic objects; /* NULL: not wanted (objects.h), or no memory */

    struct gm_stacks *_Atomic stacks;  /* NULL: call stacks are not wanted, or no memory */
    struct gm_walker *_Atomic walkers; /* all that were made (unwind.h) */

    struct gm_range *_Atomic range; /* NULL: no histogram, or no memory */
    /* Many threads add to these. So each is a uintptr_t, which every machine can add to
     * atomically. */
    _Atomic uintptr_t samples; /* samples that ticks have brought */
    _Atomic uintptr_t signals; /* signals that brought them; one may bring several ticks */
    _Atomic uintptr_t lost;    /* calls and samples that are not counted for lack of memory */

    /* All fields that follow are under dump_lock. */
    _Atomic int dump_lock;
    bool is_finished;  /* true if a file was written at an exit */
    bool has_failed;   /* true if writing it failed, and a message said so */
    bool has_warned;   /* true if the user was told of gm_sampling_fault() */
    uint64_t written;  /* calls and samples in that file */
    _Atomic int ender; /* thread about to end the process; 0: none; -1: several */
    bool has_pid;      /* true if own_path tells this process from others */
    bool has_name;     /* true if the file own_path was written */
    struct gm_arc_list *_Atomic baseline; /* counts that gmon_reset has forgotten; NULL: none */
    struct gm_library *_Atomic closed;    /* counts of libraries that are no longer loaded */

    _Alignas(8) unsigned char out_buffer[GM_OUT_BUFFER]; /* of the file that is written */

    /* Names of files; the stack of a signal handler may be too small for them. */
    char own_path[GM_PATH + 64];
    char library_path[GM_PATH + 192];
    char
        aside[GM_PATH + 64]; /* the name that an earlier image's file gets in this dump, or empty */

    /* States by number (threads.c); written under lock. The last field because it is large. */
    struct gm_number_page *_Atomic numbers[GM_NUMBER_PAGES];
};

#pragma GCC visibility push(hidden)

extern struct gm_state gm;

/* Returns true if there is a profile even if nothing is counted. Else the program only runs other
 * programs, as `sh` and `make` do with LD_PRELOAD in their environment, unless a library counts
 * something. */
static inline bool gm_is_profiled(void)
{
    return gm.is_linked || gm.opt.all;
}

#define GM_TLS _Thread_local __attribute__((tls_model("initial-exec")))
/* On a machine that defines GM_SHARED_ARCS (machine.h), all threads count arcs in one set of
 * tables, which gm.lock guards. */
#ifdef GM_SHARED_ARCS
#define GM_ARCS_TLS
extern struct gm_counters gm_shared;
#else
#define GM_ARCS_TLS GM_TLS
#endif
extern const uint64_t gm_no_table[];
#define GM_NO_TABLE ((struct gm_table *)(uintptr_t)gm_no_table)
extern GM_ARCS_TLS struct gm_table *gm_arcs; /* last table of gm_self's arcs; never NULL */
extern GM_TLS struct gm_table *gm_blocks;    /* last table of gm_self's blocks; never NULL */
extern GM_TLS struct gm_thread *gm_self;     /* NULL: the thread has counted nothing yet */

#pragma GCC visibility pop

/* Turns counting on or off. */
static inline void gm_switch(bool on)
{
    atomic_store(&gm.base, on ? gm.start : 0);
    atomic_store(&gm.arcs_at, on ? gm_local_offset(&gm_arcs) : 0);
}

/* Returns true if the address is in the runtime's code. */
static inline bool gm_is_own(uintptr_t address)
{
    return address - gm.own_code < gm.own_end - gm.own_code;
}

#endif
