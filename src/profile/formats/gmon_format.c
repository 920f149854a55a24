/* gmon_format - reads and writes the parts that several formats share
 *
 * Pairs are written in the order of their addresses, so a sum does not depend on the order of its
 * parts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_format.h"

#include "base/arith.h"
#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

bool gmon_report_short(const struct gmon_input *in, const char *what, uint64_t need)
{
    return diag_error(in->diag, in->path,
                      "unexpected end of file at offset %zu: %s needs %" PRIu64
                      " bytes and %zu are left; run the program again and let it end normally",
                      in->cursor.pos, what, need, cursor_left(&in->cursor));
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Most further records that are written. Real files need few of them. A count of 2^63 in a hostile
 * file would need 2^31 and fill the disk. */
enum { RECORDS_MAX = 1 << 20 };

uint64_t gmon_word_max(const struct gmon_target *target)
{
    return target->word_bytes == 4 ? UINT32_MAX : UINT64_MAX;
}

uint64_t gmon_parts(uint64_t value, uint64_t most)
{
    return value > most ? (value - 1) / most + 1 : 1;
}

bool gmon_check_counts(struct gmon_output *o, const uint64_t *counts, size_t n, uint64_t most)
{
    for (size_t i = 0; i < n; i++)
        o->further = add_saturated(o->further, gmon_parts(counts[i], most) - 1);
    return o->further <= RECORDS_MAX ||
           diag_error(o->diag, o->path,
                      "counts above %" PRIu64 " would take %" PRIu64 " more records, and %d are "
                      "allowed; add up fewer files, and see whether one is damaged",
                      most, o->further, RECORDS_MAX);
}

struct entry {
    struct pair_key key;
    uint64_t count;
};

static int by_key(const void *left, const void *right)
{
    const struct pair_key *l = &((const struct entry *)left)->key;
    const struct pair_key *r = &((const struct entry *)right)->key;

    if (l->first != r->first)
        return l->first < r->first ? -1 : 1;
    return l->second < r->second ? -1 : l->second > r->second;
}

void gmon_put_counts(const struct gmon_output *o, const struct pair_map *map,
                     const uint64_t *counts, uint64_t most,
                     void (*put)(const struct gmon_output *o, const struct gmon_part *part))
{
    struct gmon_part part = {0};
    struct entry *entries;

    if (map->n == 0)
        return;
    entries = mem_alloc(o->diag, map->n, sizeof *entries);
    for (size_t i = 0; i < map->n; i++) {
        entries[i] = (struct entry){map->keys[i], counts[i]};
        part.total += gmon_parts(counts[i], most);
    }
    qsort(entries, map->n, sizeof *entries, by_key);
    for (size_t i = 0; i < map->n; i++) {
        uint64_t left = entries[i].count;

        part.key = entries[i].key;
        do {
            part.count = left < most ? left : most;
            put(o, &part);
            part.number++;
            left -= part.count;
        } while (left > 0 && !o->sink->error);
    }
    free(entries);
}

/* ---- histograms ------------------------------------------------------------------------------
 *
 * A record of the magic format:
 *
 *     word low, word high, u32 bins, u32 rate, 15 bytes dimension, 1 byte abbreviation, u16 a bin
 */

/* Returns the number of bytes in front of the bins. */
static size_t header_bytes(size_t word_bytes)
{
    return 2 * word_bytes + 4 + 4 + GMON_DIMENSION_BYTES + 1;
}

/* Reads the header. Returns false if it is cut short. */
static bool take_header(struct cursor *c, size_t word_bytes, struct histogram *h)
{
    const char *dimension;

    if (c->failed || cursor_left(c) < header_bytes(word_bytes))
        return false;
    h->low = cursor_word(c, word_bytes);
    h->high = cursor_word(c, word_bytes);
    h->n_bins = cursor_u32(c);
    h->rate = cursor_u32(c);
    dimension = (const char *)cursor_take(c, GMON_DIMENSION_BYTES);
    memcpy(h->dimension, dimension,
           strnlen(dimension, GMON_DIMENSION_BYTES)); /* no junk behind it */
    h->abbreviation = (char)cursor_u8(c);
    return true;
}

bool hist_put_bins(const struct gmon_output *o, const struct histogram *h, uint64_t skip)
{
    uint64_t written = skip * UINT16_MAX;
    bool more = false;

    for (uint32_t i = 0; i < h->n_bins; i++) {
        uint64_t ticks = histogram_ticks(h, i);
        uint64_t rest = ticks > written ? ticks - written : 0;

        more = more || rest > UINT16_MAX;
        gmon_put_number(o, rest < UINT16_MAX ? rest : UINT16_MAX, GMON_BIN_BYTES);
    }
    return more;
}

/* Returns true if the header is plausible: the dimension has a name, and no bin covers too much. */
static bool is_likely(const struct histogram *h)
{
    bool named = h->dimension[0] > ' ' && h->dimension[0] <= '~';

    return named && (h->n_bins == 0 || (h->high - h->low) / h->n_bins <= HIST_BIN_COVERS_MAX);
}

bool hist_skip_rec(struct cursor *c, size_t word_bytes)
{
    struct histogram h = {0};

    return take_header(c, word_bytes, &h) && h.low <= h.high && is_likely(&h) &&
           h.n_bins <= cursor_left(c) / GMON_BIN_BYTES &&
           cursor_take(c, h.n_bins * (size_t)GMON_BIN_BYTES);
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
    if (in->has_build)
        memcpy(h->build, in->build.id, sizeof h->build);
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
    if (sum)
        histogram_add_raw(sum, &raw);
    return sum != NULL;
}

bool hist_read_rec(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    struct histogram h = {0};

    if (!take_header(c, in->target->word_bytes, &h))
        return gmon_report_short(in, "a histogram's header", header_bytes(in->target->word_bytes));
    if (h.low > h.high)
        return diag_error(in->diag, in->path,
                          "the histogram before offset %zu covers 0x%" PRIx64 " to 0x%" PRIx64
                          ", which is backwards; name the image of that program, or run it again",
                          c->pos, h.low, h.high);
    if (h.n_bins > cursor_left(c) / GMON_BIN_BYTES)
        return diag_error(in->diag, in->path,
                          "unexpected EOF after reading %zu of %" PRIu32
                          " samples, which begin at offset %zu; run the program again and let it "
                          "end normally",
                          cursor_left(c) / GMON_BIN_BYTES, h.n_bins, c->pos);
    return hist_read_bins(in, &h, GMON_BIN_BYTES, false);
}

/* Most further records of one histogram that are written: more would fill the disk. */
enum { HISTOGRAMS_MAX = 1 << 17 };

bool hist_check_recs(struct gmon_output *o, const struct profile *p)
{
    for (size_t i = 0; i < p->n_hists; i++) {
        uint64_t largest = histogram_largest(&p->hists[i]);
        uint64_t further = gmon_parts(largest, UINT16_MAX) - 1;

        if (further > HISTOGRAMS_MAX)
            return diag_error(o->diag, o->path,
                              "a bin of %" PRIu64 " samples would take %" PRIu64
                              " more histograms, and %d are allowed; add up fewer files, and see "
                              "whether one is damaged",
                              largest, further, HISTOGRAMS_MAX);
    }
    return true;
}

void hist_write_recs(struct gmon_output *o, const struct profile *p)
{
    for (size_t i = 0; i < p->n_checked; i++) {
        const struct histogram *h = &p->hists[p->by_address[i]];
        uint64_t records = 0;
        bool more;

        do {
            gmon_put_number(o, GMON_TAG_TIME_HIST, 1);
            gmon_put_word(o, h->low);
            gmon_put_word(o, h->high);
            gmon_put_number(o, h->n_bins, 4);
            gmon_put_number(o, h->rate, 4);
            sink_bytes(o->sink, h->dimension, GMON_DIMENSION_BYTES);
            sink_char(o->sink, h->abbreviation);
            more = hist_put_bins(o, h, records++);
        } while (more && !o->sink->error);
    }
}
