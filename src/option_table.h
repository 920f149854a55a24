/* option_table - lists all options with their names, actions and help
 *
 * Role: parsing and the table of --help use this only list; tests compare the usage block, man
 * page, manual and golden cases with that table. A new option is a row, and a case of option_take()
 * if no other row's action does what it needs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include "base/sink.h"
#include "options.h"

#include <getopt.h>

enum option_act {
    /* Actions of many options. */
    SET_FLAG,        /* the bool at `field` becomes true; default for rows without an action */
    SET_NUMBER,      /* the int at `field` becomes what atoi makes of the argument */
    SET_COUNT,       /* the unsigned at `field` becomes the argument, a number from `least` on */
    SET_TEXT,        /* the const char * at `field` becomes the argument */
    SET_WORD,        /* the enum at `field` becomes `least` and the argument's number in `words` */
    MAKE_REPORT,     /* make `report`; the argument limits it if there are `tables`, else it goes to
                      * `field` */
    DROP_REPORT,     /* do not make `report`; or leave out symbols of a specification */
    INCLUDE_SYMBOLS, /* add the symbol specification to the include half of `tables` */
    EXCLUDE_SYMBOLS, /* add the symbol specification to the exclude half of `tables` */
    /* Actions of one option each. */
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
    SET_FORMAT,
    SET_TRACE,
    RUN_PROGRAM, /* main has taken it if it is the first word */
    PRINT_HELP,
    PRINT_VERSION
};

/* An option, or, without long and short name, a heading of the help. */
struct option_row {
    const char *name;  /* long name, or NULL */
    char letter;       /* short name, or NUL */
    const char *value; /* name of the argument in the help, in brackets if it is optional; NULL: no
                        * argument */
    const char *help;  /* one line; NULL: deprecated or a synonym, and not in the help */

    enum option_act act;
    size_t field;             /* offset in struct options of the field that the action sets */
    unsigned report;          /* report_kind bits of the option's reports */
    unsigned tables;          /* bits 1 << sym_table that a symbol specification goes into */
    bool takes_arcs;          /* a specification FROM/TO goes into the table of arcs instead */
    int least;                /* least value of a number; value of the first word, or of none */
    const char *const *words; /* words that the argument can be, with NULL behind them */
    const char *noun;         /* noun for the number or word, for messages */

    bool is_own; /* GNU gprof does not have the option: an abbreviation may mean it only if none of
                  * GNU's options fits, so that every abbreviation keeps its meaning */
};

/* Returns getopt's no_argument, required_argument or optional_argument. */
static inline int option_argument(const struct option_row *row)
{
    return !row->value ? no_argument : row->value[0] == '[' ? optional_argument : required_argument;
}

enum { OPTION_ROWS_MAX = 100 };

/* Rows in the order of the help; n_option_rows of them. */
extern const struct option_row option_rows[];
extern const size_t n_option_rows; /* at most OPTION_ROWS_MAX */

/* Returns the row with that letter, or NULL. */
const struct option_row *option_row_of(int letter);

/* Applies one option to `o`. `value` is its argument, which must outlive `o`, or NULL. Returns
 * false after reporting. */
bool option_take(struct options *o, const struct option_row *row, const char *value,
                 struct diag *d);

/* Prints the text of --help: examples, the table, a usage block for shells to complete from. */
void option_help_print(struct sink *out, const char *program);

/* Prints the three lines of --version. */
void option_help_print_version(struct sink *out);

#endif
