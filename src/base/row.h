/* row - the cells of a row, written straight into a buffer
 *
 * Role: the fast half of a sink. Rows of numbers are most of what reports write, up to ten million
 * of them; so a printer reserves room for a whole row (sink_room), writes its cells one behind the
 * other, and says where they ended. Each function writes at `at` and returns where the next one
 * goes on. Numbers look exactly as printf in the C locale prints them.
 *
 * Why it is fast: a number's room is not checked, its width and decimals are constants where these
 * functions are inlined, and eight digits are made in one register (row_digits), where leading
 * zeros become blanks by a mask. So no branch depends on the number of digits, which processors
 * cannot predict.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_ROW_H
#define BASE_ROW_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Room to reserve for each number whose width is at most 32: the digits of the largest double and
 * what is around them; also, what is written at most behind the end of a cell. */
enum { ROW_NUMBER_BYTES = 384, ROW_WIDTH_MAX = 32 };

/* Any number and width of that kind, without haste. */
char *row_u64_slow(char *at, uint64_t value, int width);
char *row_fixed_slow(char *at, double value, int width, unsigned decimals);

static inline char *row_blanks(char *at, size_t n)
{
    memset(at, ' ', n);
    return at + n;
}

static inline char *row_char(char *at, char c)
{
    *at = c;
    return at + 1;
}

static inline char *row_bytes(char *at, const char *text, size_t n)
{
    memcpy(at, text, n);
    return at + n;
}

/* Eight bytes, the first of which is the lowest of `bytes` on every machine. */
static inline void row_put8(char *at, uint64_t bytes)
{
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(at, &bytes, sizeof bytes); /* a single store */
#else
    for (int i = 0; i < 8; i++)
        at[i] = (char)(bytes >> 8 * i & 0xff);
#endif
}

/* The eight decimal digits of `value`, which is below 10^8, as numbers 0 to 9, the first one in the
 * lowest byte. It is halved into two times four digits, these into four times two, and these into
 * eight; all divisions of one step are one multiplication, as 10486 / 2^20 and 103 / 2^10 are near
 * enough to 1/100 and 1/10. */
static inline uint64_t row_digits(uint32_t value)
{
    uint64_t fours = value / 10000 | (uint64_t)(value % 10000) << 32;
    uint64_t hundreds = fours * 10486 >> 20 & UINT64_C(0x0000007f0000007f);
    uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
    uint64_t tens = twos * 103 >> 10 & UINT64_C(0x000f000f000f000f);

    return tens | (twos - tens * 10) << 8;
}

/* How many of the eight digits are leading zeros; at most 7 - `decimals`, so that a digit is left
 * in front of the point. */
static inline unsigned row_leading_zeros(uint64_t digits, unsigned decimals)
{
    digits |= UINT64_C(1) << 8 * (7 - decimals);
#if defined __GNUC__
    return (unsigned)__builtin_ctzll(digits) / 8;
#else
    unsigned n = 0;

    for (; !(digits & 0xff); digits >>= 8)
        n++;
    return n;
#endif
}

/* The digits as characters, the first `blanks` of them, at most 7, as blanks. */
static inline uint64_t row_text(uint64_t digits, unsigned blanks)
{
    uint64_t zeros = (UINT64_C(1) << 8 * blanks) - 1;

    return (digits | UINT64_C(0x3030303030303030)) ^ (zeros & UINT64_C(0x1010101010101010));
}

/* printf's "%*lu"; left-justified when `width`, of at most ROW_WIDTH_MAX, is negative. */
static inline char *row_u64(char *at, uint64_t value, int width)
{
    uint64_t digits;
    int n;

    if (value >= 100000000 || width > 8 || width < -8)
        return row_u64_slow(at, value, width);
    digits = row_digits((uint32_t)value);
    n = 8 - (int)row_leading_zeros(digits, 0);
    if (width > 0) {
        int columns = width > n ? width : n;

        row_put8(at, row_text(digits, 8 - (unsigned)n) >> 8 * (8 - columns));
        return at + columns;
    }
    row_put8(at, row_text(digits, 0) >> 8 * (8 - n) |
                     (n < 8 ? UINT64_C(0x2020202020202020) << 8 * n : 0)); /* blanks behind */
    return at + (-width > n ? -width : n);
}

/* |value| * scale as an integer, rounded half to even; false when it does not fit. scale <= 100.
 *
 * A double is m * 2^e with an integer m < 2^53. Multiplied by 100 it still fits 64 bits, so the
 * decimal digits come from one integer shift, and the bits shifted out decide the rounding exactly,
 * as IEEE 754 and printf want it (round half to even). */
static inline bool row_scaled(double value, unsigned scale, uint64_t *result)
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

/* printf's "%*.*f" for `decimals` 0 to 2 and a width of at most ROW_WIDTH_MAX, correctly rounded
 * from the exact binary value (ties to even). */
static inline char *row_fixed(char *at, double value, int width, unsigned decimals)
{
    static const unsigned scales[] = {1, 10, 100};
    unsigned before = 8 - decimals; /* digits in front of the point */
    uint64_t scaled, digits, text;
    unsigned zeros, n, columns;

    if (decimals > 2 || width < 0 || signbit(value) ||
        !row_scaled(value, scales[decimals], &scaled) || scaled >= 100000000)
        return row_fixed_slow(at, value, width, decimals);
    digits = row_digits((uint32_t)scaled);
    zeros = row_leading_zeros(digits, decimals);
    text = row_text(digits, zeros);
    n = before - zeros;
    columns = (unsigned)width > decimals + 1 ? (unsigned)width - decimals - (decimals > 0) : 0;
    if (columns > before) {
        at = row_blanks(at, columns - before);
        columns = before;
    }
    columns = columns > n ? columns : n;
    row_put8(at, text >> 8 * (before - columns));
    at += columns;
    if (decimals > 0) {
        *at++ = '.';
        row_put8(at, text >> 8 * before);
        at += decimals;
    }
    return at;
}

#endif
