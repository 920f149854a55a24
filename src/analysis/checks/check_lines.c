/* check_lines - warns of lines that are not known, and of counts that only lines show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/diagnosis.h"
#include "image/core_symbols.h"

void check_no_lines(const struct diagnosis *at, struct diag *d)
{
    if (!at->lines->at || at->has_list || at->image->line_budget->is_spent)
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

void check_ignored_blocks(const struct diagnosis *at, struct diag *d)
{
    if (at->profile->has_blocks && !at->by_line && !(at->figures & SHOWS_BLOCKS))
        diag_warning(d, NULL, "ignoring basic-block exec counts; use -l to see them with -A or -C");
}
