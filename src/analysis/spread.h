/* spread - how numbers differ from file to file: least, middle, greatest
 *
 * Role: takes in the numbers of many files, and keeps what tells how they are spread. What is kept
 * depends on the numbers alone, neither on their order nor on how parts of them were added up
 * before, and its size has a limit, however many there are.
 *
 * Sum and extremes are exact. So is the median of up to SPREAD_EXACT numbers; of more of them it is
 * only counted how many fall into each of SPREAD_BUCKETS buckets, and the median is less than
 * SPREAD_PERCENT percent off: a bucket is as wide as 1/64 of its least number, and its middle
 * stands for it.
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
    SPREAD_PERCENT = 1,
    SPREAD_BUCKETS = 59 * 64,
    SPREAD_MANY = 64 /* numbers that can be added in one go */
};

struct spread_bucket {
    uint32_t number, count;
};

/* Zero-initialised: no number was added. Numbers of 0 are not added at all; who asks for the median
 * says how many numbers there are with them. */
struct file_spread {
    uint64_t sum;                  /* stops at 2^64 - 1 */
    uint64_t least, most;          /* of those added */
    uint32_t n;                    /* that were added */
    uint32_t place_of_most;        /* the lowest place of those that have the most */
    uint64_t *numbers;             /* n of them, up to SPREAD_EXACT; owned; else NULL */
    struct spread_bucket *buckets; /* those that hold a number, in any order; owned; or NULL */
    size_t n_buckets, buckets_cap;
};

/* Where numbers are counted before they are added; all zero before and after each call. */
struct spread_scratch {
    uint32_t counts[SPREAD_BUCKETS];
};

/* Add up to SPREAD_MANY numbers, none of which is 0, of the files at these places. False after
 * reporting that memory is out. O(n + buckets that hold a number). */
bool spread_add(struct file_spread *s, const uint64_t *numbers, const uint32_t *places, uint32_t n,
                struct spread_scratch *scratch, struct diag *d);

/* Add all of `from`, and release it, also on failure. False after reporting that memory is out. */
bool spread_merge(struct file_spread *s, struct file_spread *from, struct spread_scratch *scratch,
                  struct diag *d);

/* To be called when all is added, before a median is asked for. */
void spread_finish(struct file_spread *s);

/* The median of `n` numbers, those that were not added being 0: of an even number the mean of the
 * two in the middle. `*is_exact`: whether it is not off. O(buckets). */
uint64_t spread_median(const struct file_spread *s, uint32_t n, bool *is_exact);

void spread_release(struct file_spread *s);

#endif
