/* test_cursor - tests bounded reading of binary data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/cursor.h"
#include "tap.h"

static const uint8_t bytes[] = {0x01, 0x02, 0x03, 0x04, 0x85, 0x86, 0x87, 0x88,
                                0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17};

static struct cursor over(size_t size, bool big)
{
    return (struct cursor){.data = bytes, .size = size, .big_endian = big};
}

static void test_numbers(void)
{
    struct cursor c = over(15, false);

    is_uint(cursor_u8(&c), 0x01, "little: u8");
    is_uint(cursor_u16(&c), 0x0302, "little: u16");
    is_uint(cursor_u32(&c), 0x87868504, "little: u32");
    is_uint(cursor_u64(&c), 0x1716151413121188, "little: u64");
    ok(!c.failed && cursor_left(&c) == 0, "little: all read, no error");
    c = over(15, true);
    is_uint(cursor_u8(&c), 0x01, "big: u8");
    is_uint(cursor_u16(&c), 0x0203, "big: u16");
    is_uint(cursor_u32(&c), 0x04858687, "big: u32");
    is_uint(cursor_u64(&c), 0x8811121314151617, "big: u64");
    ok(!c.failed && cursor_left(&c) == 0, "big: all read, no error");
    c = over(15, false);
    is_uint(cursor_word(&c, 4), 0x04030201, "word: 4 bytes");
    is_uint(cursor_word(&c, 8), 0x1413121188878685, "word: 8 bytes");
    is_uint(c.pos, 12, "word: 12 bytes taken");
}

/* Tests each kind of number with 0 to 7 bytes too few. */
static void test_bounds(void)
{
    static const size_t widths[] = {1, 2, 4, 8};

    for (size_t w = 0; w < 4; w++) {
        size_t wrong = 0;
        for (size_t size = 0; size <= 8; size++) {
            struct cursor c = over(size, false);
            uint64_t value = widths[w] == 1   ? cursor_u8(&c)
                             : widths[w] == 2 ? cursor_u16(&c)
                             : widths[w] == 4 ? cursor_u32(&c)
                                              : cursor_u64(&c);
            bool fits = size >= widths[w];
            wrong += c.failed == fits;
            wrong += !fits && (value != 0 || c.pos != 0);
            wrong += fits && (value == 0 || c.pos != widths[w]);
        }
        ok(wrong == 0, "a number of %zu bytes needs as many", widths[w]);
    }
}

static void test_sticky(void)
{
    struct cursor c = over(5, false);

    is_uint(cursor_u64(&c), 0, "too few bytes: 0");
    ok(c.failed, "and the error is set");
    is_uint(cursor_u8(&c), 0, "later reads give 0 though bytes are left");
    ok(cursor_take(&c, 0) == NULL, "and nothing can be taken");
    ok(c.failed && c.pos == 0 && cursor_left(&c) == 5, "the error stays, the position too");
    cursor_skip_string(&c);
    ok(c.failed && c.pos == 0, "skip_string does not move either");
}

static void test_take(void)
{
    struct cursor c = over(10, false);

    ok(cursor_take(&c, 3) == bytes && c.pos == 3, "take: the bytes themselves");
    ok(cursor_take(&c, 0) == bytes + 3 && !c.failed, "take: none");
    ok(cursor_take(&c, 7) == bytes + 3 && cursor_left(&c) == 0, "take: up to the end");
    ok(cursor_take(&c, 0) == bytes + 10 && !c.failed, "take: none at the end");
    ok(cursor_take(&c, 1) == NULL && c.failed, "take: one behind the end");
    c = over(10, false);
    c.pos = 4;
    ok(cursor_take(&c, SIZE_MAX) == NULL && c.failed, "take: a size that would overflow a sum");
    c = (struct cursor){0};
    ok(cursor_u32(&c) == 0 && c.failed, "no bytes at all");
}

static void test_strings(void)
{
    struct cursor c = {.data = (const uint8_t *)"ab\0\0xyz", .size = 7};

    cursor_skip_string(&c);
    is_uint(c.pos, 3, "skip_string: behind the NUL");
    cursor_skip_string(&c);
    is_uint(c.pos, 4, "skip_string: an empty text");
    ok(!c.failed, "skip_string: no error yet");
    cursor_skip_string(&c);
    ok(c.failed, "skip_string: no NUL in what is left, though one lies behind");
    c = (struct cursor){.data = (const uint8_t *)"", .size = 0};
    cursor_skip_string(&c);
    ok(c.failed, "skip_string: nothing left");
    c = (struct cursor){0};
    cursor_skip_string(&c);
    ok(c.failed, "skip_string: no data");
}

int main(void)
{
    test_numbers();
    test_bounds();
    test_sticky();
    test_take();
    test_strings();
    return done_testing();
}
