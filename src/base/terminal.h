/* terminal - finds the width of a terminal, and whether to write in colours
 *
 * Role: the only place that asks the terminal. Printers get the answers as numbers, and print the
 * same for the same numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_TERMINAL_H
#define BASE_TERMINAL_H

#include <stdbool.h>

enum { DEFAULT_COLUMNS = 80, LEAST_COLUMNS = 20, MOST_COLUMNS = 2000 };

enum colour_when { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* Returns the columns that a report has, from LEAST_COLUMNS to MOST_COLUMNS: those of the
 * environment's COLUMNS, else those of the terminal `fd`. Returns 0 if `fd` is not a terminal, or
 * is -1. */
unsigned terminal_columns(int fd);

/* Returns true if colours are wanted. The command line decides first. Then come NO_COLOR (off
 * unless empty), CLICOLOR_FORCE (on unless empty or 0) and TERM=dumb (off). At last, `fd` decides:
 * on if it is a terminal (-1 is none). */
bool terminal_has_colour(enum colour_when when, int fd);

#endif
