/* longnames.c - names beyond every column, and names in other scripts
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

#define LONG \
    long_name_abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij

KEEP int LONG(int n)
{
    BURN(600);
    return n;
}

KEEP int größe(int n)
{
    BURN(400);
    return LONG(n);
}

KEEP int имя(int n)
{
    BURN(300);
    return größe(n) + 1;
}

KEEP int exactly_nineteen_ch(int n)
{
    BURN(200);
    return имя(n);
}

KEEP int exactly_twenty_chrs(int n)
{
    return exactly_nineteen_ch(n) + 1;
}

KEEP int a_name_of_twenty_six_chars(int n)
{
    return exactly_twenty_chrs(n);
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 20000; i++)
        sum += a_name_of_twenty_six_chars(i);
    return sum == 1;
}
