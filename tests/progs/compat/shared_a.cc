/* shared_a - inline functions and instances of templates in two objects (a)
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "shared.h"

static KEEP int here(int n)
{
    return from_both(n) + spend(n);
}

int main()
{
    int sum = 0;

    for (int i = 0; i < 20000; i++)
        sum += here(i % 100) + elsewhere(i % 70);
    return sum == 42;
}
