/* bare_write - writes the profile as the bytes of a data file
 *
 * The format is the magic format of gmon_out.h: one histogram, then the arcs. Samples beyond 65535
 * in a bin are written as further histograms of the same range, which all readers add up. The
 * numbers of lost calls and samples stand in the spare bytes of the header, in place of a build ID.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/bare/bare.h"

#include "gmon_out.h"

enum { BUFFER_BYTES = 64 };

struct out {
    gmon_put *put;
    void *context;
    uint32_t n; /* bytes in the buffer */
    int result; /* result of the last put */
    uint8_t buffer[BUFFER_BYTES];
};

static void flush(struct out *o)
{
    if (o->result == 0 && o->n > 0)
        o->result = o->put(o->context, o->buffer, o->n);
    o->n = 0;
}

static void put_bytes(struct out *o, const void *bytes, size_t n)
{
    const uint8_t *from = bytes, *end = from + n;

    while (from < end) {
        o->buffer[o->n++] = *from++;
        if (o->n == BUFFER_BYTES)
            flush(o);
    }
}

static void put_byte(struct out *o, uint8_t byte)
{
    put_bytes(o, &byte, 1);
}

static void put_32(struct out *o, uint32_t number)
{
    put_bytes(o, &number, sizeof number);
}

static void put_word(struct out *o, uintptr_t word)
{
    put_bytes(o, &word, sizeof word);
}

static void put_header(struct out *o, const struct gmon_profile *p)
{
    bool lost = p->lost_calls > 0 || p->lost_samples > 0;

    put_bytes(o, GMON_MAGIC, GMON_MAGIC_BYTES);
    put_32(o, GMON_VERSION);
    put_bytes(o, lost ? GMON_LOST_MARK : "\0\0\0", GMON_LOST_MARK_BYTES);
    put_32(o, p->lost_calls);
    put_32(o, p->lost_samples);
}

/* Returns all samples of a bin. */
static uint32_t samples(struct gmon_profile *p, uintptr_t bin)
{
    const struct bare_arc *a = p->carries > 0 ? bare_find(p, bin + 1, BARE_CARRY, false) : NULL;

    return p->bins[bin] + (a ? a->count << BARE_CARRY_SHIFT : 0);
}

/* Puts a histogram of the samples of each bin above `written'. Returns true if some bin has still
 * more. */
static bool put_histogram(struct out *o, struct gmon_profile *p, uint32_t written)
{
    static const char dimension[GMON_DIMENSION_BYTES] = "seconds";
    bool more = false;

    put_byte(o, GMON_TAG_TIME_HIST);
    put_word(o, p->low);
    put_word(o, p->low + p->bytes);
    put_32(o, (uint32_t)(p->bytes >> p->shift));
    put_32(o, p->rate);
    put_bytes(o, dimension, sizeof dimension);
    put_byte(o, 's');
    for (uintptr_t i = 0; i < p->bytes >> p->shift; i++) {
        uint32_t n = samples(p, i);
        uint16_t part;

        n = n > written ? n - written : 0;
        more = more || n > UINT16_MAX;
        part = n > UINT16_MAX ? UINT16_MAX : (uint16_t)n;
        put_bytes(o, &part, sizeof part);
    }
    return more && o->result == 0;
}

/* Returns the address without the bit that marks Thumb code or an entry in use. If the call site is
 * not code of the program, returns <external>: an interrupt has no caller. */
static uintptr_t site(const struct gmon_profile *p, uintptr_t from)
{
    from &= ~(uintptr_t)1;
    return from - p->low < p->bytes ? from : bare_external();
}

static uintptr_t callee(uintptr_t self)
{
#ifdef __arm__
    self &= ~(uintptr_t)1;
#endif
    return self;
}

static void put_arcs(struct out *o, const struct gmon_profile *p)
{
    const struct bare_arc *end = p->arcs + p->n_homes + BARE_PROBES - 1;

    for (const struct bare_arc *a = p->arcs; a < end && o->result == 0; a++) {
        if (a->count == 0 || a->self == BARE_CARRY)
            continue;
        put_byte(o, GMON_TAG_CG_ARC);
        put_word(o, site(p, a->from));
        put_word(o, callee(a->self));
        put_32(o, a->count);
    }
}

int bare_write(struct gmon_profile *p, gmon_put *put, void *context)
{
    struct out o;
    uint32_t written = 0;

    o.put = put;
    o.context = context;
    o.n = 0;
    o.result = 0;
    put_header(&o, p);
    while (put_histogram(&o, p, written))
        written += UINT16_MAX;
    put_arcs(&o, p);
    flush(&o);
    return o.result;
}

int bare_paused(bare_writer *write, gmon_put *put, void *context)
{
    struct gmon_profile *p = gmon_select(NULL);
    int result = p ? write(p, put, context) : -1;

    gmon_select(p);
    return result;
}

int gmon_write(gmon_put *put, void *context)
{
    return bare_paused(bare_write, put, context);
}
