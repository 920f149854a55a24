/* system_parts.h - what each system has behind the functions that programs call
 *
 *   public.c       __monstartup, moncontrol, _mcleanup, gmon_dump, gmon_reset
 *   fork.c         a forked child starts from zero
 *   variables.c    what GMON_* variables say
 *   error_words.h  what the errors of files mean
 *
 * Role: the seam between these, which all systems share, and a system's directory.  What core/ asks
 * of a system is core/os.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_SYSTEM_PARTS_H
#define GMON_SYSTEM_PARTS_H

#include <stdbool.h>

#define GM_PUBLIC __attribute__((visibility("default")))
#define GM_WEAK __attribute__((visibility("default"), weak)) /* a program may have its own */
#define GM_HIDDEN __attribute__((visibility("hidden")))

#pragma GCC visibility push(hidden)

/* Once in a process, with libc ready and before the program's own code: finds the program, which
 * sets gm.start (0: it was not found), reads the environment and takes what signals it needs. The
 * function writes the profile: for other ends of a process than exit. */
void gm_start_system(void (*write_at_end)(void));

/* The program is profiled after all, and gm_start_system() could not know that. */
void gm_read_wishes(void);

/* Samples are drawn from now on, while no lock is held, or no longer. Any thread. */
void gm_run_clock(bool on);

/* Before the profile is written: what has been loaded since is looked up. No lock is held. */
void gm_look_around(void);

/* fork.c: children of fork are told from their parent. */
void gm_fork_init(void);

/* In a forked child, which has one thread and whose locks are free: what the system's part must
 * forget; then, when core has forgotten its own, what runs again. */
void gm_forget_parent(void);
void gm_run_clock_again(void);

#pragma GCC visibility pop

#endif
