/* linux.h - declares the state of the Linux part of the runtime, and says what each file does
 *
 *   public.c         begins, pauses and ends a profile; has the functions that -pg and programs
 *   call
 *   fork.c           lets a forked child start from zero; finds out if this process is the first
 *   variables.c      reads GMON_*
 *   loader.c         finds the program and the runtime in memory
 *   images.c         reads segments, build ID and unwind tables of their images
 *   find_objects.c   finds the libraries, too, by the loader's list
 *   thread_timers.c  has a timer for each thread; counts CPU time that no tick has brought
 *   events.c         has finer ticks than the kernel's clock: an event for each thread
 *   own_thread.c     makes threads of the runtime's own
 *   watch.c          with GMON_CLOCK=wall, has a thread that looks where other threads wait
 *   descriptors.c    keeps descriptors that the program does not meet; lists directories
 *   waits.c          finds out where a thread waits
 *   tick_signal.c    handles a tick; finds threads that have no timer yet
 *   sigprof.c        shares SIGPROF with the program: handlers, masks, signals that are not ticks
 *   signal_frame.c   finds the registers of code that a signal has interrupted
 *   dump_signals.c   handles signals that write the profile
 *   code_map.c       reads the names of code that the program has made
 *   output.c         writes the data file: temporary name, rename, errors; names host and program
 *   system.c         has memory, locks, masks, clocks, messages
 *   sandbox.c        finds out which calls the program's seccomp filters forbid
 *   wrap_exec.c      stands in front of execve and its relatives
 *   wraps.c          stands in front of other functions of libc; so does wrap_*.c
 *
 * If mcount, the tick signal or a signal handler may reach a system call, gm_call() of kernel.h
 * makes it. Only the start, the loader's list and the wrappers call libc.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_LINUX_H
#define GMON_LINUX_H

#include "runtime/core/objects.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/os/kernel.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/auxv.h>

/* A program of musl may be started with the shared library that was made for glibc: it inherits
 * LD_PRELOAD. So names that musl lacks are weak, and musl's are used if they are missing. A static
 * program has these functions wherever they matter, because fork and quick_exit need them. */
extern int __cxa_at_quick_exit(void (*run)(void *), void *library) __attribute__((weak));
extern int __register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void),
                             void *library) __attribute__((weak));

/* A program may have a getauxval of its own. musl has no other name. */
extern unsigned long __getauxval(unsigned long type) __attribute__((weak));
static inline unsigned long gm_auxv(unsigned long type)
{
    return (__getauxval != NULL ? __getauxval : getauxval)(type);
}

/* The program or library that the runtime is linked into: what is registered for it ends with it.
 */
extern void *__dso_handle __attribute__((visibility("hidden")));

#define GM_PUBLIC __attribute__((visibility("default")))
#define GM_WEAK __attribute__((visibility("default"), weak)) /* a program may define its own */
#define GM_HIDDEN __attribute__((visibility("hidden")))

/* A function that a new thread is to run, with its argument (wrap_threads.c). */
enum { GM_ERRANDS = 256 };
struct gm_errand {
    _Atomic int is_taken; /* int and not bool, because not every machine exchanges bytes */
    void *(*run)(void *);
    void *arg;
};

/* A list of the process's threads, read from a descriptor of /proc/self/task. */
struct gm_tasks {
    long fd;
    char *buffer;  /* aligned to 8 */
    long size;     /* at least 1024 */
    long have, at; /* 0 at the beginning of the list */
};

/* State of the thread that looks where other threads wait (watch.c). Fields without a remark are
 * used by that thread alone. */
struct gm_watch {
    _Atomic int number;      /* number of this thread; 0: none. The kernel sets it to 0 */
    _Atomic int wake;        /* changed by other threads to wake this one */
    _Atomic bool is_to_end;  /* set by other threads */
    _Atomic bool is_blind;   /* true if it could not see where threads wait */
    char *stack;             /* its stack; NULL: none so far */
    struct gm_thread *state; /* state that counts samples outside of the program; NULL: no memory */
    struct gm_stack_tree *walks; /* with GMON_STACKS=0: memory of its walks; NULL: no memory */
    long tasks;                  /* its own descriptor of /proc/self/task */
    uint64_t seen_from;          /* gm_linux.sampled_from as last seen */
    uint64_t slot, length;       /* beginning and length of this or the next sweep, ns */
    unsigned steps, step;        /* number of steps of a sweep, number of the next step, */
    uint64_t next;               /* and the time of that step, ns */
    unsigned threads;            /* threads that the sweep is expected to find */
    uint64_t random;             /* random number that moves a step within its time */
    uint64_t used;               /* own CPU time up to which samples are charged, ns */
    uint64_t used_before;        /* own CPU time at the end of the last sweep, ns */
    uint64_t looked;             /* time at the beginning of the last sweep, ns */
    uint64_t awake;              /* gm_time_awake() at that time; 0: not known */
    uint64_t rested;             /* time that it has rested, or waited for a dump, since, ns */
    uint64_t cost;               /* average cost of a sweep, ns; 0: not known so far */
    unsigned others;             /* threads seen alive in this sweep */
    bool is_alone;               /* true if the last sweep found no other thread */
    unsigned hidden;             /* number of those threads that it may not look at */
    int other;                   /* number of the thread seen alive last */
    bool is_privileged;          /* true if the program can drop rights */
    uint64_t checked;            /* time of the last check whether rights were dropped */
    struct gm_tasks list;        /* position in the list of threads; its buffer is `names` */
    char names[4096] __attribute__((aligned(8)));
    char text[1024];
};

/* State of events finer than the kernel's clock (events.c), under gm.lock. */
struct gm_events {
    _Atomic int number; /* number of the thread that opens one; 0: none. The kernel sets it to 0 */
    char *stack;        /* its stack; NULL: none so far */
    struct gm_thread *of; /* thread whose event it opens */
    bool is_refused;      /* true if the kernel has refused the first one */
    _Atomic bool is_one;  /* true if one was wanted, so signals of one may come */
};

/* Uses of files that the runtime opens; at most one file of each use is open. */
enum gm_use { GM_DATA, GM_TASKS, GM_IMAGE, GM_MAP, GM_USES };

struct gm_descriptor {
    _Atomic int number; /* the descriptor; 0: none */
    bool is_known;      /* true if `file` describes the open file */
    struct gm_kernel_stat file;
};

/* State of seccomp filters (sandbox.c). */
enum { GM_CALL_NUMBERS = 512 };
struct gm_sandbox {
    _Atomic bool is_one; /* true if there is a filter */
    const long *filter;  /* in a child that tries calls: the call that sets the filter, */
    bool is_refused;     /* and true if the kernel has refused it */
    _Atomic unsigned
        deadly[GM_CALL_NUMBERS / 32]; /* a bit for each call that would end the program */
};

/* State of SIGPROF (sigprof.c). */
struct gm_sigprof {
    struct gm_kernel_action by_libc; /* our action, as libc tells it the kernel */
    bool has_small_stack;    /* true if an alternate stack of the program is too small for a tick */
    bool is_refused;         /* true if the kernel has refused our handler */
    _Atomic bool is_given;   /* true if sampling has ended because the program wants SIGPROF */
    _Atomic bool is_blocked; /* true if a thread has asked to block it; the stand-in is in use */
};

/* A signal that the runtime handles. The program sees the action that it has set itself. */
struct gm_shared_signal {
    uintptr_t handler; /* our handler if the program has none; 0: the signal is the program's */
    unsigned flags;    /* and its SA_... */
    void (*in_front)(int, siginfo_t *, void *); /* our handler if the program has one, too */
    struct sigaction given;                     /* action that the program has set */
};

/* The next functions behind our wrappers, in libc or a library between us and libc. NULL: there is
 * none, or it is before the start. */
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

enum { GM_HEADERS = 32 };
struct gm_linux {
    struct gm_descriptor open[GM_USES];
    _Atomic bool can_sample; /* true if the handler of SIGPROF is ours */
    struct gm_sigprof sigprof;
    struct gm_shared_signal shared[GM_KERNEL_SIGNALS + 1]; /* by number */
    struct gm_next next;
    /* True after the start of what a program can notice: handlers, timers, a thread. It is an int
     * because not every machine exchanges bytes. */
    _Atomic int has_begun;
    struct gm_signal_set dump_on, end_on; /* signals of GMON_DUMP_SIGNAL, GMON_EXIT_SIGNALS, */
    struct gm_signal_set toggle_on;       /* and GMON_TOGGLE_SIGNAL */
    bool is_paused;                       /* GMON_START=paused */
    uintptr_t save_every;                 /* GMON_DUMP_INTERVAL, seconds; 0: never */
    _Atomic uintptr_t next_save;          /* elapsed time of the next snapshot, seconds */
    uint64_t save_from;          /* CPU time of the process before which there is none, ns */
    char *save_stack;            /* stack of the thread that writes snapshots, or NULL */
    bool wall;                   /* GMON_CLOCK=wall: elapsed time, not only CPU time */
    _Atomic uintptr_t handled;   /* ticks handled */
    _Atomic uintptr_t next_look; /* value of `handled` at the next look for threads */
    bool is_one_missing;         /* true if a thread had no state at the last look */
    struct gm_tasks tasks;       /* list of threads for that look */
    char task_names[1024] __attribute__((aligned(8)));
    _Atomic uintptr_t waited; /* samples of time in which threads waited */
    struct gm_watch watch;
    struct gm_events events;

    struct gm_sandbox sandbox;
    _Atomic unsigned *sandbox_next; /* shared with children that try calls, if another filter
                                       forbids to map memory; NULL: there was no filter so far */

    _Atomic unsigned next_errand; /* index of the next errand to try */
    struct gm_errand errands[GM_ERRANDS];

    char program[GM_PATH]; /* output.c: the program's path; empty: unknown, or not needed */
    uint64_t headers[256]; /* headers of the image being read; under gm.objects_lock */
    /* find_objects.c: name of the library being read, and a path for it; under gm.objects_lock */
    char library_name[GM_PATH], library_path[2 * GM_PATH];
    _Atomic unsigned unknown;    /* walks that have met unknown code since the last look for it */
    _Atomic unsigned look_after; /* value of `unknown` at which to look again */

    /* What the start has found. */
    ElfW(Phdr) headers_copy[GM_HEADERS]; /* those of the program, which may make them unreadable */
    const ElfW(Phdr) * program_headers;  /* the copy, or those in memory if there are more */
    ElfW(Half) program_header_count;
    struct gm_span frames;  /* .eh_frame of a program without an index of it; empty: has one */
    uintptr_t kernel_code;  /* address of the kernel's image; 0: none */
    bool is_starting;       /* sampling begins: functions of other libraries in front of libc's may
                             * not work yet */
    const char *started_as; /* name by which the program was started */
    const char *own_name;   /* the loader's name of the object that the archive is in, while it is
                             * loaded; NULL: none */
    uintptr_t last_loaded;  /* last entry of the loader's list; 0: none */
    _Atomic uintptr_t unloads; /* libraries unloaded up to the last look for them */

    _Atomic long lacks_timers; /* error of timer_create if a thread has no timer; 0: all have one */
    uint64_t clock_period;     /* period of the kernel's clock, on which timers expire, ns */

    /* Written under gm.lock. */
    uint64_t random;   /* random number, see thread_timers.c */
    uint64_t rounding; /* time added before the samples that are due are rounded down, ns */
    uint64_t begun;    /* number of threads that were to have a timer */
    _Atomic bool is_sampling;
    uint64_t elapsed_before; /* elapsed time of earlier periods of sampling, ns */
    uint64_t sampled_from;   /* elapsed time at the start of sampling, ns; 0: sampling is off */
    uint64_t time_start;     /* sampled clock at the start of sampling, ns */
    uint64_t time_before;    /* sampled time of earlier periods (moncontrol), ns */

    /* State of descriptor 2 at the start; messages are written to nothing else. */
    bool has_messages; /* true if it was open */
    struct gm_kernel_stat messages;

    /* The data file that is being written, or that of a library, and its companion; under
     * gm.dump_lock. */
    char temporary[2][GM_PATH]; /* names of both until they are in place; empty: there is no file,
                                   or it is written in place */
    char *writing;              /* the one of these names that is open */
    bool is_other;              /* true if this image of the process has not written the old file */
    struct gm_kernel_stat written; /* the data file */
    struct gm_kernel_stat own;     /* the file of gm.own_path that this process has written last */
    char old_companion[GM_PATH];
};

/* Returns true if the bytes are equal. A call of memcmp would be one of libc. */
static inline bool gm_is_same(const void *a, const void *b, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (((const char *)a)[i] != ((const char *)b)[i])
            return false;
    return true;
}

/* Returns a result of the kernel as libc does, with errno. */
static inline long gm_as_libc(long result)
{
    if (result >= 0 || result < -4095)
        return result;
    errno = (int)-result;
    return -1;
}

#pragma GCC visibility push(hidden)

extern struct gm_linux gm_linux;

/* system.c */
uint64_t gm_clock(int clock_id);     /* ns */
bool gm_try_lock(_Atomic int *lock); /* false: taken, perhaps by the interrupted code */

/* system.c: writes as write(2) does, but without the signal that the kernel sends if the pipe has
 * no reader or the file may not grow. Returns -errno where write(2) returns -1. */
long gm_write_quietly(long fd, const void *from, size_t size);

/* system.c: notes what descriptor 2 is now, because messages go there. */
void gm_find_messages(void);

/* watch.c: begins the thread that looks where other threads wait, or lets it go on, if
 * GMON_CLOCK=wall and sampling is on. No lock is held. */
void gm_watch_on(void);

/* descriptors.c: opens a file for the runtime alone, as descriptor 3 or higher, with mode 0666 if
 * it is created; O_CLOEXEC is added. Returns the descriptor or -errno. */
long gm_open(enum gm_use use, const char *path, long flags);

/* descriptors.c: returns true if the file is open, and the program has not closed it. */
bool gm_is_open(enum gm_use use);

/* descriptors.c: closes the file of this use, if gm_is_open(). Returns 0 or -errno. */
long gm_close(enum gm_use use);

/* descriptors.c: closes, in a forked child, copies of descriptors that other threads had opened. */
void gm_descriptors_after_fork(void);

/* watch.c: ends the watching thread, and waits until it is gone. No lock is held. Returns true if
 * there was one; gm_watch_on() makes a new one. */
bool gm_watch_end(void);

/* watch.c: forgets the watching thread, in a forked child, which has none. */
void gm_watch_after_fork(void);

/* sandbox.c: makes a system call that is the program's own, from one place of the code. `c` has the
 * number and its six arguments. Returns as gm_syscall() does. The time of the call is the caller's
 * (gm_is_callers_time()). Every wrapper that makes its system call itself uses this. */
long gm_call_of_program(const long c[7]);

/* sandbox.c: sets the signal mask from before a call of the program's, if no filter forbids it.
 * Ticks that were pending during that call are the caller's time. */
void gm_open_mask(const struct gm_signal_set *before);

/* descriptors.c: returns the number of the next thread, or 0 after the last one. */
int gm_next_task(struct gm_tasks *list);

/* waits.c: returns the status with which the first thread has ended. Called only by the watching
 * thread.
 */
int gm_first_status(void);

/* waits.c: finds real, effective, saved and file-system user and group of a thread. Returns false
 * if they are not known, or the thread has ended. Called only by the watching thread. */
enum { GM_IDS = 8 };
bool gm_find_ids(int number, uint64_t ids[GM_IDS]);

/* waits.c: returns how long a thread has run or been ready to run so far, ns, or 0 if the kernel
 * does not tell. Called only by the watching thread. */
uint64_t gm_time_awake(int number);

/* waits.c: charges n samples to the place where a thread waits, if it waits. Called only by the
 * watching thread. */
void gm_look_at(int number, uint64_t n);

/* thread_timers.c: starts, and stops, the timers of all threads. Any thread may call both, with
 * interrupts on or off. */
void gm_sampling_on(void);
void gm_sampling_off(void);

/* thread_timers.c: prepares for the first timer. */
void gm_timers_init(void);

/* thread_timers.c: makes the random numbers of this process differ from those of others, in a
 * forked child, too. */
void gm_timers_seed(void);

/* thread_timers.c: returns the number of samples of a tick of the calling thread, whose timer has
 * expired so many times, and whose CPU clock shows `now`. *is_first is set to true for ticks up to
 * the first sample (short_threads.h). t is the thread's state, or NULL. */
uint64_t gm_samples_of_tick(struct gm_thread *t, uint64_t expiries, uint64_t now, bool *is_first);

/* events.c: begins and ends the event of a thread, if one is wanted. gm.lock is held, and
 * interrupts are off. */
void gm_event_begin(struct gm_thread *t);
void gm_event_end(struct gm_thread *t);

/* events.c: returns true if an event of ours has sent this signal. */
bool gm_is_event(const siginfo_t *info);

/* events.c: returns how many samples a tick of the calling thread's timer stands for if the thread
 * has an event. now: reading of the thread's clock, ns. */
uint64_t gm_event_unseen(struct gm_thread *t, uint64_t now);

/* own_thread.c: waits until the thread has ended. */
void gm_own_thread_wait(_Atomic int *number);

/* own_thread.c: gives the calling thread, one of our own, an empty table of descriptors. So the
 * program does not see its files, and no file of the program stays open because of it. */
bool gm_own_descriptors(char *buffer, long size);

/* own_thread.c: ends the calling thread, one of our own. A filter of the program does not hold for
 * it, so it can always end. If it is the last thread, its status becomes that of the process. */
_Noreturn void gm_own_thread_end(int status);

/* thread_timers.c: ends all timers for good, because SIGPROF belongs to the program. */
void gm_sampling_end(void);

/* tick_signal.c: prepares for ticks, and lets ticks come. */
void gm_tick_signal_prepare(void);
void gm_tick_signal_begin(void);

/* sigprof.c: notes the handler that gm_sigprof_take() sets. Calls libc, so it is for the start. */
void gm_sigprof_prepare(void (*on_tick)(int, siginfo_t *, void *));

/* sigprof.c: takes SIGPROF, in front of a handler that it may have. This and the next two functions
 * call no libc. */
void gm_sigprof_take(void);

/* sigprof.c: lets ticks into the calling thread, which may have begun with SIGPROF blocked. */
void gm_sigprof_open(void);

/* sigprof.c: sets the handler of a signal; all signals are blocked in the handler. flags: SA_... */
bool gm_set_handler(int number, uintptr_t handler, unsigned flags);

/* sigprof.c: shares a signal with the program: if the signal has its default action, now or later,
 * `handler` is called, with these flags. If the program has a handler that the kernel is to call
 * once (SA_RESETHAND), or one of SIGABRT, `in_front` is called in its place. */
void gm_share_signal(int number, uintptr_t handler, unsigned flags,
                     void (*in_front)(int, siginfo_t *, void *));

/* sigprof.c: calls the program's handler of a shared signal, which is in front of ours. */
void gm_hand_over(int number, siginfo_t *info, void *context);

/* sigprof.c: handles a SIGPROF that no timer of ours has sent. Called in the handler of SIGPROF. */
void gm_sigprof_foreign(siginfo_t *info, void *context);

/* sigprof.c: stands before, and after, a call that executes another program. That program inherits
 * SIGPROF as the calling thread sees it: blocked, or ignored. If the call fails, the second
 * function restores the state before. */
void gm_sigprof_lend(struct gm_signal_set *before);
void gm_sigprof_take_back(const struct gm_signal_set *before);

/* sigprof.c: ends sampling if the program is about to set the action of SIGPROF. `number` is the
 * signal. */
void gm_sigprof_changes(int number);

/* sigprof.c: returns a line that says why time was not sampled, or NULL if it was. */
const char *gm_sigprof_fault(void);

/* wraps.c: fills gm_linux.next. */
void gm_find_next(void);

/* tick_signal.c: lets a thread look for other threads, or write a snapshot, again: in a forked
 * child, the thread that did so may be gone. from: CPU time of the process before which no snapshot
 * is written. */
void gm_look_again(void);
void gm_save_again(uint64_t from);

/* tick_signal.c: notes that a handler of ours in the calling thread, which lets no tick in, has
 * used the thread's CPU time since `begun`: so much of the next ticks is charged to the runtime. */
void gm_own_time(uint64_t begun);

/* sandbox.c: returns true if a system call is allowed. For system calls that libc makes. */
bool gm_may_call(long number);

/* sandbox.c: finds out which calls are deadly in the program's sandbox, or with the filter that
 * this call of the program sets, unless the kernel refuses it. `filter` may be NULL. */
void gm_sandbox_look(const long *filter, struct gm_sandbox *found);

/* sandbox.c: returns true if a call is deadly there. */
bool gm_sandbox_forbids(const struct gm_sandbox *s, long number);

/* sandbox.c: makes no call any more that was found to be deadly. */
void gm_sandbox_enter(const struct gm_sandbox *found);

/* sandbox.c: finds out which calls are deadly if the program was started with a filter. */
void gm_sandbox_inherited(void);

/* dump_signals.c: reads GMON_DUMP_SIGNAL, GMON_EXIT_SIGNALS and GMON_TOGGLE_SIGNAL. */
void gm_dump_signals_read(void);

/* dump_signals.c: sets the handlers of those signals; `on_toggle` is that of GMON_TOGGLE_SIGNAL. */
void gm_dump_signals_begin(void (*on_toggle)(int));

/* dump_signals.c: gives the calling thread a stack for handlers, so that they run even if its own
 * stack is used up.
 */
void gm_dump_signals_thread(void);

/* variables.c: fills gm.opt; reads nothing in a set-uid program. */
void gm_read_environment(void);

/* variables.c: returns the value of a variable, or NULL if it is unset; or empty, too. */
const char *gm_variable(const char *name);
const char *gm_value_of(const char *name);

/* fork.c: makes children of fork start from zero from now on. */
void gm_fork_init(void);

/* wrap_exec.c: returns false if there is no file of this path that anybody may execute. flags:
 * those of execveat(). */
bool gm_may_execute(int directory, const char *path, long flags);

/* wrap_exec.c: stand before, and after, a call that executes another program. The first one writes
 * the profile if the call may succeed. The second one, after a call that has failed, returns its
 * result. */
void gm_before_exec(struct gm_signal_set *mask, bool may_succeed);
int gm_after_exec(const struct gm_signal_set *mask, int result);

/* fork.c: finds out if an earlier image of this process has written a file and, in the shared
 * library, if a profiled program has started this one as its child. */
void gm_find_first_process(void);

/* fork.c: tells the next image of this process, if there will be one, that this one has written a
 * file. A second call takes that back. */
void gm_mark_image(void);

/* output.c: returns the path of the program's file, as the kernel knows it, or "" if it does
 * not. */
const char *gm_program_path(void);

/* loader.c: fills in the addresses of gm. */
void gm_find_program(void);

/* loader.c: returns the name of the library that the archive is linked into, or NULL if it is in
 * the program, or we are the shared library. */
const char *gm_host_library(void);

/* images.c: returns the code of the object that `info` describes, from its first to its last
 * executable byte. *is_readable is set to true if all of the code is mapped and may be read;
 * is_readable may be NULL. */
struct gm_span gm_code_of(const struct dl_phdr_info *info, bool *is_readable);

/* images.c: notes the build ID of the object that `info` describes, if it has one. */
void gm_find_build(struct gm_build *build, const struct dl_phdr_info *info);

/* find_objects.c: notes what is loaded now, at the start. */
void gm_note_loaded(void);

/* find_objects.c: notes which libraries dlclose has unloaded. */
void gm_look_for_closed(void);

/* images.c: finds .eh_frame, at the start, if no program header tells where it is. */
void gm_find_frames(void);

/* images.c: returns the address of the dynamic section, or 0 if there is none. */
uintptr_t gm_dynamic_of(const struct dl_phdr_info *info);

/* images.c: enters the object that `info` describes into the table. kind: gstack_module_kind.
 * may_go: it may be unloaded. */
void gm_object_found(const struct dl_phdr_info *info, int kind, const char *path, bool may_go);

/* images.c: describes an image that lies in memory as in its file, from this address on. Returns
 * false if the image cannot be understood. */
bool gm_describe_image(struct dl_phdr_info *info, uintptr_t from);

/* Begins a thread of our own, on a stack that is made if there is none, with the flags that libc
 * uses: valgrind and qemu refuse others. All signals are blocked. *number becomes the thread's
 * number, and 0 when it has ended. Returns false if there is none. */
static inline bool gm_own_thread_begin(char **stack, _Atomic int *number, void (*run)(void))
{
    enum {
        STACK = 16384, /* four times what such a thread needs, see tests/runtime/stack.t */
        ABOVE = 128    /* bytes of the stack above the first frame, which valgrind checks */
    };
    const long flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
                       CLONE_SYSVSEM | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;

    if (*stack == NULL)
        *stack = gm_map(STACK);
    return *stack != NULL && gm_new_thread(flags, *stack + STACK - ABOVE, number, run) > 0;
}

#pragma GCC visibility pop

#endif
