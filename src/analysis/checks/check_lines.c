/* check_lines - tells that lines are not known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/causes.h"

#include "image/core_symbols.h"

bool check_no_lines(const struct evidence *e, struct sink *detail)
{
    if (!e->lines->at || e->no_lines)
        return false;
    for (uint32_t s = 0; s < e->symtab->n_code; s++)
        if (e->lines->at[s].file)
            return false;
    if (core_is_stripped(e->image))
        sink_string(detail, ", or name the directory of its debug file with --symbol-directory");
    return true;
}
