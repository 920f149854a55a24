/* sym_search - resolves specifications that use names as in the source
 *
 * Each specification that names nothing gets a list of readings, the likeliest first. One pass
 * looks for the texts of all readings. Then the first reading whose sides were all found counts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_search.h"

#include "base/mem.h"
#include "symbols/name_forms.h"

#include <stdlib.h>
#include <string.h>

enum { SLASHES_MAX = 8 }; /* slashes that are tried, more than a name has */

/* One side of a reading. */
struct side {
    bool is_known;   /* the side is any function, or a linker name */
    size_t first, n; /* range of its queries: for all of its text, and for the part behind FILE: */
};

struct reading {
    size_t spec;
    struct side sides[2];
    bool is_arc;
    bool is_original; /* the sides are those that the specification was parsed into */
};

struct search {
    struct sym_ids *ids;
    bool (*named)[2]; /* sides that name something, by specification; owned */
    struct sym_queries queries;
    struct reading *readings; /* readings; those of a specification are neighbours; owned */
    size_t n, cap;
    struct diag *diag;
};

/* ---- readings ---- */

/* Returns the colon behind a file's name, or NULL. */
static const char *file_end(const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] != ':')
            continue;
        if (i + 1 < bytes && text[i + 1] == ':')
            i++;
        else
            return text + i;
    }
    return NULL;
}

/* Adds the queries of a side; an empty side is any function. */
static void add_side(struct search *s, struct side *side, const char *text, size_t bytes)
{
    const char *colon = file_end(text, bytes);
    size_t before = colon ? (size_t)(colon - text) : 0;

    *side = (struct side){.is_known = bytes == 0, .first = s->queries.n};
    if (bytes > 0)
        sym_query_add(&s->queries, text, bytes, NULL, 0, s->diag);
    if (colon && before + 1 < bytes)
        sym_query_add(&s->queries, colon + 1, bytes - before - 1, before ? text : NULL, before,
                      s->diag);
    side->n = s->queries.n - side->first;
}

static struct reading *add_reading(struct search *s, size_t spec, bool is_arc)
{
    s->readings = mem_grow(s->diag, s->readings, &s->cap, s->n + 1, sizeof *s->readings);
    s->readings[s->n] = (struct reading){.spec = spec, .is_arc = is_arc};
    s->readings[s->n].sides[1].is_known = true;
    return &s->readings[s->n++];
}

/* Adds the readings of the text as FROM/TO, one for each of its slashes. At the first slash, a side
 * that names something keeps its meaning. */
static void read_arcs(struct search *s, size_t number)
{
    const struct sym_spec *spec = &s->ids->specs[number];
    const char *text = spec->option_text, *slash = strchr(text, '/');

    for (int i = 0; slash && i < SLASHES_MAX; i++, slash = strchr(slash + 1, '/')) {
        struct reading *r = add_reading(s, number, true);

        add_side(s, &r->sides[0], text, (size_t)(slash - text));
        if (spec->table == SYM_TABLE_ARCS)
            add_side(s, &r->sides[1], slash + 1, strlen(slash + 1));
        r->is_original = i == 0;
        r->sides[0].is_known |= i == 0 && s->named[number][0];
        r->sides[1].is_known |= i == 0 && s->named[number][1];
    }
}

static void read_spec(struct search *s, size_t i)
{
    const struct sym_spec *spec = &s->ids->specs[i];
    bool in_arcs = spec->table == SYM_TABLE_ARCS;

    if (in_arcs && !spec->is_arc) /* -k with a function */
        return;
    if (!in_arcs || spec->or_function) { /* all of the text as a function */
        struct reading *r = add_reading(s, i, false);

        add_side(s, &r->sides[0], spec->option_text, strlen(spec->option_text));
    }
    if (spec->is_arc)
        read_arcs(s, i);
}

/* ---- what was found ---- */

static const struct sym_query *found_for(const struct search *s, const struct side *side)
{
    for (size_t i = 0; i < side->n; i++) {
        const struct sym_query *q = &s->queries.at[side->first + i];

        if (q->n && !q->is_ambiguous)
            return q;
    }
    return NULL;
}

/* Completes one side of a specification. */
static void take_side(const struct search *s, const struct reading *r, int which)
{
    struct sym_spec *spec = &s->ids->specs[r->spec];
    struct sym_pattern *pattern = which == 0 ? &spec->left : &spec->right;
    const struct side *side = &r->sides[which];
    const struct sym_query *l = side->is_known ? NULL : found_for(s, side);
    struct sym_found *to = &spec->found[which];

    if (!r->is_original || l)
        *pattern = (struct sym_pattern){.name = l ? "what was found" : NULL};
    if (!l)
        return;
    to->symbols = mem_alloc(s->diag, l->n, sizeof *to->symbols);
    for (size_t i = 0; i < l->n; i++)
        to->symbols[to->n++] = s->queries.hits[l->first + i].symbol;
}

static bool is_found(const struct search *s, const struct reading *r)
{
    for (int side = 0; side < 2; side++)
        if (!r->sides[side].is_known && !found_for(s, &r->sides[side]))
            return false;
    return true;
}

static void take_reading(const struct search *s, const struct reading *r)
{
    struct sym_spec *spec = &s->ids->specs[r->spec];

    if (spec->is_arc && !r->is_arc) {
        spec->is_arc = false;
        spec->right = (struct sym_pattern){0};
        if (spec->table == SYM_TABLE_ARCS)
            spec->table = SYM_TABLE_GRAPH;
    }
    take_side(s, r, 0);
    take_side(s, r, 1);
}

/* Adds the first side of a reading that was not found to the words that need a hint. A pattern gets
 * no hint. */
static size_t take_word(const struct search *s, const struct reading *r, struct near_word *word)
{
    for (int side = 0; side < 2; side++) {
        const struct side *at = &r->sides[side];

        if (at->n && !at->is_known && !found_for(s, at)) {
            const struct sym_query *last = &s->queries.at[at->first + at->n - 1];

            *word = (struct near_word){.spec = r->spec, .query = last};
            return !name_is_glob(last->text) || last->is_ambiguous;
        }
    }
    return 0;
}

/* Takes the first found reading of each specification. If there is none, adds a word that needs a
 * hint; of an arc, one of its sides. Returns the number of words. */
static size_t take_found(const struct search *s, struct near_word *words)
{
    size_t n = 0;

    for (size_t i = 0, end; i < s->n; i = end) {
        size_t spec = s->readings[i].spec, hinted = i;
        bool done = false;

        for (end = i; end < s->n && s->readings[end].spec == spec; end++) {
            const struct reading *r = &s->readings[end];

            if (r->is_original)
                hinted = end;
            if (!done && is_found(s, r)) {
                done = true;
                take_reading(s, r);
            }
        }
        if (!done && n < WORDS_NEAR)
            n += take_word(s, &s->readings[hinted], &words[n]);
    }
    return n;
}

void sym_search(struct sym_ids *found, const struct sym_ids *ids, const struct sym_search_in *in,
                struct diag *d)
{
    const struct names_style style = {.demangle = in->demangle, .as_in_source = true};
    struct search s = {.ids = found, .diag = d};
    struct near_word words[WORDS_NEAR];
    struct sym_matches matches;
    struct names names;

    sym_ids_copy(found, ids, d);
    s.named = mem_alloc(d, ids->n, sizeof *s.named);
    matches = sym_ids_resolve(found, in->symtab, in->lines, d);
    for (size_t i = 0; i < matches.n; i++)
        s.named[matches.at[i].spec][matches.at[i].right] = true;
    free(matches.at);
    for (size_t i = 0; i < ids->n; i++)
        if (!s.named[i][0] || (sym_spec_has_right(&found->specs[i]) && !s.named[i][1]))
            read_spec(&s, i);
    if (s.n > 0) {
        names_init(&names, in->image, in->symtab, in->lines, &style, d);
        sym_query_all(&s.queries, &names, d);
        name_near_find(found, words, take_found(&s, words), &names, &s.queries, d);
        names_release(&names);
    }
    sym_query_release(&s.queries);
    free(s.readings);
    free(s.named);
}
