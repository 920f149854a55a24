/* row - numbers and widths that row.h does not write without a loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/row.h"

#include "base/digits.h"

#include <stdio.h>

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

char *row_fixed_slow(char *at, double value, int width, unsigned decimals)
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
