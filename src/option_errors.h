/* option_errors - what is wrong with a word of the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPTION_ERRORS_H
#define OPTION_ERRORS_H

#include "base/diag.h"

#include <getopt.h>

/* Report in one line why getopt_long has returned `?'. `word` is the one that it read, `letter` is
 * optopt; `table` is the table of long options that was scanned, `all` that of all of them, from
 * which advice comes. */
void report_bad_word(const char *word, int letter, const struct option *table,
                     const struct option *all, struct diag *d);

/* Warns if the word is a long option with a single dash: getopt has read it as letters. */
void warn_of_one_dash(const char *word, const struct option *all, struct diag *d);

#endif
