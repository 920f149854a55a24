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

/* How the bytes of a file are arranged. */
struct bsd_layout {
    uint32_t ncnt;    /* bytes of header and bins together */
    bool is_44;       /* 4.4BSD's header */
    size_t bin_bytes; /* of a bin: 1, 2, 4 or 8 */
};

/* FreeBSD keeps the width of a counter in the first spare word of the header, in bits, negative for
 * a signed one; others leave junk there. */
static size_t counter_bytes(int32_t bits)
{
    if (bits < 0 && bits > INT32_MIN)
        bits = -bits;
    return bits == 8 || bits == 32 || bits == 64 ? (size_t)bits / 8 : GMON_BIN_BYTES;
}

/* The header up to the bins, and how what follows is arranged. */
static bool read_header(struct gmon_input *in, struct histogram *h, struct bsd_layout *l)
{
    struct cursor *c = &in->cursor;
    size_t word = in->target->word_bytes;
    size_t bins_at;

    if (cursor_left(c) < 2 * word + 8)
        return gmon_defect(in,
                           "file too short to be a gmon file: %zu bytes, at least "
                           "%zu are needed; run the program again",
                           c->size, 2 * word + 8);
    h->low = cursor_word(c, word);
    h->high = cursor_word(c, word);
    l->ncnt = cursor_u32(c);
    bins_at = c->pos;
    l->is_44 = cursor_u32(c) == GMON_BSD_VERSION;
    if (!l->is_44) {
        c->pos = bins_at;
        h->rate = GMON_DEFAULT_RATE;
        return true;
    }
    h->rate = cursor_u32(c);
    l->bin_bytes = counter_bytes((int32_t)cursor_u32(c));
    if (!cursor_take(c, GMON_BSD_SPARE_BYTES - 4))
        return gmon_defect(in,
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
    struct bsd_layout l = {.bin_bytes = GMON_BIN_BYTES};

    if (!read_header(in, &h, &l))
        return false;
    if (format == GMON_FORMAT_44BSD && !l.is_44)
        return gmon_defect(
            in,
            "file has bad magic cookie: no 4.4BSD version at offset %zu; try -O bsd or "
            "-O auto",
            2 * in->target->word_bytes + 4);
    if (l.ncnt < c->pos)
        return gmon_defect(
            in,
            "file does not appear to be in gmon.out format: its size field says %" PRIu32
            " bytes and the header alone has %zu; %s",
            l.ncnt, c->pos, remedy);
    h.n_bins = (uint32_t)((l.ncnt - c->pos) / l.bin_bytes);
    if (h.low > h.high && h.n_bins > 0)
        return gmon_defect(in,
                           "file does not appear to be in gmon.out format: its addresses 0x%" PRIx64
                           " to 0x%" PRIx64 " run backwards; %s",
                           h.low, h.high, remedy);
    if (h.low > h.high)
        h.high = h.low; /* without bins the range says nothing; other formats refuse this one */
    if (h.n_bins > cursor_left(c) / l.bin_bytes)
        return gmon_defect(
            in,
            "unexpected EOF after reading %zu of %" PRIu32
            " bins, which begin at offset %zu; the file is cut off or no data file: run "
            "the program again and let it end normally",
            cursor_left(c) / l.bin_bytes, h.n_bins, c->pos);
    in->info->histograms += h.n_bins > 0;
    return gmon_believe(in, &h) && hist_read_bins(in, &h, l.bin_bytes, true) && read_arcs(in);
}
