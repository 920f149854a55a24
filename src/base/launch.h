/* launch - runs another program in the foreground, and waits for it
 *
 * Role: the program has the terminal, the signals and the descriptors that it would have without
 * gprof: it is in the same process group, and what the terminal sends goes to both. Signals that
 * are sent to gprof alone are passed on. Knows nothing of profiling.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_LAUNCH_H
#define BASE_LAUNCH_H

#include "base/diag.h"

#include <signal.h>
#include <sys/types.h>

struct launched {
    pid_t pid;          /* process of the program, which has ended */
    int status;         /* as waitpid tells it */
    double seconds;     /* CPU time of the process and of all that it, and gprof, have waited for */
    double own_seconds; /* CPU time of the process alone */
    sigset_t received;  /* signals that came to gprof meanwhile */
};

/* Runs the program `argv`, found as the shell finds it, until it ends. Processes that outlive their
 * parents become children of gprof. Returns 0, or errno if the program cannot be run. */
int launch(struct launched *l, char *const *argv);

/* Returns the status that a shell would tell: that of the program, or 128 and its signal. */
int launched_status(const struct launched *l);

/* Ends gprof by the signal that has ended the program, if gprof got that signal, too, as the
 * terminal sends it to both. Else returns. */
void launched_end_alike(const struct launched *l);

/* Waits up to a fifth of a second for processes that have outlived the program. Fills in those that
 * still run, `room` at most, but not `own`, a child of gprof's own. Returns their number. */
size_t launch_left(pid_t *left, size_t room, pid_t own);

/* Runs work(context) in a copy of this process. Returns the work's result, an exit status, or 128
 * and the number of the signal that has ended it; -1 if no process can be made. */
int launch_copy(int (*work)(void *context), void *context);

#endif
