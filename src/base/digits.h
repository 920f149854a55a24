/* digits - unsigned integers as decimal digits, written where they are to stand
 *
 * Role: for writers of much output, which ask a sink for room once and then write a whole row into
 * it. Two digits at a time, as a division by 100 costs no more than one by 10; most numbers of a
 * profile are below 100, and need none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_DIGITS_H
#define BASE_DIGITS_H

#include <stdint.h>
#include <string.h>

enum { DIGITS_MOST = 20 /* of 64 bits */ };

/* "00" to "99", behind each other. */
extern const char digits_pairs[];

/* Write the digits of a number above 99 at `at`; returns their end. */
char *digits_put_long(char *at, uint64_t value);

/* Write the digits of `value` at `at`, where there is room for DIGITS_MOST; returns their end. */
static inline char *digits_put(char *at, uint64_t value)
{
    if (value < 10) {
        *at = (char)('0' + value);
        return at + 1;
    }
    if (value >= 100)
        return digits_put_long(at, value);
    memcpy(at, digits_pairs + 2 * value, 2);
    return at + 2;
}

#endif
