/* changes_match - which function of one side is which of the other
 *
 * Both sides are sorted by name, so that those of one name stand together: a group. Nearly all
 * groups are one function on either side. In the others, which are static functions of several
 * files, the lists are walked side by side, sorted by what still may tell them apart; each of the
 * three walks takes those that agree.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/changes.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* A function that waits for its pair. */
struct waiting {
    const struct changes_function *function;
    const char *key; /* what the walk compares, after the name; never NULL */
    size_t place;    /* in its side */
};

struct matcher {
    struct changes *c;
    struct waiting *before, *after; /* owned */
    bool is_shared;                 /* the name of the group at hand is */
    double left_out;                /* self time before, as the function is left out after */
};

static int by_key(const void *left, const void *right)
{
    const struct waiting *l = left, *r = right;
    int order = strcmp(l->function->name, r->function->name);

    if (order == 0 && l->function->line != r->function->line)
        return l->function->line < r->function->line ? -1 : 1;
    if (order == 0)
        order = strcmp(l->key, r->key);
    return order ? order : l->place < r->place ? -1 : l->place > r->place;
}

/* Whether they are of one group. */
static bool is_namesake(const struct waiting *l, const struct waiting *r)
{
    return l->function->line == r->function->line &&
           strcmp(l->function->name, r->function->name) == 0;
}

static size_t group_size(const struct waiting *at, size_t n)
{
    size_t size = 0;

    while (size < n && is_namesake(&at[size], at))
        size++;
    return size;
}

static void add(struct matcher *m, const struct changes_function *before,
                const struct changes_function *after)
{
    if ((before && before->is_left_out) || (after && after->is_left_out)) {
        m->left_out += before && !before->is_left_out ? before->self.mean : 0;
        return;
    }
    m->c->at[m->c->n++] =
        (struct change){.before = before, .after = after, .is_shared = m->is_shared};
}

/* ---- one group ------------------------------------------------------------------------------ */

static const char *whole_path(const struct changes_function *f)
{
    return f->file ? f->file : "";
}

static const char *file_name(const struct changes_function *f)
{
    return diag_basename(whole_path(f));
}

static const char *nothing(const struct changes_function *f)
{
    (void)f;
    return "";
}

/* How many at the front have the first one's key. */
static size_t same_key(const struct waiting *at, size_t n)
{
    size_t same = 0;

    while (same < n && strcmp(at[same].key, at[0].key) == 0)
        same++;
    return same;
}

/* Move `n` of them to the front of what waits on. */
static size_t keep(struct waiting *all, size_t kept, const struct waiting *from, size_t n)
{
    memmove(all + kept, from, n * sizeof *from);
    return kept + n;
}

/* Pair those of equal keys, as many as both sides have as many of; leave the others. */
static void walk(struct matcher *m, struct waiting *b, size_t *n_b, struct waiting *a, size_t *n_a,
                 const char *(*key)(const struct changes_function *))
{
    size_t i = 0, k = 0, left_b = 0, left_a = 0;

    for (size_t at = 0; at < *n_b; at++)
        b[at].key = key(b[at].function);
    for (size_t at = 0; at < *n_a; at++)
        a[at].key = key(a[at].function);
    qsort(b, *n_b, sizeof *b, by_key);
    qsort(a, *n_a, sizeof *a, by_key);
    while (i < *n_b && k < *n_a) {
        int order = strcmp(b[i].key, a[k].key);
        size_t of_b = order <= 0 ? same_key(b + i, *n_b - i) : 0;
        size_t of_a = order >= 0 ? same_key(a + k, *n_a - k) : 0;

        if (of_b == of_a) {
            for (size_t at = 0; at < of_b; at++)
                add(m, b[i + at].function, a[k + at].function);
        } else {
            left_b = keep(b, left_b, b + i, of_b);
            left_a = keep(a, left_a, a + k, of_a);
        }
        i += of_b;
        k += of_a;
    }
    *n_b = keep(b, left_b, b + i, *n_b - i);
    *n_a = keep(a, left_a, a + k, *n_a - k);
}

static void match_group(struct matcher *m, struct waiting *b, size_t n_b, struct waiting *a,
                        size_t n_a)
{
    static const char *(*const keys[])(const struct changes_function *) = {whole_path, file_name,
                                                                           nothing};

    m->is_shared = n_b > 1 || n_a > 1;
    if (n_b == 1 && n_a == 1) {
        add(m, b->function, a->function);
        return;
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys && n_b > 0 && n_a > 0; i++)
        walk(m, b, &n_b, a, &n_a, keys[i]);
    for (size_t i = 0; i < n_b; i++)
        add(m, b[i].function, NULL);
    for (size_t i = 0; i < n_a; i++)
        add(m, NULL, a[i].function);
}

/* ---- all of them ---------------------------------------------------------------------------- */

static struct waiting *by_name(const struct changes_side *side, struct diag *d)
{
    struct waiting *all = mem_alloc(d, side->n, sizeof *all);

    for (size_t i = 0; i < side->n; i++)
        all[i] = (struct waiting){&side->functions[i], "", i};
    if (side->n > 0)
        qsort(all, side->n, sizeof *all, by_key);
    return all;
}

static void match_all(struct matcher *m)
{
    size_t n_before = m->c->before->n, n_after = m->c->after->n, i = 0, k = 0;

    while (i < n_before || k < n_after) {
        struct waiting *b = m->before + i, *a = m->after + k;
        int order = i == n_before ? 1 : k == n_after ? -1 : by_key(b, a);
        bool together = i < n_before && k < n_after && is_namesake(b, a);
        size_t n_b = together || order < 0 ? group_size(b, n_before - i) : 0;
        size_t n_a = together || order > 0 ? group_size(a, n_after - k) : 0;

        match_group(m, b, n_b, a, n_a);
        i += n_b;
        k += n_a;
    }
}

void changes_match(struct changes *c, double *left_out, struct diag *d)
{
    struct matcher m = {.c = c, .before = by_name(c->before, d), .after = by_name(c->after, d)};

    c->at = mem_alloc(d, c->before->n + c->after->n, sizeof *c->at);
    match_all(&m);
    *left_out = m.left_out;
    free(m.before);
    free(m.after);
}
