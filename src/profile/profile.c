/* profile - the raw data of one or more data files, summed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/profile.h"

#include <string.h>

void profile_release(struct profile *p)
{
    profile_release_histograms(p);
    profile_release_arcs(p);
    profile_release_blocks(p);
    stack_data_release(&p->stacks);
    *p = (struct profile){0};
}

bool profile_fits(const struct profile *p, const struct profile *from, struct diag *d)
{
    return profile_histograms_fit(p, from, d) && stack_data_fits(&p->stacks, &from->stacks, d);
}

void profile_add_build(struct profile *p, const struct profile_build *build)
{
    if (!build) {
        p->has_unknown_build = true;
        return;
    }
    for (unsigned i = 0; i < p->n_builds; i++)
        if (memcmp(p->builds[i].id, build->id, sizeof build->id) == 0)
            return;
    if (p->n_builds < sizeof p->builds / sizeof *p->builds)
        p->builds[p->n_builds++] = *build;
}

static void merge_builds(struct profile *p, const struct profile *from)
{
    if (from->has_unknown_build)
        profile_add_build(p, NULL);
    for (unsigned i = 0; i < from->n_builds; i++)
        profile_add_build(p, &from->builds[i]);
}

bool profile_merge(struct profile *p, struct profile *from, struct diag *d)
{
    bool ok = profile_fits(p, from, d);

    if (ok) {
        profile_merge_histograms(p, from, d);
        profile_merge_arcs(p, from, d);
        profile_merge_blocks(p, from, d);
        stack_data_merge(&p->stacks, &from->stacks, d);
        merge_builds(p, from);
    }
    profile_release(from);
    return ok;
}
