/* processors - how many of them there are to use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_PROCESSORS_H
#define BASE_PROCESSORS_H

#include <stddef.h>

/* How many processors this process may run on, at least 1: on a machine that runs many programs
 * side by side (ranks of a parallel program, jobs of a batch system) each is often held to a few. */
size_t processors_usable(void);

#endif
