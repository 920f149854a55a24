/* tooshort.c - over before the first sample
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
static int inner(int n)
{
    return n + 1;
}

static int outer(int n)
{
    return inner(n) + inner(n + 1);
}

int main(int argc, char **argv)
{
    (void)argv;
    return outer(argc) == 0;
}
