/* gmon_probe - which files are data files, and of what kind of program
 *
 * Role: says whether bytes make sense as a data file of a given word size and byte order, without
 * reading it into anything: to find data files in folders, and to name what is wrong with a file of
 * another machine. The readers alone decide what is accepted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/gunzip.h"
#include "profile/gmon_records.h"

enum { BIN_COVERS_MAX = 1 << 24 }; /* bytes; debuggers' samplers have bins of kilobytes */

/* Whether a histogram could be meant: the dimension has a name, and no bin covers too much. */
static bool is_likely(const struct histogram *h)
{
    bool named = h->dimension[0] > ' ' && h->dimension[0] <= '~';

    return named && (h->n_bins == 0 || (h->high - h->low) / h->n_bins <= BIN_COVERS_MAX);
}

/* Pass over one record of the magic format; false when it makes no sense. */
static bool skip_record(struct cursor *c, size_t word)
{
    struct histogram h = {0};
    const uint8_t *dimension;
    uint32_t n;

    switch (cursor_u8(c)) {
    case GMON_TAG_TIME_HIST:
        h.low = cursor_word(c, word);
        h.high = cursor_word(c, word);
        h.n_bins = cursor_u32(c);
        cursor_u32(c);
        dimension = cursor_take(c, GMON_DIMENSION_BYTES + 1);
        if (dimension)
            h.dimension[0] = (char)*dimension;
        return h.low <= h.high && is_likely(&h) && h.n_bins <= cursor_left(c) / GMON_BIN_BYTES &&
               cursor_take(c, h.n_bins * (size_t)GMON_BIN_BYTES);
    case GMON_TAG_CG_ARC:
        return cursor_take(c, 2 * word + 4);
    case GMON_TAG_BB_COUNT:
        n = cursor_u32(c);
        return n <= cursor_left(c) / (2 * word) && cursor_take(c, n * (2 * word));
    default:
        return false;
    }
}

static bool magic_fits(struct cursor c, size_t word)
{
    uint32_t version;

    cursor_take(&c, GMON_MAGIC_BYTES);
    version = cursor_u32(&c);
    cursor_take(&c, GMON_SPARE_BYTES);
    while (version <= GMON_VERSION && !c.failed && cursor_left(&c) > 0)
        if (!skip_record(&c, word))
            return false;
    return version <= GMON_VERSION && !c.failed;
}

/* Whether the header at the cursor is that of a BSD file of `size` bytes: there is a range with
 * bins, and what follows them are whole arcs. */
static bool bsd_fits(struct cursor c, size_t word, uint64_t size)
{
    uint64_t low = cursor_word(&c, word), high = cursor_word(&c, word);
    uint64_t bins_end = cursor_u32(&c), header = c.pos;

    if (cursor_u32(&c) == GMON_BSD_VERSION)
        header += 4 + 4 + GMON_BSD_SPARE_BYTES;
    return !c.failed && low < high && bins_end > header && (bins_end - header) / 8 <= high - low &&
           (high - low) / (bins_end - header) <= BIN_COVERS_MAX && bins_end <= size &&
           (size == UINT64_MAX || (size - bins_end) % (3 * word) == 0);
}

static bool fits(const struct gmon_input *in, const struct gmon_target *target)
{
    struct cursor c = {
        .data = in->cursor.data, .size = in->cursor.size, .big_endian = target->big_endian};

    return gmon_has_magic(&c) ? magic_fits(c, target->word_bytes)
                              : bsd_fits(c, target->word_bytes, c.size);
}

/* Where another kind of program makes sense of the bytes, report which one. */
static bool is_foreign(struct gmon_input *in)
{
    const struct gmon_target *image = in->target;

    for (unsigned other = 1; other < 4; other++) { /* the byte order alone, the word size, both */
        const struct gmon_target target = {.word_bytes = other & 2 ? 12 - image->word_bytes
                                                                   : image->word_bytes,
                                           .big_endian = image->big_endian != (other & 1)};
        if (!fits(in, &target))
            continue;
        diag_error(in->diag, in->path,
                   "is of a program with addresses of %zu bits in %s-endian order, and the image "
                   "has %zu bits, %s-endian; name the image of that program",
                   8 * target.word_bytes, target.big_endian ? "big" : "little",
                   8 * image->word_bytes, image->big_endian ? "big" : "little");
        return true;
    }
    return false;
}

bool gmon_defect(struct gmon_input *in, const char *fmt, ...)
{
    va_list ap;

    if (is_foreign(in))
        return false;
    va_start(ap, fmt);
    diag_verror(in->diag, in->path, fmt, ap);
    va_end(ap);
    return false;
}

bool gmon_believe(struct gmon_input *in, const struct histogram *h)
{
    if (in->info->histograms > 1) /* the first one has settled it */
        return true;
    return is_likely(h) || fits(in, in->target) || !is_foreign(in);
}

bool gmon_recognise(const uint8_t *start, size_t bytes, uint64_t size,
                    const struct gmon_target *target)
{
    uint8_t unpacked[GMON_RECOGNISE_BYTES];
    struct cursor c = {.data = start, .size = bytes, .big_endian = target->big_endian};

    if (gunzip_recognise(start, bytes)) {
        c.size = gunzip_start(start, bytes, unpacked, sizeof unpacked);
        c.data = unpacked;
        size = UINT64_MAX;
    }
    return gmon_has_magic(&c) || bb_out_recognise(&c) || bsd_fits(c, target->word_bytes, size);
}
