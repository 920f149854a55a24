/* anonymous.h - tells how much memory of its own a process has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANONYMOUS_H
#define ANONYMOUS_H

#include <stdio.h>

/* Returns KB, or -1 if the kernel does not tell. It counts these pages one by one; what statm says
 * may be many pages off, as each processor keeps a part. */
__attribute__((noinline, no_instrument_function)) static long anonymous(void)
{
    long kilobytes = -1;
    char line[256];
    FILE *file = fopen("/proc/self/smaps_rollup", "r");

    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        sscanf(line, "Anonymous: %ld kB", &kilobytes);
    if (file != NULL)
        fclose(file);
    return kilobytes;
}

#endif
