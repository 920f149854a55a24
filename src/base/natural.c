/* natural - the order of names in which numbers count as numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/natural.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Compare the numbers at the start of both, and move behind them. */
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
