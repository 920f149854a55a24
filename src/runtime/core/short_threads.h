/* short_threads.h - charges the time of short threads and processes that no sample has seen
 *
 * A thread that ends between two ticks of the clock has used time, but may have no sample. The
 * system knows the sum of that time (os.h, gm_missing_samples). The runtime charges the sum to the
 * addresses of the first ticks of threads, up to the one that brings the first sample: only chance
 * decides which short thread a tick meets. A long thread counts no more there than a short one.
 * Samples that were taken stay as they are: the shares are added to them at the dump.
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
