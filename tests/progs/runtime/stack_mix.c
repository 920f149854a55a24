/* stack_mix.c - C as it comes: recursion, libc, callbacks through qsort, handlers of signals
 *
 * Use: stack_mix MS. Half of the time it evaluates expressions by recursive descent, half of it
 * lets libc call back. Prints nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned state = 1;

static unsigned any(unsigned n)
{
    state = state * 1103515245 + 12345;
    return (state >> 16) % n;
}

/* ---- recursive descent ---------------------------------------------------------------------- */

struct text {
    char bytes[4096];
    size_t at;
};

static void write_sum(struct text *t, int depth);

static void write_factor(struct text *t, int depth)
{
    if (depth == 0 || any(3) == 0) {
        t->at += (size_t)snprintf(t->bytes + t->at, sizeof t->bytes - t->at, "%u", any(1000));
        return;
    }
    t->bytes[t->at++] = '(';
    write_sum(t, depth - 1);
    t->bytes[t->at++] = ')';
}

static void write_sum(struct text *t, int depth)
{
    write_factor(t, depth);
    for (unsigned n = any(3); n > 0 && t->at < sizeof t->bytes - 64; n--) {
        t->bytes[t->at++] = "+-*"[any(3)];
        write_factor(t, depth);
    }
}

static long sum(struct text *t);

static long factor(struct text *t)
{
    char *end;
    long n;

    if (t->bytes[t->at] == '(') {
        t->at++;
        n = sum(t);
        t->at++;
        return n;
    }
    n = strtol(t->bytes + t->at, &end, 10);
    t->at = (size_t)(end - t->bytes);
    return n;
}

static long term(struct text *t)
{
    long n = factor(t);

    while (t->bytes[t->at] == '*') {
        t->at++;
        n = (n * (factor(t) % 1000)) % 100003;
    }
    return n;
}

static long sum(struct text *t)
{
    long n = term(t);

    while (t->bytes[t->at] == '+' || t->bytes[t->at] == '-') {
        int sign = t->bytes[t->at++] == '+' ? 1 : -1;
        n += sign * term(t);
    }
    return n;
}

static long evaluate(void)
{
    static struct text t;

    memset(&t, 0, sizeof t);
    write_sum(&t, 6);
    t.at = 0;
    return sum(&t);
}

/* ---- callbacks ------------------------------------------------------------------------------ */

static int by_value(const void *a, const void *b)
{
    const unsigned *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static int by_digits(const void *a, const void *b)
{
    char x[16], y[16];

    snprintf(x, sizeof x, "%u", *(const unsigned *)a);
    snprintf(y, sizeof y, "%u", *(const unsigned *)b);
    return strcmp(x, y);
}

static volatile unsigned handled;

static void on_signal(int number)
{
    unsigned some[32];

    (void)number;
    for (unsigned i = 0; i < 32; i++)
        some[i] = i * 7919 % 101;
    qsort(some, 32, sizeof some[0], by_value);
    handled += some[0];
}

static void call_back(void)
{
    unsigned some[300];

    for (unsigned i = 0; i < 300; i++)
        some[i] = any(100000);
    qsort(some, 300, sizeof some[0], by_value);
    qsort(some, 50, sizeof some[0], by_digits);
    if (bsearch(&some[3], some, 300, sizeof some[0], by_value) == NULL)
        handled++;
    raise(SIGUSR1);
}

int main(int argc, char **argv)
{
    clock_t end = (argc > 1 ? atol(argv[1]) : 100) * (CLOCKS_PER_SEC / 1000);
    long n = 0;

    signal(SIGUSR1, on_signal);
    while (clock() < end) {
        for (int i = 0; i < 8; i++)
            n += evaluate();
        call_back();
    }
    return n == 1;
}
