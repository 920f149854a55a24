/* test_mem - tests allocation with checked sizes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"
#include "unit.h"

#include <sys/wait.h>
#include <unistd.h>

/* Makes AddressSanitizer, if it is linked in, refuse huge sizes as malloc does. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* Lets a child ask for memory. Checks that the child ends with status 1 and this line. */
static void is_refused(void (*ask)(struct diag *d), const char *line, const char *what)
{
    char text[4096] = "";
    int ends[2], status = 0;
    size_t used = 0;
    ssize_t n;
    pid_t child;

    if (pipe(ends) != 0)
        return;
    child = fork();
    if (child == 0) {
        struct diag quiet;

        dup2(ends[1], STDERR_FILENO);
        diag_init(&quiet, "unit", NULL);
        ask(&quiet);
        _exit(0);
    }
    close(ends[1]);
    /* AddressSanitizer writes its warning first, and a pipe gives the bytes that have come so
     * far. */
    while ((n = read(ends[0], text + used, sizeof text - 1 - used)) > 0)
        used += (size_t)n;
    close(ends[0]);
    waitpid(child, &status, 0);
    ok(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE, "%s: ends with status 1", what);
    like(text, line, what);
}

static void product(struct diag *d)
{
    mem_alloc(d, SIZE_MAX / 8 + 2, 8);
}

static void all_there_is(struct diag *d)
{
    mem_alloc(d, SIZE_MAX / 2, 2);
}

static void long_text(struct diag *d)
{
    mem_copy_string(d, "x", SIZE_MAX);
}

static void many(struct diag *d)
{
    mem_too_many(d, 7);
}

static void unknown(struct diag *d)
{
    mem_out(d, 0);
}

static void more_and_more(struct diag *d)
{
    size_t cap = 0;
    char *a = mem_grow(d, NULL, &cap, 10, 4);

    mem_grow(d, a, &cap, SIZE_MAX / 2 + 1, 2);
}

static void test_out(void)
{
    static const char most[] = "unit: out of memory: (18446744073709551615|4294967295) more";

    is_refused(product, most, "a product that overflows");
    is_refused(all_there_is, "unit: out of memory: (18446744073709551614|4294967294) more",
               "all of the memory");
    is_refused(long_text, most, "a text of SIZE_MAX bytes");
    is_refused(more_and_more, most, "an array that grows beyond all sizes");
    is_refused(unknown, "unit: out of memory; free", "what a library asked for");
    is_refused(many, "^unit: more than 7 entries in a table; use", "a table that is full");
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
    s = mem_printf(&told.diag, "%s/%d", "a", 7);
    is_str(s, "a/7", "printf: the text");
    free(s);
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

UNIT_TESTS(test_out, test_alloc, test_copy, test_grow)
