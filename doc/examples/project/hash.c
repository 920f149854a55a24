/* hash.c - a number for a word
 *
 * SPDX-License-Identifier: MIT
 */
#include "table.h"

unsigned hash(const char *word)
{
    unsigned h = 5381;

    while (*word != '\0')
        h = h * 33 + (unsigned char)*word++;
    return h;
}
