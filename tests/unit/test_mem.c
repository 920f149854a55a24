/* test_mem - allocation with checked sizes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"
#include "unit.h"

/* Where AddressSanitizer is linked in, it shall refuse huge sizes as malloc does. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static void test_alloc(void)
{
    unsigned char *p = mem_alloc(&told.diag, 1000, 7);
    size_t set = 0;

    for (size_t i = 0; i < 7000; i++)
        set += p[i] != 0;
    is_uint(set, 0, "alloc: zeroed");
    free(p);
    p = mem_alloc(&told.diag, 0, 8);
    ok(p != NULL, "alloc: a count of 0 gives memory too");
    free(p);
    ok(mem_alloc(&told.diag, SIZE_MAX / 8 + 2, 8) == NULL, "alloc: a product that overflows fails");
    is_uint(told.diag.errors, 1, "and is reported once");
    like(told_text(), "out of memory: 18446744073709551615 |out of memory: 4294967295 ",
         "as more than can be");
    told_clear();
    ok(mem_alloc(&told.diag, SIZE_MAX / 2, 2) == NULL, "alloc: all of the memory is refused");
    is_uint(told.diag.errors, 1, "and is reported once");
    told_clear();
}

static void test_copy(void)
{
    char *s = mem_copy_string(&told.diag, "hello", 3);

    is_str(s, "hel", "copy: as many bytes as asked for, and a NUL");
    free(s);
    s = mem_copy_string(&told.diag, NULL, 0);
    is_str(s, "", "copy: nothing of nothing");
    free(s);
    s = mem_copy_string(&told.diag, "a\0b", 3);
    is_mem(s, "a\0b", 4, "copy: NULs inside");
    free(s);
    ok(mem_copy_string(&told.diag, "x", SIZE_MAX) == NULL, "copy: SIZE_MAX bytes fail");
    is_uint(told.diag.errors, 1, "and are reported");
    told_clear();
}

static void test_grow(void)
{
    uint32_t *a = NULL, *moved;
    size_t cap = 0, grown = 0, wrong = 0;

    for (uint32_t i = 0; i < 1000000; i++) {
        size_t before = cap;
        a = mem_grow(&told.diag, a, &cap, (size_t)i + 1, sizeof *a);
        grown += cap != before;
        a[i] = i;
    }
    for (uint32_t i = 0; i < 1000000; i++)
        wrong += a[i] != i;
    is_uint(wrong, 0, "grow: contents survive");
    ok(grown < 40, "grow: a million additions move it %zu times", grown);
    ok(cap >= 1000000 && cap < 2000000, "grow: and waste less than half (%zu)", cap);
    moved = mem_grow(&told.diag, a, &cap, 5, sizeof *a);
    ok(moved == a, "grow: less than there is changes nothing");
    size_t before = cap;
    ok(!mem_grow(&told.diag, a, &cap, SIZE_MAX / 4, sizeof *a), "grow: too much fails");
    ok(!mem_grow(&told.diag, a, &cap, SIZE_MAX, sizeof *a), "grow: even more fails too");
    ok(!mem_grow(&told.diag, a, &cap, SIZE_MAX / 2 + 1, 2), "grow: an overflowing product fails");
    is_uint(told.diag.errors, 1, "all reported in one line: the first refusal tells");
    ok(cap == before && a[0] == 0 && a[999999] == 999999, "grow: and the array stays valid");
    told_clear();
    free(a);
    a = NULL;
    cap = 0;
    a = mem_grow(&told.diag, a, &cap, 0, sizeof *a);
    ok(a != NULL, "grow: room for nothing is an array too");
    free(a);
    a = NULL;
    cap = 0;
    a = mem_grow(&told.diag, a, &cap, 100001, sizeof *a);
    ok(a != NULL && cap >= 100001, "grow: a first need of many is met at once");
    a[100000] = 1;
    free(a);
}

UNIT_TESTS(test_alloc, test_copy, test_grow)
