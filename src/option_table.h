/* option_table - all options: what each is called, what it does, what the help says of it
 *
 * Role: the one list from which parsing and the table of --help come; the tests compare the usage
 * block, man page, manual and golden cases with that table. A new option is a row, and a case of
 * option_take() if no other row's action does what it needs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include "base/diag.h"
#include "base/sink.h"
#include "options.h"

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

enum option_act {
    /* of many options */
    SET_FLAG,        /* the bool at `field` becomes true; of rows that name no action */
    SET_NUMBER,      /* the int at `field` becomes what atoi makes of the argument */
    SET_COUNT,       /* the unsigned at `field` becomes the argument, a number from `least` on */
    SET_TEXT,        /* the const char * at `field` becomes the argument */
    MAKE_REPORT,     /* make `report`; the argument, if there is one, goes to `field` */
    ASK_FOR_REPORT,  /* make `report`, asked for by name; a symbol specification limits it */
    DROP_REPORT,     /* do not make `report`; or make it without what a specification names */
    INCLUDE_SYMBOLS, /* what a symbol specification names goes into `tables` */
    EXCLUDE_SYMBOLS, /* ... is left out of `tables` */
    /* of one option each */
    ASK_FOR_TOP,
    ASK_FOR_EXPORT,
    ADD_BASE,
    ADD_LIMIT,
    ADD_LIST,
    ADD_SOURCE_DIRECTORIES,
    ADD_DEBUG_DIRECTORY,
    SET_MIN_COUNT,
    SET_MIN_PERCENT,
    SET_DEMANGLING,
    SET_NO_DEMANGLING,
    SET_NAMES,
    SET_SORTING,
    SET_COLOUR,
    SET_FORMAT,
    SET_TRACE,
    PRINT_HELP,
    PRINT_VERSION
};

/* An option; or, if it has no name at all, a heading of the help. */
struct option_row {
    const char *name;  /* long name, or NULL */
    char letter;       /* short name, or NUL */
    const char *value; /* what the argument is called in the help, in brackets if it may be left
                          out; NULL: there is none */
    const char *help;  /* one line; NULL: deprecated or a synonym, and not in the help */

    enum option_act act;
    size_t field;     /* offset in struct options of what the action sets */
    unsigned report;  /* the report_kind that it is about */
    unsigned tables;  /* bits 1 << sym_table that a symbol specification goes into */
    bool takes_arcs;  /* a specification FROM/TO goes into the table of arcs instead */
    int least;        /* of a number */
    const char *noun; /* what the number or word is, for the message */

    bool is_own; /* GNU gprof does not have it: its name takes part in abbreviation only if none of
                  * GNU's is meant, so that every abbreviation keeps its meaning */
};

/* Returns getopt's no_argument, required_argument or optional_argument. */
static inline int option_argument(const struct option_row *row)
{
    return !row->value ? no_argument : row->value[0] == '[' ? optional_argument : required_argument;
}

enum { OPTION_ROWS_MAX = 100 };

/* The rows, in the order of the help, n_option_rows of them. */
extern const struct option_row option_rows[];
extern const size_t n_option_rows; /* at most OPTION_ROWS_MAX */

/* Takes in one option. `value` is its argument, which must outlive `o`, or NULL. Returns false
 * after reporting. */
bool option_take(struct options *o, const struct option_row *row, const char *value,
                 struct diag *d);

/* Prints the text of --help: a usage block for shells to complete from, examples, the table. */
void option_help_print(struct sink *out, const char *program);

/* Prints the three lines of --version. */
void option_help_print_version(struct sink *out);

/* ---- option_words.c: what a word of the command line means. Tables of getopt end with a row
 * without a name. ---- */

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
