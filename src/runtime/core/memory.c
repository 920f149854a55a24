/* memory.c - defines memset and memcpy, which compilers call for structures
 *
 * Role: libc's functions may use vector registers, which belong to the function that is being
 * entered. These functions do not use them. They are hidden, so the program keeps calling libc's.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>

#pragma GCC visibility push(hidden)

void *memset(void *to, int value, size_t size);
void *memset(void *to, int value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = (unsigned char)value;
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    return to;
}

#pragma GCC visibility pop
