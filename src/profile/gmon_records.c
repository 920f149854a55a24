/* gmon_records - decoders of the records of the magic format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/gmon_records.h"

#include "base/trace.h"

#include <inttypes.h>
#include <string.h>

/* Fewer bytes are left than a record needs. */
static bool report_short(struct gmon_input *in, const char *what, uint64_t need)
{
    return gmon_defect(in,
                       "unexpected end of file at offset %zu: %s needs %" PRIu64
                       " bytes and %zu are left; run the program again and let it end normally",
                       in->cursor.pos, what, need, cursor_left(&in->cursor));
}

DIAG_COLD static void trace_histogram(const struct histogram *h, const struct raw_bins *raw,
                                      const struct diag *d)
{
    double width = (double)(h->high - h->low) / h->n_bins;

    trace_line(d, "hist_read_bins",
               "%s: %" PRIu32 " bins from 0x%" PRIx64 " up to 0x%" PRIx64 ", %" PRIu32
               " ticks are one of `%s'",
               h->file, h->n_bins, h->low, h->high, h->rate, h->dimension);
    for (uint32_t i = 0; i < h->n_bins; i++)
        if (raw_bins_ticks(raw, i) > 0)
            trace_line(d, "hist_read_bins", "bin %" PRIu32 ", about 0x%" PRIx64 ": %" PRIu64, i,
                       h->low + (uint64_t)(width * i), raw_bins_ticks(raw, i));
}

bool hist_read_bins(struct gmon_input *in, struct histogram *h, size_t width, bool is_bsd)
{
    struct cursor *c = &in->cursor;
    struct raw_bins raw = {.width = width, .big_endian = c->big_endian};
    struct histogram *sum;

    h->file = in->path;
    if (h->rate == 0) {
        h->rate = GMON_DEFAULT_RATE;
        diag_warning(in->diag, in->path,
                     "the sampling rate is recorded as 0; %d a second is assumed, "
                     "so times may be off by a constant factor",
                     h->rate);
    }
    raw.bytes = cursor_take(c, h->n_bins * width);
    if (trace_on(in->diag, TRACE_SAMPLES))
        trace_histogram(h, &raw, in->diag);
    sum = profile_open_histogram(in->profile, h, is_bsd, in->diag);
    return sum && histogram_add_raw(sum, &raw, in->diag);
}

bool hist_read_rec(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    size_t word = in->target->word_bytes;
    uint64_t header = 2 * word + 4 + 4 + GMON_DIMENSION_BYTES + 1;
    struct histogram h = {0};
    const char *dimension;

    in->info->histograms++;
    if (cursor_left(c) < header)
        return report_short(in, "a histogram's header", header);
    h.low = cursor_word(c, word);
    h.high = cursor_word(c, word);
    h.n_bins = cursor_u32(c);
    h.rate = cursor_u32(c);
    dimension = (const char *)cursor_take(c, GMON_DIMENSION_BYTES);
    memcpy(h.dimension, dimension,
           strnlen(dimension, GMON_DIMENSION_BYTES)); /* no junk behind it */
    h.abbreviation = (char)cursor_u8(c);
    if (h.low > h.high)
        return gmon_defect(
            in,
            "the histogram before offset %zu covers 0x%" PRIx64 " to 0x%" PRIx64
            ", which is backwards; the file is corrupt, or of a program with another "
            "word size or byte order",
            c->pos, h.low, h.high);
    if (h.n_bins > cursor_left(c) / GMON_BIN_BYTES)
        return gmon_defect(in,
                           "unexpected EOF after reading %zu of %" PRIu32
                           " samples, which begin at offset %zu; run the program again and let it "
                           "end normally",
                           cursor_left(c) / GMON_BIN_BYTES, h.n_bins, c->pos);
    return gmon_believe(in, &h) && hist_read_bins(in, &h, GMON_BIN_BYTES, false);
}

bool cg_read_rec(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    size_t word = in->target->word_bytes;
    uint64_t from, self;

    in->info->arcs++;
    if (cursor_left(c) < 2 * word + 4)
        return report_short(in, "an arc", 2 * word + 4);
    from = cursor_word(c, word);
    self = cursor_word(c, word);
    return profile_add_arc(in->profile, from, self, cursor_u32(c), in->diag);
}

/* Version 0: a file name, then for each block address and count as 8 bytes, the high ones first on
 * every machine, names of function and file, and a line number of 4 bytes. Settled with the oracle;
 * tests/unit/test_gmon_io.c keeps the example. */
static bool read_blocks_0(struct gmon_input *in, uint32_t n)
{
    struct cursor *c = &in->cursor;

    cursor_skip_string(c);
    for (uint32_t i = 0; i < n && !c->failed; i++) {
        struct cursor numbers = *c;
        size_t at = c->pos;
        uint64_t address, count;

        numbers.big_endian = true;
        address = cursor_u64(&numbers);
        count = cursor_u64(&numbers);
        cursor_take(c, 16);
        cursor_skip_string(c);
        cursor_skip_string(c);
        cursor_take(c, 4);
        if (!c->failed && in->target->word_bytes == 4 && address > UINT32_MAX)
            return gmon_defect(in,
                               "the block's address 0x%" PRIx64
                               " at offset %zu has more than the 32 bits of the image's; name the "
                               "image that the file belongs to",
                               address, at);
        if (!c->failed && !profile_add_block(in->profile, address, count, in->diag))
            return false;
    }
    return !c->failed || report_short(in, "a list of basic blocks", (uint64_t)n * 22 + 1);
}

bool bb_read_rec(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    size_t word = in->target->word_bytes;
    uint32_t n;

    in->info->block_records++;
    if (cursor_left(c) < 4)
        return report_short(in, "a number of basic blocks", 4);
    n = cursor_u32(c);
    in->profile->has_blocks = true;
    if (in->info->version == 0)
        return read_blocks_0(in, n);
    if (n > cursor_left(c) / (2 * word))
        return report_short(in, "a list of basic blocks", (uint64_t)n * 2 * word);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t address = cursor_word(c, word);
        if (!profile_add_block(in->profile, address, cursor_word(c, word), in->diag))
            return false;
    }
    return true;
}
