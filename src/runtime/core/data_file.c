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

/* The bins one after the other, with what is added to some of them. */
struct bins {
    const struct gm_histogram *h;
    size_t at;     /* the next one */
    size_t entry;  /* of h->more; all before it are of bins before `at` */
    size_t raised; /* the next one to which something is added; SIZE_MAX: none */
};

static size_t bin_of(const struct gm_histogram *h, size_t entry)
{
    return (size_t)((h->more->arc[entry].site - h->low) >> h->shift);
}

/* The first entry of h->more that lies in this bin or behind it. */
static size_t first_entry(const struct gm_histogram *h, size_t bin)
{
    size_t low = 0;
    size_t high = h->more != NULL ? h->more->count : 0;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (h->more->arc[middle].site < h->low + ((uint64_t)bin << h->shift))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void find_raised(struct bins *b)
{
    const struct gm_histogram *h = b->h;
    size_t entries = h->more != NULL ? h->more->count : 0;

    b->raised = SIZE_MAX;
    for (int k = 0; k < 2; k++)
        if (h->extra[k].bin >= b->at && h->extra[k].bin < b->raised)
            b->raised = h->extra[k].bin;
    while (b->entry < entries && h->more->arc[b->entry].callee != GM_SAMPLE)
        b->entry++;
    if (b->entry < entries && bin_of(h, b->entry) < b->raised)
        b->raised = bin_of(h, b->entry);
}

static struct bins bins_from(const struct gm_histogram *h, size_t bin)
{
    struct bins b = {.h = h, .at = bin, .entry = first_entry(h, bin)};

    find_raised(&b);
    return b;
}

/* What is added to the bin `at`, which becomes the next one. */
static uint64_t raise(struct bins *b)
{
    const struct gm_histogram *h = b->h;
    uint64_t n = 0;

    for (int k = 0; k < 2; k++)
        if (b->at == h->extra[k].bin)
            n += h->extra[k].samples;
    for (; h->more != NULL && b->entry < h->more->count && bin_of(h, b->entry) == b->at; b->entry++)
        if (h->more->arc[b->entry].callee == GM_SAMPLE)
            n += h->more->arc[b->entry].count;
    b->at++;
    find_raised(b);
    return n;
}

static inline uint64_t next_bin(struct bins *b)
{
    uint64_t n = atomic_load_explicit(&b->h->bin[b->at], memory_order_relaxed);

    if (b->at == b->raised)
        return n + raise(b);
    b->at++;
    return n;
}

uint64_t gm_samples_in(const struct gm_histogram *h)
{
    struct bins b = bins_from(h, 0);
    uint64_t n = 0;

    while (b.at < h->bins)
        n += next_bin(&b);
    return n;
}

/* Bins from first up to end, each less than what earlier rounds wrote. */
static void put_histogram(struct out *o, const struct gm_histogram *h, size_t first, size_t end,
                          uint64_t written)
{
    static const char name[GMON_DIMENSION_BYTES] = "seconds";
    struct bins b = bins_from(h, first);

    put_u8(o, GMON_TAG_TIME_HIST);
    put_word(o, h->low + ((uint64_t)first << h->shift));
    put_word(o, h->low + ((uint64_t)end << h->shift));
    put_u32(o, end - first);
    put_u32(o, h->rate);
    put_bytes(o, name, sizeof name);
    put_u8(o, 's');
    while (b.at < end) {
        uint64_t n = next_bin(&b);
        n = n > written ? n - written : 0;
        put_u16(o, n < BIN_MAX ? n : BIN_MAX);
    }
}

static uint64_t highest(const struct gm_histogram *h, size_t first, size_t end)
{
    struct bins b = bins_from(h, first);
    uint64_t max = 0;

    while (b.at < end) {
        uint64_t n = next_bin(&b);
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

    if (callee == GM_SAMPLE || callee == GM_FIRST || !gm_translate(&a, s->part))
        return;
    if (gm_is_arc(callee)) {
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
        if (arcs && gm_is_arc(a->callee))
            put_arc(o, a);
        else if (!arcs && a->callee == GM_BLOCK)
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
