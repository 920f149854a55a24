/* test_json - tests text of any bytes as JSON, and characters of that text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tap.h"

#include "base/json.h"
#include "base/utf8.h"

#include <string.h>

static void is_json(const char *text, const char *want, const char *what)
{
    struct sink s;

    sink_init(&s, -1, NULL);
    json_text(&s, text);
    ok(s.used == strlen(want) && memcmp(s.buf, want, s.used) == 0, "%s", what);
    sink_release(&s);
}

static void is_number(uint64_t value, const char *want)
{
    struct sink s;

    sink_init(&s, -1, NULL);
    json_u64(&s, value);
    ok(s.used == strlen(want) && memcmp(s.buf, want, s.used) == 0, "%s", want);
    sink_release(&s);
}

static void test_shape(void)
{
    static const char want[] =
        "{\n\"format\":\"x\",\n\"odd\":{\"yes\":true,\"no\":false,\"none\":null,"
        "\"low\":-5,\"lowest\":\"-9223372036854775808\"},\n"
        "\"records\":[\n{\"id\":1,\"at\":\"0xffffffffffffffff\",\"in\":[7,8]},\n"
        "{\"bytes\":\"00ff\",\"none\":null}\n],\n\"empty\":[\n]\n}\n";
    struct sink s;
    struct json_object top, in;
    struct json_list list, inner;

    sink_init(&s, -1, NULL);
    top = json_begin_lines(&s);
    json_put_string(&top, "format", "x");
    in = json_put_object(&top, "odd");
    json_put_bool(&in, "yes", true);
    json_put_bool(&in, "no", false);
    json_put_null(&in, "none");
    json_put_i64(&in, "low", -5);
    json_put_i64(&in, "lowest", INT64_MIN);
    json_end(&in);
    list = json_begin_list(&top, "records");
    in = json_begin_record(&list);
    json_put_u64(&in, "id", 1);
    json_put_address(&in, "at", UINT64_MAX);
    inner = json_begin_short_list(&in, "in");
    json_add_u64(&inner, 7);
    json_add_u64(&inner, 8);
    json_end_list(&inner);
    json_end(&in);
    in = json_begin_record(&list);
    json_put_build_id(&in, "bytes", (struct build_id){(const uint8_t *)"\0\xff", 2});
    json_put_build_id(&in, "none", (struct build_id){0});
    json_end(&in);
    json_end_list(&list);
    list = json_begin_list(&top, "empty");
    json_end_list(&list);
    json_end(&top);
    ok(s.used == sizeof want - 1 && memcmp(s.buf, want, s.used) == 0, "objects and lists");
    sink_release(&s);
}

/* Counts wrong answers for all sequences of up to three bytes: a valid one is its character
 * encoded. */
static unsigned count_wrong(void)
{
    unsigned wrong = 0;

    for (uint32_t i = 1; i < 1U << 24; i++) {
        const char text[] = {(char)(i & 0xff), (char)(i >> 8 & 0xff), (char)(i >> 16), '\0'};
        uint32_t code;
        size_t n = utf8_next(text, &code);

        if ((i & 0xff) == 0)
            continue;
        if (code == UTF8_DAMAGED)
            wrong += n != 1 || (i & 0xff) < 0x80;
        else if (n == 1)
            wrong += code != (i & 0xff) || code >= 0x80;
        else if (n == 2)
            wrong += (uint8_t)text[0] != (0xc0 | code >> 6) ||
                     (uint8_t)text[1] != (0x80 | (code & 63)) || code < 0x80;
        else
            wrong += n != 3 || (uint8_t)text[0] != (0xe0 | code >> 12) ||
                     (uint8_t)text[1] != (0x80 | (code >> 6 & 63)) ||
                     (uint8_t)text[2] != (0x80 | (code & 63)) || code < 0x800 ||
                     (code >= 0xd800 && code < 0xe000);
    }
    return wrong;
}

int main(void)
{
    uint32_t code;

    is_json("plain", "\"plain\"", "plain text");
    is_json(NULL, "null", "no text");
    is_json("", "\"\"", "empty text");
    is_json("a\"b\\c", "\"a\\\"b\\\\c\"", "quotes and backslashes");
    is_json("\n\t\x7f\x1b", "\"\\u000a\\u0009\\u007f\\u001b\"", "control characters");
    is_json("</script>&", "\"\\u003c/script\\u003e\\u0026\"", "what means something in a page");
    is_json("\xc3\xa4\xe2\x82\xac", "\"\xc3\xa4\xe2\x82\xac\"", "UTF-8 stays");
    is_json("\xe2\x80\xa8\xe2\x80\xae", "\"\\u2028\\u202e\"",
            "separators and directions are escaped");
    is_json("a\xff\xc3", "\"a\\\\xff\\\\xc3\"", "other bytes can be told from each other");
    is_number(0, "0");
    is_number(9007199254740991, "9007199254740991");
    is_number(9007199254740992, "\"9007199254740992\"");
    is_uint(count_wrong(), 0, "characters of one to three bytes");
    ok(utf8_next("\xf0\x9f\x98\x80", &code) == 4 && code == 0x1f600, "one of four");
    ok(utf8_next("\xf4\x90\x80\x80", &code) == 1 && code == UTF8_DAMAGED, "one too many");
    ok(utf8_next("\xf0\x8f\xbf\xbf", &code) == 1 && code == UTF8_DAMAGED, "one too long");
    test_shape();
    return done_testing();
}
