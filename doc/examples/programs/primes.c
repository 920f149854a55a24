/* primes.c - OpenMP: how many primes there are below three million, counted by all threads
 *
 * is_prime is called once for each number, by whichever thread: 3000000 times. The compiler makes a function
 * of the loop, main._omp_fn.0; as its name has a dot, reports count it as part of the function before it in
 * the program, which is why is_prime is in another file, and linked behind this one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

int is_prime(int n);

int main(void)
{
    int primes = 0;

#pragma omp parallel for reduction(+ : primes) schedule(dynamic, 1000)
    for (int n = 0; n < 3000000; n++)
        primes += is_prime(n);
    printf("%d\n", primes);
    return 0;
}
