/* words.c - print the words of a text that come most often: words FILE [COUNT]
 *
 * SPDX-License-Identifier: MIT
 */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    FILE *text = argc > 1 ? fopen(argv[1], "r") : NULL;
    long rows = argc > 2 ? atol(argv[2]) : 3;
    char word[32];

    if (text == NULL) {
        fprintf(stderr, "usage: words FILE [COUNT]\n");
        return 2;
    }
    while (fscanf(text, "%31s", word) == 1)
        table_find(word)->seen++;
    fclose(text);
    while (rows-- > 0) {
        struct entry *most = NULL, *e;
        for (long i = 0; (e = table_entry(i)) != NULL; i++)
            if (most == NULL || e->seen > most->seen)
                most = e;
        if (most == NULL || most->seen == 0)
            break;
        printf("%ld %s\n", most->seen, most->word);
        most->seen = 0;
    }
    return 0;
}
