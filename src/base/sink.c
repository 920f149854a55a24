/* sink - buffered text output with fast, locale-free formatting
 *
 * Algorithm of sink_fixed: a double is m * 2^e with an integer m < 2^53. Multiplied by 100 it still
 * fits 64 bits, so the decimal digits come from one integer shift, and the bits shifted out decide
 * the rounding exactly, as IEEE 754 and printf want it (round half to even).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/sink.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 16, NUMBER_BYTES = 32 };

void sink_init(struct sink *s, int fd)
{
    *s = (struct sink){.fd = fd};
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

bool sink_flush(struct sink *s)
{
    size_t done = 0;

    if (s->fd < 0)
        return s->error == 0;
    while (done < s->used && !s->error) {
        ssize_t n = write(s->fd, s->buf + done, s->used - done);
        if (n >= 0)
            done += (size_t)n;
        else if (errno != EINTR)
            s->error = errno;
    }
    s->used = 0;
    return s->error == 0;
}

/* Make room for `bytes` more bytes in the buffer; false (and the sticky error) if there is none. */
static bool make_room(struct sink *s, size_t bytes)
{
    size_t cap = s->cap ? s->cap : BUFFER_BYTES;
    char *buf;

    if (s->buf && bytes <= s->cap - s->used)
        return true;
    if (s->fd >= 0 && !sink_flush(s))
        return false;
    while (cap - s->used < bytes) {
        if (cap > SIZE_MAX / 2) {
            s->error = ENOMEM;
            return false;
        }
        cap *= 2;
    }
    if (s->buf && cap == s->cap)
        return true;
    buf = realloc(s->buf, cap);
    if (!buf) {
        s->error = ENOMEM;
        return false;
    }
    s->buf = buf;
    s->cap = cap;
    return true;
}

void sink_bytes(struct sink *s, const char *text, size_t bytes)
{
    s->written += bytes;
    if (bytes == 0 || s->error || !make_room(s, bytes))
        return;
    memcpy(s->buf + s->used, text, bytes);
    s->used += bytes;
}

void sink_string(struct sink *s, const char *text)
{
    sink_bytes(s, text, strlen(text));
}

void sink_char(struct sink *s, char c)
{
    sink_bytes(s, &c, 1);
}

void sink_repeat(struct sink *s, char c, size_t times)
{
    s->written += times;
    while (times > 0 && !s->error) { /* in pieces: a width may be absurd */
        size_t piece = times < BUFFER_BYTES ? times : BUFFER_BYTES;
        if (!make_room(s, piece))
            return;
        memset(s->buf + s->used, c, piece);
        s->used += piece;
        times -= piece;
    }
}

/* Text of `bytes` bytes in a field of |width| columns. */
static void put_justified(struct sink *s, const char *text, size_t bytes, int width)
{
    size_t columns = (size_t)(width < 0 ? -(long)width : width);
    size_t blanks = columns > bytes ? columns - bytes : 0;

    if (width > 0)
        sink_repeat(s, ' ', blanks);
    sink_bytes(s, text, bytes);
    if (width < 0)
        sink_repeat(s, ' ', blanks);
}

void sink_field(struct sink *s, const char *text, int width, size_t most)
{
    put_justified(s, text, strnlen(text, most), width);
}

/* Decimal digits of `value`, ending before `end`; returns the first. */
static char *digits_before(char *end, uint64_t value)
{
    do {
        *--end = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    return end;
}

void sink_u64(struct sink *s, uint64_t value, int width)
{
    char text[NUMBER_BYTES];
    char *first = digits_before(text + sizeof text, value);

    put_justified(s, first, (size_t)(text + sizeof text - first), width);
}

/* |value| * scale as an integer, rounded half to even; false when it does not fit. scale <= 100. */
static bool scaled_integer(double value, unsigned scale, uint64_t *result)
{
    int exponent;
    double fraction = frexp(fabs(value), &exponent); /* in [0.5, 1) */
    uint64_t product = (uint64_t)ldexp(fraction, 53) * scale;
    int shift = 53 - exponent;

    if (shift < -3) /* product < 2^60: further left it would not fit */
        return false;
    if (shift <= 0) {
        *result = product << -shift;
        return true;
    }
    if (shift > 62) { /* the product is below 2^60, so this is below a quarter of a unit */
        *result = 0;
        return true;
    }
    uint64_t rest = product & ((UINT64_C(1) << shift) - 1);
    uint64_t half = UINT64_C(1) << (shift - 1);
    uint64_t whole = product >> shift;
    *result = whole + (rest > half || (rest == half && (whole & 1)));
    return true;
}

void sink_fixed(struct sink *s, double value, int width, unsigned decimals)
{
    static const unsigned scales[] = {1, 10, 100};
    char text[NUMBER_BYTES];
    char *end = text + sizeof text;
    char *first = end;
    uint64_t scaled;

    if (decimals > 2 || !isfinite(value) || !scaled_integer(value, scales[decimals], &scaled)) {
        sink_printf(s, "%*.*f", width, (int)decimals, value);
        return;
    }
    if (decimals) {
        for (unsigned i = 0; i < decimals; i++) {
            *--first = (char)('0' + scaled % 10);
            scaled /= 10;
        }
        *--first = '.';
    }
    first = digits_before(first, scaled);
    if (signbit(value))
        *--first = '-';
    put_justified(s, first, (size_t)(end - first), width);
}

void sink_printf(struct sink *s, const char *fmt, ...)
{
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0) {
        s->error = s->error ? s->error : EINVAL;
        return;
    }
    s->written += (size_t)n;
    if (s->error || !make_room(s, (size_t)n + 1))
        return;
    va_start(ap, fmt);
    vsnprintf(s->buf + s->used, (size_t)n + 1, fmt, ap);
    va_end(ap);
    s->used += (size_t)n;
}
