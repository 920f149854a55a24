/* run_command - makes what a command line asks for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_COMMAND_H
#define RUN_COMMAND_H

#include "run.h"

/* Makes what the options ask for, on `standard` or in the file of --output, which is replaced only
 * if all went well. Returns the exit status. */
int run_command(const struct options *o, struct sink *standard, struct diag *d);

/* Returns true if more runs would tell more about the limits of a comparison, or if it fails.
 * Prints its report, too. */
bool run_limits_are_open(const struct options *o, struct sink *out, struct diag *d);

#endif
