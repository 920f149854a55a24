/* run_start - what it takes to run a program under libgmon
 *
 * Role: finds the program and libgmon, and tells libgmon by variables where data go. For --run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_START_H
#define RUN_START_H

#include "base/scratch.h"

/* Exit statuses of --run, or none yet. */
enum { START_FAILED = 125, START_CANNOT_RUN = 126, START_NO_PROGRAM = 127, START_GO_ON = -1 };

/* Finds a program as a shell does: `*path`, and `*real`, behind links; the caller frees both.
 * Returns START_GO_ON, or the exit status, after reporting. */
int start_find_program(const char *name, char **path, char **real, struct diag *d);

/* Finds libgmon: in `libdir`, unless that is NULL or empty, or from the place of gprof, so that the
 * two may be moved together. The caller frees `*library`. Returns as start_find_program does. */
int start_find_library(char **library, const char *libdir, struct diag *d);

/* Makes the directory of scratch, with a link to the library if its path cannot be preloaded.
 * Returns as start_find_program does. */
int start_scratch(struct scratch *s, char **library, struct diag *d);

/* Sets the variables of libgmon for programs whose data go into scratch. */
void start_environment(const struct scratch *s, const char *library, struct diag *d);

#endif
