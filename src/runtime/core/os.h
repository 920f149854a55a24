/* os.h - what core/ asks of the operating system
 *
 * Role: core/ makes no system call, reads no environment, and knows of the machine only what
 * arch/MACHINE/machine.h says. os/ defines the functions below, and drives core/:
 *
 *   start    fills the fields of `gm` that state.h marks as the system's, calls gm_set_range()
 *            (samples.h), then gm_switch(true): counting begins. gm_switch(false) pauses it
 *   a tick   gm_tick(), and gm_thread_found() (threads.h) for threads that have called nothing
 *   the end  gm_finish(); at any time gm_dump_to(), gm_reset() (dump.h)
 *   fork     in the child: frees the locks, sets gm.pid, calls gm_threads_after_fork() and
 *            gm_forget_past()
 *   libraries  objects.h, and gm_set_closed_aside() (library_files.h)
 *
 * The program may be anywhere when the runtime is entered: inside malloc, in a signal handler, in
 * an interrupt. So no function here may call one that the program could have interrupted, use
 * vector registers, or change errno. Errors are negative numbers of the system's own.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_OS_H
#define GMON_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gm_thread;

#pragma GCC visibility push(hidden)

/* ---- memory --------------------------------------------------------------------------------- */

/* Zeroed memory, aligned for any type; NULL: there is none left. */
void *gm_map(size_t bytes);

/* Gives back what gm_map returned; `bytes` is the same number. */
void gm_unmap(void *memory, size_t bytes);

/* Makes memory read as zeros without touching it, if the system can; false: nothing is changed.
 * memory is a multiple of GM_LARGEST_PAGE behind the beginning of what gm_map returned. */
enum { GM_LARGEST_PAGE = 65536 };
bool gm_zero_pages(void *memory, size_t bytes);

/* Is this code, with this stack pointer, what a signal handler returns to, where nothing but the
 * code itself tells of it? Then the registers of what was interrupted. */
struct gm_registers;
bool gm_signal_caller(uintptr_t pc, uintptr_t stack, struct gm_registers *interrupted);

/* Copies memory that may be unmapped at any moment, or whose file may become shorter. Returns how
 * many bytes could be read, from the first one on. */
size_t gm_copy(void *to, uintptr_t from, size_t bytes);

/* In a tick that has met code which is in no object (objects.h): looks for more of them, now and
 * then. true: there are more, so that it may be known now. */
bool gm_find_new_code(void);

/* ---- exclusion ------------------------------------------------------------------------------ */

/* Nothing interrupts this thread until gm_interrupts_restore(): no signal handler, and where the
 * program has no operating system, no interrupt. Calls may be nested. */
struct gm_interrupts {
    uint64_t before[2]; /* what was let in, as the system writes it */
};
void gm_interrupts_off(struct gm_interrupts *old);
void gm_interrupts_restore(const struct gm_interrupts *old);

/* Between threads; the caller has interrupts off. 0: free. Not recursive. */
void gm_lock(_Atomic int *lock);
void gm_unlock(_Atomic int *lock);

/* Both at once. */
static inline struct gm_interrupts gm_enter(_Atomic int *lock)
{
    struct gm_interrupts old;

    gm_interrupts_off(&old);
    gm_lock(lock);
    return old;
}

static inline void gm_leave(_Atomic int *lock, const struct gm_interrupts *old)
{
    gm_unlock(lock);
    gm_interrupts_restore(old);
}

/* ---- processes and threads ------------------------------------------------------------------ */

/* Number of the calling process; a child made by fork has another one. A constant where there
 * are no processes. */
int gm_process(void);

/* Number of the calling thread, different from those of all other threads that run. */
int gm_thread_number(void);

/* Has the thread with this number ended? Its tables then go to the next new thread. */
bool gm_thread_has_ended(int number);

/* Thread-local storage is the compiler's (_Thread_local). */

/* ---- samples -------------------------------------------------------------------------------- */

/* The thread t->number begins, or stops, to be sampled; t->timer is the system's to use. Called
 * with gm.lock held. Empty functions where one timer serves all threads. */
void gm_timer_start(struct gm_thread *t);
void gm_timer_stop(struct gm_thread *t);

/* Samples that are due by the processor time that was used while sampling was on, but that no
 * tick has brought (gm.samples has those). 0: none, or the system cannot know. short_threads: how
 * many of these threads may have missed that just did not run for long enough; the others are of
 * threads that let no tick in. gm.dump_lock is held. */
struct gm_missing {
    uint64_t all;
    uint64_t short_threads; /* at most all */
    uint64_t waited;        /* in gm.samples, but of waiting threads, to which no signal comes */
};
struct gm_missing gm_missing_samples(void);

/* Processor time counts from now on: gm_missing_samples() is to forget the past, and the samples
 * of all threads become 0. */
void gm_restart_sampled_time(void);

/* What the user must know of the samples, a whole line of text without its end, or NULL. */
const char *gm_sampling_fault(void);

/* ---- the data file -------------------------------------------------------------------------- */

/* One file at a time, under gm.dump_lock: open, any number of writes, close. What is written
 * takes the place of an older file at gm_file_close(true), as a whole; close(false), or a failed
 * write, leaves the older one as it was, as far as the system can. All return 0 or an error. */
enum { GM_FILE_SINK = 1 }; /* from gm_file_open: whatever is written there vanishes; not open */
long gm_file_open(const char *path);
long gm_file_write(const void *from, size_t size); /* all of it */
bool gm_file_skip(size_t size); /* zeros in place of a write, where that is cheaper; something is
                                   written behind them. False: it cannot, write them */
long gm_file_close(bool keep);

/* Is there something at path that no file can take the place of, such as a device? */
bool gm_file_is_special(const char *path);

/* ---- words ---------------------------------------------------------------------------------- */

/* A line for the user, end of line included; on Unix, to what standard error was at the start. */
void gm_put_message(const char *text, size_t size);

/* What an error of the functions above means, in a few words without a final stop. */
const char *gm_error_text(long error);

/* For %h and %e in GMON_OUT. Written to `to`, at most size bytes with the NUL; length returned. */
size_t gm_host_name(char *to, size_t size);
size_t gm_program_name(char *to, size_t size);

#pragma GCC visibility pop

#endif
