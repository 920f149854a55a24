/* option_errors - what is wrong with a word of the command line
 *
 * The first words are those that getopt prints in English, which users know and programs look for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "option_errors.h"

#include "base/sink.h"
#include "long_options.h"
#include "option_table.h"

#include <stdbool.h>
#include <string.h>

/* How many bytes of a long option's word are its name. */
static size_t name_length(const char *word)
{
    return strcspn(word, "=");
}

/* The names that begin with the word, as getopt lists them; returns how many. */
static size_t list_candidates(struct sink *list, const char *word, const struct option *table)
{
    size_t n = 0, length = name_length(word + 2);

    for (; table->name; table++) {
        if (strncmp(table->name, word + 2, length) != 0)
            continue;
        sink_string(list, " '--");
        sink_string(list, table->name);
        sink_char(list, '\'');
        n++;
    }
    sink_char(list, '\0');
    return n;
}

/* A long word that is no option, or could be several. */
static void report_unknown(const char *word, const struct option *table, const struct option *all,
                           struct diag *d)
{
    const char *nearest = long_options_nearest(all, word);
    struct sink list;

    sink_init(&list, -1);
    if (list_candidates(&list, word, table) > 1)
        diag_error(d, NULL, "option '%s' is ambiguous; possibilities:%s", word,
                   list.error ? "" : list.buf);
    else if (nearest)
        diag_error(d, NULL, "unrecognized option '%s'; did you mean --%s? `%s --help' lists all",
                   word, nearest, d->program);
    else
        diag_error(d, NULL, "unrecognized option '%s'; `%s --help' lists all", word, d->program);
    sink_release(&list);
}

/* The long option that the word names, whose code is `code`; NULL: it names another, or none. */
static const struct option *named(const char *word, int code, const struct option *table)
{
    if (strncmp(word, "--", 2) != 0)
        return NULL;
    for (; table->name; table++)
        if (table->val == code && strncmp(table->name, word + 2, name_length(word + 2)) == 0)
            return table;
    return NULL;
}

static bool is_letter(int letter)
{
    for (size_t i = 0; i < n_option_rows; i++)
        if (option_rows[i].letter == letter)
            return true;
    return false;
}

void report_bad_word(const char *word, int letter, const struct option *table,
                     const struct option *all, struct diag *d)
{
    const struct option *option = letter != 0 ? named(word, letter, table) : NULL;
    const char *meant = long_options_one_dash(all, word);

    if (letter == 0)
        report_unknown(word, table, all, d);
    else if (option)
        diag_error(d, NULL, "option '--%s' %s; see `%s --help'", option->name,
                   option->has_arg == no_argument ? "doesn't allow an argument"
                                                  : "requires an argument",
                   d->program);
    else if (meant)
        diag_error(d, NULL, "%s -- '%c'; did you mean --%s? `%s --help' lists all",
                   is_letter(letter) ? "option requires an argument" : "invalid option", letter,
                   meant, d->program);
    else if (is_letter(letter))
        diag_error(d, NULL, "option requires an argument -- '%c'; see `%s --help'", letter,
                   d->program);
    else
        diag_error(d, NULL, "invalid option -- '%c'; `%s --help' lists all", letter, d->program);
}

void warn_of_one_dash(const char *word, const struct option *all, struct diag *d)
{
    const char *meant = long_options_one_dash(all, word);

    if (meant)
        diag_warning(d, NULL, "'%s' is read as one-letter options; did you mean --%s?", word,
                     meant);
}
