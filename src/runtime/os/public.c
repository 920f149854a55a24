/* public.c - begins, pauses and ends a profile, for the start-up code of -pg and for programs
 *
 * Role: the profile begins with monstartup or __monstartup, which the start-up code (gcrt1.o) calls
 * before constructors. In programs that are not linked with -pg, a constructor of ours begins it.
 * _mcleanup, which that start-up code registers for exit, writes the profile. A destructor writes
 * it again if calls were counted after that.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon.h"
#include "runtime/arch/entry.h"
#include "runtime/core/stacks/call_stacks.h"
#include "runtime/core/dump.h"
#include "runtime/core/os.h"
#include "runtime/core/samples.h"
#include "runtime/core/state.h"
#include "runtime/core/text.h"
#include "runtime/core/threads.h"
#include "runtime/os/linux.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Range of a start that came too early; both 0: no such start, or all code. */
static struct {
    unsigned long low, high;
    bool is_over; /* true if our constructor has run */
} early;

static void write_at_end(void)
{
    gm_save(GM_END_PERHAPS);
}

static void write_once(void *unused)
{
    (void)unused;
    gm_save(GM_END_ONCE);
}

int __cxa_atexit(void (*run)(void *), void *argument, void *library);

/* Keeps threads that call exit meanwhile from ending the process in mid-write: libc gives each exit
 * handler to one of these threads, and the thread that finds none left ends the process. So each
 * thread finds a handler, and waits there for the thread that writes. */
static void hold_exits(void)
{
    enum { HELD = 16 }; /* libc has room for 32 handlers without memory of the program's */

    for (int i = 0; i < HELD; i++)
        __cxa_atexit(write_once, NULL, &__dso_handle); /* atexit may be the program's own */
}

/* glibc's at_quick_exit is in an archive, and would bring in the other function as a strong name.
 */
#ifdef __GLIBC__
#pragma weak at_quick_exit
#endif

static void quick_exit_comes(void *unused)
{
    (void)unused;
    write_at_end();
}

static void write_at_quick_exit(void)
{
    int (*volatile of_musl)(void (*)(void)) = at_quick_exit;

    if (__cxa_at_quick_exit != NULL)
        __cxa_at_quick_exit(quick_exit_comes, &__dso_handle);
    else if (of_musl != NULL)
        of_musl(write_at_end);
}

static void read_wishes(void)
{
    gm_read_environment();
    gm_find_first_process();
    gm_dump_signals_read();
}

static void run_clock(bool on)
{
    if (on) {
        gm_sampling_on();
        gm_watch_on();
    } else {
        gm_sampling_off();
    }
}

/* Begins or pauses a profile. Does not call moncontrol, which may be a function of the program's
 * own. */
static void control(int mode)
{
    if (gm.start == 0)
        return;
    if (mode != 0)
        gm_thread_self();
    run_clock(mode != 0);
    gm_switch(mode != 0);
}

/* Handles GMON_TOGGLE_SIGNAL: pauses a profile that is on, resumes one that is paused. */
static void on_toggle(int signal)
{
    (void)signal;
    if (gm_process() == gm.pid)
        control(atomic_load(&gm.base) == 0);
}

/* Prepares a thread that counts for the first time. The thread may be anywhere: no libc, no vector
 * registers. Does nothing in a child of vfork, which shares our memory but not our handlers. */
static void thread_counts(void)
{
    if (gm_process() != gm.pid)
        return;
    if (!atomic_exchange(&gm_linux.has_begun, 1)) {
        gm_tick_signal_begin();
        gm_dump_signals_begin(on_toggle);
        run_clock(!gm_linux.is_paused);
        if (gm_linux.is_paused)
            gm_switch(false);
    }
    gm_sigprof_open();
    gm_dump_signals_thread();
}

/* Begins, once in a process, with libc ready and before the program's own code. Returns false if
 * the program was not found. */
static bool start(void)
{
    if (gm.start != 0)
        return true;
    gm_sandbox_inherited();
    gm_find_next();
    gm_find_messages();
    gm.pid = gm.first_pid = gm_process();
    gm_find_program();
    gm.time_start = gm_clock(CLOCK_REALTIME) / 1000000000U;
    gm.is_linked |= gm_external_function() != 0;
    read_wishes();
    if (gm_stacks_wanted() != NULL || gm_linux.wall)
        gm_find_frames();
    gm_tick_signal_prepare();
    atomic_store(&gm.first_count, thread_counts);
    write_at_quick_exit();
    hold_exits();
    gm_fork_init();
    return gm.start != 0;
}

/* Begins a profile of a range; an empty range stands for all code of the program. A program that is
 * not profiled notices nothing of us until it counts something. */
static void start_range(uintptr_t low, uintptr_t high)
{
    int error = errno;

    gm_linux.is_starting = gm_own_rows() == NULL; /* the shared library, before all others */
    if (!start()) {
        gm_linux.is_starting = false;
        return;
    }
    if (low >= high) {
        low = gm.code;
        high = gm.end;
    }
    struct gm_interrupts old = gm_enter(&gm.dump_lock);
    run_clock(false);
    gm_set_range(low, high);
    gm_leave(&gm.dump_lock, &old);
    if (gm_is_profiled()) {
        gm_thread_self(); /* takes signals, even if nothing is counted yet */
        control(!gm_linux.is_paused);
    } else {
        gm_switch(true);
    }
    gm_linux.is_starting = false;
    errno = error;
}

/* ---- begin and pause ------------------------------------------------------------------------ */

/* Makes the process a profiled one (state.h). Constructors of libraries, such as ours, run before
 * the start-up code of -pg. So everything that is said and done only in profiled programs waits for
 * this call. */
static void become_profiled(void)
{
    bool was_profiled = gm_is_profiled();

    gm.is_linked = true;
    if (!was_profiled && gm.start != 0)
        read_wishes();
}

/* Begins a profile for the start-up code of -pg. On some machines that code runs from
 * .preinit_array, before libc knows the environment. Then our constructor begins the profile. */
static void start_linked(unsigned long low, unsigned long high)
{
    become_profiled();
    if (environ == NULL && !early.is_over) {
        early.low = low;
        early.high = high;
        return;
    }
    start_range(low, high);
}

GM_PUBLIC void __monstartup(unsigned long low, unsigned long high);
GM_PUBLIC void __monstartup(unsigned long low, unsigned long high)
{
    start_linked(low, high);
}

GM_WEAK __typeof__(__monstartup) monstartup __attribute__((alias("__monstartup")));

GM_WEAK void moncontrol(int mode)
{
    control(mode);
}

GM_PUBLIC __typeof__(moncontrol) __moncontrol __attribute__((alias("moncontrol")));

/* ---- the end, and files before it ----------------------------------------------------------- */

GM_PUBLIC void _mcleanup(void)
{
    write_at_end();
}

/* Ends everything, because the code of the runtime may be unloaded: the archive is in a library. */
static void end_in_library(void)
{
    struct gm_kernel_action now = {.handler = 0};

    gm_switch(false);
    gm_watch_end();
    gm_sampling_end();
    for (int i = 1; i <= GM_KERNEL_SIGNALS; i++)
        if (gm_call(SYS_rt_sigaction, i, 0, (long)&now, sizeof now.mask, 0, 0) == 0 &&
            gm_is_own(now.handler)) {
            gm_set_handler(i, (uintptr_t)SIG_IGN, 0); /* drops what is pending */
            gm_set_handler(i, (uintptr_t)SIG_DFL, 0);
        }
}

static void write_last(void *unused)
{
    (void)unused;
    gm_save(GM_END_SURE);
}

/* The destructors of libraries run after this one, and then the handlers of exit that it registers:
 * the last of them that does anything writes what those destructors have counted. */
__attribute__((destructor(101))) static void write_late(void)
{
    bool is_in_library = gm_host_library() != NULL;

    if (gm.start == 0)
        return;
    if (!is_in_library) {
        hold_exits();
        __cxa_atexit(write_last, NULL, &__dso_handle);
    }
    write_at_end();
    gm_save(GM_END_SURE);
    if (is_in_library)
        end_in_library();
}

GM_PUBLIC int gmon_dump(const char *path)
{
    return gm_dump_to(path);
}

GM_PUBLIC void gmon_reset(void)
{
    gm_reset();
}

/* ---- programs that are not linked with -pg -------------------------------------------------- */

extern __typeof__(__monstartup) own_start GM_HIDDEN __attribute__((alias("__monstartup")));

/* Returns true if this is the second runtime of the program: a program that is linked with the
 * archive and runs with the shared library has two. Its calls go to the archive's functions, so
 * that one runtime does everything. A runtime whose start was called early is not the second one,
 * even if the address of the function is that of an entry of the program's procedure linkage
 * table. */
static bool is_second(void)
{
    void (*volatile first)(unsigned long, unsigned long) = __monstartup;

    return first != own_start;
}

extern __typeof__(gmon_dump) own_dump GM_HIDDEN __attribute__((alias("gmon_dump")));

/* Says that a plugin is not profiled: the archive is linked into it, but its calls go to libc,
 * which was loaded before. Says nothing if another runtime of ours is there, and counts them. */
static void warn_plugin(void)
{
    int (*volatile first)(const char *) = gmon_dump;
    const char *library = gm_host_library();

    if (library == NULL || first != own_dump || gm_auxv(AT_SECURE) != 0)
        return;
    gm_find_messages();
    gm_say("gmon: %s is not profiled: -lgmon is for programs; run the program by "
           "GMON_MODULES=%s gprof-run",
           gm_base_name(library), gm_base_name(library));
}

/* The loader calls this constructor before those of other libraries (-z initfirst), and before that
 * of libc, which stores the same environment. musl has no such order, and passes no arguments. */
__attribute__((constructor(101))) static void start_alone(int count, char **words, char **variables)
{
    (void)count;
    (void)words;
#ifdef __GLIBC__
    if (environ == NULL)
        environ = variables;
#else
    (void)variables;
#endif
    early.is_over = true;
    if (gm.start != 0)
        return;
    if (gm.is_linked || !is_second())
        start_range(early.low, early.high);
    else
        warn_plugin();
}

/* ---- names that a static program's libc.a would bring in otherwise -------------------------- */

GM_PUBLIC void __write_profiling(void);
GM_PUBLIC void __write_profiling(void)
{
    gmon_dump(NULL);
}

GM_WEAK __typeof__(__write_profiling) write_profiling __attribute__((alias("__write_profiling")));

GM_PUBLIC const void *const __bb_head = NULL;
GM_PUBLIC const long _gmonparam[12] = {3}; /* first field, the state: 3 is "off" */
