/* demo.c - the program that `make demo` profiles: sorts, hashes, recurses, in well-known shares
 *
 * Role: gives a first report something of everything: leaf functions, a routine called from two
 * places, direct recursion (fibonacci, quick_sort) and a cycle of two functions
 * (parse_expression and parse_term).  Runs about a second.  Output: one line of check values.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

enum { VALUES = 20000, WORDS = 4000 };

static uint32_t values[VALUES];

NOINLINE static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

NOINLINE static void fill(uint32_t seed)
{
    for (int i = 0; i < VALUES; i++)
        values[i] = next_random(&seed);
}

NOINLINE static void insertion_sort(uint32_t *v, int n)
{
    for (int i = 1; i < n; i++) {
        uint32_t x = v[i];
        int j = i;

        for (; j > 0 && v[j - 1] > x; j--)
            v[j] = v[j - 1];
        v[j] = x;
    }
}

NOINLINE static int partition(uint32_t *v, int n)
{
    uint32_t pivot = v[n / 2];
    int i = 0;
    int j = n - 1;

    for (;;) {
        while (v[i] < pivot)
            i++;
        while (v[j] > pivot)
            j--;
        if (i >= j)
            return j + 1;
        uint32_t x = v[i];
        v[i++] = v[j];
        v[j--] = x;
    }
}

/* Calls itself: the graph shows calls as 200+N, from outside and from itself. */
NOINLINE static void quick_sort(uint32_t *v, int n)
{
    if (n <= 32) {
        insertion_sort(v, n);
        return;
    }
    int middle = partition(v, n);
    if (middle == n)
        middle = n - 1;
    quick_sort(v, middle);
    quick_sort(v + middle, n - middle);
}

NOINLINE static uint32_t hash_bytes(const char *text, int size)
{
    uint32_t h = 2166136261u;

    for (int i = 0; i < size; i++)
        h = (h ^ (unsigned char)text[i]) * 16777619u;
    return h;
}

NOINLINE static uint32_t hash_words(int rounds)
{
    static const char text[] = "a profile says where a program spent its time, a call graph why";
    uint32_t sum = 0;

    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < WORDS; i++)
            sum += hash_bytes(text + i % 16, 48);
    return sum;
}

NOINLINE static unsigned fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static long parse_expression(const char **p);

/* parse_term and parse_expression call each other: a cycle in the graph. */
NOINLINE static long parse_term(const char **p)
{
    long value = 0;

    if (**p == '(') {
        ++*p;
        value = parse_expression(p);
        ++*p;
        return value;
    }
    while (isdigit((unsigned char)**p))
        value = value * 10 + (*(*p)++ - '0');
    return value;
}

NOINLINE static long parse_expression(const char **p)
{
    long value = parse_term(p);

    while (**p == '+' || **p == '-') {
        char op = *(*p)++;
        long right = parse_term(p);

        value += op == '+' ? right : -right;
    }
    return value;
}

NOINLINE static long evaluate(int rounds)
{
    long sum = 0;

    for (int i = 0; i < rounds; i++) {
        const char *text = "((1+2)-(3-(4+5)))+(6-(7+(8-9)))+((10))-(11+12)";

        sum += parse_expression(&text);
    }
    return sum;
}

NOINLINE static uint32_t check_sorted(void)
{
    for (int i = 1; i < VALUES; i++)
        if (values[i - 1] > values[i])
            return 0;
    return hash_bytes((const char *)values, (int)sizeof values);
}

int main(void)
{
    uint32_t sum = 0;

    for (uint32_t i = 1; i <= 200; i++) {
        fill(i);
        quick_sort(values, VALUES);
        sum ^= check_sorted();
    }
    printf("sorted %08x, hashed %08x, fibonacci %u, evaluated %ld\n", (unsigned)sum,
           (unsigned)hash_words(1000), fibonacci(35), evaluate(500000));
    return 0;
}
