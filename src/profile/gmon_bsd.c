/* gmon_bsd - decoder of the old BSD and 4.4BSD data files
 *
 * Layout: gmon_out.h. A header, the bins, and arcs to the end of the file; no tags. The two kinds
 * differ by the word behind the first header, which 4.4BSD sets to a fixed number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/gmon_records.h"

#include <inttypes.h>

static const char remedy[] =
    "check that this is a data file of the image's byte order and word size";

/* A BSD file has one histogram; the first file fixes its range. */
static bool check_first(const struct profile *p, const struct histogram *h, const char *path,
                        struct diag *d)
{
    const struct histogram *first = p->hists;

    if (p->n_hists == 0 || h->n_bins == 0)
        return true;
    if (first->low != h->low || first->high != h->high || first->n_bins != h->n_bins)
        return diag_error(
            d, path,
            "incompatible with first gmon file %s: %" PRIu32 " bins over 0x%" PRIx64 "-0x%" PRIx64
            " here, %" PRIu32 " over 0x%" PRIx64 "-0x%" PRIx64 " there; report them separately",
            first->file, h->n_bins, h->low, h->high, first->n_bins, first->low, first->high);
    return true;
}

static bool read_arcs(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    size_t word = in->target->word_bytes;

    in->profile->has_arcs = true;
    while (cursor_left(c) >= 3 * word) {
        uint64_t from = cursor_word(c, word);
        uint64_t self = cursor_word(c, word);
        in->info->arcs++;
        if (!profile_add_arc(in->profile, from, self, cursor_word(c, word), in->diag))
            return false;
    }
    if (cursor_left(c) > 0)
        diag_warning(
            in->diag, in->path,
            "the last arc, at offset %zu, has %zu of %zu bytes and is ignored; the file is "
            "cut off",
            c->pos, cursor_left(c), 3 * word);
    return true;
}

/* The header up to the bins; *ncnt is the size of header and bins together. */
static bool read_header(struct gmon_input *in, struct histogram *h, uint32_t *ncnt, bool *is_44)
{
    struct cursor *c = &in->cursor;
    size_t word = in->target->word_bytes;
    size_t bins_at;

    if (cursor_left(c) < 2 * word + 8)
        return diag_error(in->diag, in->path,
                          "file too short to be a gmon file: %zu bytes, at least "
                          "%zu are needed; run the program again",
                          c->size, 2 * word + 8);
    h->low = cursor_word(c, word);
    h->high = cursor_word(c, word);
    *ncnt = cursor_u32(c);
    bins_at = c->pos;
    *is_44 = cursor_u32(c) == GMON_BSD_VERSION;
    if (!*is_44) {
        c->pos = bins_at;
        h->rate = GMON_DEFAULT_RATE;
        return true;
    }
    h->rate = cursor_u32(c);
    if (!cursor_take(c, GMON_BSD_SPARE_BYTES))
        return diag_error(in->diag, in->path,
                          "file too short to be a gmon file: a 4.4BSD header "
                          "has %zu bytes, the file %zu; run the program again",
                          2 * word + 24, c->size);
    if (h->rate == 0)
        h->rate = GMON_DEFAULT_RATE; /* what the format defines */
    return true;
}

bool bsd_read_file(struct gmon_input *in, enum gmon_format format)
{
    struct cursor *c = &in->cursor;
    struct histogram h = {.dimension = "seconds", .abbreviation = 's'};
    uint32_t ncnt = 0;
    bool is_44 = false;

    if (!read_header(in, &h, &ncnt, &is_44))
        return false;
    if (format == GMON_FORMAT_44BSD && !is_44)
        return diag_error(
            in->diag, in->path,
            "file has bad magic cookie: no 4.4BSD version at offset %zu; try -O bsd or "
            "-O auto",
            2 * in->target->word_bytes + 4);
    if (ncnt < c->pos)
        return diag_error(
            in->diag, in->path,
            "file does not appear to be in gmon.out format: its size field says %" PRIu32
            " bytes and the header alone has %zu; %s",
            ncnt, c->pos, remedy);
    h.n_bins = (uint32_t)((ncnt - c->pos) / GMON_BIN_BYTES);
    if (h.low > h.high && h.n_bins > 0)
        return diag_error(in->diag, in->path,
                          "file does not appear to be in gmon.out format: its addresses 0x%" PRIx64
                          " to 0x%" PRIx64 " run backwards; %s",
                          h.low, h.high, remedy);
    if (h.n_bins > cursor_left(c) / GMON_BIN_BYTES)
        return diag_error(
            in->diag, in->path,
            "unexpected EOF after reading %zu of %" PRIu32
            " bins, which begin at offset %zu; the file is cut off or no data file: run "
            "the program again and let it end normally",
            cursor_left(c) / GMON_BIN_BYTES, h.n_bins, c->pos);
    if (!check_first(in->profile, &h, in->path, in->diag))
        return false;
    in->info->histograms++;
    return hist_read_bins(in, &h) && read_arcs(in);
}
