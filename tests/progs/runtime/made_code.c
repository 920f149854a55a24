/* made_code.c - makes code while it runs, and names it in /tmp/perf-PID.map as compilers do
 *
 * Usage: made_code map|link|none. Five copies of a function each run for 0.1 s.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { COPIES = 5, APART = 4096, BYTES = 256 };
typedef unsigned spin_function(unsigned n);

__attribute__((noinline, no_instrument_function, aligned(64))) unsigned spin(unsigned n)
{
    unsigned x = n;

    for (unsigned i = 0; i < n; i++)
        x = x * 1664525 + (x >> 16 ^ i);
    return x;
}

static void write_map(const char *name, const char *code)
{
    FILE *f = fopen(name, "w");

    fprintf(f, "junk\n\nxyz 10 bad\n%lx\n%lx 10\n", (long)code, (long)code);
    fprintf(f, "%lx %x Code:*first a.js:1:2\n", (long)code, BYTES);
    fprintf(f, "%lx %x one\n%lx %x two\n", (long)code + APART, BYTES, (long)code + APART, BYTES);
    fprintf(f, "0x%lX %X twice\n%lx 8 twice\n", (long)code + 2 * APART, BYTES,
            (long)code + 2 * APART);
    fprintf(f, "%lx %x Code:*first a.js:1:2", (long)code + 3 * APART, BYTES);
    fclose(f);
}

int main(int argc, char **argv)
{
    char *code =
        mmap(NULL, COPIES * APART, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char name[64], own[64];
    unsigned sum = 0;

    for (int i = 0; i < COPIES; i++)
        memcpy(code + i * APART, (const char *)(spin_function *)spin, BYTES);
    mprotect(code, COPIES * APART, PROT_READ | PROT_EXEC);
    __builtin___clear_cache(code, code + COPIES * APART);
    for (int i = 0; i < COPIES; i++) {
        clock_t end = clock() + CLOCKS_PER_SEC / 10;

        while (clock() < end)
            sum += ((spin_function *)(void *)(code + i * APART))(100000);
    }
    snprintf(name, sizeof name, "/tmp/perf-%d.map", (int)getpid());
    snprintf(own, sizeof own, "map.%d", (int)getpid());
    if (argc > 1 && strcmp(argv[1], "map") == 0)
        write_map(name, code);
    if (argc > 1 && strcmp(argv[1], "link") == 0) {
        char path[4096];

        write_map(own, code);
        snprintf(path, sizeof path, "%s/%s", getcwd(path + 2048, 1024), own);
        if (symlink(path, name) != 0)
            return 1;
    }
    printf("%d\n", (int)getpid());
    return sum == 1;
}
