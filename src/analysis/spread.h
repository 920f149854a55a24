/* spread - how numbers differ from file to file: least, middle, greatest
 *
 * Role: takes in the numbers of many files, one after the other, and keeps what tells how they are
 * spread. What is kept depends on the numbers alone, neither on their order nor on how parts of
 * them were added up before, and its size has a limit, however many there are.
 *
 * Sum and extremes are exact. So is the median of up to SPREAD_EXACT numbers; for more of them
 * their logarithms are counted in buckets, and the median is less than 1 % off (a bucket is as wide
 * as 1/64 of its least number, and its middle stands for it).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_SPREAD_H
#define ANALYSIS_SPREAD_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SPREAD_EXACT = 64, /* numbers that are kept as they are */
    SPREAD_PERCENT = 1 /* by which the median of more of them may be off */
};

/* Zero-initialised: no number was added. Numbers of 0 are not added at all; who asks for the median
 * says how many numbers there are with them. */
struct file_spread {
    uint64_t sum;           /* stops at 2^64 - 1 */
    uint64_t least, most;   /* of those added */
    uint32_t n;             /* that were added */
    uint32_t place_of_most; /* the lowest place of those that have the most */
    uint64_t *numbers;      /* n of them, up to SPREAD_EXACT; owned; else NULL */
    uint32_t *buckets;      /* how many are in each from `first` on; owned; or NULL */
    uint16_t first, n_buckets;
};

/* Add a number that is not 0, of the file at `place`. False after reporting that memory is out. */
bool spread_add(struct file_spread *s, uint64_t number, uint32_t place, struct diag *d);

/* Add all of `from`, and release it, also on failure. False after reporting that memory is out. */
bool spread_merge(struct file_spread *s, struct file_spread *from, struct diag *d);

/* The median of `n` numbers, those that were not added being 0: of an even number the mean of the
 * two in the middle. `*is_exact`: whether it is not off. O(buckets). */
uint64_t spread_median(const struct file_spread *s, uint32_t n, bool *is_exact);

void spread_release(struct file_spread *s);

#endif
