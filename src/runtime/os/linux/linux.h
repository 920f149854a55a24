/* linux.h - the Linux part of the runtime: its state, and who does what
 *
 *   start.c          begin and pause of a profile: monstartup, moncontrol, and a constructor
 *   end.c            exit, gmon_dump, gmon_reset
 *   environment.c    what GMON_* asks for
 *   process.c        names of host and program; is this process the first one?
 *   loader.c         where the program and its libraries are
 *   build_id.c       which build of each that is
 *   find_objects.c   the same for stacks, with what unwinding reads
 *   frame_section.c  where that is in programs that do not tell of it in memory
 *   thread_timers.c  a timer for each thread; processor time that no tick has told of
 *   tick_signal.c    SIGPROF; threads that have no timer yet
 *   foreign_signal.c a SIGPROF that no timer of ours has sent
 *   handlers.c       sigaction and signal of libc
 *   dump_signals.c   signals that write the profile
 *   fork.c           a forked child starts from zero
 *   output.c         the data file: temporary name, rename, errors
 *   system.c         memory, locks, masks, clocks, messages
 *   sandbox.c        what the program's seccomp filters let us do
 *   wrap_*.c         functions of libc that the runtime wraps
 *
 * System calls are made by gm_call() of kernel.h wherever mcount, the tick signal or a signal
 * handler may come from; only the start, the loader's list and the wrappers call libc.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_LINUX_H
#define GMON_LINUX_H

#include "runtime/core/state.h"

#include <signal.h>

#define GM_PUBLIC __attribute__((visibility("default")))
#define GM_WEAK __attribute__((visibility("default"), weak)) /* a program may have its own */
#define GM_HIDDEN __attribute__((visibility("hidden")))

/* What a new thread is to run (wrap_threads.c). */
enum { GM_ERRANDS = 256 };
struct gm_errand {
    _Atomic bool is_taken;
    void *(*run)(void *);
    void *arg;
};

struct gm_linux {
    _Atomic bool can_sample;     /* the handler of SIGPROF is ours */
    bool wall;                   /* GMON_CLOCK=wall: elapsed time, not processor time */
    _Atomic bool foreign_tick;   /* a SIGPROF came that was not from our timers */
    _Atomic bool is_blocked;     /* the program has asked to block SIGPROF, which stays open */
    _Atomic bool is_given;       /* the program has set SIGPROF: it is ours no longer */
    bool was_ignored;            /* what SIGPROF was set to before the start: SIG_IGN or SIG_DFL */
    _Atomic uintptr_t handled;   /* ticks */
    _Atomic uintptr_t next_look; /* at so many ticks, somebody looks for threads without a timer */
    char task_names[1024] __attribute__((aligned(8))); /* who looks reads them into this */

    struct gm_filter *_Atomic filters; /* of the program's seccomp; the last one first */

    _Atomic unsigned next_errand; /* where to look for a free one */
    struct gm_errand errands[GM_ERRANDS];

    _Atomic bool lacks_timers; /* a thread has none: the kernel gave none */
    uint64_t clock_period;     /* of the kernel's clock, on which timers expire, ns */

    /* Written under gm.lock. */
    uint64_t first_tick; /* a random number, see thread_timers.c */
    uint64_t begun;      /* threads that were to have a timer */
    _Atomic bool is_sampling;
    uint64_t time_start;  /* of the sampled clock when sampling began, ns */
    uint64_t time_before; /* of earlier periods (moncontrol), ns */

    /* Of libc, or of a library between us and libc; NULL: none, or it is before the start. */
    int (*next_sigaction)(int, const struct sigaction *, struct sigaction *);
    void (*(*next_signal)(int, void (*)(int)))(int);

    /* The file that is being written; gm.dump_lock. */
    int fd;
    bool is_direct;                /* not into a temporary file, but in place */
    const char *path;              /* the caller's */
    char temporary[GM_PATH + 256]; /* name of the temporary file; of the program meanwhile */
};

#pragma GCC visibility push(hidden)

extern struct gm_linux gm_linux;

/* system.c */
uint64_t gm_clock(int clock_id); /* ns */

/* thread_timers.c: the timers of all threads run, or stop. Any thread, interrupts on or off. */
void gm_sampling_on(void);
void gm_sampling_off(void);

/* thread_timers.c: before the first timer. */
void gm_timers_init(void);

/* thread_timers.c: at a tick of the calling thread, whose state may be NULL: how many samples it
 * stands for at least if it is the thread's first one. Where several are due in a period of the
 * kernel's clock, that is a whole period. 0: it is not the first one, or the thread is that of main. */
uint64_t gm_first_samples(struct gm_thread *t);

/* thread_timers.c: no timer is left, and there will be none: SIGPROF is the program's. */
void gm_sampling_end(void);

/* tick_signal.c: takes SIGPROF, unless the program has it. */
void gm_tick_signal_init(void);
bool gm_is_tick_handler(const struct sigaction *action);

/* foreign_signal.c: in the handler of SIGPROF: the signal is not from our timers. */
void gm_foreign_signal(siginfo_t *info, void *context);

/* handlers.c: the functions behind sigaction and signal, which the program would call without us,
 * are looked up, and called. */
void gm_handlers_init(void);
int gm_sigaction(int number, const struct sigaction *action, struct sigaction *old);
void (*gm_signal(int number, void (*function)(int)))(int);

/* tick_signal.c: in a forked child, where whoever looked for threads is gone. */
void gm_look_again(void);

/* sandbox.c: may this be called, with arguments of 0? For what libc calls. */
bool gm_may_call(long number);

/* wrap_handlers.c: the program is about to set what a signal does; if it is SIGPROF, sampling ends.
 */
void gm_handler_changes(int number);

/* dump_signals.c: GMON_DUMP_SIGNAL, GMON_EXIT_SIGNALS. */
void gm_dump_signals_init(void);

/* fork.c: children of fork are told from their parent. */
void gm_fork_init(void);

/* end.c: quick_exit writes the profile. */
void gm_end_init(void);

/* environment.c: fills gm.opt; nothing is read in a set-uid program. modules: what GMON_MODULES
 * is by default. */
void gm_read_environment(bool modules);

/* process.c: in the shared library, makes a program that a profiled one has started its child. */
void gm_find_first_process(void);

/* loader.c: fills the addresses of gm. */
void gm_find_program(void);

/* build_id.c: notes the build-id of what the loader describes, if it has one. */
struct dl_phdr_info;
void gm_find_build(struct gm_build *build, const struct dl_phdr_info *info);

/* build_id.c: the build-id itself, in memory, and how long it is; NULL: there is none. */
const unsigned char *gm_find_build_id(const struct dl_phdr_info *info, size_t *bytes);

/* find_objects.c: what is loaded becomes, or renews, the objects of stacks (core/objects.h). The
 * first call begins with it; the second one does nothing before that. They take the loader's lock,
 * so they are not for signal handlers. */
void gm_objects_start(void);
void gm_look_at_objects(void);

/* find_objects.c: around dlclose. */
void gm_objects_before_unload(void);

/* frame_section.c: where the section .eh_frame of the object is in memory, by the file itself,
 * which the linker may have told nobody else. Empty: there is none, or the file is another one. */
struct gm_span;
void gm_find_frames(struct gm_span *frames, const char *path, const struct dl_phdr_info *info);

/* loader.c: renews gm.modules. It takes the loader's lock, so it is not for signal handlers. */
void gm_look_at_modules(void);

#pragma GCC visibility pop

#endif
