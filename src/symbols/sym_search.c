/* sym_search - specifications in the words of the source
 *
 * Each specification that names nothing gets a list of readings, the likeliest first. All their
 * texts are looked for in one pass; then the first reading counts whose sides have been found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_search.h"

#include "base/mem.h"
#include "symbols/sym_lookup.h"

#include <stdlib.h>
#include <string.h>

enum { SLASHES_MAX = 8 }; /* that are tried: more than a name has */

/* One side of a reading. */
struct side {
    bool is_known;     /* it is any function, or names something as the linker has it */
    size_t lookups[2]; /* all of its text; what is behind FILE: */
    size_t n;
};

struct reading {
    size_t spec;
    struct side sides[2];
    bool is_arc;
    bool is_original; /* the sides are those of the specification */
};

struct search {
    struct sym_ids *ids;
    const struct names *names;
    uint8_t *named; /* by specification: bits of the sides that name something; owned */
    struct sym_lookups lookups;
    struct reading *readings; /* owned */
    size_t n, cap;
    struct diag *diag;
};

enum { LEFT_SIDE = 1, RIGHT_SIDE = 2 };

static void note_named(void *context, size_t spec, bool right, uint32_t symbol)
{
    struct search *s = context;

    (void)symbol;
    s->named[spec] = (uint8_t)(s->named[spec] | (right ? RIGHT_SIDE : LEFT_SIDE));
}

static bool has_right(const struct sym_spec *spec)
{
    return spec->table == SYM_TABLE_ARCS && spec->is_arc && !sym_pattern_is_any(&spec->right);
}

static bool is_complete(const struct search *s, size_t i)
{
    const struct sym_spec *spec = &s->ids->specs[i];

    return (s->named[i] & LEFT_SIDE) && (!has_right(spec) || (s->named[i] & RIGHT_SIDE));
}

/* ---- readings ---- */

/* The colon behind a file's name, or NULL. */
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

/* Looks for a side; an empty one is any function. */
static void add_side(struct search *s, struct side *side, const char *text, size_t bytes)
{
    const char *colon = file_end(text, bytes);
    size_t before = colon ? (size_t)(colon - text) : 0;

    *side = (struct side){.is_known = bytes == 0};
    if (bytes > 0)
        side->lookups[side->n++] = sym_lookup_add(&s->lookups, text, bytes, NULL, 0, s->diag);
    if (colon && before + 1 < bytes)
        side->lookups[side->n++] = sym_lookup_add(&s->lookups, colon + 1, bytes - before - 1,
                                                  before ? text : NULL, before, s->diag);
}

static struct reading *add_reading(struct search *s, size_t spec, bool is_arc)
{
    s->readings = mem_grow(s->diag, s->readings, &s->cap, s->n + 1, sizeof *s->readings);
    s->readings[s->n] = (struct reading){.spec = spec, .is_arc = is_arc};
    s->readings[s->n].sides[1].is_known = true;
    return &s->readings[s->n++];
}

/* Reads the text as FROM/TO, at each of its slashes; at the first one, what names something stays.
 */
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
        r->sides[0].is_known |= i == 0 && (s->named[number] & LEFT_SIDE);
        r->sides[1].is_known |= i == 0 && (s->named[number] & RIGHT_SIDE);
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

static const struct sym_lookup *found_for(const struct search *s, const struct side *side)
{
    for (size_t i = 0; i < side->n; i++) {
        const struct sym_lookup *l = &s->lookups.at[side->lookups[i]];

        if (l->n && !l->is_ambiguous)
            return l;
    }
    return NULL;
}

/* Completes one side of a specification. */
static void take_side(const struct search *s, const struct reading *r, int which)
{
    struct sym_spec *spec = &s->ids->specs[r->spec];
    struct sym_pattern *pattern = which == 0 ? &spec->left : &spec->right;
    const struct side *side = &r->sides[which];
    const struct sym_lookup *l = side->is_known ? NULL : found_for(s, side);
    struct sym_found *to = &spec->found[which];

    if (!r->is_original || l)
        *pattern = (struct sym_pattern){.name = l ? "what was found" : NULL};
    if (!l)
        return;
    to->symbols = mem_alloc(s->diag, l->n, sizeof *to->symbols);
    for (size_t i = 0; i < l->n; i++)
        to->symbols[to->n++] = s->lookups.hits[l->first + i].symbol;
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

/* Asks what could be meant by the first side of a reading that is not found. */
static void take_hint(const struct search *s, const struct reading *r, struct name_near *near)
{
    for (int side = 0; side < 2; side++) {
        const struct side *at = &r->sides[side];

        if (at->n && !at->is_known && !found_for(s, at)) {
            name_near_add(near, r->spec, &s->lookups.at[at->lookups[at->n - 1]], s->diag);
            return;
        }
    }
}

/* The readings of each specification lie together. Of an arc the hint is for its sides. */
static void take_found(const struct search *s, struct name_near *near)
{
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
        if (!done)
            take_hint(s, &s->readings[hinted], near);
    }
}

static void search_all(struct search *s)
{
    struct name_near near = {0};

    for (size_t i = 0; i < s->ids->n; i++)
        if (!is_complete(s, i))
            read_spec(s, i);
    if (s->n == 0)
        return;
    sym_lookup_all(&s->lookups, s->names, s->diag);
    take_found(s, &near);
    name_near_find(&near, s->names, &s->lookups, s->diag);
    for (size_t i = 0; i < near.n; i++) {
        s->ids->specs[near.at[i].spec].hint = near.at[i].text;
        near.at[i].text = NULL;
    }
    name_near_release(&near);
}

void sym_search(struct sym_ids *found, const struct sym_ids *ids, const struct sym_search_in *in,
                struct diag *d)
{
    const struct names_style style = {.demangle = in->demangle, .as_in_source = true};
    struct names names = {0};
    struct search s = {.ids = found, .names = &names, .diag = d};

    sym_ids_copy(found, ids, d);
    if (ids->n == 0)
        return;
    s.named = mem_alloc(d, ids->n, sizeof *s.named);
    names_init(&names, in->image, in->symtab, in->lines, &style, d);
    sym_ids_resolve(found, in->symtab, in->lines, note_named, &s, d);
    search_all(&s);
    names_release(&names);
    sym_lookup_release(&s.lookups);
    free(s.readings);
    free(s.named);
}

void sym_search_again(struct sym_ids *found, const struct sym_ids *ids, const struct symtab *symtab,
                      const struct symtab *other, struct diag *d)
{
    sym_ids_copy(found, ids, d);
    for (size_t i = 0; i < ids->n; i++) {
        const struct sym_spec *from = &ids->specs[i];
        struct sym_spec *to = &found->specs[i];

        to->is_arc = from->is_arc;
        to->table = from->table;
        to->left = from->left;
        to->right = from->right;
        for (int side = 0; side < 2; side++) {
            struct sym_found *copy = &to->found[side];

            copy->symbols = mem_alloc(d, from->found[side].n, sizeof *copy->symbols);
            for (size_t j = 0; j < from->found[side].n; j++) {
                uint32_t number = symtab_number_in(other, symtab, from->found[side].symbols[j]);

                if (number != NO_SYMBOL)
                    copy->symbols[copy->n++] = number;
            }
        }
    }
}
