/* long_options - what a word that begins with two dashes may mean
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "long_options.h"

#include "base/spelling.h"

#include <stdint.h>
#include <string.h>

/* Pass over the dashes; the name ends with the word or at its first `='. */
static bool take_dashes(const char **word, size_t *length)
{
    if (strncmp(*word, "--", 2) != 0)
        return false;
    *word += 2;
    *length = strcspn(*word, "=");
    return true;
}

bool long_options_next_is(const struct option *options, char **argv, int argc)
{
    int at = optind > 0 ? optind : 1;
    const char *word;
    size_t length;

    while (at < argc && (argv[at][0] != '-' || argv[at][1] == '\0')) /* a file */
        at++;
    if (at >= argc)
        return false;
    word = argv[at];
    if (!take_dashes(&word, &length))
        return false;
    for (; options->name; options++)
        if (strncmp(options->name, word, length) == 0)
            return true;
    return false;
}

/* Near is one slip in three letters, three at most. Of longer words, which may be meant to be
 * abbreviated, the beginnings of names count too. */
const char *long_options_nearest(const struct option *options, const char *word)
{
    enum { SLIPS_MAX = 3, LETTERS_A_SLIP = 3, SHORTEST_ABBREVIATION = 5 };
    size_t length, limit, best = SIZE_MAX, best_whole = SIZE_MAX;
    const char *nearest = NULL;

    if (!take_dashes(&word, &length))
        return NULL;
    limit = length / LETTERS_A_SLIP;
    if (limit > SLIPS_MAX)
        limit = SLIPS_MAX;
    for (; options->name; options++) {
        size_t beginning, whole, distance;

        if (strncmp(options->name, word, length) == 0)
            return NULL; /* ambiguous, and getopt has named the candidates */
        whole = spelling_distance(word, length, options->name, &beginning);
        distance = length < SHORTEST_ABBREVIATION ? whole : beginning;
        if (distance > limit || distance > best || (distance == best && whole >= best_whole))
            continue;
        best = distance;
        best_whole = whole;
        nearest = options->name;
    }
    return nearest;
}
