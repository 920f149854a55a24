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

/* What a look at the limits of a comparison finds. */
enum limits_look {
    LIMITS_ARE_JUDGED,
    LIMITS_FAIL, /* the comparison fails, as it would after more runs */
    LIMITS_ARE_OPEN
};

/* Tells if more runs would tell more about the limits of a comparison. Prints its report, too. */
enum limits_look run_look_at_limits(const struct options *o, struct sink *out, struct diag *d);

#endif
