/* stack_record - call stacks of samples
 *
 * No record of the magic format: they have files of their own, formats/stack_format.c. One of what
 * is counted for --file-info is a tree: the stacks of one clock and interval.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/records/record_kind.h"

static bool stacks_fit(const struct profile *p, const struct profile *from, struct diag *d)
{
    return stack_data_fits(&p->stacks, &from->stacks, d);
}

static bool merge_stacks(struct profile *p, struct profile *from, struct diag *d)
{
    return stack_data_merge(&p->stacks, &from->stacks, d);
}

static void release_stacks(struct profile *p)
{
    stack_data_release(&p->stacks);
}

const struct record_kind stack_record = {
    .name = "call-stack",
    .tag = RECORD_UNTAGGED,
    .fits = stacks_fit,
    .merge = merge_stacks,
    .release = release_stacks,
};
