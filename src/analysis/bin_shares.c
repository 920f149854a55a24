/* bin_shares - whose the bins of a histogram are
 *
 * Bins are gone through in blocks. Most blocks of a real histogram hold no tick and are left at
 * once; of the others the running sums are formed, so that a stretch takes one subtraction. Loops
 * over whole blocks have a fixed number of steps, of which compilers make vector instructions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/bin_shares.h"

#include "analysis/hist.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 /* bins */ };

/* A bin of a damaged file counts for no more, so that no sum over a block overflows. */
#define TICKS_MAX ((uint64_t)1 << 57)

/* ---- the layout ----------------------------------------------------------------------------- */

static bool append(struct bin_shares *s, uint32_t bin, uint32_t symbol, double part, struct diag *d)
{
    struct bin_stretch *last = s->n > 0 ? &s->stretches[s->n - 1] : NULL, *grown;

    if (last && last->end == bin && last->symbol == symbol && last->part >= part &&
        last->part <= part) {
        last->end = bin + 1;
        return true;
    }
    grown = mem_grow(d, s->stretches, &s->cap, s->n + 1, sizeof *grown);
    if (!grown)
        return false;
    s->stretches = grown;
    grown[s->n++] = (struct bin_stretch){bin, bin + 1, symbol, part};
    return true;
}

/* The parts of a bin over the units [low, high); `symbol` is the first that ends behind `low`. */
static bool share_bin(struct bin_shares *s, const struct symtab *symtab, uint32_t symbol,
                      uint32_t bin, uint64_t low, uint64_t high, double scale, struct diag *d)
{
    for (; symbol < symtab->n_code; symbol++) {
        uint64_t start = hist_first_unit(&symtab->symbols[symbol]);
        uint64_t end = hist_end_unit(&symtab->symbols[symbol]);

        if (start >= high)
            return true;
        start = start > low ? start : low;
        end = end < high ? end : high;
        if (end > start && !append(s, bin, symbol, (double)(end - start) / scale, d))
            return false;
    }
    return true;
}

static bool make_stretches(struct bin_shares *s, const struct hist_layout *layout,
                           const struct symtab *symtab, struct diag *d)
{
    uint64_t span = layout->span, base = layout->base;
    double scale = layout->size;
    uint32_t symbol = 0;

    for (uint32_t bin = 0; bin < s->n_bins; bin++) {
        uint64_t low = base + hist_bin_offset(scale, bin, span);
        uint64_t high = base + hist_bin_offset(scale, bin + 1, span);

        while (symbol < symtab->n_code && hist_end_unit(&symtab->symbols[symbol]) <= low)
            symbol++;
        if (!share_bin(s, symtab, symbol, bin, low, high, scale, d))
            return false;
    }
    return true;
}

/* Cut the stretches at the limits of blocks, if bins have whole units. */
static bool make_pieces(struct bin_shares *s, const struct hist_layout *layout, struct diag *d)
{
    uint64_t span = layout->span, units = s->n_bins > 0 ? span / s->n_bins : 0;
    uint32_t n_blocks = s->n_bins / BLOCK + 1;

    if (units == 0 || span % s->n_bins != 0 || units > UINT16_MAX || layout->size < (double)units ||
        layout->size > (double)units)
        return true;
    s->piece_of_block = mem_alloc(d, (size_t)n_blocks + 1, sizeof *s->piece_of_block);
    if (!s->piece_of_block)
        return false;
    for (uint32_t block = 0; block < n_blocks; block++) {
        uint32_t first = block * BLOCK, end = s->n_bins - first < BLOCK ? s->n_bins : first + BLOCK;

        s->piece_of_block[block] = (uint32_t)s->n_pieces;
        for (size_t i = s->of_block[block]; i < s->n && s->stretches[i].first < end; i++) {
            const struct bin_stretch *at = &s->stretches[i];
            struct bin_piece *grown =
                mem_grow(d, s->pieces, &s->pieces_cap, s->n_pieces + 1, sizeof *grown);

            if (!grown)
                return false;
            s->pieces = grown;
            grown[s->n_pieces++] =
                (struct bin_piece){.symbol = at->symbol,
                                   .units = (uint16_t)(at->part * (double)units + 0.5),
                                   .low = (uint8_t)(at->first > first ? at->first - first : 0),
                                   .end = (uint8_t)((at->end < end ? at->end : end) - first)};
        }
    }
    s->piece_of_block[n_blocks] = (uint32_t)s->n_pieces;
    s->scale = (uint32_t)units;
    return true;
}

bool bin_shares_init(struct bin_shares *s, const struct histogram *h, const struct symtab *symtab,
                     struct diag *d)
{
    const struct hist_layout layout = hist_layout_of(h, symtab);
    size_t stretch = 0;

    *s = (struct bin_shares){.low = h->low, .high = h->high, .n_bins = h->n_bins};
    s->of_block = mem_alloc(d, (size_t)h->n_bins / BLOCK + 1, sizeof *s->of_block);
    if (!s->of_block || !make_stretches(s, &layout, symtab, d))
        return false;
    for (uint32_t block = 0; block <= h->n_bins / BLOCK; block++) {
        while (stretch < s->n && s->stretches[stretch].end <= (uint64_t)block * BLOCK)
            stretch++;
        s->of_block[block] = (uint32_t)stretch;
    }
    return make_pieces(s, &layout, d);
}

void bin_shares_release(struct bin_shares *s)
{
    free(s->stretches);
    free(s->of_block);
    free(s->pieces);
    free(s->piece_of_block);
    *s = (struct bin_shares){0};
}

/* ---- a file --------------------------------------------------------------------------------- */

/* Whether a block of bins of two bytes holds no tick, in any order of bytes. */
static bool is_empty(const uint8_t *bytes)
{
    uint64_t any = 0;

    for (size_t i = 0; i < BLOCK * 2 / sizeof any; i++) {
        uint64_t part;
        memcpy(&part, bytes + i * sizeof part, sizeof part);
        any |= part;
    }
    return any == 0;
}

/* `sums[i]` becomes the sum of the first i of `n` bins from number `first` on. */
static void add_up(const struct raw_bins *raw, uint32_t first, uint32_t n, uint64_t *sums)
{
    sums[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t ticks = raw_bins_ticks(raw, first + i);

        sums[i + 1] = sums[i] + (ticks < TICKS_MAX ? ticks : TICKS_MAX);
    }
}

/* The same for a block of bins of two bytes. */
static void add_up_block(const uint8_t *bytes, bool big_endian, uint64_t *sums)
{
    unsigned high = big_endian ? 8 : 0, low = 8 - high;

    sums[0] = 0;
    for (size_t i = 0; i < BLOCK; i++)
        sums[i + 1] =
            sums[i] + (((uint64_t)bytes[2 * i] << high) | ((uint64_t)bytes[2 * i + 1] << low));
}

/* Give the functions their parts of `n` bins from number `first` on. */
static void add_block(const struct bin_shares *s, uint32_t first, uint32_t n, const uint64_t *sums,
                      double weight, struct bin_ticks *to)
{
    uint32_t end = first + n;

    for (size_t i = s->of_block[first / BLOCK]; i < s->n && s->stretches[i].first < end; i++) {
        const struct bin_stretch *at = &s->stretches[i];
        uint64_t ticks = sums[(at->end < end ? at->end : end) - first] -
                         sums[at->first > first ? at->first - first : 0];

        if (ticks == 0)
            continue;
        if (!(to->ticks[at->symbol] > 0))
            to->touched[to->n_touched++] = at->symbol;
        to->ticks[at->symbol] += (double)ticks * at->part * weight;
    }
}

void bin_shares_add(const struct bin_shares *s, const struct raw_bins *raw, double weight,
                    struct bin_ticks *to)
{
    uint64_t sums[BLOCK + 1];

    for (uint32_t block = 0; block * (uint64_t)BLOCK < s->n_bins; block++) {
        uint32_t first = block * BLOCK, n = s->n_bins - first < BLOCK ? s->n_bins - first : BLOCK;
        const uint8_t *bytes = raw->bytes + first * raw->width;

        if (n == BLOCK && raw->width == 2) {
            if (is_empty(bytes))
                continue;
            add_up_block(bytes, raw->big_endian, sums);
        } else {
            add_up(raw, first, n, sums);
        }
        to->total += (double)sums[n] * weight;
        add_block(s, first, n, sums, weight, to);
    }
}

/* ---- a file, in integers -------------------------------------------------------------------- */

/* The running sums of a block of bins of two little-endian bytes, of which no bin is above
 * SMALL_MAX: four of them are formed by a multiplication. */
enum { SMALL_MAX = 1023 };

static const uint64_t each_bin = 0x0001000100010001;

static uint64_t four_bins(const uint8_t *bytes)
{
    uint64_t four;

    memcpy(&four, bytes, sizeof four);
    return four;
}

static void add_up_small(const uint8_t *bytes, uint16_t *sums)
{
    uint64_t before = 0;

    sums[0] = 0;
    for (size_t i = 0; i < BLOCK; i += 4) {
        uint64_t four = four_bins(bytes + 2 * i) * each_bin;
        uint64_t upto = four + before * each_bin;

        memcpy(sums + i + 1, &upto, sizeof upto);
        before += four >> 48;
    }
}

/* All bits that are set in some bin of a block. */
static uint64_t any_bits(const uint8_t *bytes)
{
    uint64_t any = 0;

    for (size_t i = 0; i < BLOCK; i += 4)
        any |= four_bins(bytes + 2 * i);
    return any;
}

static uint64_t add_small_block(const struct bin_shares *s, uint32_t block, const uint8_t *bytes,
                                uint32_t *units)
{
    uint16_t sums[BLOCK + 1];

    add_up_small(bytes, sums);
    for (uint32_t i = s->piece_of_block[block]; i < s->piece_of_block[block + 1]; i++) {
        const struct bin_piece *at = &s->pieces[i];

        units[at->symbol] += (uint32_t)(sums[at->end] - sums[at->low]) * at->units;
    }
    return sums[BLOCK];
}

static uint64_t add_any_block(const struct bin_shares *s, uint32_t block, const uint8_t *bytes,
                              uint32_t n, uint32_t *units)
{
    uint32_t sums[BLOCK + 1] = {0};

    for (uint32_t i = 0; i < n; i++)
        sums[i + 1] = sums[i] + (uint32_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
    for (uint32_t i = s->piece_of_block[block]; i < s->piece_of_block[block + 1]; i++) {
        const struct bin_piece *at = &s->pieces[i];

        units[at->symbol] += (sums[at->end] - sums[at->low]) * at->units;
    }
    return sums[n];
}

bool bin_shares_add_whole(const struct bin_shares *s, const uint8_t *bins, uint32_t *units,
                          uint64_t *total)
{
    const uint64_t one = 1;
    uint8_t is_little;

    memcpy(&is_little, &one, 1);
    for (uint32_t block = 0; block * (uint64_t)BLOCK < s->n_bins; block++) {
        uint32_t first = block * BLOCK, n = s->n_bins - first < BLOCK ? s->n_bins - first : BLOCK;
        const uint8_t *bytes = bins + 2 * (size_t)first;
        uint64_t any = n == BLOCK ? any_bits(bytes) : UINT64_MAX;

        if (any == 0)
            continue;
        *total += is_little && !(any & ~(SMALL_MAX * each_bin))
                      ? add_small_block(s, block, bytes, units)
                      : add_any_block(s, block, bytes, n, units);
        if (*total > UINT32_MAX / s->scale)
            return false;
    }
    return true;
}
