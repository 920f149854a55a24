/* mem - allocates memory with checked sizes, or ends the program
 *
 * Role: every allocation of the tool. Sizes are products of a count and an element size, checked
 * for overflow. No function returns NULL: if memory is out, the program ends (base/limit.h), since
 * a profiler could do nothing useful any more. A diag only tells the program's name, and may be
 * NULL. Memory is released with free().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include "base/diag.h"

/* Reports that an allocation of `bytes` bytes (0: size unknown) has failed, and why, removes
 * temporary files, and ends the program with status 1. Buffered output is lost. May be called in
 * any thread: only the first call reports. */
_Noreturn void mem_out(const struct diag *d, size_t bytes);

/* Ends the program as mem_out does if a table would have more than `n` entries, the most that can
 * be numbered. */
_Noreturn void mem_too_many(const struct diag *d, size_t n);

/* Returns `count` elements of `size` bytes each, zeroed; also for a count of 0. The caller owns the
 * result. */
void *mem_alloc(struct diag *d, size_t count, size_t size);

/* Returns a copy of `bytes` bytes at `from`, NUL-terminated. The caller owns it. */
char *mem_copy_string(struct diag *d, const char *from, size_t bytes);

/* Returns the text that printf would print. The caller owns it. */
char *mem_printf(struct diag *d, const char *fmt, ...) DIAG_PRINTF(2, 3);

/* Enlarges an array for mem_grow, below. */
void *mem_grow_more(struct diag *d, void *old, size_t *cap, size_t need, size_t size);

/* Makes room for at least `need` elements in the array `old` (NULL at first), whose capacity is
 * `*cap` elements. Grows geometrically, so that appending is O(1) on average. Returns the array,
 * perhaps moved, and updates `*cap`; new elements are not cleared. */
static inline void *mem_grow(struct diag *d, void *old, size_t *cap, size_t need, size_t size)
{
    return old && need <= *cap ? old : mem_grow_more(d, old, cap, need, size);
}

/* Adds an element to `array`, which has `n` elements and room for `cap`, and yields its address.
 * The three are variables, and the value that is stored there must not use them: it may be computed
 * before or after the element is counted. */
#define mem_push(d, array, n, cap)                                                                 \
    ((array) = mem_grow((d), (array), &(cap), (n) + 1, sizeof *(array)), &(array)[(n)++])

/* Frees the memory that the pointer at `pointer` points to. */
static inline void mem_free(void *pointer)
{
    void *memory;

    memcpy(&memory, pointer, sizeof memory);
    free(memory);
}

/* Marks a pointer whose memory is freed when its block ends. */
#define LOCAL LOCAL_BY(mem_free)

#endif
