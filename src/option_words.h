/* option_words - finds the option that a word means, and reports bad words
 *
 * Role: works on the tables of getopt, which end with a row without a name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPTION_WORDS_H
#define OPTION_WORDS_H

#include "base/diag.h"

#include <getopt.h>

/* Returns the word of options that getopt reads next or is reading, or NULL if only files are left.
 */
const char *option_words_next(char **argv, int argc);

/* Returns true if the word, which may be NULL, is the name, or the beginning of a name, of one of
 * these options. */
bool option_words_have(const struct option *options, const char *word);

/* Reports in one line why getopt_long has returned `?'. `word` is the word that getopt read, and
 * `letter` is optopt. `table` has the long options that were scanned, `all` those for advice. */
void report_bad_word(const char *word, int letter, const struct option *table,
                     const struct option *all, struct diag *d);

/* Warns if the word is a long option with a single dash: getopt has read it as letters. */
void warn_of_one_dash(const char *word, const struct option *all, struct diag *d);

#endif
