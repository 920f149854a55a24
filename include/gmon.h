/* gmon.h - what a profiled program may call: start, pause, write and reset its profile
 *
 * A program linked with -pg needs none of this: the profile starts before main and is written as
 * gmon.out when the program exits. All functions may be called from any thread; gmon_reset, and
 * gmon_dump unless GMON_MODULES is set, also from a signal handler.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_H
#define GMON_H

#ifdef __cplusplus
extern "C" {
#endif

/* Start profiling, and take histogram samples of the code from lowpc up to, not including,
 * highpc. A profile that runs already goes on with this range; its samples so far are dropped,
 * its calls are kept. */
void monstartup(unsigned long lowpc, unsigned long highpc);

/* mode 0: pause, neither calls nor time are counted. Any other: go on. */
void moncontrol(int mode);

/* Write the profile now, as at exit. A program that ends normally does so by itself. */
void _mcleanup(void);

/* Write the profile so far to a file, and go on. path NULL: the file that would be written at
 * exit. Returns 0, or -1 with a line on stderr. The program, not its environment, asks for this,
 * so set-uid programs may do it, too. */
int gmon_dump(const char *path);

/* Forget calls, samples and block counts so far: later files hold what comes after this. */
void gmon_reset(void);

#ifdef __cplusplus
}
#endif

#endif
