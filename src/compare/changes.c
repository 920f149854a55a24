/* changes - finds what differs between two profiles of a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/changes.h"

#include "compare/statistics.h"

#include <math.h>

static const struct changes_function absent = {.name = "", .shown = ""};

static int compare(double l, double r)
{
    return l < r ? -1 : l > r;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

/* Both sides are sorted by name, and by a key that may tell namesakes apart, and walked side by
 * side. If both sides have the same number of equal keys, these functions are pairs. There are
 * three rounds; the first one pairs nearly all, the others pair static functions of several
 * files. */

/* A function that waits for its pair. */
struct waiting {
    const struct changes_function *function;
    const char *key; /* text compared after name and line */
    bool is_shared;  /* its side has other functions of the same name */
};

struct waiting_list {
    struct waiting *at; /* owned */
    size_t n;
};

static int by_name(const struct waiting *l, const struct waiting *r)
{
    int order = strcmp(l->function->name, r->function->name);

    return order ? order : compare(l->function->line, r->function->line);
}

static int by_key(const struct waiting *l, const struct waiting *r)
{
    int order = by_name(l, r);

    return order ? order : strcmp(l->key, r->key);
}

static int by_place(const void *left, const void *right)
{
    const struct waiting *l = left, *r = right;
    int order = by_key(l, r);

    return order ? order : (l->function > r->function) - (l->function < r->function);
}

static const char *whole_path(const struct changes_function *f)
{
    return f->file ? f->file : "";
}

static const char *file_name(const struct changes_function *f)
{
    return diag_basename(whole_path(f));
}

static void sort_by(struct waiting_list *list, const char *(*key)(const struct changes_function *))
{
    for (size_t i = 0; i < list->n; i++)
        list->at[i].key = key ? key(list->at[i].function) : "";
    qsort(list->at, list->n, sizeof *list->at, by_place);
    for (size_t i = 1; i < list->n; i++)
        if (by_name(&list->at[i - 1], &list->at[i]) == 0)
            list->at[i - 1].is_shared = list->at[i].is_shared = true;
}

static struct waiting_list all_of(const struct changes_side *side, struct diag *d)
{
    struct waiting_list list = {mem_alloc(d, side->n, sizeof *list.at), side->n};

    for (size_t i = 0; i < side->n; i++)
        list.at[i].function = &side->functions[i];
    return list;
}

/* Returns the number of elements at the front of the `n` that have the key of `first`. */
static size_t same_key(const struct waiting *at, size_t n, const struct waiting *first)
{
    size_t same = 0;

    while (same < n && by_key(&at[same], first) == 0)
        same++;
    return same;
}

/* Adds a pair; from the end of the memory, if a side leaves its function out. */
static void add_pair(struct changes *c, const struct changes_function *before,
                     const struct changes_function *after, bool is_shared)
{
    const struct change pair = {.before = before, .after = after, .is_shared = is_shared};

    if ((before && before->is_left_out) || (after && after->is_left_out)) {
        c->time_left_out += before && !before->is_left_out ? before->self.mean : 0;
        *--c->left_out = pair;
        c->n_left_out++;
    } else {
        c->at[c->n++] = pair;
    }
}

/* Pairs functions of equal keys if both sides have the same number. The others wait for the next
 * round. After the last round they are alone. */
static void pair_up(struct changes *c, struct waiting_list *b, struct waiting_list *a, bool is_last)
{
    size_t n_b = b->n, n_a = a->n, of_b, of_a;

    b->n = a->n = 0;
    for (size_t i = 0, k = 0; i < n_b || k < n_a; i += of_b, k += of_a) {
        bool b_first = k == n_a || (i < n_b && by_key(&b->at[i], &a->at[k]) <= 0);
        const struct waiting first = b_first ? b->at[i] : a->at[k];
        bool is_shared;

        of_b = same_key(b->at + i, n_b - i, &first);
        of_a = same_key(a->at + k, n_a - k, &first);
        is_shared = (of_b > 0 && b->at[i].is_shared) || (of_a > 0 && a->at[k].is_shared);
        for (size_t j = 0; j < of_b; j++)
            if (of_b == of_a)
                add_pair(c, b->at[i + j].function, a->at[k + j].function, is_shared);
            else if (is_last)
                add_pair(c, b->at[i + j].function, NULL, is_shared);
            else
                b->at[b->n++] = b->at[i + j];
        for (size_t j = 0; j < of_a && of_a != of_b; j++)
            if (is_last)
                add_pair(c, NULL, a->at[k + j].function, is_shared);
            else
                a->at[a->n++] = a->at[k + j];
    }
}

/* Fills c->at with all pairs and functions without one. */
static void find_pairs(struct changes *c, struct diag *d)
{
    static const char *(*const keys[])(const struct changes_function *) = {whole_path, file_name,
                                                                           NULL};
    const size_t n_keys = sizeof keys / sizeof *keys;
    struct waiting_list before = all_of(c->before, d), after = all_of(c->after, d);

    c->at = mem_alloc(d, before.n + after.n, sizeof *c->at);
    c->left_out = c->at + before.n + after.n;
    for (size_t i = 0; i < n_keys; i++) {
        sort_by(&before, keys[i]);
        sort_by(&after, keys[i]);
        pair_up(c, &before, &after, i + 1 == n_keys);
    }
    free(before.at);
    free(after.at);
}

/* ---- times ---------------------------------------------------------------------------------- */

/* Returns a time with the weight of its samples. The samples of a run are its CPU time, exact to
 * one of them. Each falls into a function with the probability of its share, so the variance of a
 * time is less than its samples by the factor 1 - share; and the larger the share, the more of the
 * error of the total it has. */
static struct sig_time in_side(const struct changes *c, const struct changes_side *side,
                               const struct changes_time *time)
{
    double sample = side->sample > 0 ? side->sample : 1, total = side->total.mean;
    double share = total > time->mean ? time->mean / total : total > 0;
    double weight = share > 0 ? 1 - share + share * sample / time->mean : 1;

    return (struct sig_time){.mean = time->mean,
                             .variance = time->variance,
                             .runs = side->time_runs ? side->time_runs : 1,
                             .sample = sample * (weight < 1 ? weight : 1),
                             .differ = c->differ};
}

/* Returns the variance of the differences of pairs of runs. */
static double variance_of_pairs(const struct changes_time *before, const struct changes_time *after,
                                unsigned n)
{
    double squares = 0;

    for (unsigned i = 0; i < n; i++) {
        double difference =
            (after->runs ? after->runs[i] : 0) - (before->runs ? before->runs[i] : 0);
        double beyond = difference - (after->mean - before->mean);

        squares += beyond * beyond;
    }
    return squares / (n - 1);
}

static struct sig_test test_of(const struct changes *c, const struct changes_time *before,
                               const struct changes_time *after)
{
    return (struct sig_test){
        .before = in_side(c, c->before, before),
        .after = in_side(c, c->after, after),
        .in_pairs = c->in_turn,
        .differences = c->in_turn ? variance_of_pairs(before, after, c->before->time_runs) : 0};
}

/* Returns true if each run of a side has one of the other side beside it: A B B A, or A B A B. */
static bool are_in_turn(const struct changes_side *before, const struct changes_side *after)
{
    const double *b = before->ended, *a = after->ended;
    unsigned n = before->time_runs;

    if (!b || !a || n < 2 || n != after->time_runs)
        return false;
    for (unsigned i = 0; i < n; i++)
        if (b[i] == a[i] || (i > 0 && fmax(b[i - 1], a[i - 1]) >= fmin(b[i], a[i])))
            return false;
    return true;
}

/* Adds by how much runs differ, and the time that this is relative to, both squared. */
static void add_spread(const struct sig_test *t, double *excess, double *squares)
{
    const struct sig_time *const times[] = {&t->before, &t->after};
    double more = t->before.runs - 1;

    for (size_t i = 0; i < 2; i++) {
        const struct sig_time *side = times[i];

        *squares += (side->runs - 1) * side->mean * side->mean;
        *excess -= (side->runs - 1) * side->mean * side->sample;
        *excess += t->in_pairs ? 0 : (side->runs - 1) * side->variance;
    }
    *excess += t->in_pairs ? more * t->differences : 0;
}

/* Finds by how much runs differ beyond sampling, in all functions together. */
static double spread_of_runs(const struct changes *c)
{
    double excess = 0, squares = 0, differ;

    for (size_t i = 0; i < c->n; i++) {
        const struct changes_function *b = c->at[i].before, *a = c->at[i].after;
        struct sig_test t = test_of(c, b ? &b->self : &absent.self, a ? &a->self : &absent.self);

        add_spread(&t, &excess, &squares);
    }
    differ = excess > 0 && squares > 0 ? sqrt(excess / squares) : 0;
    return differ > SIG_RUNS_DIFFER ? differ : SIG_RUNS_DIFFER;
}

/* Finds the error of each verdict. */
static void divide_error(struct changes *c, struct diag *d)
{
    LOCAL double *least = mem_alloc(d, c->n + 1, sizeof *least);
    struct sig_test total = test_of(c, &c->before->total, &c->after->total);
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].before && c->at[i].after) {
            struct sig_test t = test_of(c, &c->at[i].before->self, &c->at[i].after->self);

            least[n++] = sig_least(&t);
        }
    least[n++] = sig_least(&total);
    c->error = changes_error(SIG_ERROR, sig_family(least, n));
}

struct change_error changes_error(double family, size_t tests)
{
    double each = family / (double)(tests > 0 ? tests : 1);

    return (struct change_error){each, sig_t_quantile(each / 2, INFINITY)};
}

void changes_judge(const struct changes *c, const struct change_error *error, struct change *at,
                   const struct changes_time *before, const struct changes_time *after)
{
    struct sig_test test = test_of(c, before, after);

    at->difference = after->mean - before->mean;
    at->verdict = CHANGE_NONE;
    at->reach = c->has_times ? sig_reach(&test, error->probability, error->quantile) : 0;
    if (fabs(at->difference) > at->reach && c->has_spread)
        at->verdict = at->difference > 0 ? CHANGE_SLOWER : CHANGE_FASTER;
}

bool change_exists(const struct changes_function *side)
{
    return side && side != &absent;
}

bool change_is_used(const struct change *at)
{
    return (at->before && at->before->is_used) || (at->after && at->after->is_used);
}

const struct changes_function *changes_either(const struct change *at)
{
    return change_exists(at->after) ? at->after : at->before;
}

const char *changes_name(const struct changes *c, const struct change *at, enum name_syntax *syntax)
{
    const struct changes_function *f = changes_either(at);
    const struct names *names = f == at->after ? c->after->names : c->before->names;

    if (syntax)
        *syntax = names ? names_syntax(names, f->symbol) : NAME_COLONS;
    return names ? names_shown(names, f->symbol) : f->shown;
}

const char *changes_verdict(const struct changes *c, const struct change *at)
{
    static const char *const words[] = {[CHANGE_NONE] = "within noise",
                                        [CHANGE_SLOWER] = "slower",
                                        [CHANGE_FASTER] = "faster",
                                        [CHANGE_NEW] = "new",
                                        [CHANGE_GONE] = "gone"};

    return at->verdict == CHANGE_NONE && !c->has_spread ? "" : words[at->verdict];
}

/* ---- time that moved ------------------------------------------------------------------------ */

/* Adds the time that a gone callee took on behalf of a caller. `room` is the memory for the times
 * of runs, one after the other, or NULL: they are not known. */
static void add_part(struct changes_time *to, const struct changes_time *from, double part,
                     double **room, unsigned runs)
{
    to->mean += part * from->mean;
    to->variance += part * part * from->variance;
    if (!*room || !from->runs)
        return;
    if (!to->runs) {
        to->runs = *room;
        *room += runs;
    }
    for (unsigned i = 0; i < runs; i++)
        to->runs[i] += part * from->runs[i];
}

/* Gives functions with more time than before the time that their gone callees had. A caller that is
 * gone, too, hands on what it gets. */
static void move_times(struct changes *c, struct changes_side *before, struct diag *d)
{
    LOCAL bool *is_gone = mem_alloc(d, before->n, sizeof *is_gone);
    LOCAL struct changes_time *moved = mem_alloc(d, before->n, sizeof *moved);
    unsigned runs = c->in_turn ? before->time_runs : 0;
    size_t n = 0;
    double *room;

    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].before && !c->at[i].after)
            is_gone[c->at[i].before - before->functions] = true;
    for (size_t i = 0; i < before->n_arcs; i++)
        n += is_gone[before->arcs[i].callee];
    c->moved = runs > 0 ? mem_alloc(d, 2 * n * runs, sizeof *c->moved) : NULL;
    room = c->moved;
    for (size_t i = 0; i < before->n_arcs; i++) {
        const struct changes_arc *a = &before->arcs[i];

        if (!is_gone[a->callee])
            continue;
        add_part(&moved[a->caller], &before->functions[a->callee].self, a->part, &room, runs);
        add_part(&moved[a->caller], &moved[a->callee], a->part, &room, runs);
    }
    for (size_t i = 0; i < c->n; i++) {
        struct changes_function *f;

        if (!c->at[i].before || !c->at[i].after)
            continue;
        f = &before->functions[c->at[i].before - before->functions];
        if (!(moved[f - before->functions].mean > 0) || c->at[i].after->self.mean <= f->self.mean)
            continue;
        f->moved = moved[f - before->functions].mean;
        add_part(&f->self, &moved[f - before->functions], 1, &room, runs);
    }
}

/* ---- calls ---------------------------------------------------------------------------------- */

/* Returns true if the average calls of one run differ. */
static bool differ(uint64_t before, unsigned runs_before, uint64_t after, unsigned runs_after)
{
    uint64_t b = before / runs_before, a = after / runs_after;

    return b != a || before % runs_before * runs_after != after % runs_after * runs_before;
}

static bool calls_differ(const struct changes *c, const struct changes_calls *before,
                         const struct changes_calls *after)
{
    unsigned b = c->before->call_runs, a = c->after->call_runs;

    return c->has_calls &&
           (differ(before->others, b, after->others, a) || differ(before->self, b, after->self, a));
}

/* ---- order ---------------------------------------------------------------------------------- */

/* Returns the certain part of the size of the difference. */
static double certain(const struct change *at)
{
    double size = fabs(at->difference);

    return size > at->reach ? size - at->reach : 0;
}

/* Compares changes: the largest comes first, loss or gain. Equal ones are ordered by name, then
 * existing functions before gone ones, then by the order of their side. */
static int by_size(const void *left, const void *right)
{
    const struct change *l = left, *r = right;
    const struct changes_function *lf = changes_either(l), *rf = changes_either(r);
    int order = compare(certain(r), certain(l));

    order = order ? order : compare(fabs(r->difference), fabs(l->difference));
    order = order ? order : r->calls_differ - l->calls_differ;
    order = order ? order : compare(rf->self.mean, lf->self.mean);
    order = order ? order : strcmp(lf->name, rf->name);
    order = order ? order : !l->after - !r->after;
    return order ? order : ((uintptr_t)lf > (uintptr_t)rf) - ((uintptr_t)lf < (uintptr_t)rf);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static bool units_agree(const struct changes_side *before, const struct changes_side *after,
                        struct diag *d)
{
    if (!before->time_runs || !after->time_runs ||
        (before->in_ticks == after->in_ticks && strcmp(before->dimension, after->dimension) == 0))
        return true;
    return diag_error(d, before->source,
                      "its times are in %s, those of %s in %s; compare profiles of one kind",
                      before->in_ticks ? "ticks" : before->dimension, after->source,
                      after->in_ticks ? "ticks" : after->dimension);
}

/* Warns if the totals are of different kinds: a difference may then be time that one side lacks. */
static void check_kinds(const struct changes_side *before, const struct changes_side *after,
                        struct diag *d)
{
    bool is_own = before->kind == TIME_OWN_CODE || after->kind == TIME_OWN_CODE;

    if (before->time_runs && after->time_runs && before->kind != after->kind &&
        before->kind != TIME_OTHER && after->kind != TIME_OTHER)
        diag_warning(d, before->source, "its seconds are%s, those of %s%s%s",
                     time_kind_words(before->kind), after->source, time_kind_words(after->kind),
                     is_own ? "; --estimated leaves out libraries" : "");
}

bool changes_init(struct changes *c, struct changes_side *before, const struct changes_side *after,
                  struct diag *d)
{
    *c = (struct changes){.before = before,
                          .after = after,
                          .has_times = before->time_runs && after->time_runs,
                          .has_calls = before->call_runs && after->call_runs};
    c->has_spread = c->has_times && (before->time_runs > 1 || after->time_runs > 1);
    c->in_turn = c->has_times && are_in_turn(before, after);
    if (!units_agree(before, after, d))
        return false;
    check_kinds(before, after, d);
    find_pairs(c, d);
    if (before->n_arcs > 0)
        move_times(c, before, d);
    if (before->is_unfiltered)
        before->total.mean -= fmin(c->time_left_out, before->total.mean);
    for (size_t i = 0; i < c->n; i++) { /* a list of used functions leaves out the others */
        struct change *at = &c->at[i];

        if (!at->before && (before->leaves_out_unused || at->after->is_outside))
            at->before = &absent;
        else if (!at->after && at->before->is_outside)
            at->after = &absent;
    }
    c->differ = spread_of_runs(c);
    divide_error(c, d);
    for (size_t i = 0; i < c->n; i++) {
        struct change *at = &c->at[i];
        const struct changes_function *b = at->before ? at->before : &absent;
        const struct changes_function *a = at->after ? at->after : &absent;

        changes_judge(c, &c->error, at, &b->self, &a->self);
        at->calls_differ = calls_differ(c, &b->calls, &a->calls);
        if (!at->before || !at->after)
            at->verdict = at->after ? CHANGE_NEW : CHANGE_GONE;
    }
    changes_judge(c, &c->error, &c->total, &before->total, &after->total);
    qsort(c->at, c->n, sizeof *c->at, by_size);
    return true;
}

void changes_release(struct changes *c)
{
    free(c->at);
    free(c->moved);
    *c = (struct changes){0};
}

void changes_side_release(struct changes_side *side)
{
    free(side->functions);
    free(side->arcs);
    free(side->ended);
    free(side->times);
    *side = (struct changes_side){0};
}
