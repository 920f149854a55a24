/* gmon_parts - reads and writes the parts that several formats share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_parts.h"

#include "base/mem.h"
#include "base/search.h"
#include "base/trace.h"

/* ---- reading --------------------------------------------------------------------------------- */

bool gmon_report_short(const struct gmon_input *in, const char *what, uint64_t need)
{
    return diag_error(in->diag, in->path,
                      "unexpected end of file at offset %zu: %s needs %" PRIu64
                      " bytes and %zu are left; run the program again and let it end normally",
                      in->cursor.pos, what, need, cursor_left(&in->cursor));
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Returns the number of fields of at most `most` that hold the value; 1 for 0. */
static uint64_t count_parts(uint64_t value, uint64_t most)
{
    return value > most ? (value - 1) / most + 1 : 1;
}

struct entry {
    struct pair_key key;
    uint64_t count;
};

void gmon_put_counts(const struct gmon_output *o, const struct pair_map *map,
                     const uint64_t *counts, uint64_t most,
                     void (*put)(const struct gmon_output *o, const struct gmon_part *part))
{
    LOCAL struct entry *entries = mem_alloc(o->diag, map->n, sizeof *entries);
    struct gmon_part part = {0};

    for (size_t i = 0; i < map->n; i++) {
        entries[i] = (struct entry){map->keys[i], counts[i]};
        part.total += count_parts(counts[i], most);
    }
    sort_u64_pairs(entries, map->n, sizeof *entries);
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
}

/* ---- histograms ------------------------------------------------------------------------------ */

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
        if (!in->has_no_rate) /* told once of a file */
            diag_warning(in->diag, in->path,
                         "the sampling rate is recorded as 0; %d a second is assumed, "
                         "so times may be off by a constant factor",
                         h->rate);
        in->has_no_rate = true;
    }
    raw.bytes = cursor_take(c, h->n_bins * width);
    if (trace_on(in->diag, TRACE_SAMPLES))
        trace_line(in->diag, "hist_read_bins",
                   "%s: %" PRIu32 " bins from 0x%" PRIx64 " up to 0x%" PRIx64 ", %" PRIu32
                   " ticks are one of '%s'",
                   h->file, h->n_bins, h->low, h->high, h->rate, h->dimension);
    sum = profile_open_histogram(in->profile, h, is_bsd, in->diag);
    if (sum)
        histogram_add_raw(sum, &raw);
    return sum != NULL;
}
