/* radix - sorts by keys that are integers, or strings of integers
 *
 * Role: puts tables of up to millions of rows in order. A sort by comparisons calls a function
 * twenty times for each row, at random places of memory. The radix sort asks for a row's key once
 * for each level, and walks over keys in order. The first level decides first; each further level
 * decides between rows whose keys were equal so far, and is asked for these rows alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_RADIX_H
#define BASE_RADIX_H

#include "base/diag.h"

/* Sets `*key` to the key of `item` at `level`, counted from 0; the least key comes first. Returns
 * true if items of this key are sorted by the next level, too. */
typedef bool radix_level(const void *context, uint32_t item, unsigned level, uint64_t *key);

/* Sorts `n` items. Items that are equal in all levels stay in their order. O(n) for each level. */
void radix_sort(uint32_t *items, size_t n, radix_level *level, const void *context, struct diag *d);

/* Lists the numbers of `n` items by their keys: `items[first[k]]` up to, not including,
 * `items[first[k + 1]]` are those with key k, in their order or, if `backwards`, the last one
 * first. Items with a key of `n_keys` or more are left out. `keys` is the address of the first
 * item's key, `stride` the size of an item. The caller has room for n items and n_keys + 1 firsts.
 * O(n + n_keys). */
void radix_group(uint32_t *items, uint32_t *first, uint32_t n_keys, const uint32_t *keys, size_t n,
                 size_t stride, bool backwards);

/* Returns a key that orders doubles by value; 0.0 and -0.0 have the same key. */
static inline uint64_t radix_of_double(double value)
{
    const uint64_t sign = UINT64_C(1) << 63;
    uint64_t bits;

    value += 0.0;
    memcpy(&bits, &value, sizeof bits);
    return bits & sign ? ~bits : bits | sign;
}

/* Sets `*key` to the key of a text at the `part`-th level: eight bytes, in the order of strcmp.
 * Returns true if the text may have further bytes. To be called only if all parts before returned
 * true. */
static inline bool radix_of_text(const char *text, unsigned part, uint64_t *key)
{
    const unsigned char *at = (const unsigned char *)text + 8 * (size_t)part;
    uint64_t bytes = 0;
    unsigned n = 0;

    for (; n < 8 && at[n]; n++)
        bytes = bytes << 8 | at[n];
    *key = n > 0 ? bytes << 8 * (8 - n) : 0;
    return n == 8;
}

#endif
