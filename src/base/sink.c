/* sink - writes text through a buffer, with fast formatting that no locale changes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/sink.h"

#include "base/limit.h"
#include "base/mem.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <unistd.h>

enum {
    BUFFER_BYTES = 1 << 16,
    DIGITS_MOST = 20, /* digits of a 64-bit number */
    NUMBER_MOST = 32, /* bytes of a number with its blanks; printf writes wider ones */
    HEX_BYTES = 16,
    HOLE_BYTES = 4096 /* least bytes of a hole */
};

void sink_init(struct sink *s, int fd, struct diag *d)
{
    *s = (struct sink){.fd = fd, .diag = d};
}

void sink_release(struct sink *s)
{
    free(s->buf);
    *s = (struct sink){.fd = -1};
}

void sink_clear(struct sink *s)
{
    s->used = 0;
}

const char *sink_text(struct sink *s)
{
    sink_char(s, '\0');
    sink_clear(s);
    return s->buf;
}

/* Returns the number of zeros at the front of `size` bytes if they fill a page, or 0. */
static size_t count_zeros(const char *bytes, size_t size)
{
    static const char zeros[HOLE_BYTES];
    size_t n = 0;

    while (size - n >= HOLE_BYTES && memcmp(bytes + n, zeros, HOLE_BYTES) == 0)
        n += HOLE_BYTES;
    while (n > 0 && n < size && bytes[n] == 0)
        n++;
    return n;
}

/* Writes the first bytes of what is buffered from `bytes` on. Returns their number, or -1, with
 * errno. */
static ssize_t write_part(struct sink *s, const char *bytes, size_t size)
{
    size_t n = s->has_holes ? count_zeros(bytes, size) : 0;

    if (n > 0)
        return lseek(s->fd, (off_t)n, SEEK_CUR) < 0 ? -1 : (ssize_t)n;
    for (n = s->has_holes ? HOLE_BYTES : size; n < size && count_zeros(bytes + n, size - n) == 0;)
        n += HOLE_BYTES;
    return write(s->fd, bytes, n < size ? n : size);
}

bool sink_flush(struct sink *s)
{
    size_t done = 0;

    if (s->fd < 0)
        return s->error == 0;
    limit_output(s->fd, s->used);
    while (done < s->used && !s->error) {
        ssize_t n = write_part(s, s->buf + done, s->used - done);
        if (n >= 0)
            done += (size_t)n;
        else if (errno != EINTR)
            s->error = errno;
    }
    s->used = 0;
    if (s->progress)
        progress_tell(s->progress, (size_t)(s->written >> 20));
    return s->error == 0;
}

char *sink_more_room(struct sink *s, size_t bytes)
{
    size_t cap;
    char *buf;

    if (s->error || (s->fd >= 0 && !sink_flush(s)))
        return NULL;
    cap = s->cap ? s->cap : BUFFER_BYTES;
    while (cap - s->used < bytes) {
        if (cap > SIZE_MAX / 2)
            mem_out(s->diag, SIZE_MAX);
        cap *= 2;
    }
    if (!s->buf || cap > s->cap) {
        buf = realloc(s->buf, cap);
        if (!buf)
            mem_out(s->diag, cap);
        s->buf = buf;
        s->cap = cap;
    }
    return s->buf + s->used;
}

void sink_bytes(struct sink *s, const char *text, size_t bytes)
{
    if (bytes > 0)
        sink_short(s, text, bytes);
}

void sink_string(struct sink *s, const char *text)
{
    sink_bytes(s, text, strlen(text));
}

void sink_char(struct sink *s, char c)
{
    sink_short(s, &c, 1);
}

void sink_repeat(struct sink *s, char c, size_t times)
{
    s->written += times;
    while (times > 0) { /* in pieces: a width may be absurd */
        size_t piece = times < BUFFER_BYTES ? times : BUFFER_BYTES;
        char *at = sink_room(s, piece);

        if (!at)
            return;
        memset(at, c, piece);
        s->used += piece;
        times -= piece;
    }
}

static size_t columns_of(int width)
{
    return (size_t)(width < 0 ? -(long)width : width);
}

/* Writes the digits of `value` in front of `end`; returns the first one. */
static inline char *digits_before(char *end, uint64_t value)
{
    do
        *--end = (char)('0' + value % 10);
    while (value /= 10);
    return end;
}

/* Writes value / 10^decimals with all of its decimals, in a field of |width| columns, at most
 * NUMBER_MOST. */
static inline void put_number(struct sink *s, uint64_t value, unsigned decimals, bool minus,
                              int width)
{
    size_t columns = columns_of(width), digits = 1, bytes;
    char *at, *to;

    for (uint64_t limit = 10; value >= limit && digits < DIGITS_MOST; limit *= 10)
        digits++;
    bytes = (digits > decimals ? digits : decimals + 1) + (decimals > 0) + minus;
    if (columns < bytes)
        columns = bytes;
    s->written += columns;
    at = sink_room(s, NUMBER_MOST);
    if (!at)
        return;
    memset(at, ' ', NUMBER_MOST);
    to = at + (width < 0 ? bytes : columns);
    for (unsigned i = 0; i < decimals; i++, value /= 10)
        *--to = (char)('0' + value % 10);
    if (decimals > 0)
        *--to = '.';
    to = digits_before(to, value);
    if (minus)
        *--to = '-';
    s->used += columns;
}

void sink_u64(struct sink *s, uint64_t value, int width)
{
    char text[DIGITS_MOST], *end = text + sizeof text, *first;

    if (width == 0 && value < 10) { /* most numbers of an export have one digit */
        sink_char(s, (char)('0' + value));
    } else if (width == 0) {
        first = digits_before(end, value);
        sink_short(s, first, (size_t)(end - first));
    } else if (columns_of(width) <= NUMBER_MOST) {
        put_number(s, value, 0, false, width);
    } else {
        sink_printf(s, "%*" PRIu64, width, value);
    }
}

void sink_i64(struct sink *s, int64_t value)
{
    if (value < 0)
        sink_char(s, '-');
    sink_u64(s, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 0);
}

void sink_hex(struct sink *s, uint64_t value)
{
    char text[HEX_BYTES];
    char *first = text + sizeof text;

    do
        *--first = "0123456789abcdef"[value & 0xf];
    while (value >>= 4);
    sink_bytes(s, first, (size_t)(text + sizeof text - first));
}

/* Computes |value| * scale as an integer, rounded half to even. Returns false if the product does
 * not fit. scale <= 100.
 *
 * A double is m * 2^e with an integer m < 2^53. Multiplied by 100 it still fits 64 bits, so the
 * decimal digits come from one integer shift. The bits shifted out decide the rounding exactly, as
 * IEEE 754 and printf want it. */
static bool scale_up(double value, unsigned scale, uint64_t *result)
{
    const unsigned fraction_bits = DBL_MANT_DIG - 1;
    const uint64_t fraction_mask = (UINT64_C(1) << fraction_bits) - 1;
    uint64_t bits, product;
    int exponent, shift;

    memcpy(&bits, &value, sizeof bits); /* the binary64 format of IEEE 754 */
    exponent = (int)(bits >> fraction_bits & 0x7ff);
    product = ((bits & fraction_mask) | (fraction_mask + 1)) * scale;
    shift = DBL_MAX_EXP - 1 + (int)fraction_bits - exponent;

    if (shift < -3) /* product < 2^60: further left it would not fit */
        return false;
    if (shift <= 0) {
        *result = product << -shift;
        return true;
    }
    if (shift > 62) { /* zero, or, the product being below 2^60, less than a quarter of a unit */
        *result = 0;
        return true;
    }
    uint64_t rest = product & ((UINT64_C(1) << shift) - 1);
    uint64_t half = UINT64_C(1) << (shift - 1);
    uint64_t whole = product >> shift;
    *result = whole + ((rest > half) | ((rest == half) & (whole & 1)));
    return true;
}

void sink_fixed(struct sink *s, double value, int width, unsigned decimals)
{
    static const unsigned scales[] = {1, 10, 100};
    uint64_t scaled;

    if (decimals < 3 && columns_of(width) <= NUMBER_MOST &&
        scale_up(value, scales[decimals], &scaled))
        put_number(s, scaled, decimals, signbit(value), width);
    else
        sink_printf(s, "%*.*f", width, (int)decimals, value);
}

void sink_printf(struct sink *s, const char *fmt, ...)
{
    va_list ap;
    char *at;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0) /* more than INT_MAX bytes */
        s->error = s->error ? s->error : EINVAL;
    s->written += n > 0 ? (size_t)n : 0;
    at = sink_room(s, (size_t)n + 1);
    if (!at)
        return;
    va_start(ap, fmt);
    vsnprintf(at, (size_t)n + 1, fmt, ap);
    va_end(ap);
    s->used += (size_t)n;
}
