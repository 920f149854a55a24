/* terminal - how wide a terminal is, and whether to write in colours
 *
 * Role: the only place that asks. What it answers is handed to the printers as numbers, so that
 * they print the same for the same numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_TERMINAL_H
#define BASE_TERMINAL_H

#include <stdbool.h>

enum { DEFAULT_COLUMNS = 80, LEAST_COLUMNS = 20, MOST_COLUMNS = 2000 };

enum colour_when { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* Returns the columns that a report has, from LEAST_COLUMNS to MOST_COLUMNS: what the environment's
 * COLUMNS says, else those of the terminal that `fd` is; 0 if it is none, as -1 is. */
unsigned terminal_columns(int fd);

/* Returns true if colours are wanted. What the user says on the command line comes first; then
 * NO_COLOR, which is off unless it is empty; CLICOLOR_FORCE, which is on unless it is empty or 0;
 * TERM=dumb, which is off; and at last if `fd` is a terminal (-1 is none). */
bool terminal_has_colour(enum colour_when when, int fd);

#endif
