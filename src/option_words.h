/* option_words - tells what a word of the command line means, and what is wrong with it
 *
 * Role: decides whether a word belongs to GNU gprof's options or to our own, and finds the option
 * that a misspelt word, or one with a single dash, was meant to be. Tables of getopt end with a row
 * without a name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPTION_WORDS_H
#define OPTION_WORDS_H

#include "base/diag.h"

#include <getopt.h>
#include <stdbool.h>

/* Returns the word of options that getopt reads next or is reading, or NULL if only files are left.
 */
const char *option_words_next(char **argv, int argc);

/* Returns true if the word, which may be NULL, names one of these options or is a beginning of one
 * or several. */
bool option_words_have(const struct option *options, const char *word);

/* Reports in one line why getopt_long has returned `?'. `word` is the one that it read, `letter` is
 * optopt. `table` holds the long options that were scanned, `all` those from which advice comes. */
void report_bad_word(const char *word, int letter, const struct option *table,
                     const struct option *all, struct diag *d);

/* Warns if the word is a long option with a single dash: getopt has read it as letters. */
void warn_of_one_dash(const char *word, const struct option *all, struct diag *d);

#endif
