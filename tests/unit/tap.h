/* tap.h - provides TAP for unit tests written in C
 *
 * Role: included by every tests/unit/test_*.c, a program of its own that links the core library.
 * The checks print one TAP line each and return whether they passed, so a test may stop where
 * going on makes no sense.  End main with `return done_testing();`.
 *
 *     ok(cond, "name %d", i)             any condition
 *     is_int(got, want, name)            signed numbers
 *     is_uint(got, want, name)           unsigned numbers, shown in hexadecimal too
 *     is_dbl(got, want, name)            doubles, exactly equal
 *     is_str(got, want, name)            strings, NULL allowed
 *     is_mem(got, want, size, name)      bytes
 *     like(text, ere, name)              extended regular expression, matches anywhere
 *     diag(format, ...)                  a remark for the reader of a failure
 *     note(format, ...)                  one that is shown by `prove -v' alone
 *     skip(n, why)  skip_all(why)        tests that cannot run here
 *     plan(n)                            optional: announces the number before the first test
 *
 * Not for use in more than one translation unit of a program: it holds the counters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TAP_H
#define TAP_H

#include <regex.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAP_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))

static struct {
    int count;   /* tests so far */
    int failed;  /* number of failed tests */
    int planned; /* announced by plan(), 0 = not announced */
} tap_state;

TAP_PRINTF(1, 2) static inline void diag(const char *fmt, ...)
{
    va_list ap;

    fflush(stdout);
    fputs("# ", stderr);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
}

TAP_PRINTF(1, 2) static inline void note(const char *fmt, ...)
{
    va_list ap;

    fputs("# ", stdout);
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    putchar('\n');
}

static inline void plan(int tests)
{
    tap_state.planned = tests;
    printf("1..%d\n", tests);
}

static inline bool tap_result(bool pass, const char *file, int line, const char *name)
{
    printf("%sok %d - %s\n", pass ? "" : "not ", ++tap_state.count, name);
    fflush(stdout);
    if (!pass) {
        tap_state.failed++;
        diag("failed: %s (%s:%d)", name, file, line);
    }
    return pass;
}

TAP_PRINTF(4, 5)
static inline bool tap_ok(bool pass, const char *file, int line, const char *fmt, ...)
{
    char name[512];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(name, sizeof name, fmt, ap);
    va_end(ap);
    return tap_result(pass, file, line, name);
}

static inline bool tap_is_int(intmax_t got, intmax_t want, const char *file, int line,
                              const char *name)
{
    if (tap_result(got == want, file, line, name))
        return true;
    diag("  got %jd, expected %jd", got, want);
    return false;
}

static inline bool tap_is_uint(uintmax_t got, uintmax_t want, const char *file, int line,
                               const char *name)
{
    if (tap_result(got == want, file, line, name))
        return true;
    diag("  got %ju (0x%jx), expected %ju (0x%jx)", got, got, want, want);
    return false;
}

static inline bool tap_is_dbl(double got, double want, const char *file, int line, const char *name)
{
    if (tap_result(!(got < want) && !(got > want) && (got == got) == (want == want), file, line,
                   name))
        return true;
    diag("  got %.17g (%a), expected %.17g (%a)", got, got, want, want);
    return false;
}

static inline bool tap_is_str(const char *got, const char *want, const char *file, int line,
                              const char *name)
{
    bool pass = got && want ? strcmp(got, want) == 0 : got == want;

    if (tap_result(pass, file, line, name))
        return true;
    diag("  got      %s%s%s", got ? "\"" : "", got ? got : "NULL", got ? "\"" : "");
    diag("  expected %s%s%s", want ? "\"" : "", want ? want : "NULL", want ? "\"" : "");
    return false;
}

static inline bool tap_is_mem(const void *got, const void *want, size_t size, const char *file,
                              int line, const char *name)
{
    const unsigned char *g = got;
    const unsigned char *w = want;
    size_t i = 0;

    while (i < size && g[i] == w[i])
        i++;
    if (tap_result(i == size, file, line, name))
        return true;
    diag("  byte %zu of %zu: got 0x%02x, expected 0x%02x", i, size, g[i], w[i]);
    return false;
}

static inline bool tap_like(const char *text, const char *ere, const char *file, int line,
                            const char *name)
{
    regex_t re;
    bool pass = false;

    if (regcomp(&re, ere, REG_EXTENDED | REG_NOSUB) != 0) {
        tap_result(false, file, line, name);
        diag("  bad regular expression: %s", ere);
        return false;
    }
    pass = text && regexec(&re, text, 0, NULL, 0) == 0;
    regfree(&re);
    if (tap_result(pass, file, line, name))
        return true;
    diag("  \"%s\"", text ? text : "NULL");
    diag("  does not match: %s", ere);
    return false;
}

static inline void skip(int tests, const char *why)
{
    while (tests-- > 0)
        printf("ok %d # SKIP %s\n", ++tap_state.count, why);
}

static inline _Noreturn void skip_all(const char *why)
{
    printf("1..0 # SKIP %s\n", why);
    exit(0);
}

/* Prints the plan and returns the program's exit status. */
static inline int done_testing(void)
{
    if (!tap_state.planned)
        printf("1..%d\n", tap_state.count);
    else if (tap_state.planned != tap_state.count)
        diag("planned %d tests, ran %d", tap_state.planned, tap_state.count);
    if (tap_state.failed)
        diag("%d of %d tests failed", tap_state.failed, tap_state.count);
    fflush(stdout);
    return tap_state.failed || (tap_state.planned && tap_state.planned != tap_state.count);
}

#define ok(cond, ...) tap_ok((cond), __FILE__, __LINE__, __VA_ARGS__)
#define is_int(got, want, name) tap_is_int((got), (want), __FILE__, __LINE__, (name))
#define is_uint(got, want, name) tap_is_uint((got), (want), __FILE__, __LINE__, (name))
#define is_dbl(got, want, name) tap_is_dbl((got), (want), __FILE__, __LINE__, (name))
#define is_str(got, want, name) tap_is_str((got), (want), __FILE__, __LINE__, (name))
#define is_mem(got, want, size, name) tap_is_mem((got), (want), (size), __FILE__, __LINE__, (name))
#define like(text, ere, name) tap_like((text), (ere), __FILE__, __LINE__, (name))

#endif
