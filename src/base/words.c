/* words - orders names, writes bytes as digits, and measures how far a mistyped word is from a
 * right one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/words.h"

#include <stdbool.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Compares the numbers at the start of both, and moves behind them. */
static int compare_numbers(const char **left, const char **right)
{
    size_t l, r;
    int order;

    *left += strspn(*left, "0");
    *right += strspn(*right, "0");
    l = strspn(*left, "0123456789");
    r = strspn(*right, "0123456789");
    order = l != r ? (l < r ? -1 : 1) : memcmp(*left, *right, l);
    *left += l;
    *right += r;
    return order;
}

int natural_compare(const char *left, const char *right)
{
    const char *l = left, *r = right;

    while (*l && *r) {
        if (is_digit(*l) && is_digit(*r)) {
            int order = compare_numbers(&l, &r);

            if (order)
                return order;
        } else if (*l != *r) {
            break;
        } else {
            l++;
            r++;
        }
    }
    if (*l != *r)
        return (unsigned char)*l < (unsigned char)*r ? -1 : 1;
    return strcmp(left, right);
}

uint64_t text_hash(const char *text, uint64_t secret)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ secret; /* FNV-1a */

    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3) + (hash >> 47);
    return hash;
}

char *hexadecimal(char *text, const uint8_t *bytes, size_t n)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < n; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * n] = '\0';
    return text;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t spelling_distance(const char *word, size_t length, const char *name, size_t *beginning)
{
    size_t rows[3][SPELLING_MAX + 1]; /* distances by length of the name's prefix */
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    size_t n = strlen(name);

    if (beginning)
        *beginning = SIZE_MAX;
    if (length > SPELLING_MAX || n > SPELLING_MAX)
        return SIZE_MAX;
    for (size_t j = 0; j <= n; j++)
        before[j] = row[j] = j;
    for (size_t i = 1; i <= length; i++) {
        size_t *oldest = before;

        before = last;
        last = row;
        row = oldest;
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            row[j] =
                least(least(last[j], row[j - 1]) + 1, last[j - 1] + (word[i - 1] != name[j - 1]));
            if (i > 1 && j > 1 && word[i - 1] == name[j - 2] && word[i - 2] == name[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    for (size_t j = 0; beginning && j <= n; j++)
        *beginning = least(*beginning, row[j]);
    return row[n];
}
