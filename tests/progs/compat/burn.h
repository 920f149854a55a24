/* burn.h - a few microseconds of work that no optimiser removes
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BURN_H
#define BURN_H

static volatile unsigned burn_sink;

/* A macro, so that the time stays in the function that spends it and no call appears. */
#define BURN(rounds)                                                                               \
    do {                                                                                           \
        for (unsigned burn_i = 0; burn_i < (unsigned)(rounds); burn_i++)                           \
            burn_sink += burn_i ^ 3u;                                                              \
    } while (0)

#define KEEP __attribute__((noinline, noclone))

#endif
