/* gmon.h - declares what a profiled program may call: to start, pause, write and reset its profile
 *
 * A program linked with -pg needs none of this: the profile starts before main and is written as
 * gmon.out when the program exits. All functions may be called from any thread, and several
 * threads may call them at once.
 *
 * For each function, the comment says what its arguments are, whether a signal handler may call it,
 * what holds in a process made by fork, and whether errno changes. A forked child has its own
 * profile. The child's profile begins at the fork with nothing counted, and is on or off as the
 * parent's was. The child writes a file of its own: the parent's name with .PID appended, unless
 * the process number is part of the name already. A child of vfork must call none of these
 * functions, because a call would change its parent's profile.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_H
#define GMON_H

#ifdef __cplusplus
extern "C" {
#endif

/* Starts profiling, and takes histogram samples of the code from lowpc up to, not including,
 * highpc. If lowpc >= highpc, all code of the program is sampled. If a profile runs already, it
 * goes on with this range: its samples so far are dropped, its calls are kept. If there is no
 * memory for the histogram, a line on stderr says so, and only calls are counted.
 *   Arguments: addresses in memory, in bytes.
 *   Signal handlers: no.  fork: a child keeps the range.  errno: unchanged. */
void monstartup(unsigned long lowpc, unsigned long highpc);

/* Pauses the profile if mode is 0: neither calls nor time are counted. Resumes it if mode is
 * anything else. Does nothing before the start of the profile.
 *   Signal handlers: yes.  fork: a child of a paused program is paused.  errno: unchanged. */
void moncontrol(int mode);

/* Writes the profile now, as at exit, unless nothing was called since the last write. A program
 * that ends normally writes its profile without this call. A set-uid program writes nothing.
 *   Signal handlers: as gmon_dump.  fork: a child writes its own file, or none if it did nothing.
 *   errno: unchanged. If the file cannot be written, a line on stderr says so. */
void _mcleanup(void);

/* Writes the profile so far to a file, and goes on. path is relative to the current directory, or
 * absolute; NULL means the file that would be written at exit. Call stacks go to a file beside it,
 * with "stacks." in front of its name, unless GMON_STACKS=0. An older file is replaced as a whole
 * or not at all. Returns 0, or -1 after a line on stderr. Before the start of the profile it
 * returns -1 without a line. A set-uid program may call this, because the program and not its
 * environment asks for the file.
 *   Signal handlers: only if libraries have no files of their own (GMON_MODULES). The list of
 *   libraries comes from the dynamic loader, which the signal may have interrupted.
 *   GMON_DUMP_SIGNAL names a signal that writes the profile safely in any case.
 *   fork: a child writes what was counted since the fork.  errno: unchanged. */
int gmon_dump(const char *path);

/* Forgets calls, samples and block counts so far: later files hold only what is counted afterwards.
 * A call that another thread makes meanwhile is counted before or after the reset, never lost.
 *   Signal handlers: yes.  fork: a child starts with nothing counted anyway.
 *   errno: unchanged. If there is no memory, a line on stderr says so, and nothing is forgotten. */
void gmon_reset(void);

#ifdef __cplusplus
}
#endif

#endif
