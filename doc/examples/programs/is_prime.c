/* is_prime.c - is a number a prime?
 *
 * SPDX-License-Identifier: MIT
 */
int is_prime(int n);

int is_prime(int n)
{
    for (int i = 2; i * i <= n; i++)
        if (n % i == 0)
            return 0;
    return n >= 2;
}
