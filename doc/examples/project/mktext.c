/* mktext.c - print a text of so many words: mktext COUNT
 *
 * SPDX-License-Identifier: MIT
 */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long words = argc > 1 ? atol(argv[1]) : 0;
    char last[32] = "start";

    for (long i = 0; i < words; i++) {
        unsigned h = (hash(last) + (unsigned)i) % 1000;
        snprintf(last, sizeof last, "w%u", h);
        printf("%s\n", last);
    }
    return 0;
}
