/* bare.c - needs no library and no header, so it links for any machine
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
static volatile unsigned sink;

int mid(int n);
int low(int n);

static int high(int n)
{
    sink += (unsigned)n;
    return n > 0 ? mid(n - 1) : 0;
}

int mid(int n)
{
    return n > 1 ? low(n - 2) + high(n - 1) : 1;
}

int low(int n)
{
    for (int i = 0; i < n; i++)
        sink ^= (unsigned)i;
    return n;
}

static int lonely(int n)
{
    return low(n) + low(n + 1);
}

int _start(void);

int _start(void)
{
    return high(3) + lonely(2);
}
