/* host - libgmon-bare on the machine that builds it: what its functions do at their limits
 *
 * Role: TAP, a line for each promise of gmon_bare.h that can be seen from inside. Built with
 * -finstrument-functions and -no-pie; leaves files for the test that runs it: full.out (all
 * counts), lost.out, many.out (more samples than a bin holds), first.out and second.out (two
 * profiles), log.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon_bare.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HIDDEN __attribute__((no_instrument_function))
#define COUNTED __attribute__((noinline, noclone))

enum { MANY = 70000 * 3, CALLS = 1000, SMALL = 1200 };

extern const char __executable_start[], etext[];

static char memory[1 << 20], other[1 << 20];
static int n_tests;

void __cyg_profile_func_enter(void *function, void *site);

COUNTED static void leaf(void)
{
    __asm__ volatile("");
}

COUNTED static void branch(void)
{
    leaf();
    leaf();
}

HIDDEN static void ok(bool is_so, const char *what)
{
    printf("%sok %d - %s\n", is_so ? "" : "not ", ++n_tests, what);
}

HIDDEN static int to_file(void *file, const void *bytes, size_t size)
{
    leaf(); /* not counted: nothing is while the profile is written */
    return fwrite(bytes, 1, size, file) == size ? 0 : 7;
}

HIDDEN static int refuse(void *left, const void *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)left -= size < *(size_t *)left ? size : *(size_t *)left;
    return *(size_t *)left == 0 ? 7 : 0;
}

HIDDEN static void save(const char *name, int (*write)(gmon_put *, void *))
{
    FILE *file = fopen(name, "w");

    if (!file || write(to_file, file) != 0 || fclose(file) != 0)
        exit(2);
}

HIDDEN static struct gmon_profile *begin(void *at, size_t size)
{
    memset(at, 0xa5, size);
    return gmon_init(at, size, __executable_start, etext);
}

HIDDEN static void test_limits(void)
{
    bool all = true;
    char *small;

    ok(gmon_write(to_file, NULL) == -1, "without a profile nothing is written");
    branch();
    gmon_tick(0);
    gmon_reset();
    for (size_t size = 0; size < SMALL; size++) {
        small = malloc(size ? size : 1); /* so that a sanitizer sees what lies behind it */
        if (begin(small, size)) {
            branch();
            gmon_tick((uintptr_t)leaf);
            all = all && gmon_write(refuse, &(size_t){SIZE_MAX}) == 0;
        }
        gmon_select(NULL);
        free(small);
    }
    ok(all, "memory of any size is enough, or refused");
    ok(gmon_bytes_needed(1000, 10) == GMON_BYTES_NEEDED(1000, 10), "gmon_bytes_needed");
}

HIDDEN static void test_counts(void)
{
    begin(memory, sizeof memory);
    gmon_rate(250);
    for (int i = 0; i < CALLS; i++)
        branch();
    for (int i = 0; i < CALLS; i++)
        gmon_tick((uintptr_t)leaf + 1);
    gmon_tick(1); /* outside */
    save("full.out", gmon_write);
    save("again.out", gmon_write);
    save("log", gmon_write_hex);
    ok(gmon_lost().calls == 0 && gmon_lost().samples == 0, "nothing is lost");
    ok(gmon_write(refuse, &(size_t){100}) == 7, "what put() returns is returned");
    ok(gmon_write_hex(refuse, &(size_t){100}) == 7, "in hex, too");
    gmon_reset();
    branch();
    save("reset.out", gmon_write);
}

HIDDEN static void test_two(void)
{
    struct gmon_profile *first = begin(memory, sizeof memory), *second = begin(other, sizeof other);

    ok(gmon_select(first) == second, "gmon_select returns the one before");
    branch();
    gmon_select(second);
    leaf();
    gmon_select(NULL);
    branch();
    gmon_select(first);
    save("first.out", gmon_write);
    gmon_select(second);
    save("second.out", gmon_write);
}

/* More samples of a bin, or arcs, than there is room for. */
HIDDEN static void test_many(void)
{
    begin(memory, sizeof memory);
    for (int i = 0; i < MANY; i++)
        gmon_tick((uintptr_t)leaf);
    save("many.out", gmon_write);
    ok(gmon_lost().samples == 0, "bins may overflow");
    begin(memory, SMALL);
    for (uintptr_t i = 0; i < CALLS; i++)
        __cyg_profile_func_enter((void *)(uintptr_t)leaf, other + 2 * i);
    save("lost.out", gmon_write);
    printf("# lost %u\n", (unsigned)gmon_lost().calls);
    ok(gmon_lost().calls > CALLS / 2 && gmon_lost().calls < CALLS, "what finds no room is counted");
}

HIDDEN int main(void)
{
    test_limits();
    test_counts();
    test_two();
    test_many();
    printf("1..%d\n", n_tests);
    return 0;
}
