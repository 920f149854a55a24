/* digits - unsigned integers as decimal digits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/digits.h"

const char digits_pairs[] = {"000102030405060708091011121314151617181920212223242526272829303132"
                                "33343536373839404142434445464748"
                                "495051525354555657585960616263646566676869707172737475767778798081"
                                "82838485868788899091929394959697"
                                "9899"};

/* How many digits a number above 99 has. */
static unsigned count(uint64_t value)
{
    unsigned n = 3;

    for (value /= 1000; value >= 100; value /= 100)
        n += 2;
    return n + (value >= 10) + (value > 0);
}

char *digits_put_long(char *at, uint64_t value)
{
    char *end = at + count(value), *to = end;

    while (value >= 100) {
        to -= 2;
        memcpy(to, digits_pairs + value % 100 * 2, 2);
        value /= 100;
    }
    if (value >= 10)
        memcpy(to - 2, digits_pairs + value * 2, 2);
    else
        to[-1] = (char)('0' + value);
    return end;
}
