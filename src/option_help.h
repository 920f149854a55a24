/* option_help - the texts of --help and --version
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPTION_HELP_H
#define OPTION_HELP_H

#include "base/sink.h"

/* The usage text: a block for shells to complete from, the table of options, examples. */
void option_help_print(struct sink *out, const char *program);

/* Three lines. */
void option_help_print_version(struct sink *out);

#endif
