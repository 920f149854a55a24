/* merged.c - equal functions, which gcc merges
 *
 * Some have lines, but no range of the unit has their code.
 *
 * A sample program for the comparison runs: no input, no output, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
int zero(void)
{
    return 0;
}

int main(void)
{
    return zero();
}
