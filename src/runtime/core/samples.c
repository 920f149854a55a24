/* samples.c - counts samples in the histogram, and samples outside of it
 *
 * The range is an exact multiple of a bin, because readers compute the size of a bin as (high -
 * low) / bins. Bins are 2 bytes of code, the smallest that readers accept: so only functions at odd
 * addresses share a bin with a neighbour. Large programs have larger bins.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/samples.h"
#include "runtime/core/stacks/stack_nodes.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/core/text.h"
#include "runtime/core/threads.h"

enum { LARGE_TEXT = 64 << 20 }; /* above this size, bins are 4 bytes */

/* Upper bound of the number of bins, about: enough for all code that an x86-64 program can have. A
 * range that a program names may be larger. Its bins are larger, too, because the field for their
 * number has 32 bits. */
#define MOST_BINS (UINT64_C(1) << 29)

/* Rounds up to pages: what lies behind the bins shares no page with them, because drop_pages()
 * gives pages back. */
static size_t to_pages(size_t bytes)
{
    return (bytes + GM_LARGEST_PAGE - 1) / GM_LARGEST_PAGE * GM_LARGEST_PAGE;
}

/* Makes a range, rounded outwards to whole bins. Returns NULL if there is no memory. */
static struct gm_range *new_range(uintptr_t low, uintptr_t high)
{
    unsigned shift = high - low > LARGE_TEXT ? 2 : 1;
    while ((high - low) >> shift > MOST_BINS)
        shift++;
    uintptr_t bin = (uintptr_t)1 << shift, last = ~(bin - 1);
    low &= ~(bin - 1);
    high = high < last ? (high + bin - 1) & ~(bin - 1) : last;
    size_t bins = (high - low) >> shift;
    struct gm_range *r = NULL;
    size_t used = to_pages(sizeof *r + bins * sizeof r->bin[0]);
    r = gm_map(used + bins / GM_STRETCH + 1);

    if (r == NULL) {
        gm_say("gmon: out of memory for a histogram: calls are counted, times are not");
        return NULL;
    }
    r->low = low;
    r->high = high;
    r->shift = shift;
    r->bins = bins;
    r->used = (_Atomic unsigned char *)((char *)r + used);
    return r;
}

void gm_set_range(uintptr_t low, uintptr_t high)
{
    atomic_store(&gm.range, new_range(low, high));
    atomic_store(&gm.samples, 0);
    atomic_store(&gm.signals, 0);
    gm_stack_nodes_forget(atomic_load(&gm.stacks));
    gm_restart_sampled_time();
}

static void tick_in_range(struct gm_range *range, uintptr_t pc, uint64_t n)
{
    size_t number = (pc - range->low) >> range->shift;
    _Atomic uint32_t *bin = range->bin + number;
    _Atomic unsigned char *used = range->used + number / GM_STRETCH;
    uint32_t old = atomic_fetch_add_explicit(bin, (uint32_t)n, memory_order_relaxed);

    if (old > UINT32_MAX - n) /* more than a year in one bin: it stays at the maximum */
        atomic_store_explicit(bin, UINT32_MAX, memory_order_relaxed);
    if (atomic_load_explicit(used, memory_order_relaxed) == 0)
        atomic_store_explicit(used, 1, memory_order_release);
}

void gm_raise_bin(uintptr_t address, uint64_t n, bool is_out)
{
    struct gm_range *range = atomic_load(&gm.range);

    if (n > UINT32_MAX)
        n = UINT32_MAX;
    if (!gm_in_range(range, address) || n == 0)
        return;
    if (is_out)
        atomic_fetch_sub(&range->bin[(address - range->low) >> range->shift], (uint32_t)n);
    else
        tick_in_range(range, address, n);
}

/* Stands for code outside of the program: an address in no program and no library. */
enum { OUTSIDE = 16 };

/* Returns the address whose bin, or entry of a far table, counts a sample at pc. */
static uintptr_t place_of(uintptr_t pc)
{
    if (!gm_is_own(pc))
        return pc;
    if (gm_is_callers_time(pc))
        return OUTSIDE;
    return gm.profiler != 0 ? gm.profiler : pc;
}

void gm_charge(struct gm_thread *t, uintptr_t pc, uint64_t n)
{
    struct gm_range *range = atomic_load_explicit(&gm.range, memory_order_acquire);
    bool has_bin = gm_in_range(range, pc = place_of(pc));

    if (n == 0 || (!has_bin && t == NULL))
        return;
    atomic_fetch_add_explicit(&gm.samples, (uintptr_t)n, memory_order_relaxed);
    if (has_bin)
        tick_in_range(range, pc, n);
    else if (!gm_count_far(&t->counters, pc, GM_SAMPLE, n))
        atomic_fetch_add_explicit(&gm.lost, (uintptr_t)n, memory_order_relaxed);
}

void gm_tick(struct gm_thread *t, uint64_t n, uint64_t own)
{
    atomic_fetch_add_explicit(&gm.signals, 1, memory_order_relaxed);
    if (t != NULL)
        atomic_fetch_add_explicit(&t->samples, (uintptr_t)n, memory_order_relaxed);
    gm_charge(t, gm.own_code, own);
}

void gm_note_first(struct gm_thread *t, uintptr_t pc)
{
    if (t != NULL)
        gm_count_far(&t->counters, place_of(pc), GM_FIRST, 1);
}

/* Drops whole pages, because setting each bin to 0 would cost a forked child more than all the
 * rest. Returns how many bins, in front of these pages, are left. */
static size_t drop_pages(struct gm_range *range)
{
    size_t bytes = sizeof *range + range->bins * sizeof range->bin[0];

    if (bytes <= GM_LARGEST_PAGE ||
        !gm_zero_pages((char *)range + GM_LARGEST_PAGE, bytes - GM_LARGEST_PAGE))
        return range->bins;
    return (GM_LARGEST_PAGE - sizeof *range) / sizeof range->bin[0];
}

void gm_zero_samples(void)
{
    struct gm_range *range = atomic_load(&gm.range);
    size_t bins = range != NULL ? drop_pages(range) : 0;

    for (size_t i = 0; i < bins; i++)
        if (atomic_load_explicit(&range->bin[i], memory_order_relaxed) != 0)
            atomic_store_explicit(&range->bin[i], 0, memory_order_relaxed);
    atomic_store(&gm.samples, 0);
    atomic_store(&gm.signals, 0);
    gm_stack_nodes_forget(atomic_load(&gm.stacks));
    gm_restart_sampled_time();
}
