/* test_protobuf - fields as protobuf has them, and texts by number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/protobuf.h"
#include "export/string_table.h"
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
    proto_message(s, 3, &inner);
    IS(s, "\x1a\x00", "an empty message");
    proto_number(&inner, 1, 150);
    proto_message(s, 3, &inner);
    IS(s, "\x1a\x03\x08\x96\x01", "a message in a message");
    sink_release(&inner);
}

static void test_texts(void)
{
    struct string_table s;
    char name[32];
    unsigned wrong = 0;

    string_table_init(&s, 6, &told.diag);
    is_uint(string_table_add(&s, "", &told.diag), 0, "no text is number 0");
    is_uint(string_table_add(&s, NULL, &told.diag), 0, "and so is NULL");
    is_uint(string_table_add(&s, "a text of some length", &told.diag), 1, "the first");
    is_uint(string_table_add(&s, "a text of", &told.diag), 2, "a part of it is another one");
    is_uint(string_table_add(&s, "a text o", &told.diag), 3, "so is the part that is one chunk");
    is_uint(string_table_add(&s, "a text of some length", &told.diag), 1, "the same again");
    is_uint(string_table_add(&s, "\x1b[1m\xff\xc3\xa9", &told.diag), 4, "damaged bytes");
    is_uint(string_table_add(&s, "\\x1b[1m\\xff\xc3\xa9", &told.diag), 4,
            "are text like other text");
    is_bytes(&s.bytes,
             "\x32\0\x32\x15"
             "a text of some length\x32\x09"
             "a text of\x32\x08"
             "a text o\x32\x0d\\x1b[1m\\xff\xc3\xa9",
             61, "the table");
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < 20000; i++) {
            snprintf(name, sizeof name, "function_%u", i);
            wrong += string_table_add(&s, name, &told.diag) != 5 + i;
        }
    }
    is_uint(wrong, 0, "many");
    string_table_release(&s);
}

static void test_all(void)
{
    struct sink s;

    sink_init(&s, -1, &told.diag);
    test_numbers(&s);
    test_lengths(&s);
    test_texts();
    is_str(told_text(), "", "nobody complains");
    sink_release(&s);
}

UNIT_TESTS(test_all)
