/* histogram - samples of the program counter, summed bin by bin
 *
 * Where thousands of files are added up, nearly all the time goes into add_block. It is written so
 * that compilers turn it into vector instructions at -O2: a fixed number of steps, and no check of
 * the sums, which 2^47 files would have to bring to an overflow. Blocks without a sample are passed
 * over, so that their memory is never touched.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/histogram.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 }; /* bins added in one go */

void histogram_release(struct histogram *h)
{
    free(h->bins);
    h->bins = NULL;
}

void histogram_clear(struct histogram *h, struct diag *d)
{
    h->bins = mem_alloc(d, h->n_bins, sizeof *h->bins);
}

uint64_t histogram_largest(const struct histogram *h)
{
    uint64_t most = 0;

    for (uint32_t i = 0; i < h->n_bins; i++)
        if (histogram_ticks(h, i) > most)
            most = histogram_ticks(h, i);
    return most;
}

uint64_t raw_bins_ticks(const struct raw_bins *raw, uint32_t bin)
{
    const uint8_t *p = raw->bytes + bin * raw->width;
    uint64_t ticks = 0;

    for (size_t i = 0; i < raw->width; i++)
        ticks = ticks << 8 | p[raw->big_endian ? i : raw->width - 1 - i];
    return ticks < HISTOGRAM_MOST ? ticks : HISTOGRAM_MOST;
}

static bool host_is_big_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;

    memcpy(&first, &one, 1);
    return first == 0;
}

static void add_block(uint64_t *restrict sum, const uint8_t *restrict raw)
{
    for (size_t i = 0; i < BLOCK; i++) {
        uint16_t ticks;
        memcpy(&ticks, raw + sizeof ticks * i, sizeof ticks);
        sum[i] += ticks;
    }
}

/* Adds blocks of the usual width in the host's byte order; returns how many bins are done. */
static uint32_t add_blocks(struct histogram *sum, const struct raw_bins *raw)
{
    static const uint8_t empty[BLOCK * GMON_BIN_BYTES];
    uint32_t i = 0;

    if (raw->width != GMON_BIN_BYTES || raw->big_endian != host_is_big_endian())
        return 0;
    for (; sum->n_bins - i >= BLOCK; i += BLOCK) {
        const uint8_t *block = raw->bytes + (size_t)GMON_BIN_BYTES * i;

        if (memcmp(block, empty, sizeof empty) != 0)
            add_block(sum->bins + i, block);
    }
    return i;
}

static void add_ticks(struct histogram *sum, uint32_t bin, uint64_t ticks)
{
    if (ticks > 0)
        sum->bins[bin] = histogram_ticks(sum, bin) + ticks;
}

void histogram_add_raw(struct histogram *sum, const struct raw_bins *raw)
{
    for (uint32_t i = add_blocks(sum, raw); i < sum->n_bins; i++)
        add_ticks(sum, i, raw_bins_ticks(raw, i));
}

void histogram_add(struct histogram *sum, const struct histogram *h)
{
    for (uint32_t i = 0; i < sum->n_bins; i++)
        add_ticks(sum, i, histogram_ticks(h, i));
}
