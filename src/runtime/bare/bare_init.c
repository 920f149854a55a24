/* bare_init - turns the user's memory into a profile, and empties the profile
 *
 * At most half of the memory is for bins, as small as that allows; the rest is for arcs.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/bare/bare.h"

enum { DEFAULT_RATE = 100, SMALLEST_SHIFT = 1, MOST_ARCS = 0xffff };

static uintptr_t align(uintptr_t at)
{
    return (at + sizeof at - 1) & ~(sizeof at - 1);
}

/* Returns the number of bins; the first one begins at p->low. */
static size_t set_bins(struct gmon_profile *p, uintptr_t low, uintptr_t high, size_t room)
{
    for (p->shift = SMALLEST_SHIFT;; p->shift++) {
        uintptr_t mask = ((uintptr_t)1 << p->shift) - 1;

        p->low = low & ~mask;
        p->bytes = high > low ? (high - p->low + mask) & ~mask : 0;
        if (p->bytes >> p->shift <= room / (2 * sizeof *p->bins))
            return p->bytes >> p->shift;
    }
}

struct gmon_profile *gmon_init(void *memory, size_t size, const void *low, const void *high)
{
    uintptr_t start = align((uintptr_t)memory), end = (uintptr_t)memory + size;
    struct gmon_profile *p = (struct gmon_profile *)start;
    struct bare_arc *a;
    uint32_t n = 0;

    gmon_select(NULL);
    if (size < 2 * sizeof *p + 2 * BARE_PROBES * sizeof *a)
        return NULL;
    p->bins = (uint16_t *)(p + 1);
    a = (struct bare_arc *)align((uintptr_t)(p->bins + set_bins(p, (uintptr_t)low, (uintptr_t)high,
                                                                end - (uintptr_t)(p + 1))));
    for (p->arcs = a; end - (uintptr_t)a >= sizeof *a && n < MOST_ARCS; a++, n++)
        *a = (struct bare_arc){0, 0, 0};
    if (n <= BARE_PROBES)
        return NULL;
    p->n_homes = n - (BARE_PROBES - 1);
    p->rate = DEFAULT_RATE;
    gmon_select(p);
    gmon_reset();
    return p;
}

void gmon_rate(uint32_t ticks_a_second)
{
    struct gmon_profile *p = bare_selected;

    if (p)
        p->rate = ticks_a_second;
}

struct gmon_lost gmon_lost(void)
{
    const struct gmon_profile *p = bare_selected;
    struct gmon_lost lost = {0, 0};

    if (p)
        lost = (struct gmon_lost){p->lost_calls, p->lost_samples};
    return lost;
}

/* Sets the counts of arcs to 0 but keeps the arcs. So a count that an interrupted function is just
 * adding is not lost. */
void gmon_reset(void)
{
    struct gmon_profile *p = gmon_select(NULL);

    if (!p)
        return;
    for (uintptr_t i = 0; i < p->bytes >> p->shift; i++)
        p->bins[i] = 0;
    for (uint32_t i = 0; i < p->n_homes + BARE_PROBES - 1; i++)
        p->arcs[i].count = 0;
    p->carries = 0;
    p->lost_calls = 0;
    p->lost_samples = 0;
    gmon_select(p);
}
