/* majority - which files of a list belong together, when not all of them do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/majority.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static bool same_histogram(const struct histogram *a, const struct histogram *b)
{
    return a->low == b->low && a->high == b->high && a->n_bins == b->n_bins && a->rate == b->rate &&
           a->abbreviation == b->abbreviation && strcmp(a->dimension, b->dimension) == 0;
}

static bool same_builds(const struct profile *a, const struct profile *b)
{
    if (a->n_builds != b->n_builds || a->has_unknown_build != b->has_unknown_build)
        return false;
    for (unsigned i = 0; i < a->n_builds; i++)
        if (memcmp(a->builds[i].id, b->builds[i].id, sizeof a->builds[i].id) != 0)
            return false;
    return true;
}

static bool same_shape(const struct profile *a, const struct profile *b)
{
    if (a->n_hists != b->n_hists || a->n_others != b->n_others || a->bsd != b->bsd ||
        a->bsd_rate != b->bsd_rate || !same_builds(a, b))
        return false;
    for (size_t i = 0; i < profile_n_histograms(a); i++)
        if (!same_histogram(profile_histogram(a, i), profile_histogram(b, i)))
            return false;
    return true;
}

bool majority_note(struct majority *m, struct profile *file, struct diag *d)
{
    struct shape *shapes;

    profile_keep_shape(file);
    for (size_t i = 0; i < m->n; i++)
        if (same_shape(&m->shapes[i].profile, file)) {
            m->shapes[i].n_files++;
            profile_release(file);
            return true;
        }
    shapes = mem_grow(d, m->shapes, &m->cap, m->n + 1, sizeof *shapes);
    if (!shapes) {
        profile_release(file);
        return false;
    }
    m->shapes = shapes;
    m->shapes[m->n++] = (struct shape){.profile = *file, .n_files = 1};
    *file = (struct profile){0};
    return true;
}

/* How many files fit the shape, its own included. Those that are not of the image do not count for
 * one that is: another program's file may fit by chance. */
static size_t count_fitting(const struct majority *m, const struct shape *leader)
{
    struct diag quiet;
    size_t n = 0;

    diag_init(&quiet, NULL, NULL);
    for (size_t i = 0; i < m->n; i++)
        if ((m->shapes[i].is_ours || !leader->is_ours) &&
            profile_fits(&leader->profile, &m->shapes[i].profile, &quiet))
            n += m->shapes[i].n_files;
    return n;
}

/* A file without bins fits every other, and so says nothing about which of them belong together. */
static bool has_bins(const struct profile *p)
{
    for (size_t i = 0; i < p->n_hists; i++)
        if (p->hists[i].n_bins > 0)
            return true;
    return false;
}

const struct profile *majority_leader(struct majority *m,
                                      bool (*is_of_image)(void *context, const struct profile *p),
                                      void *context)
{
    const struct shape *leader = NULL;
    size_t most = 0;

    for (size_t i = 0; i < m->n; i++)
        m->shapes[i].is_ours = !is_of_image || is_of_image(context, &m->shapes[i].profile);
    for (size_t i = 0; i < m->n; i++) {
        const struct shape *s = &m->shapes[i];
        size_t n = has_bins(&s->profile) ? count_fitting(m, s) : 0;

        if (n > 0 && (!leader || leader->is_ours == s->is_ours ? n > most : s->is_ours)) {
            leader = s;
            most = n;
        }
    }
    return leader ? &leader->profile : NULL;
}

void majority_release(struct majority *m)
{
    for (size_t i = 0; i < m->n; i++)
        profile_release(&m->shapes[i].profile);
    free(m->shapes);
    *m = (struct majority){0};
}
