/* magic_format - reads and writes the data files of most systems: a header, then tagged records
 *
 *     4 bytes "gmon", u32 version, 12 bytes spare; then to the end of the file, in any order:
 *     u8 tag, and the record of this kind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_parts.h"

enum { LD_PROFILE_VERSION = 0x1ffff }; /* version that glibc's dynamic linker writes */

/* ---- layout --------------------------------------------------------------------------------- */

static bool has_magic(const struct cursor *c)
{
    return c->size >= GMON_MAGIC_BYTES && memcmp(c->data, GMON_MAGIC, GMON_MAGIC_BYTES) == 0;
}

/* Reads the header and returns the version. Spare bytes count only if they hold a marked build ID:
 * many writers leave junk there. */
static int32_t take_header(struct cursor *c)
{
    uint32_t version;

    cursor_take(c, GMON_MAGIC_BYTES);
    version = cursor_u32(c);
    cursor_take(c, GMON_SPARE_BYTES);
    return (int32_t)version;
}

/* Notes the build that the header tells of, and warns of lost data. A runtime without an operating
 * system has a fixed memory, and counts the data that found no room. To be called after
 * take_header. */
static void note_spare(struct gmon_input *in)
{
    struct cursor c = in->cursor;
    const uint8_t *spare = c.data + GMON_HEADER_BYTES - GMON_SPARE_BYTES;
    uint32_t calls, samples;

    in->has_build = memcmp(spare, GMON_BUILD_MARK, GMON_BUILD_MARK_BYTES) == 0;
    in->build.path = in->path;
    memcpy(in->build.id, spare + GMON_BUILD_MARK_BYTES, sizeof in->build.id);
    if (memcmp(spare, GMON_LOST_MARK, GMON_LOST_MARK_BYTES) != 0)
        return;
    c.pos = GMON_HEADER_BYTES - GMON_SPARE_BYTES + GMON_LOST_MARK_BYTES;
    calls = cursor_u32(&c);
    samples = cursor_u32(&c);
    diag_warning(in->diag, in->path,
                 "the runtime lost %" PRIu32 " calls and %" PRIu32
                 " samples for lack of memory; give gmon_init more",
                 calls, samples);
}

/* Writes the header, with the build if a single build wrote all of the data. */
static void put_header(const struct gmon_output *o, const struct profile *p)
{
    sink_bytes(o->sink, GMON_MAGIC, GMON_MAGIC_BYTES);
    gmon_put_number(o, GMON_VERSION, 4);
    if (p->n_builds == 1 && !p->has_unknown_build) {
        sink_bytes(o->sink, GMON_BUILD_MARK, GMON_BUILD_MARK_BYTES);
        sink_bytes(o->sink, (const char *)p->builds[0].id, sizeof p->builds[0].id);
    } else {
        sink_repeat(o->sink, '\0', GMON_SPARE_BYTES);
    }
}

/* ---- histograms: samples of a range of addresses --------------------------------------------- */

/* Bytes of a record behind its tag and in front of its bins of 2 bytes: word low, word high, u32
 * bins, u32 rate, 15 bytes dimension, 1 byte abbreviation. */
static size_t hist_bytes(size_t word_bytes)
{
    return 2 * word_bytes + 4 + 4 + GMON_DIMENSION_BYTES + 1;
}

/* Reads the header. Returns false if it is cut short. */
static bool take_hist(struct cursor *c, size_t word_bytes, struct histogram *h)
{
    const char *dimension;

    if (c->failed || cursor_left(c) < hist_bytes(word_bytes))
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

/* Returns true if the header is plausible: the dimension has a name, and no bin covers too much. */
static bool is_likely(const struct histogram *h)
{
    bool named = h->dimension[0] > ' ' && h->dimension[0] <= '~';

    return named && (h->n_bins == 0 || (h->high - h->low) / h->n_bins <= HIST_BIN_COVERS_MAX);
}

static bool skip_hist(struct cursor *c, size_t word_bytes)
{
    struct histogram h = {0};

    return take_hist(c, word_bytes, &h) && h.low <= h.high && is_likely(&h) &&
           h.n_bins <= cursor_left(c) / GMON_BIN_BYTES &&
           cursor_take(c, h.n_bins * (size_t)GMON_BIN_BYTES);
}

static bool hist_read_rec(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    struct histogram h = {0};

    if (!take_hist(c, in->target->word_bytes, &h))
        return gmon_report_short(in, "a histogram's header", hist_bytes(in->target->word_bytes));
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

/* ---- arcs: calls from one place to one function ---------------------------------------------- */

/* Bytes of a record behind its tag: word call site, word callee, u32 calls. */
static size_t arc_bytes(size_t word_bytes)
{
    return 2 * word_bytes + 4;
}

static bool cg_read_rec(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    size_t word = in->target->word_bytes;
    uint64_t from, self;

    if (cursor_left(c) < arc_bytes(word))
        return gmon_report_short(in, "an arc", arc_bytes(word));
    from = cursor_word(c, word);
    self = cursor_word(c, word);
    profile_add_arc(in->profile, from, self, cursor_u32(c), in->diag);
    return true;
}

/* ---- executions of basic blocks -------------------------------------------------------------- */

/* Version 1, which has any number of blocks:
 *
 *     u32 blocks, then for each: word address, word executions
 *
 * Version 0, which is read only: the same number; a file name; then for each block address and
 * executions as 8 bytes, the high ones first on every machine, names of function and file, and a
 * line number of 4 bytes. Settled with the oracle; tests/unit/test_gmon_io.c keeps the example.
 */

enum { BLOCK_0_BYTES = 16 + 1 + 1 + 4 }; /* least bytes of a block in version 0 */

static size_t block_bytes(size_t word_bytes)
{
    return 2 * word_bytes;
}

/* Reads a block of version 0. The cursor fails if the block is cut short. */
static void take_block_0(struct cursor *c, uint64_t *address, uint64_t *count)
{
    struct cursor numbers = *c;

    numbers.big_endian = true;
    *address = cursor_u64(&numbers);
    *count = cursor_u64(&numbers);
    cursor_take(c, 16);
    cursor_skip_string(c);
    cursor_skip_string(c);
    cursor_take(c, 4);
}

static bool skip_blocks(struct cursor *c, size_t word_bytes, int32_t version)
{
    uint32_t n = cursor_u32(c);
    uint64_t address, count;

    if (version != 0)
        return n <= cursor_left(c) / block_bytes(word_bytes) &&
               cursor_take(c, n * block_bytes(word_bytes));
    cursor_skip_string(c);
    for (uint32_t i = 0; i < n && !c->failed; i++)
        take_block_0(c, &address, &count);
    return !c->failed;
}

static bool read_blocks_0(struct gmon_input *in, uint32_t n)
{
    struct cursor *c = &in->cursor;

    cursor_skip_string(c);
    for (uint32_t i = 0; i < n && !c->failed; i++) {
        size_t at = c->pos;
        uint64_t address, count;

        take_block_0(c, &address, &count);
        if (c->failed)
            break;
        if (in->target->word_bytes == 4 && address > UINT32_MAX)
            return diag_error(in->diag, in->path,
                              "the block's address 0x%" PRIx64
                              " at offset %zu has more than the 32 bits of the image's; name the "
                              "image that the file belongs to",
                              address, at);
        profile_add_block(in->profile, address, count, in->diag);
    }
    return !c->failed ||
           gmon_report_short(in, "a list of basic blocks", (uint64_t)n * BLOCK_0_BYTES + 1);
}

static bool bb_read_rec(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    size_t word = in->target->word_bytes;
    uint32_t n;

    if (cursor_left(c) < 4)
        return gmon_report_short(in, "a number of basic blocks", 4);
    n = cursor_u32(c);
    in->profile->has_blocks = true;
    if (in->info->version == 0)
        return read_blocks_0(in, n);
    if (n > cursor_left(c) / block_bytes(word))
        return gmon_report_short(in, "a list of basic blocks", (uint64_t)n * block_bytes(word));
    for (uint32_t i = 0; i < n; i++) {
        uint64_t address = cursor_word(c, word);

        profile_add_block(in->profile, address, cursor_word(c, word), in->diag);
    }
    return true;
}

/* ---- recognition ---------------------------------------------------------------------------- */

bool magic_detect(const struct cursor *start, const struct gmon_target *target, uint64_t size)
{
    (void)target;
    (void)size;
    return has_magic(start);
}

/* Number of records that are checked to tell machines apart: eight hardly make sense by chance. */
enum { LOOKED_AT = 8 };

/* Skips the record behind the tag. Returns false if the record is cut short, or makes no sense for
 * a program with addresses of `word_bytes` bytes. */
static bool skip_record(struct cursor *c, uint8_t tag, size_t word_bytes, int32_t version)
{
    switch (tag) {
    case GMON_TAG_TIME_HIST:
        return skip_hist(c, word_bytes);
    case GMON_TAG_CG_ARC:
        return cursor_take(c, arc_bytes(word_bytes)) != NULL;
    case GMON_TAG_BB_COUNT:
        return skip_blocks(c, word_bytes, version);
    default:
        return false;
    }
}

bool magic_fits(const struct cursor *file, const struct gmon_target *target)
{
    struct cursor c = {.data = file->data, .size = file->size, .big_endian = target->big_endian};
    int32_t version;

    if (!has_magic(file))
        return false;
    version = take_header(&c);
    if (version != 0 && version != GMON_VERSION)
        return false;
    for (int i = 0; i < LOOKED_AT && cursor_left(&c) > 0; i++)
        if (!skip_record(&c, cursor_u8(&c), target->word_bytes, version))
            return false;
    return !c.failed;
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool read_header(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;

    if (c->size < GMON_HEADER_BYTES)
        return diag_error(in->diag, in->path,
                          "file too short to be a gmon file: %zu bytes, at least %d are needed; "
                          "run the program again",
                          c->size, GMON_HEADER_BYTES);
    if (!has_magic(c))
        return diag_error(in->diag, in->path,
                          "file has bad magic cookie: it does not begin with "
                          "\"gmon\"; try -O auto or -O bsd");
    in->info->version = take_header(c);
    if (in->info->version == LD_PROFILE_VERSION)
        return diag_error(in->diag, in->path,
                          "was written by LD_PROFILE for a shared library; use sprof");
    if (in->info->version != 0 && in->info->version != GMON_VERSION)
        return diag_error(in->diag, in->path,
                          "file has unsupported version %d, 0 and 1 are known; was it written on a "
                          "machine of the image's byte order?",
                          in->info->version);
    note_spare(in);
    return true;
}

/* Reads the record behind the tag. */
static bool read_record(struct gmon_input *in, uint8_t tag)
{
    switch (tag) {
    case GMON_TAG_TIME_HIST:
        return hist_read_rec(in);
    case GMON_TAG_CG_ARC:
        return cg_read_rec(in);
    case GMON_TAG_BB_COUNT:
        return bb_read_rec(in);
    default:
        return diag_error(in->diag, in->path,
                          "found bad tag %d at offset %zu, 0 to %d are known; the file is corrupt, "
                          "or of a program with another word size or byte order",
                          tag, in->cursor.pos - 1, GMON_TAG_BB_COUNT);
    }
}

bool magic_read(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;

    if (!read_header(in))
        return false;
    if (cursor_left(c) == 0)
        diag_warning(in->diag, in->path,
                     "has a header and no records; the program was ended before it could write "
                     "them");
    while (cursor_left(c) > 0) {
        uint8_t tag = cursor_u8(c);

        if (!read_record(in, tag))
            return false;
        in->info->records[tag]++;
    }
    return true;
}

/* ---- writing -------------------------------------------------------------------------------- */

static void put_histograms(const struct gmon_output *o, const struct profile *p)
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

static void put_arc(const struct gmon_output *o, const struct gmon_part *arc)
{
    gmon_put_number(o, GMON_TAG_CG_ARC, 1);
    gmon_put_word(o, arc->key.first);
    gmon_put_word(o, arc->key.second);
    gmon_put_number(o, arc->count, 4);
}

static void put_block(const struct gmon_output *o, const struct gmon_part *block)
{
    if (block->number % UINT32_MAX == 0) { /* the number of blocks in a record has 4 bytes */
        uint64_t left = block->total - block->number;

        gmon_put_number(o, GMON_TAG_BB_COUNT, 1);
        gmon_put_number(o, left < UINT32_MAX ? left : UINT32_MAX, 4);
    }
    gmon_put_word(o, block->key.first);
    gmon_put_word(o, block->count);
}

bool magic_write(struct gmon_output *o, const struct profile *p)
{
    uint64_t word_max = o->target->word_bytes == 4 ? UINT32_MAX : UINT64_MAX;

    put_header(o, p);
    put_histograms(o, p);
    gmon_put_counts(o, &p->arcs, p->arc_counts, UINT32_MAX, put_arc);
    gmon_put_counts(o, &p->blocks, p->block_counts, word_max, put_block);
    return true;
}
