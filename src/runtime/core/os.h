/* os.h - declares what core/ asks of the operating system
 *
 * Role: core/ makes no system call, reads no environment, and knows of the machine only what
 * arch/MACHINE/machine.h says. os/ defines the functions below, and drives core/:
 *
 *   start      fills the fields of `gm` that state.h marks as the system's, calls gm_set_range()
 *              (samples.h), then gm_switch(true): counting begins. gm_switch(false) pauses it
 *   a tick     calls gm_tick() and gm_charge() (samples.h), and gm_thread_found() (threads.h) for
 *              threads that have called nothing
 *   the end    calls gm_save(); at any time gm_dump_to(), gm_reset() (dump.h)
 *   fork       in the child: frees the locks, sets gm.pid, calls gm_threads_after_fork() and
 *              gm_forget_past()
 *   libraries  fills the table of objects.h; calls gm_set_closed_aside() (library_files.h)
 *
 * The program may be at any instruction when the runtime is entered: inside malloc, in a signal
 * handler, in an interrupt. So no function here may call a function that the program could have
 * interrupted, use vector registers, or change errno. Errors are negative numbers of the system's
 * own.
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

/* Returns zeroed memory, aligned for any type, or NULL if there is no memory. */
void *gm_map(size_t bytes);

/* Keeps a mapping's content from forked children, which find zeros in it, if the system can: a fork
 * is faster without. */
void gm_keep_from_forks(void *memory, size_t bytes);

/* Gives back memory that gm_map returned; `bytes` is the number that gm_map got. */
void gm_unmap(void *memory, size_t bytes);

/* Makes memory read as zeros without touching it, if the system can. Returns false if nothing is
 * changed. The offset of `memory` from the address that gm_map returned is a multiple of
 * GM_LARGEST_PAGE. */
enum { GM_LARGEST_PAGE = 65536 };
bool gm_zero_pages(void *memory, size_t bytes);

/* Returns true if a signal handler returns to this code, with this stack pointer, and only the code
 * itself shows that. Then *interrupted gets the registers of the interrupted code. */
struct gm_registers;
bool gm_signal_caller(uintptr_t pc, uintptr_t stack, struct gm_registers *interrupted);

/* Copies memory that may be unmapped at any moment, or whose file may become shorter. Returns the
 * number of bytes that could be read, from the first byte on. */
size_t gm_copy(void *to, uintptr_t from, size_t bytes);

/* Looks for more objects (objects.h), but not at every call: for ticks that have met code in no
 * object. Returns true if there are more objects, so that the code may be known now. */
bool gm_find_new_code(void);

/* Renews the table of objects if libraries are to have files, or is_wanted. */
void gm_look_at_objects(bool is_wanted);

/* ---- exclusion ------------------------------------------------------------------------------ */

/* Lets nothing interrupt this thread until gm_interrupts_restore(): no signal handler and, if the
 * program has no operating system, no interrupt. Calls may be nested. */
struct gm_interrupts {
    uint64_t before[2]; /* signals or interrupts let in before, in the system's own form */
};
void gm_interrupts_off(struct gm_interrupts *old);
void gm_interrupts_restore(const struct gm_interrupts *old);

/* Locks out other threads; the caller has interrupts off. A lock of 0 is free. Not recursive. */
void gm_lock(_Atomic int *lock);
void gm_unlock(_Atomic int *lock);

/* Turns interrupts off and takes the lock. */
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

/* Returns the number of the calling process; a child made by fork has another number. Returns a
 * constant if there are no processes. */
int gm_process(void);

/* Returns the number of the calling thread, which differs from those of all other running
 * threads. */
int gm_thread_number(void);

/* Returns true if the thread with this number has ended. Its tables then go to the next new thread.
 */
bool gm_thread_has_ended(int number);

/* Thread-local storage is the compiler's (_Thread_local). */

/* ---- samples -------------------------------------------------------------------------------- */

/* Returns true if pc is in the one function of the runtime whose time is its caller's: the function
 * that makes system calls for the program. Time that pending ticks bring there is the caller's,
 * too. */
bool gm_is_callers_time(uintptr_t pc);

/* Begins, or stops, to sample the thread t->number; the system may use t->timer as it likes. Called
 * with gm.lock held. If one timer serves all threads, the functions are empty. */
void gm_timer_start(struct gm_thread *t);
void gm_timer_stop(struct gm_thread *t);

/* Returns the number of samples that are due by the CPU time used while sampling was on, but that
 * no tick has brought (gm.samples counts the others). Returns 0 if there are none, or the system
 * cannot know. short_threads is an upper bound of the samples missed because threads did not run
 * for long enough; the others belong to threads that let no tick in. gm.dump_lock is held. */
struct gm_missing {
    uint64_t elapsed; /* ns during which samples were taken */
    uint64_t all;
    uint64_t short_threads; /* upper bound, at most `all` */
};
struct gm_missing gm_missing_samples(void);

/* Restarts the count of CPU time: gm_missing_samples() forgets the past, and the samples of all
 * threads become 0. */
void gm_restart_sampled_time(void);

/* Returns a line of text, without its end, if the user must know of a fault of sampling; else
 * NULL. */
const char *gm_sampling_fault(void);

/* ---- the data file -------------------------------------------------------------------------- */

/* Writes a file: open, any number of writes, close; one file at a time, under gm.dump_lock. An
 * older file stays as it was, if the system can, until gm_file_publish() puts the new one in its
 * place, as a whole. gm_file_close(false), or a failed write, forgets the new file. All return 0 or
 * an error.
 * The companion of a data file is written after it, and put in its place before it: whoever sees a
 * data file finds its companion. So gm_file_publish() does both. If path is gm.own_path, it keeps a
 * file that is not ours: it changes gm.own_path, or sets gm.aside to the other file's new name.
 * Then the files beside that one follow it. It uses gm.library_path, for the companion's name;
 * unless path is that, the name of a library's file. */
enum { GM_FILE_SINK = 1 }; /* result of gm_file_open: the path discards everything; not open */
long gm_file_open(const char *path, bool is_companion);
long gm_file_write(const void *from, size_t size); /* writes all of it */
bool gm_file_skip(size_t size); /* writes zeros if that is cheaper than a write; something is
                                   written behind them; false: it cannot, call gm_file_write */
long gm_file_close(bool keep);
long gm_file_publish(const char *path, bool has_companion, long *companion_error);

/* ---- code that the program has made ---------------------------------------------------------- */

/* Reads the lines `ADDRESS SIZE NAME`, both numbers hexadecimal, by which the program names code
 * that it has made. Returns them with a NUL behind, or NULL if there are none; the caller unmaps
 * *bytes bytes. gm.dump_lock is held. */
char *gm_code_map(size_t *bytes);

/* ---- words ---------------------------------------------------------------------------------- */

/* Writes a line for the user, end of line included, to the standard error of the start. */
void gm_put_message(const char *text, size_t size);

/* Returns what an error of the functions above means, in a few words without a final stop. */
const char *gm_error_text(long error);

/* Stores the working directory with a slash behind it, in GM_PATH bytes; "" if it is not known. */
void gm_working_directory(char *to);

/* Writes the values of %h and %e in GMON_OUT to `to`, at most size bytes with the NUL. Returns the
 * length.
 */
size_t gm_host_name(char *to, size_t size);
size_t gm_program_name(char *to, size_t size);

#pragma GCC visibility pop

#endif
