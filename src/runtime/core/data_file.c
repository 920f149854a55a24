/* data_file.c - writes gmon.out: header, histogram, arcs, basic blocks
 *
 * Role: the counts of a run become a data file (include/gmon_out.h), first the histogram, in one
 * record unless a bin overflows its 16 bits: then the record is split, and the piece of CHUNK
 * bins that holds the overflow is repeated as often as needed, because readers add up records of
 * the same range. Counts of arcs are continued in a further record in the same way.
 * Without memory for a sorted list, entries are written as the tables have them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/data_file.h"
#include "gmon_out.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/core/text.h"

enum { BUFFER = 4096, CHUNK = 4096, BIN_MAX = 65535 };

struct unaligned {
    uint16_t value;
} __attribute__((packed, may_alias));

struct out {
    long error; /* the first one; nothing is written after it */
    size_t used;
    uint64_t bytes;
    unsigned char *buffer; /* BUFFER bytes */
};

enum { NO_MEMORY = 2 }; /* none of the errors of the system, which are negative */

static void flush(struct out *o)
{
    if (o->error == 0)
        o->error = gm_file_write(o->buffer, o->used);
    o->bytes += o->used;
    o->used = 0;
}

static void put_bytes(struct out *o, const void *from, size_t size)
{
    if (o->used + size > BUFFER)
        flush(o);
    for (size_t i = 0; i < size; i++)
        o->buffer[o->used++] = ((const unsigned char *)from)[i];
}

static void put_u8(struct out *o, unsigned value)
{
    unsigned char byte = (unsigned char)value;

    put_bytes(o, &byte, 1);
}

/* Most of a file is bins, so this one does without put_bytes(). */
static inline void put_u16(struct out *o, uint64_t value)
{
    uint16_t v = (uint16_t)value;

    if (o->used + sizeof v > BUFFER)
        flush(o);
    *(struct unaligned *)(void *)(o->buffer + o->used) = (struct unaligned){v};
    o->used += sizeof v;
}

static void put_u32(struct out *o, uint64_t value)
{
    uint32_t v = (uint32_t)value;

    put_bytes(o, &v, sizeof v);
}

static void put_word(struct out *o, uint64_t value)
{
    uintptr_t v = (uintptr_t)value;

    put_bytes(o, &v, sizeof v);
}

/* ---- records -------------------------------------------------------------------------------- */

static inline uint64_t bin(const struct gm_histogram *h, size_t i)
{
    uint64_t n = atomic_load_explicit(&h->bin[i], memory_order_relaxed);

    for (int k = 0; k < 2; k++)
        if (i == h->extra[k].bin)
            n += h->extra[k].samples;
    return n;
}

uint64_t gm_samples_in(const struct gm_histogram *h)
{
    uint64_t n = 0;

    for (size_t i = 0; i < h->bins; i++)
        n += bin(h, i);
    return n;
}

/* Bins from first up to end, each less than what earlier rounds wrote. */
static void put_histogram(struct out *o, const struct gm_histogram *h, size_t first, size_t end,
                          uint64_t written)
{
    static const char name[GMON_DIMENSION_BYTES] = "seconds";

    put_u8(o, GMON_TAG_TIME_HIST);
    put_word(o, h->low + ((uint64_t)first << h->shift));
    put_word(o, h->low + ((uint64_t)end << h->shift));
    put_u32(o, end - first);
    put_u32(o, h->rate);
    put_bytes(o, name, sizeof name);
    put_u8(o, 's');
    for (size_t i = first; i < end; i++) {
        uint64_t n = bin(h, i);
        n = n > written ? n - written : 0;
        put_u16(o, n < BIN_MAX ? n : BIN_MAX);
    }
}

static uint64_t highest(const struct gm_histogram *h, size_t first, size_t end)
{
    uint64_t max = 0;

    for (size_t i = first; i < end; i++) {
        uint64_t n = bin(h, i);
        if (n > max)
            max = n;
    }
    return max;
}

static void put_histograms(struct out *o, const struct gm_histogram *h)
{
    size_t first = 0; /* what is not written yet */

    for (size_t at = 0; at < h->bins; at += CHUNK) {
        size_t end = h->bins - at < CHUNK ? h->bins : at + CHUNK;
        uint64_t max = highest(h, at, end);
        if (max <= BIN_MAX)
            continue;
        if (first < at)
            put_histogram(o, h, first, at, 0);
        for (uint64_t written = 0; written < max; written += BIN_MAX)
            put_histogram(o, h, at, end, written);
        first = end;
    }
    if (first < h->bins)
        put_histogram(o, h, first, h->bins, 0);
}

static void put_arc(struct out *o, const struct gm_arc *a)
{
    for (uint64_t left = a->count; left != 0;) {
        uint64_t n = left < UINT32_MAX ? left : UINT32_MAX;
        put_u8(o, GMON_TAG_CG_ARC);
        put_word(o, a->site);
        put_word(o, a->callee);
        put_u32(o, n);
        left -= n;
    }
}

static void put_block(struct out *o, const struct gm_arc *a)
{
    put_word(o, a->site);
    put_word(o, a->count);
}

/* What is written of the tables themselves: arcs, or so many blocks. */
struct stream {
    struct out *o;
    const struct gm_part *part;
    bool arcs;
    uint64_t blocks;
};

static void put_entry(void *to, uintptr_t site, uintptr_t callee, uint64_t count)
{
    struct stream *s = to;
    struct gm_arc a = {site, callee, count};

    if (callee == GM_SAMPLE || !gm_translate(&a, s->part))
        return;
    if (callee != GM_BLOCK) {
        if (s->arcs)
            put_arc(s->o, &a);
    } else if (s->blocks > 0) {
        s->blocks--;
        put_block(s->o, &a);
    }
}

static void put_entries(struct out *o, const struct gm_counts *c, bool arcs)
{
    struct stream s = {o, c->part, arcs, arcs ? 0 : c->blocks};

    if (c->part != NULL) {
        gm_visit(put_entry, &s);
        return;
    }
    for (size_t i = 0; i < c->list->count; i++) {
        const struct gm_arc *a = c->list->arc + i;
        bool is_arc = a->callee != GM_BLOCK;
        if (arcs && is_arc)
            put_arc(o, a);
        else if (!arcs && !is_arc)
            put_block(o, a);
    }
}

static void put_all(struct out *o, const struct gm_build *build, const struct gm_counts *c,
                    const struct gm_histogram *h)
{
    put_bytes(o, GMON_MAGIC, GMON_MAGIC_BYTES);
    put_u32(o, GMON_VERSION);
    put_bytes(o, build->spare, sizeof build->spare);
    put_histograms(o, h);
    put_entries(o, c, true);
    if (c->blocks != 0) {
        put_u8(o, GMON_TAG_BB_COUNT);
        put_u32(o, c->blocks);
        put_entries(o, c, false);
    }
    flush(o);
}

/* ---- the file ------------------------------------------------------------------------------- */

/* A buffer for the writer. Without memory, a file name that is of no use meanwhile makes room. */
static unsigned char *get_buffer(const char *path, bool *is_mapped)
{
    unsigned char *buffer = gm_map(BUFFER);

    *is_mapped = buffer != NULL;
    if (buffer == NULL && path != gm.library_path)
        buffer = (unsigned char *)gm.library_path;
    return buffer;
}

void gm_cannot_write(const char *path, const char *why)
{
    bool is_ours = path == gm.own_path || path == gm.library_path; /* not the program's wish */
    bool has_remedy = false;

    for (const char *s = why; *s != 0; s++)
        has_remedy |= *s == ';';
    gm_say("gmon: cannot write %s: %s%s", path, why,
           is_ours && !has_remedy ? "; GMON_OUT=FILE names another file" : "");
}

int64_t gm_write(const char *path, const struct gm_build *build, const struct gm_counts *c,
                 const struct gm_histogram *h)
{
    struct out o = {0};
    bool is_mapped;

    _Static_assert(sizeof gm.library_path >= BUFFER, "library_path is a buffer, too");
    o.buffer = get_buffer(path, &is_mapped);
    long opened = o.buffer != NULL ? gm_file_open(path) : NO_MEMORY;
    o.error = opened == GM_FILE_SINK ? 0 : opened;
    if (opened == 0) {
        put_all(&o, build, c, h);
        long closed = gm_file_close(o.error == 0);
        if (o.error == 0)
            o.error = closed;
    }
    if (is_mapped)
        gm_unmap(o.buffer, BUFFER);
    if (o.error == 0)
        return (int64_t)o.bytes;
    gm_cannot_write(path, o.error == NO_MEMORY ? "out of memory; raise its limit"
                                               : gm_error_text(o.error));
    return -1;
}
