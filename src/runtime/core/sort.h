/* sort.h - sorts by heap sort: no recursion, no memory, no libc
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_SORT_H
#define GMON_SORT_H

#include <stddef.h>

/* Defines name(array, count), which sorts an array of this type. is_before(a, b) gets two pointers,
 * and returns true if *a comes first. */
#define GM_DEFINE_SORT(name, type, is_before)                                                      \
    static void name##_sink(type *a, size_t root, size_t count)                                    \
    {                                                                                              \
        type moved = a[root];                                                                      \
                                                                                                   \
        for (size_t child; (child = 2 * root + 1) < count; root = child) {                         \
            if (child + 1 < count && is_before(a + child, a + child + 1))                          \
                child++;                                                                           \
            if (!is_before(&moved, a + child))                                                     \
                break;                                                                             \
            a[root] = a[child];                                                                    \
        }                                                                                          \
        a[root] = moved;                                                                           \
    }                                                                                              \
                                                                                                   \
    static void name(type *a, size_t count)                                                        \
    {                                                                                              \
        for (size_t i = count / 2; i-- > 0;)                                                       \
            name##_sink(a, i, count);                                                              \
        for (size_t n = count; n > 1;) {                                                           \
            type last = a[--n];                                                                    \
            a[n] = a[0];                                                                           \
            a[0] = last;                                                                           \
            name##_sink(a, 0, n);                                                                  \
        }                                                                                          \
    }

#endif
