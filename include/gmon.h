/* gmon.h - what a profiled program may call: start, pause, write and reset its profile
 *
 * A program linked with -pg needs none of this: the profile starts before main and is written as
 * gmon.out when the program exits. All functions may be called from any thread, and several
 * threads may call them at once.
 *
 * Of each function is told: what its arguments are, whether a signal handler may call it, what
 * holds for processes made by fork, and what becomes of errno. A forked child has its own
 * profile: it begins at the fork with nothing counted, is on or off as its parent's was, and is
 * written to a file of its own: the parent's name with .PID behind it, unless the process number
 * is part of the name already. A child of vfork must call none of these: it would change its
 * parent's profile.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_H
#define GMON_H

#ifdef __cplusplus
extern "C" {
#endif

/* Starts profiling, and takes histogram samples of the code from lowpc up to, not including,
 * highpc; lowpc >= highpc: of all code of the program. A profile that runs already goes on with
 * this range; its samples so far are dropped, its calls are kept. Without memory for the
 * histogram, a line on stderr says so, and calls alone are counted.
 *   Arguments: addresses in memory, in bytes.
 *   Signal handlers: no.  fork: a child keeps the range.  errno: unchanged. */
void monstartup(unsigned long lowpc, unsigned long highpc);

/* mode 0: pause, neither calls nor time are counted. Any other: go on. Nothing happens before
 * the start of the profile.
 *   Signal handlers: yes.  fork: a child of a paused program is paused.  errno: unchanged. */
void moncontrol(int mode);

/* Writes the profile now, as at exit, unless nothing was called since it was written last. A
 * program that ends normally does so by itself. A set-uid program writes nothing.
 *   Signal handlers: as gmon_dump.  fork: a child writes its own file, or none if it did nothing.
 *   errno: unchanged; a file that cannot be written has a line on stderr. */
void _mcleanup(void);

/* Writes the profile so far to a file, and goes on. path: relative to the current directory, or
 * absolute; NULL: the file that would be written at exit. With GMON_STACKS=1 the call stacks go to
 * path.stacks. An older file is replaced as a whole or not at all. Returns 0, or -1 with a line on
 * stderr (-1 without one before the start). The program, not its environment, asks for this, so
 * set-uid programs may do it, too.
 *   Signal handlers: only without call stacks, and only if libraries have no files of their own.
 * The list of libraries is asked of the dynamic loader, which the signal may have interrupted. With
 * libgmon.a they have files only if GMON_MODULES=1, with libgmon.so unless GMON_MODULES=0.
 * GMON_DUMP_SIGNAL names a signal that writes the profile safely in any case. fork: a child writes
 * what was counted since the fork.  errno: unchanged. */
int gmon_dump(const char *path);

/* Forgets calls, samples and block counts so far: later files hold what comes after this. Calls
 * that other threads make meanwhile are counted before it or after it, never lost.
 *   Signal handlers: yes.  fork: a child has forgotten all before the fork anyway.
 *   errno: unchanged; without memory a line on stderr says so, and nothing is forgotten. */
void gmon_reset(void);

#ifdef __cplusplus
}
#endif

#endif
