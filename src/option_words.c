/* option_words - finds the option that a word of the command line means, and reports bad words
 *
 * It decides if a word belongs to GNU gprof's options or to those of this program alone. It finds
 * the option meant by a misspelt word, or by a word with a single dash. An error begins as getopt's
 * English message, which users know and programs look for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "option_words.h"

#include "base/sink.h"
#include "base/words.h"
#include "option_table.h"

/* Skips the dashes. The name ends with the word or at its first `='. */
static bool take_dashes(const char **word, size_t *length)
{
    if (strncmp(*word, "--", 2) != 0)
        return false;
    *word += 2;
    *length = strcspn(*word, "=");
    return true;
}

const char *option_words_next(char **argv, int argc)
{
    int at = optind > 0 ? optind : 1;

    while (at < argc && (argv[at][0] != '-' || argv[at][1] == '\0')) /* the word is a file */
        at++;
    return at < argc ? argv[at] : NULL;
}

/* Returns the number of options that begin with the first `length` bytes of a name. `*found`
 * becomes one of them, preferably the option with exactly this name. */
static size_t find(const struct option *options, const char *name, size_t length,
                   const struct option **found)
{
    size_t n = 0;

    for (; options->name; options++) {
        if (strncmp(options->name, name, length) != 0)
            continue;
        if (n++ == 0 || options->name[length] == '\0')
            *found = options;
    }
    return n;
}

bool option_words_have(const struct option *options, const char *word)
{
    const struct option *found = NULL;
    size_t length;

    return word && take_dashes(&word, &length) && find(options, word, length, &found) > 0;
}

/* Returns the only name that equals, or begins with, a word with a single dash, or NULL. A word of
 * less than four letters has to be the whole name. */
static const char *one_dash(const struct option *options, const char *word)
{
    enum { SHORTEST_ABBREVIATION = 4 };
    const char *name = word + 1;
    const struct option *found = NULL;
    size_t length = strcspn(name, "="), n;

    if (length < 2 || name[0] == '-')
        return NULL;
    n = find(options, name, length, &found);
    return n > 0 && (!found->name[length] || (n == 1 && length >= SHORTEST_ABBREVIATION))
               ? found->name
               : NULL;
}

/* Returns the name nearest to a word that is neither a name nor the beginning of one, or NULL if
 * none is near (spelling_slips). A longer word may be an abbreviation with a slip, so it is
 * compared with the beginnings of names, too. */
static const char *nearest_to(const struct option *options, const char *word)
{
    enum { SHORTEST_ABBREVIATION = 5 };
    size_t length, limit, best = SIZE_MAX, best_whole = SIZE_MAX;
    const struct option *found = NULL;
    const char *nearest = NULL;

    if (!take_dashes(&word, &length) || find(options, word, length, &found) > 0)
        return NULL; /* if it is ambiguous, getopt has named the candidates */
    limit = spelling_slips(length);
    for (; options->name; options++) {
        size_t beginning, whole, distance;

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

/* ---- errors and warnings ---- */

/* Reports a long word that is not an option, or could be several. */
static void report_unknown(const char *word, const struct option *table, const struct option *all,
                           struct diag *d)
{
    const char *nearest = nearest_to(all, word);
    size_t n = 0, length = strcspn(word + 2, "=");
    /* the names that begin with the word, as getopt lists them */
    LOCAL_BY(sink_release) struct sink list = sink_in_memory(d);

    for (; table->name; table++)
        if (strncmp(table->name, word + 2, length) == 0) {
            sink_printf(&list, " '--%s'", table->name);
            n++;
        }
    if (n > 1)
        diag_error(d, NULL, "option '%s' is ambiguous; possibilities:%s", word, sink_text(&list));
    else if (nearest)
        diag_error(d, NULL, "unrecognized option '%s'; did you mean --%s? '%s --help' lists all",
                   word, nearest, d->program);
    else
        diag_error(d, NULL, "unrecognized option '%s'; '%s --help' lists all", word, d->program);
}

void report_bad_word(const char *word, int letter, const struct option *table,
                     const struct option *all, struct diag *d)
{
    const struct option *option = NULL;
    const char *meant = one_dash(all, word), *name = word;
    size_t length;
    bool is_long = take_dashes(&name, &length) && find(table, name, length, &option) > 0;

    if (letter == 0)
        report_unknown(word, table, all, d);
    else if (is_long)
        diag_error(d, NULL, "option '--%s' %s; see '%s --help'", option->name,
                   option->has_arg == no_argument ? "doesn't allow an argument"
                                                  : "requires an argument",
                   d->program);
    else if (meant)
        diag_error(d, NULL, "%s -- '%c'; did you mean --%s? '%s --help' lists all",
                   option_row_of(letter) ? "option requires an argument" : "invalid option", letter,
                   meant, d->program);
    else if (option_row_of(letter))
        diag_error(d, NULL, "option requires an argument -- '%c'; see '%s --help'", letter,
                   d->program);
    else
        diag_error(d, NULL, "invalid option -- '%c'; '%s --help' lists all", letter, d->program);
}

void warn_of_one_dash(const char *word, const struct option *all, struct diag *d)
{
    const char *meant = one_dash(all, word);

    if (meant)
        diag_warning(d, NULL, "'%s' is read as one-letter options; did you mean --%s?", word,
                     meant);
}
