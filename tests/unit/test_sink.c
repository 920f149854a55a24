/* test_sink - tests text output: its numbers against printf's, its errors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/sink.h"
#include "tool_prng.h"
#include "unit.h"

#include <fcntl.h>
#include <math.h>

static double from_bits(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Returns a double of a kind that sink_fixed must print correctly. */
static double draw(struct prng *r, unsigned kind)
{
    double whole = (double)prng_below(r, UINT64_C(1) << prng_below(r, 54));

    switch (kind % 9) {
    case 0: /* any bits at all; nan and inf too */
        return from_bits(prng_next(r));
    case 1: /* times as the listings have them */
        return (double)prng_below(r, 100000000) / 100.0;
    case 2: /* exact ties of 0, 1 and 2 decimals */
        return ((double)prng_below(r, 1 << 20) + 0.5) / (double)(1U << prng_below(r, 4));
    case 3: /* near ties that are none */
        return (double)prng_below(r, 10000000) / 1000.0;
    case 4: /* around the limit where the fast way ends */
        return ldexp(1.0 + (double)prng_below(r, 1 << 30) / (1 << 30), (int)prng_range(r, 48, 62));
    case 5: /* integers of every length */
        return prng_chance(r, 50) ? whole : -whole;
    case 6: /* tiny ones */
        return ldexp((double)prng_below(r, 1000) - 500.0, -(int)prng_range(r, 1, 30));
    case 7: /* small ones at and around ties of 1 and 2 decimals */
        whole = (double)prng_below(r, 20000) / 200.0;
        return prng_chance(r, 30) ? whole : nextafter(whole, prng_chance(r, 50) ? 1e300 : -1e300);
    default: /* neighbours of a tie */
        return nextafter((double)prng_below(r, 1 << 20) / 8.0, prng_chance(r, 50) ? 1e300 : -1e300);
    }
}

static size_t differs(struct sink *s, double value, int width, unsigned decimals)
{
    char want[512];
    int n = snprintf(want, sizeof want, "%*.*f", width, (int)decimals, value);

    sink_clear(s);
    sink_fixed(s, value, width, decimals);
    if (s->used == (size_t)n && memcmp(s->buf, want, s->used) == 0)
        return 0;
    diag("  %a with %d.%u: got \"%.*s\", expected \"%s\"", value, width, decimals, (int)s->used,
         s->buf, want);
    return 1;
}

static void test_fixed(void)
{
    static const double special[] = {
        0.0,
        -0.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        0.05,
        0.15,
        0.25,
        0.35,
        0.005,
        0.015,
        0.125,
        0.375,
        -0.125,
        -0.001,
        -0.004,
        -0.005,
        0.995,
        9.995,
        99.995,
        999.995,
        0.094999,
        0.095,
        1e15,
        1e16,
        1e17,
        1e18,
        1e22,
        1e300,
        5e-324,
        -5e-324,
        2e-308,
        4503599627370495.5,
        9007199254740991.0,
        1e-9,
        0x1p53,
        0x1p54,
        0x1p55,
        0x1p56,
        0x1p57,
        0x1p63,
        0x1p64,
        -0x1p56,
        NAN,
        -NAN,
        HUGE_VAL,
        -HUGE_VAL,
        0x1.fffffffffffffp1023,
        0x1.fffffffffffffp55,
    };
    struct prng random = {20240601};
    const size_t times = unit_times(1000000);
    struct sink s;
    size_t wrong = 0;

    sink_init(&s, -1, &told.diag);
    for (size_t i = 0; i < UNIT_COUNT(special); i++)
        for (unsigned decimals = 0; decimals <= 3; decimals++)
            for (int width = -9; width <= 9; width += 3)
                wrong += differs(&s, special[i], width, decimals);
    is_uint(wrong, 0, "fixed: ties, zeros, limits, nan and inf print as printf has them");
    for (size_t i = 0; i < times && wrong < 10; i++) {
        double value = draw(&random, (unsigned)i);
        wrong +=
            differs(&s, value, (int)prng_below(&random, 90) - 45, (unsigned)prng_below(&random, 3));
    }
    ok(wrong == 0, "fixed: %zu random doubles print as printf has them", times);
    sink_release(&s);
}

static void test_integers(void)
{
    struct prng random = {7};
    struct sink s;
    size_t wrong = 0;

    sink_init(&s, -1, &told.diag);
    for (size_t i = 0; i < unit_times(100000); i++) {
        uint64_t value = i < 2000 ? i : prng_next(&random) >> prng_below(&random, 64);
        int width = (int)prng_below(&random, 90) - 45; /* some of them absurd */
        char want[64];
        int n = snprintf(want, sizeof want, "%*ju", width, (uintmax_t)(i ? value : UINT64_MAX));
        sink_clear(&s);
        sink_u64(&s, i ? value : UINT64_MAX, width);
        wrong += s.used != (size_t)n || memcmp(s.buf, want, s.used) != 0;
    }
    is_uint(wrong, 0, "u64: numbers of all lengths print as printf has them");
    sink_release(&s);
}

static void test_hex(void)
{
    struct prng random = {11};
    struct sink s;
    size_t wrong = 0;

    sink_init(&s, -1, &told.diag);
    for (size_t i = 0; i < unit_times(20000); i++) {
        uint64_t value = i == 0 ? 0 : prng_next(&random) >> prng_below(&random, 64);
        char want[64];
        int n = snprintf(want, sizeof want, "%jx", (uintmax_t)value);
        sink_clear(&s);
        sink_hex(&s, value);
        wrong += s.used != (size_t)n || memcmp(s.buf, want, s.used) != 0;
    }
    is_uint(wrong, 0, "hex: addresses of all lengths print as printf has them");
    sink_release(&s);
}

/* Tests numbers of every length, in place and through sink_decimal. */
static void test_memory(void)
{
    struct sink s;
    char *big = malloc(300000);

    memset(big, 'b', 300000);
    sink_init(&s, -1, &told.diag);
    ok(s.used == 0 && s.cap == 0, "memory: nothing is allocated at first");
    sink_string(&s, "");
    sink_bytes(&s, NULL, 0);
    is_uint(s.written, 0, "memory: nothing written");
    sink_string(&s, "one ");
    sink_char(&s, '2');
    sink_repeat(&s, '.', 3);
    sink_printf(&s, " %d-%s", 7, "x");
    sink_char(&s, '\0');
    is_str(s.buf, "one 2... 7-x", "memory: string, char, repeat, printf");
    is_uint(s.written, 13, "memory: bytes are counted");
    sink_clear(&s);
    ok(s.used == 0 && s.written == 13, "clear: forgets the buffer, not the count");
    sink_bytes(&s, big, 300000);
    sink_bytes(&s, big, 300000);
    sink_repeat(&s, 'b', 200000);
    ok(s.used == 800000 && memchr(s.buf, 'b', 800000), "memory: grows");
    size_t other = 0;
    for (size_t i = 0; i < s.used; i++)
        other += s.buf[i] != 'b';
    is_uint(other, 0, "memory: and keeps all bytes");
    ok(sink_flush(&s) && s.used == 800000, "memory: a flush is not a loss");
    sink_printf(&s, "%*d", 100000, 1);
    ok(s.used == 900000 && s.buf[899999] == '1', "printf: longer than the buffer's rest");
    sink_release(&s);
    ok(!s.buf && s.used == 0, "release: empty");
    sink_release(&s);
    free(big);
}

/* Tests that a file gets exactly the bytes passed to the sink, in pieces of any size. */
static void test_file(void)
{
    struct prng random = {11};
    struct sink s;
    size_t size, total = 0, wrong = 0;
    int fd = open("out", O_RDWR | O_CREAT | O_TRUNC, 0600);
    char *piece = malloc(200000), *got;

    sink_init(&s, fd, &told.diag);
    for (int i = 0; i < 300; i++) {
        size_t n = (size_t)prng_zipf(&random, 200000);
        for (size_t k = 0; k < n; k++)
            piece[k] = (char)((total + k) % 251);
        sink_bytes(&s, piece, n);
        total += n;
    }
    ok(sink_flush(&s) && s.error == 0, "file: written without an error");
    is_uint(s.written, total, "file: bytes are counted");
    got = unit_slurp("out", &size);
    is_uint(size, total, "file: it has all bytes");
    for (size_t k = 0; k < size && k < total; k++)
        wrong += got[k] != (char)(k % 251);
    is_uint(wrong, 0, "file: in their order");
    ok(s.cap <= 1 << 20, "file: the buffer stays small");
    sink_release(&s);
    close(fd);
    free(got);
    free(piece);
}

static void test_errors(void)
{
    struct sink s;
    int fd = open("closed", O_RDWR | O_CREAT, 0600);

    close(fd);
    sink_init(&s, fd, &told.diag);
    sink_string(&s, "text");
    is_int(s.error, 0, "closed: no error while buffered");
    ok(!sink_flush(&s), "closed: the flush fails");
    is_int(s.error, EBADF, "closed: the reason is kept");
    errno = 0;
    sink_repeat(&s, 'x', 1 << 20);
    sink_printf(&s, "%d", 1);
    is_int(s.error, EBADF, "closed: and stays");
    ok(!sink_flush(&s), "closed: every later flush fails too");
    sink_release(&s);

    fd = open("/dev/full", O_WRONLY);
    if (fd < 0) {
        skip(3, "no /dev/full");
        return;
    }
    sink_init(&s, fd, &told.diag);
    sink_repeat(&s, 'x', 1 << 20);
    is_int(s.error, ENOSPC, "full: more than the buffer meets the error by itself");
    is_uint(s.written, 1 << 20, "full: what was handed in is counted all the same");
    ok(!sink_flush(&s), "full: the flush at the end tells");
    sink_release(&s);
    close(fd);
}

UNIT_TESTS(test_fixed, test_integers, test_hex, test_memory, test_file, test_errors)
