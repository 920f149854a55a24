/* test_gzip - tests that packed bytes unpack to the same bytes, and pack to the same ones again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/gzip.h"
#include "tool_prng.h"
#include "unit.h"

enum { LARGE = 1000000 };

/* Packs the bytes in pieces of `step`. */
static struct sink pack(const char *bytes, size_t size, size_t step, bool complete)
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

/* Unpacks the contents of the sink, and releases the sink. */
static struct file_bytes unpack(struct sink *packed, bool *ok)
{
    struct file_bytes b = {
        .data = (uint8_t *)packed->buf, .size = packed->used, .cap = packed->cap};

    packed->buf = NULL;
    *ok = gunzip(&b, "f", &told.diag);
    return b;
}

static void test_all(void)
{
    struct prng r = {1};
    char *large = malloc(LARGE);
    struct sink one, two, cut, empty;
    struct file_bytes b;
    bool good;

    for (size_t i = 0; i < LARGE; i++)
        large[i] = (char)prng_zipf(&r, 200);
    one = pack(large, LARGE, LARGE, true);
    two = pack(large, LARGE, 1000, true);
    cut = pack(large, LARGE, 777, false);
    empty = pack("", 0, 1, true);
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

UNIT_TESTS(test_all)
