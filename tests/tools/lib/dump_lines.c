/* dump_lines - writes a binary file as the lines of text in which it is sent through a log
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dump_lines.h"

#include <zlib.h>

static void put_base64(struct buf *out, const unsigned char *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < size; i += 3) {
        size_t given = size - i < 3 ? size - i : 3;
        unsigned long bits = (unsigned long)data[i] << 16;

        bits |= given > 1 ? (unsigned long)data[i + 1] << 8 : 0;
        bits |= given > 2 ? (unsigned long)data[i + 2] : 0;
        for (size_t j = 0; j < 4; j++)
            buf_printf(out, "%c", j <= given ? digits[bits >> (18 - 6 * j) & 63] : '=');
    }
}

static size_t count_zeros(const unsigned char *data, size_t size)
{
    size_t n = 0;

    while (n < size && data[n] == 0)
        n++;
    return n;
}

void dump_lines(struct buf *out, const unsigned char *data, size_t size, bool base64,
                size_t per_line, const char *before, const char *behind)
{
    unsigned long crc = 0;

    buf_printf(out, "%s#gmon begin %s%s", before, base64 ? "base64" : "hex", behind);
    for (size_t at = 0, n; at < size; at += n) {
        size_t zeros = count_zeros(data + at, size - at);

        n = zeros >= per_line ? zeros : size - at < per_line ? size - at : per_line;
        buf_printf(out, "%s#gmon %zx ", before, at);
        if (n == zeros)
            buf_printf(out, "0*%zx", zeros);
        else if (base64)
            put_base64(out, data + at, n);
        else
            for (size_t i = at; i < at + n; i++)
                buf_printf(out, "%02x", data[i]);
        crc = crc32(crc, data + at, (unsigned)n);
        buf_printf(out, " %04lx%s", crc & 0xffff, behind);
    }
    buf_printf(out, "%s#gmon end %zx %08lx%s", before, size, crc, behind);
}
