/* symbol_data - whether the data files tell anything of a symbol
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_SYMBOL_DATA_H
#define ANALYSIS_SYMBOL_DATA_H

#include "profile/profile.h"
#include "symbols/symtab.h"

#include <stdbool.h>

/* Whether there are samples in the symbol's code, calls to it or from it, or executions of its
 * basic blocks. O(bins + arcs + blocks). */
bool symbol_has_data(const struct symbol *symbol, const struct profile *profile);

#endif
