/* symbol_data - whether the data files tell anything of a symbol
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/symbol_data.h"

#include "analysis/hist.h"

static bool is_inside(const struct symbol *symbol, uint64_t address)
{
    return address >= symbol->address && address - symbol->address < symbol->size;
}

bool symbol_has_data(const struct symbol *symbol, const struct profile *profile)
{
    for (size_t i = 0; i < profile_n_histograms(profile); i++)
        if (hist_has_ticks(profile_histogram(profile, i), symbol))
            return true;
    for (size_t i = 0; i < profile->arcs.n; i++) {
        const struct pair_key *arc = &profile->arcs.keys[i];

        if (is_inside(symbol, arc->first) || is_inside(symbol, arc->second))
            return true;
    }
    for (size_t i = 0; i < profile->blocks.n; i++)
        if (is_inside(symbol, profile->blocks.keys[i].first))
            return true;
    return false;
}
