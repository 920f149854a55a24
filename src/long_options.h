/* long_options - what a word that begins with two dashes may mean
 *
 * Role: decides whether a word belongs to GNU gprof's options or to our own, and finds the option
 * that a misspelt word was meant to be. Works on getopt's tables, and knows no option by name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LONG_OPTIONS_H
#define LONG_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>

/* Whether the word at which getopt will look next names one of these options, or is a beginning of
 * one or several. Tables end with a row without a name. */
bool long_options_next_is(const struct option *options, char **argv, int argc);

/* The name nearest to a word (`--' and all, perhaps with a value) that is none of them nor a
 * beginning of one; NULL when none is near. */
const char *long_options_nearest(const struct option *options, const char *word);

#endif
