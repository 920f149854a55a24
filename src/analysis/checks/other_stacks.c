/* other_stacks - some call stacks are of other programs than the image
 *
 * If none is of the image, that is an error (stack_symbols.h). An image that is a library is used
 * by programs that are not the image.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

void check_other_stacks(const struct diagnosis *at, struct diag *d)
{
    const struct stack_data *stacks = &at->profile->stacks;
    const struct stack_module *other = NULL;
    bool is_program = false;
    const uint8_t *id;
    size_t bytes = at->stacks ? core_build_id(at->image, &id) : 0;

    for (size_t i = 0; at->stacks && i < stacks->n_modules; i++) {
        const struct stack_module *m = &stacks->modules[i];

        if (m->kind != GSTACK_PROGRAM)
            continue;
        if (stack_module_fits(m, id, bytes, at->image->path))
            is_program = true;
        else if (!other)
            other = m;
    }
    if (is_program && other)
        diag_warning(d, stacks->file,
                     "some call stacks are of another program or build, %s, whose functions have "
                     "no names here; name the files of one program",
                     other->path);
}
