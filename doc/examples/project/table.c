/* table.c - a table of words
 *
 * SPDX-License-Identifier: MIT
 */
#include "table.h"

#include <stdio.h>
#include <string.h>

enum { SLOTS = 4096 };

static struct entry entries[SLOTS];

struct entry *table_find(const char *word)
{
    unsigned at = hash(word) % SLOTS;

    while (entries[at].word[0] != '\0' && strcmp(entries[at].word, word) != 0)
        at = (at + 1) % SLOTS;
    if (entries[at].word[0] == '\0')
        snprintf(entries[at].word, sizeof entries[at].word, "%s", word);
    return &entries[at];
}

struct entry *table_entry(long i)
{
    for (long at = 0; at < SLOTS; at++)
        if (entries[at].word[0] != '\0' && i-- == 0)
            return &entries[at];
    return NULL;
}
