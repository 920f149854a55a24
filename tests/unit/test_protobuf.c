/* test_protobuf - tests fields as protobuf has them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/protobuf.h"
#include "unit.h"

static void is_bytes(struct sink *got, const char *want, size_t size, const char *name)
{
    is_uint(got->used, size, name);
    if (got->used == size && size > 0)
        is_mem(got->buf, want, size, name);
    sink_clear(got);
}

#define IS(got, want, name) is_bytes(got, want, sizeof(want) - 1, name)

static void test_numbers(struct sink *s)
{
    proto_number(s, 1, 150);
    IS(s, "\x08\x96\x01", "the number of the format's own description");
    proto_number(s, 1, 0);
    IS(s, "", "0 is not written");
    proto_number(s, 1, 127);
    IS(s, "\x08\x7f", "the largest number of a byte");
    proto_number(s, 1, 128);
    IS(s, "\x08\x80\x01", "the smallest of two");
    proto_number(s, 1, UINT64_MAX);
    IS(s, "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "the largest of all");
    proto_number(s, 16, 1);
    IS(s, "\x80\x01\x01", "a field with a tag of two bytes");
}

static void test_lengths(struct sink *s)
{
    const uint64_t numbers[] = {3, 270, 86942, 0};
    struct sink inner;

    proto_bytes(s, 2, "testing", 7);
    IS(s, "\x12\x07testing", "a text");
    proto_numbers(s, 6, numbers, 4);
    IS(s, "\x32\x07\x03\x8e\x02\x9e\xa7\x05\x00", "a list, 0 in it");
    proto_numbers(s, 6, numbers, 0);
    IS(s, "\x32\x00", "an empty list");
    sink_init(&inner, -1, &told.diag);
    proto_bytes(s, 3, inner.buf, inner.used);
    IS(s, "\x1a\x00", "an empty message");
    proto_number(&inner, 1, 150);
    proto_bytes(s, 3, inner.buf, inner.used);
    IS(s, "\x1a\x03\x08\x96\x01", "a message in a message");
    sink_release(&inner);
}

static void test_all(void)
{
    struct sink s;

    sink_init(&s, -1, &told.diag);
    test_numbers(&s);
    test_lengths(&s);
    is_str(told_text(), "", "nobody complains");
    sink_release(&s);
}

UNIT_TESTS(test_all)
