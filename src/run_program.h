/* run_program - runs a program under libgmon, and reports where its time went (--run)
 *
 * Role: gprof-run(1), which is a shell script of a line, is the manual of its options and statuses.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_PROGRAM_H
#define RUN_PROGRAM_H

#include "base/diag.h"

/* Returns true if the word is --run, or --run=LIBDIR, which comes first on the command line. */
bool run_program_is(const char *word);

/* Does what the command line `argv` says, whose first option is --run. To be called before
 * limit_begin, or the program would inherit the limits. Returns the exit status. If a signal that
 * gprof got, too, has ended the program, the same signal ends gprof. */
int run_program(int argc, char **argv, struct diag *d);

#endif
