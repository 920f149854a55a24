/* long_options - tells which long option a word of the command line means
 *
 * Role: decides whether a word belongs to GNU gprof's options or to our own, and finds the option
 * that a misspelt word, or one with a single dash, was meant to be. Works on getopt's tables, and
 * knows no option by name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LONG_OPTIONS_H
#define LONG_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>

/* Returns the word of options that getopt reads next or is reading, or NULL if only files are left.
 */
const char *long_options_next(char **argv, int argc);

/* Returns true if the word, which may be NULL, names one of these options or is a beginning of one
 * or several. Tables end with a row without a name. */
bool long_options_have(const struct option *options, const char *word);

/* Returns the name that a word with a single dash is, or is the only one to begin with, or NULL. A
 * word of less than four letters has to be the whole name. */
const char *long_options_one_dash(const struct option *options, const char *word);

/* The name nearest to a word (`--' and all, perhaps with a value) that is none of them nor a
 * beginning of one; NULL when none is near. */
const char *long_options_nearest(const struct option *options, const char *word);

#endif
