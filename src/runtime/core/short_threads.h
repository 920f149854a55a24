/* short_threads.h - charges the time of threads that no tick has seen
 *
 * A thread that ends between two ticks has used time, but has no sample. The system knows the sum
 * of that time (os.h, gm_missing_samples). The runtime charges the sum to the addresses where the
 * first samples of threads were taken: only chance decides whether a short thread gets a sample. A
 * long thread counts no more there than a short one, and the first thread of the program does not
 * count at all. Samples that were taken stay as they are: the shares are added to them at the dump.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_SHORT_THREADS_H
#define GMON_SHORT_THREADS_H

#include "runtime/core/collect.h"

#pragma GCC visibility push(hidden)

/* Changes entries GM_FIRST into entries GM_SAMPLE, each with its share of `samples`; the list is
 * out of order then. Returns how many were shared out: all, or 0 if there is no such entry. */
uint64_t gm_share_out(struct gm_arc_list *list, uint64_t samples);

#pragma GCC visibility pop

#endif
