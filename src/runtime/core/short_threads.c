/* short_threads.c - charges the time of threads that no tick has seen
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/short_threads.h"

/* Gives an entry a sample if the sum of the entries up to it passes a multiple of the worth of one
 * sample. So the shares add up. Each stretch of code gets its part, but for less than one sample,
 * even if it has many entries that are worth less than one sample each. */
uint64_t gm_share_out(struct gm_arc_list *list, uint64_t samples)
{
    uint64_t all = 0;
    uint64_t sum = 0;
    uint64_t given = 0;

    for (size_t i = 0; i < list->count; i++)
        if (list->arc[i].callee == GM_FIRST)
            all += list->arc[i].count;
    if (all == 0 || all > UINT32_MAX || samples > UINT32_MAX) /* more than a year: not short */
        samples = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct gm_arc *a = list->arc + i;
        if (a->callee != GM_FIRST)
            continue;
        sum += a->count;
        uint64_t due = samples != 0 ? samples * sum / all : 0;
        *a = (struct gm_arc){a->site, GM_SAMPLE, due - given};
        given = due;
    }
    return given;
}
