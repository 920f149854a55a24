/* gmon_dump.c - prints a profile data file as text of the data-file language
 *
 * Role, input and output: see gmon_text.h. The reader trusts nothing: bytes that fit no record
 * become a raw statement, so that the text of any file compiles to the same bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon_text.h"

#include "tool_words.h"

#include <string.h>

struct reader {
    const unsigned char *p; /* next byte */
    size_t left;            /* number of bytes left */
    bool big;
    size_t word; /* bytes of an address */
    struct buf *out;
};

static uint64_t peek(const struct reader *r, size_t at, size_t n)
{
    uint64_t v = 0;

    for (size_t i = 0; i < n; i++)
        v = v << 8 | r->p[at + (r->big ? i : n - 1 - i)];
    return v;
}

static uint64_t get(struct reader *r, size_t n)
{
    uint64_t v = peek(r, 0, n);

    r->p += n;
    r->left -= n;
    return v;
}

static void put_hex(struct buf *out, const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "%02x", (unsigned)p[i]);
}

static void put_rest(struct reader *r)
{
    while (r->left != 0) {
        size_t n = r->left < 32 ? r->left : 32;
        buf_str(r->out, "raw ");
        put_hex(r->out, r->p, n);
        buf_str(r->out, "\n");
        r->p += n;
        r->left -= n;
    }
}

static void put_spare(struct reader *r)
{
    static const unsigned char zeros[12];

    if (memcmp(r->p, zeros, 12) != 0) {
        buf_str(r->out, " spare ");
        put_hex(r->out, r->p, 12);
    }
    r->p += 12;
    r->left -= 12;
}

/* Puts N bins, which the file has; runs of zeros are left out. */
static void put_bins(struct reader *r, uint64_t n)
{
    unsigned on_line = 0;

    for (uint64_t i = 0; i < n; i++) {
        uint64_t count = get(r, 2);
        if (count == 0 || on_line == 16) {
            if (on_line != 0)
                buf_str(r->out, "\n");
            on_line = 0;
        }
        if (count == 0)
            continue;
        if (on_line++ == 0)
            buf_printf(r->out, "bin %llu", (unsigned long long)i);
        buf_printf(r->out, " %llu", (unsigned long long)count);
    }
    if (on_line != 0)
        buf_str(r->out, "\n");
}

/* Dumps a histogram record behind its tag. Returns false, with nothing printed, if the record is
 * cut. */
static bool dump_hist(struct reader *r)
{
    size_t head = 2 * r->word + 24;

    if (r->left < head)
        return false;
    uint64_t n = peek(r, 2 * r->word, 4);
    if ((r->left - head) / 2 < n)
        return false;
    uint64_t low = get(r, r->word);
    uint64_t high = get(r, r->word);
    get(r, 4);
    buf_printf(r->out, "hist 0x%llx 0x%llx %llu %llu ", (unsigned long long)low,
               (unsigned long long)high, (unsigned long long)n, (unsigned long long)peek(r, 0, 4));
    get(r, 4);
    size_t len = 15;
    while (len != 0 && r->p[len - 1] == 0)
        len--;
    words_quote(r->out, (const char *)r->p, len);
    buf_str(r->out, " ");
    words_quote(r->out, (const char *)r->p + 15, r->p[15] != 0);
    buf_str(r->out, "\n");
    r->p += 16;
    r->left -= 16;
    put_bins(r, n);
    return true;
}

static bool dump_arc(struct reader *r, size_t count_size)
{
    if (r->left < 2 * r->word + count_size)
        return false;
    uint64_t from = get(r, r->word);
    uint64_t self = get(r, r->word);
    buf_printf(r->out, "arc 0x%llx 0x%llx %llu\n", (unsigned long long)from,
               (unsigned long long)self, (unsigned long long)get(r, count_size));
    return true;
}

static bool dump_blocks(struct reader *r)
{
    if (r->left < 4)
        return false;
    uint64_t n = peek(r, 0, 4);
    if ((r->left - 4) / (2 * r->word) < n)
        return false;
    get(r, 4);
    buf_str(r->out, "bb\n");
    for (uint64_t i = 0; i < n; i++) {
        uint64_t addr = get(r, r->word);
        buf_printf(r->out, "block 0x%llx %llu\n", (unsigned long long)addr,
                   (unsigned long long)get(r, r->word));
    }
    return true;
}

static void dump_magic(struct reader *r)
{
    buf_str(r->out, "magic");
    r->p += 4;
    r->left -= 4;
    uint64_t version = get(r, 4);
    if (version != 1)
        buf_printf(r->out, " version %llu", (unsigned long long)version);
    put_spare(r);
    buf_str(r->out, "\n");
    while (r->left != 0) {
        unsigned tag = *r->p;
        bool ok = false;
        r->p++;
        r->left--;
        if (tag == GMON_TAG_HIST)
            ok = dump_hist(r);
        else if (tag == GMON_TAG_ARC)
            ok = dump_arc(r, 4);
        else if (tag == GMON_TAG_BB)
            ok = dump_blocks(r);
        if (!ok) {
            r->p--;
            r->left++;
            put_rest(r);
        }
    }
}

static void dump_bsd(struct reader *r)
{
    size_t old = 2 * r->word + 4;
    bool new = r->left >= old + 20 && peek(r, old, 4) == GMON_BSD44_VERSION;
    size_t head = old + (new ? 20 : 0);

    if (r->left < head || peek(r, 2 * r->word, 4) < head ||
        (r->left - head) / 2 < (peek(r, 2 * r->word, 4) - head) / 2) {
        put_rest(r);
        return;
    }
    uint64_t low = get(r, r->word);
    uint64_t high = get(r, r->word);
    uint64_t ncnt = get(r, 4);
    uint64_t n = (ncnt - head) / 2;
    buf_printf(r->out, "%s 0x%llx 0x%llx %llu", new ? "bsd44" : "bsd", (unsigned long long)low,
               (unsigned long long)high, (unsigned long long)n);
    if (new) {
        get(r, 4);
        buf_printf(r->out, " %llu", (unsigned long long)get(r, 4));
        put_spare(r);
    }
    if (ncnt % 2 != 0)
        buf_printf(r->out, " claim %llu", (unsigned long long)ncnt);
    buf_str(r->out, "\n");
    put_bins(r, n);
    while (dump_arc(r, r->word))
        ;
    put_rest(r);
}

static void dump_as(struct reader r)
{
    buf_printf(r.out, "width %u\nendian %s\n", r.word == 8 ? 64u : 32u, r.big ? "big" : "little");
    if (r.left >= 20 && memcmp(r.p, "gmon", 4) == 0)
        dump_magic(&r);
    else
        dump_bsd(&r);
}

static size_t count_raw(const struct buf *text)
{
    size_t n = 0;

    for (size_t i = 0; i + 4 <= text->len; i++)
        n += memcmp(text->p + i, "raw ", 4) == 0 && (i == 0 || text->p[i - 1] == '\n');
    return n;
}

/* Tries all widths and byte orders that are unknown, and takes the reading with the fewest raw
 * bytes. Ties go to 64 bits and little endian. */
void gmon_dump(const unsigned char *bytes, size_t len, struct gmon_shape shape, struct buf *text)
{
    struct buf best = {0};
    size_t best_raw = SIZE_MAX;

    for (int big = 0; big <= 1; big++) {
        for (unsigned width = 64; width >= 32; width -= 32) {
            struct buf now = {0};
            if ((shape.width != 0 && shape.width != width) || (shape.big >= 0 && shape.big != big))
                continue;
            dump_as((struct reader){bytes, len, big == 1, width / 8, &now});
            size_t raw = count_raw(&now);
            if (raw >= best_raw) {
                buf_release(&now);
                continue;
            }
            buf_release(&best);
            best = now;
            best_raw = raw;
        }
    }
    buf_put(text, best.p, best.len);
    buf_release(&best);
}
