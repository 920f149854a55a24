/* linux.h - the Linux part of the runtime: its state, and which file does what
 *
 *   public.c         begins, pauses and ends a profile; what -pg and programs call
 *   fork.c           lets a forked child start from zero; finds out if this process is the first
 *   variables.c      reads GMON_*
 *   loader.c         finds the program and the runtime in memory
 *   find_objects.c   finds the libraries, too
 *   images.c         reads what their images, in memory or files, tell of them
 *   new_code.c       finds libraries that were loaded behind our back
 *   thread_timers.c  has a timer for each thread; counts CPU time that no tick has told of
 *   watch.c          with GMON_CLOCK=wall, has a thread that looks where others wait
 *   descriptors.c    keeps descriptors that the program does not meet
 *   waits.c          lists threads; tells what one does at a moment
 *   tick_signal.c    handles a tick; finds threads that have no timer yet
 *   sigprof.c        shares SIGPROF with the program: handlers, masks, signals that are no ticks
 *   signal_frame.c   finds registers of what a signal has interrupted
 *   dump_signals.c   handles signals that write the profile
 *   output.c         writes the data file: temporary name, rename, errors; names host and program
 *   system.c         has memory, locks, masks, clocks, messages
 *   sandbox.c        knows what the program's seccomp filters let us do
 *   wrap_exec.c      stands in front of execve and its relatives
 *   wraps.c          stands in front of other functions of libc; so does wrap_*.c
 *
 * System calls are made by gm_call() of kernel.h wherever mcount, the tick signal or a signal
 * handler may come from; only the start, the loader's list and the wrappers call libc.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_LINUX_H
#define GMON_LINUX_H

#include "runtime/core/state.h"
#include "runtime/os/kernel.h"

#include <pthread.h>
#include <signal.h>

#define GM_PUBLIC __attribute__((visibility("default")))
#define GM_WEAK __attribute__((visibility("default"), weak)) /* a program may have its own */
#define GM_HIDDEN __attribute__((visibility("hidden")))

/* What a new thread is to run (wrap_threads.c). */
enum { GM_ERRANDS = 256 };
struct gm_errand {
    _Atomic int is_taken; /* a whole word: not every machine exchanges bytes */
    void *(*run)(void *);
    void *arg;
};

/* The threads of the process, from a descriptor of /proc/self/task. */
struct gm_tasks {
    long fd;
    char *buffer;  /* aligned to 8 */
    long size;     /* at least 1024 */
    long have, at; /* 0 at the beginning */
};

/* The thread that looks where others wait (watch.c). What has no remark is its own. */
struct gm_watch {
    _Atomic int number;      /* of this thread; 0: there is none. The kernel sets it to 0 */
    _Atomic int wake;        /* changed by others when it is to look up */
    _Atomic bool is_to_end;  /* by others */
    _Atomic bool is_blind;   /* it could not see where threads wait */
    char *stack;             /* NULL: none so far */
    struct gm_thread *state; /* where samples outside of the program are counted; NULL: no memory */
    struct gm_stack_tree *walks; /* without GMON_STACKS: where it walks stacks; NULL: no memory */
    long tasks;                  /* its descriptor, which no other thread has, of /proc/self/task */
    uint64_t seen_from;          /* what it knows of gm_linux.sampled_from */
    uint64_t slot, length; /* of this sweep, or the next one: when it begins, how long it is, ns */
    unsigned steps, step;  /* it has so many, and this one is next, */
    uint64_t next;         /* at this time */
    unsigned threads;      /* that it is expected to find */
    uint64_t random;       /* moves a step within its time */
    uint64_t used;         /* its own CPU time up to which samples are charged, ns */
    uint64_t used_before;  /* and up to the end of the last sweep, ns */
    uint64_t cost;         /* what a sweep costs on average, ns; 0: not known so far */
    unsigned others;       /* threads that it saw alive in this sweep */
    bool is_alone;         /* there was none in the last sweep */
    unsigned hidden;       /* of these, threads that it may not look at */
    int other;             /* number of the thread that it saw alive last */
    bool is_privileged;    /* the program can drop rights */
    uint64_t checked;      /* when it last looked whether that has happened */
    struct gm_tasks list;  /* where it is, in `names` */
    char names[4096] __attribute__((aligned(8)));
    char text[1024];
};

/* The files that the runtime opens; one of each at a time. */
enum gm_use { GM_DATA, GM_TASKS, GM_MAPS, GM_IMAGE, GM_USES };

struct gm_descriptor {
    _Atomic int number; /* 0: none */
    bool is_known;      /* `file` says what it is of */
    struct gm_kernel_stat file;
};

/* Seccomp filters (sandbox.c). */
enum { GM_CALL_NUMBERS = 512 };
struct gm_sandbox {
    _Atomic bool is_one; /* there is a filter */
    _Atomic unsigned
        deadly[GM_CALL_NUMBERS / 32]; /* a bit for each call that would end the program */
};

/* SIGPROF (sigprof.c). */
struct gm_sigprof {
    void (*on_tick)(int, siginfo_t *, void *); /* the handler that is ours */
    struct gm_kernel_action by_libc;           /* what libc tells the kernel of it */
    bool has_small_stack;    /* the program has an alternate stack that is too small for a tick */
    bool was_taken;          /* it had a handler before the start */
    _Atomic bool is_given;   /* the program has set it: it is ours no longer */
    _Atomic bool is_blocked; /* a thread has asked to block it; the stand-in is in use */
    struct sigaction given;  /* what the program has set, behind ours */
};

/* Functions of libc, or of a library between us and libc, that ours stand in front of; NULL: there
 * is none, or it is before the start. */
struct gm_next {
    int (*sigaction)(int, const struct sigaction *, struct sigaction *);
    void (*(*signal)(int, void (*)(int)))(int);
    int (*close)(void *); /* dlclose */
    int (*create)(pthread_t *restrict, const pthread_attr_t *restrict, void *(*)(void *),
                  void *restrict); /* pthread_create */
    int (*execve)(const char *, char *const *, char *const *);
    int (*execvpe)(const char *, char *const *, char *const *);
    int (*fexecve)(int, char *const *, char *const *);
};

struct gm_linux {
    struct gm_descriptor open[GM_USES];
    _Atomic bool can_sample; /* the handler of SIGPROF is ours */
    struct gm_sigprof sigprof;
    struct gm_next next;
    /* What a program can notice has begun: handlers, timers, a thread. Not every machine exchanges
     * bytes. */
    _Atomic int has_begun;
    struct gm_signal_set dump_on, end_on; /* signals of GMON_DUMP_SIGNAL, GMON_EXIT_SIGNALS, */
    struct gm_signal_set toggle_on;       /* and GMON_TOGGLE_SIGNAL */
    bool is_paused;                       /* GMON_START=paused */
    uintptr_t save_every;                 /* GMON_DUMP_INTERVAL, seconds; 0: never */
    _Atomic uintptr_t next_save;          /* elapsed time, seconds */
    char *save_stack;                     /* of the thread that does; NULL: nobody does */
    bool wall;                   /* GMON_CLOCK=wall: elapsed time, not only CPU time */
    _Atomic uintptr_t handled;   /* ticks */
    _Atomic uintptr_t next_look; /* at so many ticks, one looks for threads without a timer */
    struct gm_tasks tasks;       /* of that thread */
    char task_names[1024] __attribute__((aligned(8)));
    _Atomic uintptr_t waited; /* samples of time in which threads waited */
    struct gm_watch watch;

    struct gm_sandbox sandbox;
    _Atomic unsigned *sandbox_next; /* shared with children that try calls, if another filter
                                       forbids to map memory; NULL: there was no filter so far */

    _Atomic unsigned next_errand; /* where to look for a free one */
    struct gm_errand errands[GM_ERRANDS];

    char program[GM_PATH];       /* output.c: its path; empty: not known, or not asked for */
    uint64_t headers[256];       /* of the image that is looked at; gm.objects_lock */
    char *maps;                  /* new_code.c reads the list of mappings into this */
    _Atomic unsigned unknown;    /* walks that have met unknown code since the last look for it */
    _Atomic unsigned look_after; /* at so many of them, one looks */

    _Atomic long lacks_timers; /* the error by which a thread has none; 0: each has one */
    uint64_t clock_period;     /* of the kernel's clock, on which timers expire, ns */

    /* Written under gm.lock. */
    uint64_t first_tick; /* a random number, see thread_timers.c */
    uint64_t begun;      /* threads that were to have a timer */
    _Atomic bool is_sampling;
    uint64_t sampled_from; /* elapsed time when sampling began, ns; 0: it is off */
    uint64_t time_start;   /* of the sampled clock when sampling began, ns */
    uint64_t time_before;  /* of earlier periods (moncontrol), ns */

    /* What descriptor 2 was at the start; messages go to nothing else. */
    bool has_messages; /* it was open */
    struct gm_kernel_stat messages;

    /* The file that is being written; gm.dump_lock. */
    bool is_direct;                /* not into a temporary file, but in place */
    const char *path;              /* the caller's */
    char temporary[GM_PATH + 256]; /* name of the temporary file */
};

/* memcmp would be libc's. */
static inline bool gm_is_same(const void *a, const void *b, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (((const char *)a)[i] != ((const char *)b)[i])
            return false;
    return true;
}

#pragma GCC visibility push(hidden)

extern struct gm_linux gm_linux;

/* system.c */
uint64_t gm_clock(int clock_id);     /* ns */
bool gm_try_lock(_Atomic int *lock); /* false: it is taken, perhaps by the interrupted code */

/* system.c: writes as write(2) does, without the signal that the kernel sends if the pipe has no
 * reader or the file may not grow. Returns -errno where write(2) returns -1. */
long gm_write_quietly(long fd, const void *from, size_t size);

/* system.c: notes what descriptor 2 is now: messages go there. */
void gm_find_messages(void);

/* watch.c: begins the thread that looks where others wait, or lets it go on; with GMON_CLOCK=wall,
 * if sampling is on. No lock is held. */
void gm_watch_on(void);

/* descriptors.c: opens a file for the runtime alone, with the number 3 or a higher one, and 0666 if
 * it is made; O_CLOEXEC is added. Returns the descriptor or -errno. */
long gm_open(enum gm_use use, const char *path, long flags);

/* descriptors.c: returns false if there is none, or the program has closed it. */
bool gm_is_open(enum gm_use use);

/* descriptors.c: closes it, if gm_is_open(). Returns 0 or -errno. */
long gm_close(enum gm_use use);

/* descriptors.c: closes, in a forked child, copies of what other threads had opened. */
void gm_descriptors_after_fork(void);

/* watch.c: ends the thread, and waits until it is gone. No lock is held. Returns true if there was
 * one; gm_watch_on() makes another one. */
bool gm_watch_end(void);

/* watch.c: forgets the thread, in a forked child, which has none. */
void gm_watch_after_fork(void);

/* sandbox.c: makes a system call that is the program's own, the number and its six arguments, in
 * one place of the code. Returns as gm_syscall() does. */
long gm_call_of_program(const long c[7]);

/* sandbox.c: returns true if this is that place. */
bool gm_is_call_of_program(uintptr_t pc);

/* waits.c: returns the number of the next thread; 0: no more. */
int gm_next_task(struct gm_tasks *list);

/* waits.c: returns the status with which the first thread has ended. For the watching thread alone.
 */
int gm_first_status(void);

/* waits.c: finds real, effective, saved and file-system user and group of a thread. Returns false
 * if they are not known, or the thread has ended. For the watching thread alone. */
enum { GM_IDS = 8 };
bool gm_find_ids(int number, uint64_t ids[GM_IDS]);

/* waits.c: charges a thread n samples where it waits, if it does. For the watching thread alone. */
void gm_look_at(int number, uint64_t n);

/* thread_timers.c: start and stop the timers of all threads. Any thread, interrupts on or off. */
void gm_sampling_on(void);
void gm_sampling_off(void);

/* thread_timers.c: prepares for the first timer. */
void gm_timers_init(void);

/* thread_timers.c: returns how many samples a tick of the calling thread stands for at least if it
 * is the thread's first one: those of a period of the kernel's clock. 0: it is not the first one,
 * or the thread is that of main. t: the thread's state; may be NULL. */
uint64_t gm_first_samples(struct gm_thread *t);

/* thread_timers.c: ends all timers for good: SIGPROF is the program's. */
void gm_sampling_end(void);

/* tick_signal.c: prepare for ticks; let them come. */
void gm_tick_signal_prepare(void);
void gm_tick_signal_begin(void);

/* sigprof.c: notes the handler that gm_sigprof_take() sets. At the start: libc is called. */
void gm_sigprof_prepare(void (*on_tick)(int, siginfo_t *, void *));

/* sigprof.c: takes SIGPROF, unless a library has it. No libc is called, here and in the next two.
 */
void gm_sigprof_take(void);

/* sigprof.c: sets the handler of a signal; all signals are blocked in it. flags: SA_... */
bool gm_set_handler(int number, uintptr_t handler, unsigned flags);

/* sigprof.c: returns true if a signal does what it does by default. */
bool gm_is_default(int number);

/* sigprof.c: handles a SIGPROF that is not from our timers; called in its handler. */
void gm_sigprof_foreign(siginfo_t *info, void *context);

/* sigprof.c: stand before and after a call that executes another program. That program inherits
 * SIGPROF as the calling thread sees it: blocked, or ignored. If the call fails, the second
 * function brings back what was before. */
void gm_sigprof_lend(struct gm_signal_set *before);
void gm_sigprof_take_back(const struct gm_signal_set *before);

/* sigprof.c: ends sampling if the signal whose action the program is about to set is SIGPROF. */
void gm_sigprof_changes(int number);

/* sigprof.c: returns a line that says why time was not sampled; NULL: it was. */
const char *gm_sigprof_fault(void);

/* wraps.c: fills gm_linux.next. */
void gm_find_next(void);

/* tick_signal.c: let a thread look for others, and write a snapshot, again: in a forked child the
 * thread that did may be gone. */
void gm_look_again(void);
void gm_save_again(void);

/* sandbox.c: returns true if a system call is allowed. For calls that libc makes. */
bool gm_may_call(long number);

/* sandbox.c: finds out which calls are deadly in the sandbox that the program is in, or with the
 * filter that this call of it sets. */
void gm_sandbox_look(const long *filter);

/* sandbox.c: goes back to what was known before: the filter was not set. */
void gm_sandbox_forget(const struct gm_sandbox *before);

/* sandbox.c: finds out which calls are deadly if the program was started with a filter. */
void gm_sandbox_inherited(void);

/* dump_signals.c: reads GMON_DUMP_SIGNAL, GMON_EXIT_SIGNALS and GMON_TOGGLE_SIGNAL. */
void gm_dump_signals_read(void);

/* dump_signals.c: sets their handlers; `on_toggle` is that of the last one. */
void gm_dump_signals_begin(void (*on_toggle)(int));

/* dump_signals.c: gives the calling thread a stack for handlers, which run if its own is used up.
 */
void gm_dump_signals_thread(void);

/* variables.c: fills gm.opt; reads nothing in a set-uid program. modules: what GMON_MODULES is by
 * default. */
void gm_read_environment(bool modules);

/* variables.c: returns the value of a variable; NULL: it is unset or empty. At the start alone:
 * libc is called. */
const char *gm_value_of(const char *name);

/* fork.c: lets children of fork start from zero from now on. */
void gm_fork_init(void);

/* fork.c: takes a program that a profiled one has started for its child; in the shared library. */
void gm_find_first_process(void);

/* output.c: returns the path of the program's file, as the kernel tells it; empty: it does not. */
const char *gm_program_path(void);

/* loader.c: fills the addresses of gm. */
void gm_find_program(void);

/* images.c: returns the code of what the loader describes, from its first to its last executable
 * byte. *is_readable: all of it is mapped, and may be read. May be NULL. */
struct dl_phdr_info;
struct gm_span;
struct gm_span gm_code_of(const struct dl_phdr_info *info, bool *is_readable);

/* images.c: notes the build-id of what the loader describes, if it has one. */
void gm_find_build(struct gm_build *build, const struct dl_phdr_info *info);

/* find_objects.c: make and renew the table of what is loaded (core/objects.h); the second
 * one does nothing if there is none. They take the loader's lock, so they are not for signal
 * handlers.
 */
void gm_objects_start(void);
void gm_look_at_objects(void);

/* images.c: enters what is described into the table. kind: gstack_module_kind. init: as in
 * gm_object; NULL: it is not the loader that tells of it. */
void gm_object_found(const struct dl_phdr_info *info, int kind, const char *path,
                     const uintptr_t *init);

/* images.c: describes an image, which lies in memory as in its file, from this address on. Returns
 * false if it cannot be understood. */
bool gm_describe_image(struct dl_phdr_info *info, uintptr_t from);

#pragma GCC visibility pop

#endif
