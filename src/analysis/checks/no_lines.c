/* no_lines - source lines are asked for, and nothing is known of any
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

void check_no_lines(const struct diagnosis *at, struct diag *d)
{
    if (!at->lines->at || at->has_list)
        return;
    for (uint32_t s = 0; s < at->symtab->n_code; s++)
        if (at->lines->at[s].file)
            return;
    diag_warning(d, at->image->path,
                 "has no information on source lines; compile the program with -g%s",
                 core_is_stripped(at->image) ? ", or name the directory of its debug file with "
                                               "--symbol-directory"
                                             : "");
}
