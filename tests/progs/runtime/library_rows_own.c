/* library_rows_own - a library: its work is in a function that it does not export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
double own_first(void), own_work(long n);

/* Stands in front of what is not exported. */
double own_first(void)
{
    return 1;
}

static __attribute__((noinline)) double inner(long n)
{
    volatile double sum = 0;

    for (long i = 0; i < n; i++)
        sum += (double)i * 0.5;
    return sum;
}

double own_work(long n)
{
    return inner(n) + inner(n / 2);
}
