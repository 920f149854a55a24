/* table.h - a table of words and how often each was seen
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TABLE_H
#define TABLE_H

struct entry {
    char word[32];
    long seen;
};

struct entry *table_find(const char *word); /* a new one has seen = 0 */
struct entry *table_entry(long i);          /* 0, 1, ...; NULL behind the last one */
unsigned hash(const char *word);

#endif
