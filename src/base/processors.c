/* processors - how many of them there are to use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/processors.h"

#include <sched.h>
#include <unistd.h>

size_t processors_usable(void)
{
    long n = 0;

#ifdef CPU_COUNT
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) == 0)
        n = CPU_COUNT(&set);
#endif
    if (n < 1) /* unknown, or a machine with more than a set has room for */
        n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : (size_t)n;
}
