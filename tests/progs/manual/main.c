/* main.c - a calculator for the manual's commands: prints the sums in its input
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>

#include "parse.h"

int main(void)
{
    char line[1000];

    while (fgets(line, sizeof line, stdin)) {
        const char *at = line;
        double value = 0;

        for (int i = 0; i < 20000; i++)
            at = line, value = expression(&at);
        printf("%g\n", value);
    }
    return 0;
}
