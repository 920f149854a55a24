/* unit.h - provides what several unit tests share: main, captured diagnostics, a directory,
 * functions
 *
 * Role: included after tap.h. A failure in here ends the program with status 2: then the test is
 * broken, not the code that it tests.
 *
 *     UNIT_TESTS(test_a, ...) main: calls these functions in a new empty directory, which is
 *                             removed at the end; each must leave nothing that was reported
 *     unit_main(tests, n)     the same for a main that prepares something
 *     told.diag               a struct diag; its lines are kept in memory
 *     told_text()             all lines so far
 *     told_clear()            forget them, the counters too
 *     unit_enter_directory()  stand in such a directory, without UNIT_TESTS
 *     unit_directory_size()   how many files it holds
 *     unit_spew(f, p, n)      write a file;  unit_slurp(f, &n) read one
 *     unit_symtab(&t, s, n, end)  a symbol table of the given symbols, finalized
 *     unit_functions(&t, n)   n functions of 16 bytes from 0x1000 on, all named "f"
 *     no_ids, no_filter       where no symbol specification is given
 *     unit_times(n)           n, divided by FEWER of the environment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef UNIT_H
#define UNIT_H

#include "base/diag.h"
#include "symbols/sym_filter.h"
#include "symbols/symtab.h"
#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

/* Specifications and filter of a run without symbol specifications. */
static const struct sym_ids no_ids;
static const struct sym_filter no_filter;

#define UNIT_COUNT(array) (sizeof(array) / sizeof *(array))

static inline _Noreturn void unit_die(const char *what)
{
    diag("%s: %s", what, strerror(errno));
    exit(2);
}

static struct {
    struct diag diag; /* reported lines are kept in `text` */
    FILE *stream;     /* writes into text */
    char *text;       /* owned */
    size_t size;      /* bytes of text */
} told;

static inline void told_open(void)
{
    told.stream = open_memstream(&told.text, &told.size);
    if (!told.stream)
        unit_die("open_memstream");
    diag_init(&told.diag, "unit", told.stream);
}

static inline const char *told_text(void)
{
    fflush(told.stream);
    return told.text;
}

static inline void told_close(void)
{
    fclose(told.stream);
    free(told.text);
}

static inline void told_clear(void)
{
    told_close();
    told_open();
}

/* ---- files ---- */

static char unit_directory[PATH_MAX];

/* Returns the number of files in the directory "."; calls `act` for each if it is not NULL. */
static inline size_t unit_walk(void (*act)(const char *))
{
    DIR *dir = opendir(".");
    struct dirent *entry;
    size_t n = 0;

    if (!dir)
        unit_die("opendir");
    while ((entry = readdir(dir))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        n++;
        if (act)
            act(entry->d_name);
    }
    closedir(dir);
    return n;
}

static inline size_t unit_directory_size(void)
{
    return unit_walk(NULL);
}

static inline void unit_remove_file(const char *name)
{
    if (unlink(name) != 0)
        rmdir(name);
}

static inline void unit_leave_directory(void)
{
    if (chdir(unit_directory) == 0) {
        unit_walk(unit_remove_file);
        if (chdir("/") == 0)
            rmdir(unit_directory);
    }
}

static inline void unit_enter_directory(void)
{
    const char *base = getenv("TMPDIR");

    snprintf(unit_directory, sizeof unit_directory, "%s/gprof-unit.XXXXXX",
             base && *base ? base : P_tmpdir);
    if (!mkdtemp(unit_directory) || chdir(unit_directory) != 0)
        unit_die(unit_directory);
    atexit(unit_leave_directory);
}

static inline void unit_spew(const char *name, const void *data, size_t size)
{
    FILE *f = fopen(name, "wb");

    if (!f || (size && fwrite(data, 1, size, f) != size) || fclose(f) != 0)
        unit_die(name);
}

/* Returns the whole file with a NUL behind it. The caller frees it. */
static inline char *unit_slurp(const char *name, size_t *size)
{
    FILE *f = fopen(name, "rb");
    char *data = NULL;
    size_t used = 0, cap = 0;

    if (!f)
        unit_die(name);
    do {
        if (cap - used < 2) {
            cap = cap ? 2 * cap : 4096;
            data = realloc(data, cap);
            if (!data)
                unit_die("realloc");
        }
        used += fread(data + used, 1, cap - used - 1, f);
    } while (!feof(f) && !ferror(f));
    fclose(f);
    data[used] = '\0';
    if (size)
        *size = used;
    return data;
}

/* ---- symbol tables ---- */

static inline void unit_symtab(struct symtab *table, const struct symbol *symbols, size_t n,
                               uint64_t end)
{
    struct diag quiet;

    diag_init(&quiet, "unit", NULL);
    *table = (struct symtab){.symbols = calloc(n ? n : 1, sizeof *symbols), .n = (uint32_t)n};
    if (!table->symbols)
        unit_die("calloc");
    for (size_t i = 0; i < n; i++) {
        table->symbols[i] = symbols[i];
        table->symbols[i].order = table->symbols[i].seen = (uint32_t)i;
    }
    symtab_finalize(table, end, &quiet);
}

enum { UNIT_BASE = 0x1000, UNIT_STEP = 16 };

/* Returns the address at which function `i` of unit_functions begins. */
static inline uint64_t unit_address(uint64_t i)
{
    return UNIT_BASE + i * UNIT_STEP;
}

static inline void unit_functions(struct symtab *table, uint32_t n)
{
    struct symbol *symbols = calloc(n ? n : 1, sizeof *symbols);

    if (!symbols)
        unit_die("calloc");
    for (uint32_t i = 0; i < n; i++)
        symbols[i] = (struct symbol){.address = unit_address(i), .name = "f", .is_function = true};
    unit_symtab(table, symbols, n, unit_address(n));
    free(symbols);
}

static inline size_t unit_times(size_t n)
{
    const char *fewer = getenv("FEWER");
    size_t divisor = fewer ? strtoul(fewer, NULL, 10) : 1;

    return divisor > 1 ? n / divisor + 1 : n;
}

/* ---- the main function ---- */

static inline int unit_main(void (*const *tests)(void), size_t n)
{
    told_open();
    unit_enter_directory();
    for (size_t i = 0; i < n; i++) {
        tests[i]();
        if (!is_str(told_text(), "", "nothing is left that was reported"))
            told_clear();
    }
    told_close();
    return done_testing();
}

#define UNIT_TESTS(...)                                                                            \
    int main(void)                                                                                 \
    {                                                                                              \
        static void (*const tests[])(void) = {__VA_ARGS__};                                        \
                                                                                                   \
        return unit_main(tests, UNIT_COUNT(tests));                                                \
    }

#endif
