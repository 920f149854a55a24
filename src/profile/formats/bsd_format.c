/* bsd_format - reads and writes the data files of old BSD and of 4.4BSD
 *
 *     word low, word high, u32 bytes of this header and the bins;
 *     4.4BSD only: u32 version, u32 rate, 3 spare u32;
 *     u16 a bin; then to the end of the file arcs: word call site, word callee, word calls
 *
 * On 64-bit Windows the calls are a u32 and 4 bytes that no runtime sets.
 *
 * There are no tags, so a file has one histogram, perhaps without bins, and counts as having arcs,
 * perhaps none. The version's fixed number tells the two headers apart.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_parts.h"

/* ---- layout --------------------------------------------------------------------------------- */

struct header {
    uint64_t low, high; /* addresses covered */
    uint64_t bins_end;  /* offset behind the bins; the bins follow the header */
    bool is_44;         /* 4.4BSD's */
    uint32_t rate;
    size_t bin_bytes; /* bytes of a bin: 1, 2, 4 or 8 */
};

static size_t header_bytes(size_t word_bytes, bool is_44)
{
    return 2 * word_bytes + 4 + (is_44 ? 4 + 4 + GMON_BSD_SPARE_BYTES : 0);
}

static size_t arc_bytes(size_t word_bytes)
{
    return 3 * word_bytes;
}

/* Returns the bytes of an arc's calls, a `long'. */
static size_t count_bytes(const struct gmon_target *target)
{
    return target->short_long ? 4 : target->word_bytes;
}

static uint64_t count_max(const struct gmon_target *target)
{
    return count_bytes(target) == 4 ? UINT32_MAX : UINT64_MAX;
}

/* Returns the bytes of a counter. FreeBSD keeps the width in the first spare word of the header, in
 * bits, negative for a signed counter; other systems leave junk there. */
static size_t counter_bytes(int32_t bits)
{
    if (bits < 0 && bits > INT32_MIN)
        bits = -bits;
    return bits == 8 || bits == 32 || bits == 64 ? (size_t)bits / 8 : GMON_BIN_BYTES;
}

/* Reads the header, up to the bins. The cursor fails if the header is cut short. The word behind an
 * old header must exist, since it might be a version. */
static struct header take_header(struct cursor *c, size_t word_bytes)
{
    struct header h = {.rate = GMON_DEFAULT_RATE, .bin_bytes = GMON_BIN_BYTES};
    size_t bins_at;

    h.low = cursor_word(c, word_bytes);
    h.high = cursor_word(c, word_bytes);
    h.bins_end = cursor_u32(c);
    bins_at = c->pos;
    h.is_44 = cursor_u32(c) == GMON_BSD_VERSION;
    if (!h.is_44) {
        c->pos = bins_at;
        return h;
    }
    h.rate = cursor_u32(c);
    if (h.rate == 0)
        h.rate = GMON_DEFAULT_RATE; /* the rate that the format defines */
    h.bin_bytes = counter_bytes((int32_t)cursor_u32(c));
    cursor_take(c, GMON_BSD_SPARE_BYTES - 4);
    return h;
}

/* ---- recognition ---------------------------------------------------------------------------- */

/* Returns true if the range and the size of bins are plausible, and whole arcs follow the bins. */
bool bsd_detect(const struct cursor *start, const struct gmon_target *target, uint64_t size)
{
    struct cursor c = {.data = start->data, .size = start->size, .big_endian = target->big_endian};
    struct header h = take_header(&c, target->word_bytes);
    uint64_t bins = h.bins_end - header_bytes(target->word_bytes, h.is_44); /* their bytes */

    return !c.failed && h.low < h.high && h.bins_end > header_bytes(target->word_bytes, h.is_44) &&
           bins / 8 <= h.high - h.low && (h.high - h.low) / bins <= HIST_BIN_COVERS_MAX &&
           h.bins_end <= size &&
           (size == UINT64_MAX || (size - h.bins_end) % arc_bytes(target->word_bytes) == 0);
}

bool bsd_fits(const struct cursor *file, const struct gmon_target *target)
{
    return bsd_detect(file, target, file->size);
}

/* ---- reading -------------------------------------------------------------------------------- */

static const char remedy[] =
    "check that this is a data file of the image's byte order and word size";

static bool read_histogram(struct gmon_input *in, const struct header *head)
{
    struct cursor *c = &in->cursor;
    struct histogram h = {.low = head->low,
                          .high = head->high,
                          .rate = head->rate,
                          .dimension = "seconds",
                          .abbreviation = 's'};

    if (head->bins_end < c->pos)
        return diag_error(in->diag, in->path,
                          "file does not appear to be in gmon.out format: its size field says "
                          "%" PRIu64 " bytes and the header alone has %zu; %s",
                          head->bins_end, c->pos, remedy);
    h.n_bins = (uint32_t)((head->bins_end - c->pos) / head->bin_bytes);
    if (h.low > h.high && h.n_bins > 0)
        return diag_error(in->diag, in->path,
                          "file does not appear to be in gmon.out format: its addresses 0x%" PRIx64
                          " to 0x%" PRIx64 " run backwards; %s",
                          h.low, h.high, remedy);
    if (h.low > h.high)
        h.high = h.low; /* without bins the range says nothing; other formats refuse this one */
    if (h.n_bins > cursor_left(c) / head->bin_bytes)
        return diag_error(
            in->diag, in->path,
            "unexpected EOF after reading %zu of %" PRIu32
            " bins, which begin at offset %zu; run the program again and let it end normally",
            cursor_left(c) / head->bin_bytes, h.n_bins, c->pos);
    in->info->records[GMON_TAG_TIME_HIST] += h.n_bins > 0;
    return hist_read_bins(in, &h, head->bin_bytes, true);
}

static void read_arcs(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    size_t word = in->target->word_bytes;

    in->profile->has_arcs = true;
    while (cursor_left(c) >= arc_bytes(word)) {
        uint64_t from = cursor_word(c, word);
        uint64_t self = cursor_word(c, word);

        in->info->records[GMON_TAG_CG_ARC]++;
        profile_add_arc(in->profile, from, self, cursor_word(c, count_bytes(in->target)), in->diag);
        cursor_take(c, word - count_bytes(in->target));
    }
    if (cursor_left(c) > 0)
        diag_warning(
            in->diag, in->path,
            "the last arc, at offset %zu, has %zu of %zu bytes and is ignored; the file is "
            "cut off",
            c->pos, cursor_left(c), arc_bytes(word));
}

bool bsd_read(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    size_t word = in->target->word_bytes;
    struct header h;

    if (c->size < header_bytes(word, false) + 4)
        return diag_error(in->diag, in->path,
                          "file too short to be a gmon file: %zu bytes, at least "
                          "%zu are needed; run the program again",
                          c->size, header_bytes(word, false) + 4);
    h = take_header(c, word);
    if (c->failed)
        return diag_error(in->diag, in->path,
                          "file too short to be a gmon file: a 4.4BSD header "
                          "has %zu bytes, the file %zu; run the program again",
                          header_bytes(word, true), c->size);
    if (!read_histogram(in, &h))
        return false;
    read_arcs(in);
    return true;
}

bool bsd44_read(struct gmon_input *in)
{
    struct cursor c = in->cursor;

    if (!take_header(&c, in->target->word_bytes).is_44 && !c.failed)
        return diag_error(in->diag, in->path,
                          "file has bad magic cookie: no 4.4BSD version at offset %zu; try -O bsd "
                          "or -O auto",
                          header_bytes(in->target->word_bytes, false));
    return bsd_read(in);
}

/* ---- writing -------------------------------------------------------------------------------- */

/* Returns true if the format can express the profile without loss; else reports and returns
 * false. */
static bool check(struct gmon_output *o, const struct profile *p)
{
    static const char advice[] = "leave out -O to write the magic format, which can";
    const struct histogram *h = p->hists;
    uint64_t most = p->n_hists == 1 ? histogram_largest(h) : 0;

    if (p->n_hists > 1)
        return diag_error(o->diag, o->path, "a BSD file holds one histogram, and there are %zu; %s",
                          p->n_hists, advice);
    if (most > UINT16_MAX)
        return diag_error(o->diag, o->path,
                          "a BSD file holds up to 65535 samples a bin, and one has %" PRIu64 "; %s",
                          most, advice);
    if (p->n_hists == 1 && (strcmp(h->dimension, "seconds") != 0 || h->abbreviation != 's'))
        return diag_error(o->diag, o->path, "a BSD file counts seconds, and this profile '%s'; %s",
                          h->dimension, advice);
    if (p->blocks.n > 0)
        return diag_error(o->diag, o->path, "a BSD file holds no basic-block counts; %s", advice);
    if (p->n_hists == 1 && h->n_bins > (UINT32_MAX - 64) / GMON_BIN_BYTES)
        return diag_error(o->diag, o->path, "a BSD file holds up to 4 GB of bins; %s", advice);
    return true;
}

/* Returns true if the bytes behind an old header could be taken for the version of a 4.4BSD header:
 * the first two bins, or, without bins, an arc. */
static bool mimics_version(const struct gmon_output *o, const struct histogram *h)
{
    uint64_t first, second;

    if (h->n_bins < 2)
        return true;
    first = histogram_ticks(h, 0);
    second = histogram_ticks(h, 1);
    return (o->target->big_endian ? first << 16 | second : second << 16 | first) ==
           GMON_BSD_VERSION;
}

static void put_arc(const struct gmon_output *o, const struct gmon_part *arc)
{
    gmon_put_word(o, arc->key.first);
    gmon_put_word(o, arc->key.second);
    gmon_put_word(o, arc->count);
}

/* Writes a data file. The header is 4.4BSD's if it `must_be_44`, or if the old header would lose
 * the rate or could be mistaken for 4.4BSD's. */
static bool write_data(struct gmon_output *o, const struct profile *p, bool must_be_44)
{
    static const struct histogram none = {.rate = GMON_DEFAULT_RATE};
    const struct histogram *h = p->n_hists > 0 ? &p->hists[0] : &none;
    bool is_44 = must_be_44 || h->rate != GMON_DEFAULT_RATE || mimics_version(o, h);

    if (!check(o, p))
        return false;
    gmon_put_word(o, h->low);
    gmon_put_word(o, h->high);
    gmon_put_number(
        o, header_bytes(o->target->word_bytes, is_44) + (uint64_t)h->n_bins * GMON_BIN_BYTES, 4);
    if (is_44) {
        gmon_put_number(o, GMON_BSD_VERSION, 4);
        gmon_put_number(o, h->rate, 4);
        sink_repeat(o->sink, '\0', GMON_BSD_SPARE_BYTES);
    }
    hist_put_bins(o, h, 0);
    gmon_put_counts(o, &p->arcs, p->arc_counts, count_max(o->target), put_arc);
    return true;
}

bool bsd_write(struct gmon_output *o, const struct profile *p)
{
    return write_data(o, p, false);
}

bool bsd44_write(struct gmon_output *o, const struct profile *p)
{
    return write_data(o, p, true);
}
