/* bare_hex - writes the data file as lines of text, for a serial line or a log
 *
 *     #gmon begin hex
 *     #gmon OFFSET BYTES CHECK          up to 32 bytes
 *     #gmon OFFSET 0*COUNT CHECK        that many zeros
 *     #gmon end SIZE CRC
 *
 * All numbers are hexadecimal. CHECK is the low 16 bits of the CRC-32 of all bytes so far: it shows
 * which line a transfer has damaged. The CRC uses no table, because a table takes more memory than
 * its speed is worth.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/bare/bare.h"

enum { LINE_BYTES = 32, LINE_ROOM = 6 + 8 + 1 + 2 * LINE_BYTES + 1 + 8 + 1, CHECK_DIGITS = 4 };

struct hex {
    gmon_put *put;
    void *context;
    uint32_t crc; /* CRC-32 of the bytes up to `offset' */
    uint32_t offset;
    uint32_t zeros; /* zeros in front of `offset' that are not written yet */
    uint32_t n;     /* bytes of the line, from `offset' on */
    uint8_t line[LINE_BYTES];
    char text[LINE_ROOM];
    char *at; /* position in the text */
};

static void add_text(struct hex *h, const char *text)
{
    while (*text)
        *h->at++ = *text++;
}

/* Adds a number with at least `n' digits. */
static void add_number(struct hex *h, uint32_t number, int n)
{
    while (n < 8 && number >> (4 * n) != 0)
        n++;
    while (n-- > 0)
        *h->at++ = "0123456789abcdef"[number >> (4 * n) & 15];
}

static void begin_line(struct hex *h)
{
    h->at = h->text;
    add_text(h, "#gmon ");
}

static int end_line(struct hex *h)
{
    add_text(h, "\n");
    return h->put(h->context, h->text, (size_t)(h->at - h->text));
}

static void add_crc(struct hex *h, uint8_t byte)
{
    h->crc ^= byte;
    for (int bit = 0; bit < 8; bit++)
        h->crc = h->crc >> 1 ^ (0xedb88320U & -(h->crc & 1));
}

static int end_data(struct hex *h)
{
    add_text(h, " ");
    add_number(h, ~h->crc & 0xffff, CHECK_DIGITS);
    return end_line(h);
}

static int put_zeros(struct hex *h)
{
    begin_line(h);
    add_number(h, h->offset - h->zeros, 1);
    add_text(h, " 0*");
    add_number(h, h->zeros, 1);
    h->zeros = 0;
    return end_data(h);
}

static bool is_zero(const struct hex *h)
{
    uint32_t i = 0;

    while (i < h->n && h->line[i] == 0)
        i++;
    return i == h->n;
}

static int put_line(struct hex *h)
{
    bool zero = is_zero(h);
    int result = 0;

    if (!zero && h->zeros > 0)
        result = put_zeros(h);
    begin_line(h);
    add_number(h, h->offset, 1);
    add_text(h, " ");
    for (uint32_t i = 0; i < h->n; i++) {
        add_number(h, h->line[i], 2);
        add_crc(h, h->line[i]);
    }
    h->offset += h->n;
    if (zero)
        h->zeros += h->n;
    h->n = 0;
    return zero || result != 0 ? result : end_data(h);
}

static int put_hex(void *context, const void *bytes, size_t size)
{
    struct hex *h = context;
    const uint8_t *from = bytes, *end = from + size;
    int result = 0;

    while (from < end && result == 0) {
        h->line[h->n++] = *from++;
        if (h->n == LINE_BYTES)
            result = put_line(h);
    }
    return result;
}

static int put_end(struct hex *h)
{
    int result = put_line(h);

    if (result == 0 && h->zeros > 0)
        result = put_zeros(h);
    if (result != 0)
        return result;
    begin_line(h);
    add_text(h, "end ");
    add_number(h, h->offset, 1);
    add_text(h, " ");
    add_number(h, ~h->crc, 8);
    return end_line(h);
}

static int write_hex(struct gmon_profile *p, gmon_put *put, void *context)
{
    struct hex h;
    int result;

    h.put = put;
    h.context = context;
    h.crc = UINT32_MAX;
    h.offset = h.zeros = h.n = 0;
    begin_line(&h);
    add_text(&h, "begin hex");
    result = end_line(&h);
    if (result == 0)
        result = bare_write(p, put_hex, &h);
    return result == 0 ? put_end(&h) : result;
}

int gmon_write_hex(gmon_put *put, void *context)
{
    return bare_paused(write_hex, put, context);
}
