/* spelling - how far a mistyped word is from a right one
 *
 * The optimal string alignment distance (Damerau 1964; Wagner and Fischer's table), three rows of
 * the table at a time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/spelling.h"

#include <stdint.h>
#include <string.h>

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t spelling_distance(const char *word, size_t length, const char *name, size_t *beginning)
{
    size_t rows[3][SPELLING_MAX + 1]; /* by length of the name's prefix: its distance */
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    size_t n = strlen(name);

    if (beginning)
        *beginning = SIZE_MAX;
    if (length > SPELLING_MAX || n > SPELLING_MAX)
        return SIZE_MAX;
    for (size_t j = 0; j <= n; j++)
        before[j] = row[j] = j;
    for (size_t i = 1; i <= length; i++) {
        size_t *oldest = before;

        before = last;
        last = row;
        row = oldest;
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            row[j] =
                least(least(last[j], row[j - 1]) + 1, last[j - 1] + (word[i - 1] != name[j - 1]));
            if (i > 1 && j > 1 && word[i - 1] == name[j - 2] && word[i - 2] == name[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    for (size_t j = 0; beginning && j <= n; j++)
        *beginning = least(*beginning, row[j]);
    return row[n];
}
