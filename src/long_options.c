/* long_options - tells which long option a word of the command line means
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

const char *long_options_next(char **argv, int argc)
{
    int at = optind > 0 ? optind : 1;

    while (at < argc && (argv[at][0] != '-' || argv[at][1] == '\0')) /* a file */
        at++;
    return at < argc ? argv[at] : NULL;
}

bool long_options_have(const struct option *options, const char *word)
{
    size_t length;

    if (!word || !take_dashes(&word, &length))
        return false;
    for (; options->name; options++)
        if (strncmp(options->name, word, length) == 0)
            return true;
    return false;
}

const char *long_options_one_dash(const struct option *options, const char *word)
{
    enum { SHORTEST_ABBREVIATION = 4 };
    const char *found = NULL, *name = word + 1;
    size_t length = strcspn(name, "="), n_found = 0;

    if (length < 2 || name[0] == '-')
        return NULL;
    for (; options->name; options++) {
        if (strncmp(options->name, name, length) != 0)
            continue;
        if (options->name[length] == '\0')
            return options->name;
        found = options->name;
        n_found++;
    }
    return n_found == 1 && length >= SHORTEST_ABBREVIATION ? found : NULL;
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
