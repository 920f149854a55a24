/* profile - the raw data of one or more data files, summed
 *
 * What is done with each kind of data goes over the table of kinds, whose rows know how.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/profile.h"

#include "profile/records/record_kind.h"

#include <string.h>

void profile_release(struct profile *p)
{
    for (size_t i = 0; record_kinds[i]; i++)
        record_kinds[i]->release(p);
    *p = (struct profile){0};
}

bool profile_fits(const struct profile *p, const struct profile *from, struct diag *d)
{
    for (size_t i = 0; record_kinds[i]; i++)
        if (record_kinds[i]->fits && !record_kinds[i]->fits(p, from, d))
            return false;
    return true;
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

    for (size_t i = 0; ok && record_kinds[i]; i++)
        record_kinds[i]->merge(p, from, d);
    if (ok)
        merge_builds(p, from);
    profile_release(from);
    return ok;
}
