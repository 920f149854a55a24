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

#include "base/digits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Room to reserve for each number whose width is at most 32: the digits of the largest double and
 * what is around them; also, what is written at most behind the end of a cell. */
enum { ROW_NUMBER_BYTES = 384, ROW_WIDTH_MAX = 32 };

/* Any number and width of that kind, for what the functions below leave. */
char *row_u64_slow(char *at, uint64_t value, int width);
char *row_fixed_any(char *at, double value, int width, unsigned decimals);

/* " 0" to "99", behind each other. */
extern const char row_below_100[];

/* 99.0 as its bits; those of all positive numbers are in the order of the numbers, and negative
 * ones and what is no number are above them. */
#define ROW_BITS_OF_99 UINT64_C(0x4058c00000000000)

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

/* printf's "%*.*f" for `decimals` 0 to 2 and a width of at most ROW_WIDTH_MAX, correctly rounded
 * from the exact binary value (ties to even).
 *
 * Most times are below 100, and have two digits in front of the point and two behind it at most,
 * which are looked up. The product with a power of ten is rounded, but not past the middle between
 * two results, which is a double; where it is the middle, row_fixed_any looks closer. */
static inline char *row_fixed(char *at, double value, int width, unsigned decimals)
{
    const unsigned scale = decimals == 2 ? 100 : 10;
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits); /* the binary64 format of IEEE 754 */
    if ((decimals == 1 || decimals == 2) && width >= 5 && bits < ROW_BITS_OF_99) {
        double product = value * scale;
        uint32_t scaled = (uint32_t)product;
        double rest = product - scaled;

        if (rest != 0.5) {
            scaled += rest > 0.5;
            memset(at, ' ', ROW_WIDTH_MAX);
            at += (unsigned)width - decimals - 3;
            memcpy(at, row_below_100 + 2 * (scaled / scale), 2);
            at[2] = '.';
            if (decimals == 2)
                memcpy(at + 3, digits_pairs + 2 * (scaled % scale), 2);
            else
                at[3] = (char)('0' + scaled % scale);
            return at + 3 + decimals;
        }
    }
    return row_fixed_any(at, value, width, decimals);
}

#endif
