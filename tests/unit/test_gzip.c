/* test_gzip - tests gzip files, written and read: whole, joined, padded, cut at each length,
 * damaged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/gzip.h"
#include "tool_prng.h"
#include "unit.h"

#include <zlib.h>

/* ---- writing ---- */

enum { LARGE = 1000000 };

/* Packs the bytes in pieces of `step`. */
static struct sink pack_pieces(const char *bytes, size_t size, size_t step, bool complete)
{
    struct sink out;
    struct gzip *g;

    sink_init(&out, -1, &told.diag);
    g = gzip_open(&out, &told.diag);
    for (size_t at = 0; at < size; at += step)
        gzip_bytes(g, bytes + at, size - at < step ? size - at : step);
    gzip_close(g, complete);
    return out;
}

static bool unpack_bytes(struct file_bytes *b, const char *path)
{
    return gunzip(b, path, &told.diag);
}

/* Unpacks the contents of the sink, and releases the sink. */
static struct file_bytes unpack(struct sink *packed, bool *ok)
{
    struct file_bytes b = {
        .data = (uint8_t *)packed->buf, .size = packed->used, .cap = packed->cap};

    packed->buf = NULL;
    *ok = unpack_bytes(&b, "f");
    return b;
}

static void test_packing(void)
{
    struct prng r = {1};
    char *large = malloc(LARGE);
    struct sink one, two, cut, empty;
    struct file_bytes b;
    bool good;

    for (size_t i = 0; i < LARGE; i++)
        large[i] = (char)prng_zipf(&r, 200);
    one = pack_pieces(large, LARGE, LARGE, true);
    two = pack_pieces(large, LARGE, 1000, true);
    cut = pack_pieces(large, LARGE, 777, false);
    empty = pack_pieces("", 0, 1, true);
    ok(one.used == two.used && memcmp(one.buf, two.buf, one.used) == 0,
       "the same bytes again, however they come");
    ok(memcmp(one.buf, "\x1f\x8b\x08\0\0\0\0\0", 8) == 0 && (uint8_t)one.buf[9] == 255,
       "the header holds no time, no name and no system");
    ok(one.used < LARGE, "and less of them");
    ok(cut.used > 0 && cut.used < one.used && memcmp(one.buf, cut.buf, cut.used) == 0,
       "what is left incomplete is the beginning of the file");
    b = unpack(&one, &good);
    ok(good && b.size == LARGE && memcmp(b.data, large, LARGE) == 0, "unpacked it is as it was");
    file_bytes_release(&b);
    b = unpack(&empty, &good);
    ok(good && b.size == 0, "nothing is a file, too");
    file_bytes_release(&b);
    is_str(told_text(), "", "nobody complains");
    b = unpack(&cut, &good);
    ok(!good, "but of an incomplete file");
    file_bytes_release(&b);
    sink_release(&two);
    free(large);
    told_clear();
}

/* ---- reading ---- */

/* Appends `size` bytes, packed, to the file. */
static void pack(struct file_bytes *to, const void *data, size_t size)
{
    z_stream z = {0};

    to->data = realloc(to->data, to->size + size + 1000);
    if (!to->data || deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        unit_die("deflateInit2");
    z.next_in = (Bytef *)data;
    z.avail_in = (uInt)size;
    z.next_out = to->data + to->size;
    z.avail_out = (uInt)(size + 1000);
    if (deflate(&z, Z_FINISH) != Z_STREAM_END)
        unit_die("deflate");
    to->size += z.total_out;
    to->cap = to->size;
    deflateEnd(&z);
}

static struct file_bytes copy(const struct file_bytes *b, size_t size)
{
    struct file_bytes c = {.data = malloc(size ? size : 1), .size = size, .cap = size ? size : 1};

    if (!c.data)
        unit_die("malloc");
    memcpy(c.data, b->data, size);
    return c;
}

static void test_whole(void)
{
    enum { MANY = 3000000 };
    struct file_bytes b = {0}, padded;
    struct prng r = {1};
    uint8_t *large = malloc(MANY), start[5];
    uint8_t *zeros = calloc(MANY, 1);

    for (size_t i = 0; i < MANY; i++)
        large[i] = (uint8_t)prng_zipf(&r, 200);
    pack(&b, "hello", 5);
    ok(gunzip_recognise(b.data, b.size), "a gzip file is recognised");
    ok(!gunzip_recognise((const uint8_t *)"gmon", 4) && !gunzip_recognise(b.data, 3),
       "others are not");
    is_uint(gunzip_start(b.data, b.size, start, 4), 4, "start: as many bytes as there is room");
    ok(memcmp(start, "hell", 4) == 0, "start: these");
    is_uint(gunzip_start(b.data, 10, start, 5), 0, "start: none, if too few are given");
    pack(&b, large, MANY);
    padded = copy(&b, b.size);
    ok(unpack_bytes(&b, "f") && b.size == 5 + MANY, "two joined files");
    ok(memcmp(b.data, "hello", 5) == 0 && memcmp(b.data + 5, large, MANY) == 0, "their bytes");
    ok(b.cap > b.size, "there is room for a NUL behind them");
    file_bytes_release(&b);
    padded.data = realloc(padded.data, padded.size + 512);
    memset(padded.data + padded.size, 0, 512);
    padded.size = padded.cap = padded.size + 512;
    ok(unpack_bytes(&padded, "f") && padded.size == 5 + MANY, "zeros behind do no harm");
    file_bytes_release(&padded);
    pack(&b, zeros, MANY);
    ok(unpack_bytes(&b, "f") && b.size == MANY && b.data[MANY - 1] == 0,
       "a thousand bytes out of one");
    file_bytes_release(&b);
    pack(&b, "", 0);
    ok(unpack_bytes(&b, "f") && b.size == 0 && b.data, "nothing, packed");
    file_bytes_release(&b);
    is_uint(told.diag.errors, 0, "nothing was reported");
    free(large);
    free(zeros);
}

static void test_damage(void)
{
    struct file_bytes b = {0}, c;
    size_t accepted = 0, vague = 0, changed = 0;
    char text[2000];

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(i * i % 251);
    pack(&b, text, sizeof text);
    for (size_t size = 4; size < b.size; size++) {
        told_clear();
        c = copy(&b, size);
        accepted += unpack_bytes(&c, "f.gz");
        vague +=
            told.diag.errors != 1 || !strstr(told_text(), "unit: f.gz: the gzip file is cut off");
        changed += c.size != size || memcmp(c.data, b.data, size) != 0;
        file_bytes_release(&c);
    }
    is_uint(accepted, 0, "cut at each length: refused");
    is_uint(vague, 0, "cut at each length: one line says so");
    is_uint(changed, 0, "cut at each length: the bytes stay");
    told_clear();
    c = copy(&b, b.size - 10);
    ok(!unpack_bytes(&c, "f.gz"), "cut");
    like(told_text(), "^unit: f.gz: the gzip file is cut off at offset [0-9]+; copy it again",
         "with the offset and what to do");
    file_bytes_release(&c);
    accepted = vague = 0;
    for (size_t i = 10; i < b.size; i++) { /* behind the header, which has no check */
        told_clear();
        c = copy(&b, b.size);
        c.data[i] ^= 0x10;
        if (unpack_bytes(&c, "f.gz")) /* a bit that means nothing */
            accepted += c.size != sizeof text || memcmp(c.data, text, sizeof text) != 0;
        else
            vague += told.diag.errors != 1 || !strstr(told_text(), "unit: f.gz: the gzip file is ");
        file_bytes_release(&c);
    }
    is_uint(accepted, 0, "a bit flipped in each byte: refused, or harmless");
    is_uint(vague, 0, "and named");
    told_clear();
    c = copy(&b, b.size);
    c.data = realloc(c.data, c.size + 4);
    memcpy(c.data + c.size, "junk", 4);
    c.size += 4;
    ok(!unpack_bytes(&c, "f.gz"), "junk behind is refused");
    like(told_text(), "damaged before offset [0-9]+: incorrect header check", "and named");
    file_bytes_release(&c);
    file_bytes_release(&b);
    told_clear();
}

/* Tests a small file that unpacks to a large one. */
static void test_large(void)
{
    enum { ZEROS = 16 << 20 };
    struct file_bytes b = {0};
    uint8_t *zeros = calloc(ZEROS, 1);

    if (!zeros)
        unit_die("calloc");
    pack(&b, zeros, ZEROS);
    pack(&b, zeros, ZEROS);
    ok(unpack_bytes(&b, "f.gz") && b.size == 2 * (size_t)ZEROS, "32 MB of zeros are unpacked");
    file_bytes_release(&b);
    free(zeros);
}

UNIT_TESTS(test_packing, test_whole, test_damage, test_large)
