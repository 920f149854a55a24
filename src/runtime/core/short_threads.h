/* short_threads.h - the time of threads that no tick has seen
 *
 * A thread that ends between two ticks has used time, but has no sample. How much that was, of all
 * threads, the system knows (os.h, gm_missing_samples). It is estimated to have been used where the
 * first samples of threads were taken: for a thread with a sample differs from a like one without
 * only by chance. Threads that run for long do not count for more than short ones there, nor does
 * the first thread count at all. No sample that was taken is changed: shares come on top of them,
 * at the dump.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_SHORT_THREADS_H
#define GMON_SHORT_THREADS_H

#include "runtime/core/collect.h"

#pragma GCC visibility push(hidden)

/* Entries GM_FIRST become entries GM_SAMPLE, each with its share of so many samples; the list is
 * out of order then. Returns how many were shared out: all, or 0 where there is nothing to go by.
 */
uint64_t gm_share_out(struct gm_arc_list *list, uint64_t samples);

#pragma GCC visibility pop

#endif
