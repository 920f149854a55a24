/* put_histogram.h - puts a histogram that was made in memory into a profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PUT_HISTOGRAM_H
#define PUT_HISTOGRAM_H

#include "profile/profile.h"

#include <stdlib.h>

/* Adds the histogram `h`, and releases its bins. On failure it releases them, too. */
static inline bool put_histogram(struct profile *p, struct histogram *h, struct diag *d)
{
    struct histogram *sum = profile_open_histogram(p, h, false, d);

    if (sum)
        histogram_add(sum, h);
    free(h->bins);
    h->bins = NULL;
    return sum != NULL;
}

#endif
