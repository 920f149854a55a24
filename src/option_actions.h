/* option_actions - what options do, as the table of options names it
 *
 * Role: functions of type option_action. The first ones serve many rows, which say by their fields
 * what is set or asked for; each of the others belongs to one option.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPTION_ACTIONS_H
#define OPTION_ACTIONS_H

#include "option_table.h"

/* The bool at `field` becomes true. */
option_action set_flag;

/* The int at `field` becomes what atoi makes of the argument: leading digits count, no digits
 * are 0. */
option_action set_number;

/* The unsigned at `field` becomes the argument, which must be a number from `least` on. */
option_action set_count;

/* The const char * at `field` becomes the argument. */
option_action set_text;

/* Make `report`; the argument, if there is one, goes to `field`. */
option_action make_report;

/* Make `report`, which was asked for by name; a symbol specification limits it. */
option_action ask_for_report;

/* Do not make `report`; with a symbol specification make it without what that names. */
option_action drop_report;

/* Include or exclude what a symbol specification names in the `tables`. */
option_action include_symbols, exclude_symbols;

option_action ask_for_export, set_min_count, set_demangling, set_no_demangling, set_names;
option_action set_format, add_base, add_limit, ask_for_top, set_sorting, set_min_percent,
    set_colour;
option_action add_source_directories, add_debug_directory, add_list;
option_action set_trace, ask_for_help, ask_for_version;

#endif
