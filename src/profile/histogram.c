/* histogram - samples of the program counter, summed bin by bin
 *
 * Where thousands of files are added up, nearly all the time goes into add_block. It is written so
 * that compilers turn it into vector instructions at -O2: a fixed number of steps, and no check of
 * the sums. The field `most' tells beforehand that none of them overflows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/histogram.h"

#include "base/arith.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 }; /* bins added in one go */

void histogram_release(struct histogram *h)
{
    free(h->bins);
    free(h->wide);
    h->bins = NULL;
    h->wide = NULL;
}

void histogram_clear(struct histogram *h, struct diag *d)
{
    h->most = 0;
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
    return ticks;
}

/* A number that no bin exceeds: what the field can hold or, for wide fields, the largest bin. */
static uint64_t raw_most(const struct raw_bins *raw, uint32_t n)
{
    uint64_t most = 0;

    if (raw->width <= 2)
        return raw->width == 1 ? UINT8_MAX : UINT16_MAX;
    for (uint32_t i = 0; i < n; i++)
        if (raw_bins_ticks(raw, i) > most)
            most = raw_bins_ticks(raw, i);
    return most;
}

static void widen(struct histogram *h, struct diag *d)
{
    h->wide = mem_alloc(d, h->n_bins, sizeof *h->wide);
    for (uint32_t i = 0; i < h->n_bins; i++)
        h->wide[i] = h->bins[i];
    free(h->bins);
    h->bins = NULL;
}

/* Before bins of up to `most' are added: widens the sum's if one may outgrow 32 bits. */
static void make_room(struct histogram *sum, uint64_t most, struct diag *d)
{
    if (sum->wide)
        return;
    if (add_saturated(sum->most, most) > UINT32_MAX) {
        sum->most = histogram_largest(sum);
        if (add_saturated(sum->most, most) > UINT32_MAX) {
            widen(sum, d);
            return;
        }
    }
    sum->most += most;
}

static bool host_is_big_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;

    memcpy(&first, &one, 1);
    return first == 0;
}

static void add_block(uint32_t *restrict sum, const uint8_t *restrict raw)
{
    for (size_t i = 0; i < BLOCK; i++) {
        uint16_t ticks;
        memcpy(&ticks, raw + sizeof ticks * i, sizeof ticks);
        sum[i] += ticks;
    }
}

/* The same in the other byte order. */
static void add_swapped_block(uint32_t *restrict sum, const uint8_t *restrict raw)
{
    for (size_t i = 0; i < BLOCK; i++) {
        uint16_t ticks;
        memcpy(&ticks, raw + sizeof ticks * i, sizeof ticks);
        sum[i] += (uint16_t)(ticks << 8 | ticks >> 8);
    }
}

/* Blocks of the usual width; returns how many bins are done. */
static uint32_t add_blocks(struct histogram *sum, const struct raw_bins *raw)
{
    bool swapped = raw->big_endian != host_is_big_endian();
    uint32_t i = 0;

    if (sum->wide || raw->width != GMON_BIN_BYTES)
        return 0;
    for (; sum->n_bins - i >= BLOCK; i += BLOCK) {
        if (swapped)
            add_swapped_block(sum->bins + i, raw->bytes + (size_t)GMON_BIN_BYTES * i);
        else
            add_block(sum->bins + i, raw->bytes + (size_t)GMON_BIN_BYTES * i);
    }
    return i;
}

void histogram_add_raw(struct histogram *sum, const struct raw_bins *raw, struct diag *d)
{
    make_room(sum, raw_most(raw, sum->n_bins), d);
    for (uint32_t i = add_blocks(sum, raw); i < sum->n_bins; i++) {
        if (sum->wide)
            sum->wide[i] = add_saturated(sum->wide[i], raw_bins_ticks(raw, i));
        else
            sum->bins[i] += (uint32_t)raw_bins_ticks(raw, i);
    }
}

void histogram_add(struct histogram *sum, const struct histogram *h, struct diag *d)
{
    make_room(sum, h->wide ? UINT64_MAX : h->most, d);
    for (uint32_t i = 0; !sum->wide && i < sum->n_bins; i++)
        sum->bins[i] += h->bins[i];
    for (uint32_t i = 0; sum->wide && i < sum->n_bins; i++)
        sum->wide[i] = add_saturated(sum->wide[i], histogram_ticks(h, i));
}
