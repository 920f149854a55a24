/* data_file.c - writes gmon.out: header, histogram, arcs, basic blocks
 *
 * Role: turns the counts of a run into a data file (include/gmon_out.h). The histogram comes first,
 * in one record unless a bin overflows its 16 bits. If a bin overflows, the record is split. The
 * piece of CHUNK bins that holds the overflow is then repeated as often as needed, because readers
 * add up records of the same range. Counts of arcs are continued in a further record in the same
 * way.
 * If there is no memory for a sorted list, entries are written in the order of the tables.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/data_file.h"
#include "gmon_out.h"
#include "runtime/core/file_out.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"

enum { CHUNK = 4096, BIN_MAX = 65535 };

/* ---- records -------------------------------------------------------------------------------- */

static inline uint32_t in_one(const _Atomic uint32_t *bin)
{
    return atomic_load_explicit(bin, memory_order_relaxed);
}

/* Returns the next bin from `at` up to end that has samples, or end. A stretch of bins that is
 * known to have none is not read, because that would cost a page fault a page. */
static size_t next_used(const struct gm_histogram *h, size_t at, size_t end)
{
    while (at < end) {
        size_t rest = GM_STRETCH - at % GM_STRETCH, stop = rest < end - at ? at + rest : end;
        if (h->used != NULL &&
            !atomic_load_explicit(h->used + at / GM_STRETCH, memory_order_acquire))
            at = stop;
        while (at < stop && in_one(h->bin + at) == 0)
            at++;
        if (at < stop)
            break;
    }
    return at;
}

uint64_t gm_samples_in(const struct gm_histogram *h)
{
    uint64_t n = 0;

    for (size_t at = 0; (at = next_used(h, at, h->bins)) < h->bins; at++)
        n += in_one(h->bin + at);
    return n;
}

/* Puts the bins from first up to end, each less than what earlier rounds wrote. */
static void put_histogram(struct gm_out *o, const struct gm_histogram *h, size_t first, size_t end,
                          uint64_t written)
{
    static const char name[GMON_DIMENSION_BYTES] = "seconds";

    gm_put_u8(o, GMON_TAG_TIME_HIST);
    gm_put_word(o, h->low + ((uint64_t)first << h->shift));
    gm_put_word(o, h->low + ((uint64_t)end << h->shift));
    gm_put_u32(o, end - first);
    gm_put_u32(o, h->rate);
    gm_put_bytes(o, name, sizeof name);
    gm_put_u8(o, 's');
    for (size_t at = first; at < end; at++) {
        size_t empty = next_used(h, at, end) - at;
        gm_put_zeros(o, empty * sizeof(uint16_t));
        at += empty;
        uint64_t n = at < end ? in_one(h->bin + at) : 0;
        n = n > written ? n - written : 0;
        if (at < end)
            gm_put_u16(o, n < BIN_MAX ? n : BIN_MAX);
    }
}

static uint64_t highest(const struct gm_histogram *h, size_t at, size_t end)
{
    uint64_t max = 0;

    for (; (at = next_used(h, at, end)) < end; at++)
        if (in_one(h->bin + at) > max)
            max = in_one(h->bin + at);
    return max;
}

static void put_histograms(struct gm_out *o, const struct gm_histogram *h)
{
    size_t first = 0; /* first bin that is not written yet */

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

static void put_arc(struct gm_out *o, const struct gm_arc *a)
{
    for (uint64_t left = a->count; left != 0;) {
        uint64_t n = left < UINT32_MAX ? left : UINT32_MAX;
        gm_put_u8(o, GMON_TAG_CG_ARC);
        gm_put_word(o, a->site);
        gm_put_word(o, a->callee);
        gm_put_u32(o, n);
        left -= n;
    }
}

static void put_block(struct gm_out *o, const struct gm_arc *a)
{
    gm_put_word(o, a->site);
    gm_put_word(o, a->count);
}

/* Output of the tables themselves: arcs, or a number of blocks. */
struct stream {
    struct gm_out *o;
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

static void put_entries(struct gm_out *o, const struct gm_counts *c, bool arcs)
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

static void put_all(struct gm_out *o, const struct gm_build *build, const struct gm_counts *c,
                    const struct gm_histogram *h)
{
    gm_put_bytes(o, GMON_MAGIC, GMON_MAGIC_BYTES);
    gm_put_u32(o, GMON_VERSION);
    gm_put_bytes(o, build->spare, sizeof build->spare);
    put_histograms(o, h);
    put_entries(o, c, true);
    if (c->blocks != 0) {
        gm_put_u8(o, GMON_TAG_BB_COUNT);
        gm_put_u32(o, c->blocks);
        put_entries(o, c, false);
    }
}

/* ---- the file ------------------------------------------------------------------------------- */

int64_t gm_write(const char *path, const struct gm_build *build, const struct gm_counts *c,
                 const struct gm_histogram *h, uint64_t *mark)
{
    struct gm_out o = {.error = 0};

    if (gm_out_open(&o, path))
        put_all(&o, build, c, h);
    int64_t bytes = gm_out_close(&o, path);
    if (mark != NULL)
        *mark = o.mark;
    return bytes;
}
