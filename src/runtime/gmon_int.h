/* gmon_int.h - the runtime's own declarations: its state, its tables, who does what
 *
 * Role: libgmon counts calls and samples in a running program and writes gmon.out.
 *
 *   arch/.../mcount.S   a call that is known already is counted here
 *   gmon_slow.c         first calls of an arc, calls from far away; the tables, and how they grow
 *   gmon_thread.c       a state for each thread; fork
 *   gmon_sample.c       timers and their signal: where the time goes
 *   gmon_start.c        begin, pause and end of a profile; dump, reset
 *   gmon_merge.c        the counts of all threads become one sorted list
 *   gmon_libraries.c    data files of libraries
 *   gmon_path.c         the environment, and the name of the file
 *   gmon_signals.c      signals that write the profile
 *   gmon_modules.c      where the program and its libraries are
 *   gmon_file.c         gmon.out
 *   gmon_sys.c          memory, locks, messages
 *   gmon_wrap.c         functions of libc that are replaced: _exit, signal masks, dlclose
 *   gmon_interpose.c    those that only the shared library can stand in front of
 *
 * Rules. The profiled program may be anywhere when the runtime is entered: inside malloc, in a
 * signal handler, in a thread that is about to end, with vector registers full of arguments. So
 * whatever mcount and the sampler reach uses system calls only, no libc; memory is mapped and
 * never given back while a thread might still look at it.
 * Each thread counts in tables of its own, without locks. Tables are only ever added to: a full
 * one stays as it is, with its counts, and a larger one takes over. So a count that a signal
 * handler interrupted half way is never lost, and the dumper may read while others count. A
 * thread that has ended leaves its state to the next one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_INT_H
#define GMON_INT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>

#if defined(__x86_64__)
#include "arch/x86_64/gmon_arch.h"
#else
#error "the runtime has no part for this architecture: see src/runtime/arch"
#endif

#define GM_HIDDEN __attribute__((visibility("hidden")))
#define GM_PUBLIC __attribute__((visibility("default")))
#define GM_WEAK __attribute__((visibility("default"), weak)) /* a program may have its own */
#define GM_COLD __attribute__((cold, noinline))

/* For what one thread writes and others read meanwhile; plain moves on x86-64. */
#define gm_load(from) __atomic_load_n(from, __ATOMIC_ACQUIRE)
#define gm_store(to, value) __atomic_store_n(to, value, __ATOMIC_RELEASE)

enum {
    GM_REACH = 4,         /* entries behind its home in which mcount.S looks for a key */
    GM_TAIL = 64,         /* entries behind the last home */
    GM_FIRST_HOMES = 128, /* of a thread's first table: a page */
    GM_SMALL_HOMES = 2048,
    GM_TABLES = 32, /* a set has at most so many tables, each at least twice as large as the last */
    GM_PATH = 4096
};
#define GM_HOME_FACTOR 0x4F1BBCDDU /* mcount.S has it, too */

/* What mcount.S reads: offsets 0 (mask), 16 (entries). key 0: free. */
struct gm_entry {
    uint64_t key;
    uint64_t count;
};
struct gm_table {
    uint64_t mask; /* of byte offsets: 16 * (homes - 1) */
    uint64_t used;
    struct gm_entry entry[]; /* homes + GM_TAIL */
};

/* Arcs whose ends do not fit into a key of 64 bits, and samples outside of the histogram. */
struct gm_far_entry {
    uintptr_t site; /* 0: free */
    uintptr_t callee;
    uint64_t count;
};
/* What stands for the callee where the entry is no arc. */
enum { GM_SAMPLE = 0, GM_BLOCK = 1 };
struct gm_far {
    uint64_t mask; /* entries - 1 */
    uint64_t used;
    struct gm_far_entry entry[];
};

/* Tables of one kind; the last one is in use, the others keep their counts. */
struct gm_set {
    uint32_t tables;
    struct gm_table *table[GM_TABLES];
};

/* A thread, or one that has ended and whose counts wait for the dump or for a new owner. Only
 * the owner writes, with signals blocked where it is more than a count. */
struct gm_thread {
    struct gm_thread *next; /* list of all states; nothing is ever taken out */
    int tid;                /* the owner, alive or not */
    int timer;              /* kernel's number; -1: none */
    bool unclaimed;         /* made by the sampler, not used by its thread so far */
    struct gm_set arcs;
    struct gm_set blocks;
    uint32_t far_tables;
    struct gm_far *far[GM_TABLES];
};

/* What the environment asked for. */
struct gm_options {
    int hz;
    bool wall;     /* GMON_CLOCK=wall: elapsed time, not processor time */
    bool modules;  /* GMON_MODULES */
    bool verbose;  /* GMON_VERBOSE */
    bool template; /* path came from GMON_OUT */
    bool prefix;   /* path came from GMON_OUT_PREFIX */
    char path[GM_PATH];
    char rank[32]; /* of an MPI or Slurm process; empty: none */
};

/* A loaded library. */
struct gm_module {
    uintptr_t code, end; /* code is between these */
    uintptr_t bias;
    uintptr_t init; /* link-time address of a symbol that most libraries have, _init */
    bool named;     /* `whole` is known */
    bool whole;     /* another one has the name without folders already */
    char path[256]; /* its end, if it is longer */
};
struct gm_modules {
    struct gm_module *module; /* sorted by address */
    size_t count, room;
};

/* The histogram. A new one takes over as a whole; the old one stays, as a tick may be counted. */
struct gm_range {
    uintptr_t low, high; /* high - low is a multiple of a bin */
    unsigned shift;      /* a bin is 1 << shift bytes of code */
    size_t bins;
    _Atomic uint32_t bin[];
};

/* The one state of the process. Addresses are of memory unless they are called link-time. */
struct gm_state {
    /* Where the program begins, which mcount.S takes as `on`; 0: counts nothing. First. */
    _Atomic uintptr_t base;

    uintptr_t start;                /* base, whether on or not; 0 before the start */
    uintptr_t code;                 /* where the code of the program begins */
    uintptr_t end;                  /* and ends */
    uintptr_t bias;                 /* memory address - link-time address */
    uintptr_t entry;                /* address of the program's first instruction */
    struct gm_range *_Atomic range; /* NULL: none, no memory */

    _Atomic int lock;      /* list of threads */
    _Atomic int dump_lock; /* the fields from `finished` on, and the file */
    struct gm_thread *_Atomic threads;
    _Atomic uint64_t lost;    /* calls not counted for want of memory */
    _Atomic uint64_t samples; /* ticks of our timers */
    _Atomic uint32_t handled; /* signals, for an occasional look at new threads */
    _Atomic bool sampling;
    _Atomic bool foreign; /* a SIGPROF came that is not ours */
    bool can_sample;      /* the signal is ours */
    bool secure;          /* set-uid: write only when the program asks */
    int pid;
    int first_pid;       /* differs from pid in a forked child */
    bool is_linked;      /* the start-up code of -pg has called us */
    uint64_t cpu_start;  /* processor time of the process when sampling began, ns */
    uint64_t cpu_before; /* of earlier periods (moncontrol) */
    uint64_t time_start; /* seconds since 1970 */
    struct gm_options opt;

    bool finished;                  /* a file was written at an exit */
    bool failed;                    /* to write it: once is enough to say so */
    bool warned;                    /* of SIGPROF */
    uint64_t written;               /* calls in that file */
    struct gm_counts *baseline;     /* what gmon_reset forgets; addresses of memory */
    struct gm_modules modules;      /* with GMON_MODULES; dump_lock */
    struct gm_library *closed;      /* counts of those that are loaded no longer; dump_lock */
    struct gm_thread *looked_up_to; /* where the search for ended threads goes on; lock */
    unsigned unclaimed;             /* states that are; lock */

    /* Of a dump, under dump_lock; the stack of a signal handler may be too small for them. */
    char own_path[GM_PATH + 64];
    char library_path[GM_PATH + 192];
    char other_path[GM_PATH + 256];
};

extern GM_HIDDEN struct gm_state gm;
#define GM_TLS _Thread_local __attribute__((tls_model("initial-exec")))
extern GM_HIDDEN GM_TLS struct gm_table *gm_arcs;   /* last of self->arcs; never NULL */
extern GM_HIDDEN GM_TLS struct gm_table *gm_blocks; /* last of self->blocks; never NULL */
extern GM_HIDDEN GM_TLS struct gm_thread *gm_self;  /* NULL: counted nothing yet */

/* Where <external> is; present in the archive only. */
extern GM_HIDDEN const uintptr_t gm_external_at __attribute__((weak));
static inline uintptr_t gm_external(void)
{
    const uintptr_t *volatile at = &gm_external_at;

    return at != NULL ? *at : 0;
}

#pragma GCC visibility push(hidden)

/* gmon_sys.c: none of these uses libc. */
void *gm_map(size_t bytes); /* zeroed pages; NULL: no memory */
void gm_unmap(void *memory, size_t bytes);
void gm_block_signals(uint64_t *old);
void gm_restore_signals(uint64_t old);
void gm_lock(_Atomic int *lock); /* with signals blocked */
void gm_unlock(_Atomic int *lock);
uint64_t gm_clock(int clock_id); /* ns */
uint64_t gm_random(void);
size_t gm_text(char *to, size_t size, const char *format, ...); /* %s %u (uint64_t) %x %% */
void gm_say(const char *format, ...);                           /* one line on stderr */
const char *gm_error(long error);                               /* the name of an errno value */

/* gmon_slow.c */
void gm_mcount_slow(uintptr_t site, uintptr_t callee, const uintptr_t *above);
void gm_block_slow(uintptr_t after);
void gm_far_add(struct gm_thread *t, uintptr_t site, uintptr_t callee, uint64_t n);
size_t gm_table_bytes(uint64_t mask);
size_t gm_far_bytes(uint64_t mask);

/* gmon_thread.c */
struct gm_thread *gm_thread_self(void);   /* made when needed; NULL: no memory */
struct gm_thread *gm_thread_add(int tid); /* for another thread; lock held */
void gm_thread_init(void);

/* gmon_sample.c */
void gm_sample_init(void);
void gm_forget_samples(void); /* in a forked child: none so far, and timers of its own */
void gm_sample_on(void);
void gm_sample_off(void);
void gm_timer_start(struct gm_thread *t);
void gm_timer_stop(struct gm_thread *t);
uint64_t gm_missing_samples(void); /* by processor time due, but never delivered */
bool gm_owns_signal(void);
void gm_zero_bins(void); /* dump_lock held: no samples so far */

/* gmon_start.c */
void gm_forget_past(void);
void gm_finish(void);             /* write, when anything is new since the last time */
int gm_dump_to(const char *path); /* gmon_dump, in a signal handler */

/* gmon_signals.c */
void gm_signals_init(void);

/* gmon_path.c */
void gm_read_environment(bool modules); /* modules: what GMON_MODULES is by default */
void gm_path(char *to, size_t size);    /* name of the file at exit */
void gm_find_root(void);                /* in the shared library: who was the first? */

/* gmon_modules.c */
void gm_find_program(void);
uint64_t gm_external_address(void); /* link-time; what stands for all that is not the program */
void gm_look_at_modules(void);      /* takes the loader's lock: not in signal handlers */
const struct gm_module *gm_module_of(uintptr_t address); /* NULL: none that has a file */
struct gm_counts;

/* gmon_libraries.c */
void gm_write_modules(const char *path, const struct gm_counts *raw);
void gm_keep_closed(const struct gm_modules *last);
void gm_forget_closed(void);
void gm_name_modules(struct gm_modules *list, const struct gm_modules *last);

/* gmon_merge.c */
typedef void gm_visitor(void *to, uintptr_t site, uintptr_t callee, uint64_t count);
struct gm_arc {
    uint64_t site;   /* of a sample or block: where */
    uint64_t callee; /* or GM_SAMPLE, GM_BLOCK */
    uint64_t count;
};
struct gm_counts {
    struct gm_arc *arc; /* sorted, each once; NULL: no memory for a list, see part */
    size_t count;
    size_t room;     /* for which memory is mapped */
    uint64_t blocks; /* of arc[]: basic blocks */
    uint64_t calls;
    uint64_t outside; /* samples that are in no histogram yet; of a library: its samples */
    unsigned threads;
    const struct gm_part *part; /* whose entries are written as the tables have them */
};
void gm_visit(gm_visitor *visit, void *to); /* every entry, with addresses of memory */
uint64_t gm_total(void);                    /* calls and blocks */

/* The program, or a library. */
struct gm_part {
    uintptr_t code, end; /* code is between these */
    uintptr_t bias;
    uint64_t elsewhere; /* link-time address that stands for all other code */
    uint32_t *bins;     /* of a library, 1 << GM_MODULE_SHIFT bytes of code each */
};
enum { GM_MODULE_SHIFT = 2 };
bool gm_collect(struct gm_counts *c, const struct gm_counts *base);
bool gm_append(struct gm_counts *to, const struct gm_counts *more); /* false: no memory */
bool gm_translate(struct gm_arc *a, const struct gm_part *p);
void gm_tally(struct gm_counts *c, const struct gm_part *p);
void gm_select(const struct gm_counts *from, const struct gm_part *p, struct gm_counts *to);
void gm_counts_free(struct gm_counts *c);

/* gmon_file.c */
struct gm_histogram {
    uint64_t low; /* link-time address */
    unsigned shift;
    uint32_t rate;
    size_t bins;
    _Atomic uint32_t *bin;
    size_t extra_bin; /* gets this much more: */
    uint64_t extra;
};
bool gm_is_special(const char *path); /* no plain file, and none can be put there */
int64_t gm_write(const char *path, const struct gm_counts *c, const struct gm_histogram *h);

#pragma GCC visibility pop

#endif
