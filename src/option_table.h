/* option_table - all options: what each is called, what it does, what the help says of it
 *
 * Role: the one list from which parsing, --help and the usage text come; the tests compare man
 * page, manual and golden cases with the help. A new option is a row, and a function in
 * option_actions where none of those does what it has to.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include "base/diag.h"
#include "options.h"

#include <stdbool.h>
#include <stddef.h>

/* Headings of the help, in their order. */
enum option_group {
    GROUP_REPORTS,
    GROUP_CONTENTS,
    GROUP_LOOK,
    GROUP_DATA,
    GROUP_OTHER,
    OPTION_GROUPS
};

/* What to do after an option. */
enum option_step {
    OPTION_TAKEN,   /* go on */
    OPTION_HELP,    /* print the help, and end */
    OPTION_VERSION, /* print the version, and end */
    OPTION_REFUSED  /* reported: end */
};

/* In which list of letters the usage text has a short name. */
enum option_letters {
    LETTERS_BY_ARGUMENT, /* as its argument says; in none where usage_letter stands for it */
    LETTERS_PLAIN,       /* among those that take no argument */
    LETTERS_NAMED        /* among those that take one */
};

struct option_row;

/* Takes in one option. `value` is its argument, which outlives `o`, or NULL. */
typedef enum option_step option_action(struct options *o, const struct option_row *row,
                                       const char *value, struct diag *d);

struct option_row {
    const char *name; /* long name, or NULL */
    char letter;      /* short name, or NUL */
    int argument;     /* getopt's no_argument, required_argument or optional_argument */
    enum option_group group;
    const char *value; /* what the argument is called in the help, or NULL */
    const char *help;  /* one line; NULL: deprecated or a synonym, and not in the help */

    option_action *act;
    size_t field;     /* what the action sets: an offset in struct options */
    unsigned report;  /* the report_kind that it is about */
    unsigned tables;  /* bits 1 << sym_table that a symbol specification goes into */
    bool takes_arcs;  /* a specification FROM/TO goes into the table of arcs instead */
    int least;        /* of a number */
    const char *noun; /* what the number is, for the message */

    bool is_own; /* GNU gprof does not have it: its name takes part in abbreviation only where none
                  * of GNU's is meant, so that every abbreviation keeps its meaning */
    const char *usage_value;     /* what the usage text calls the argument of the long name */
    const char *usage_letter;    /* its words for the letter: "I dirs" */
    enum option_letters letters; /* its list of letters */
};

enum { OPTION_ROWS_MAX = 100 };

/* The rows, in the order of the help, n_option_rows of them. */
extern const struct option_row option_rows[];
extern const size_t n_option_rows; /* at most OPTION_ROWS_MAX */

#endif
