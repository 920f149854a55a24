/* row - numbers and widths that row.h does not write without a loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/row.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* clang-format off */
const char row_below_100[] = {
    " 0 1 2 3 4 5 6 7 8 910111213141516171819"
    "2021222324252627282930313233343536373839"
    "4041424344454647484950515253545556575859"
    "6061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899"};
/* clang-format on */

/* `bytes` bytes of text in a field of |width| columns. */
static char *put_justified(char *at, const char *text, size_t bytes, int width)
{
    size_t columns = (size_t)(width < 0 ? -width : width);
    size_t blanks = columns > bytes ? columns - bytes : 0;

    if (width > 0)
        at = row_blanks(at, blanks);
    at = row_bytes(at, text, bytes);
    return width < 0 ? row_blanks(at, blanks) : at;
}

char *row_u64_slow(char *at, uint64_t value, int width)
{
    char text[DIGITS_MOST];

    return put_justified(at, text, (size_t)(digits_put(text, value) - text), width);
}

/* |value| * scale as an integer, rounded half to even; false when it does not fit. scale <= 100.
 *
 * A double is m * 2^e with an integer m < 2^53. Multiplied by 100 it still fits 64 bits, so the
 * decimal digits come from one integer shift, and the bits shifted out decide the rounding exactly,
 * as IEEE 754 and printf want it (round half to even). */
static bool row_scaled(double value, unsigned scale, uint64_t *result)
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

/* Any number, without haste. */
static char *row_fixed_slow(char *at, double value, int width, unsigned decimals)
{
    static const unsigned scales[] = {1, 10, 100};
    char text[DIGITS_MOST + 2]; /* the sign and the point */
    char *end = text;
    uint64_t scaled, fraction;
    int n;

    if (decimals > 2 || !row_scaled(value, scales[decimals], &scaled)) {
        n = snprintf(at, ROW_NUMBER_BYTES, "%*.*f", width, (int)decimals, value);
        return n > 0 && n < ROW_NUMBER_BYTES ? at + n : at;
    }
    if (signbit(value))
        *end++ = '-';
    fraction = scaled % scales[decimals];
    end = digits_put(end, scaled / scales[decimals]);
    if (decimals > 0)
        *end++ = '.';
    if (decimals == 2)
        *end++ = (char)('0' + fraction / 10);
    if (decimals > 0)
        *end++ = (char)('0' + fraction % 10);
    return put_justified(at, text, (size_t)(end - text), width);
}

char *row_fixed_any(char *at, double value, int width, unsigned decimals)
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
