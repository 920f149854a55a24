/* utf8 - reads and writes characters of texts that may hold any bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/utf8.h"

/* Returns the number of bytes that follow the first byte, and sets `*least` to the least character
 * that needs as many. Both are 0 if `first` does not begin a character of several bytes. */
static size_t bytes_behind(unsigned char first, uint32_t *least)
{
    *least = first >= 0xf0 ? 0x10000 : first >= 0xe0 ? 0x800 : 0x80;
    return first < 0xc2 || first > 0xf4 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
}

size_t utf8_next(const char *text, uint32_t *code)
{
    const unsigned char *byte = (const unsigned char *)text;
    uint32_t least, c;
    size_t more = bytes_behind(byte[0], &least);

    *code = byte[0] < 0x80 ? byte[0] : UTF8_DAMAGED;
    if (more == 0)
        return 1;
    c = byte[0] & (0x3fU >> more);
    for (size_t i = 1; i <= more; i++) {
        if ((byte[i] & 0xc0) != 0x80)
            return 1;
        c = c << 6 | (byte[i] & 0x3f);
    }
    if (c < least || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
        return 1;
    *code = c;
    return more + 1;
}

size_t utf8_plain(const char *text)
{
    /* a bit for each byte from '!' to '~' except the six that writers escape */
    static const uint64_t plain[4] = {UINT64_C(0xa7ffffba00000000), UINT64_C(0x7fffffffefffffff)};
    const unsigned char *at = (const unsigned char *)text;

    while (plain[*at >> 6] >> (*at & 63) & 1)
        at++;
    return (size_t)(at - (const unsigned char *)text);
}

bool utf8_is_unsafe(uint32_t code)
{
    return code == UTF8_DAMAGED || utf8_is_control(code);
}

bool utf8_is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

size_t utf8_columns(uint32_t code)
{
    static const uint32_t wide[][2] = {
        {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xa960, 0xa97c},
        {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
        {0xffe0, 0xffe6},   {0x17000, 0x18cff}, {0x1b000, 0x1b2ff}, {0x1f300, 0x1f64f},
        {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff}, {0x20000, 0x3fffd},
    };

    for (size_t i = 0; i < sizeof wide / sizeof *wide && code >= wide[i][0]; i++)
        if (code <= wide[i][1])
            return 2;
    return 1;
}
