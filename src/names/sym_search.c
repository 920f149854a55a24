/* sym_search - resolves specifications that use names as in the source
 *
 * Each specification that names nothing gets a list of readings, the likeliest first. One pass
 * looks for the texts of all readings. Then the first reading whose sides were all found counts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "names/sym_search.h"

#include "base/search.h"
#include "base/words.h"
#include "names/name_near.h"
#include "symbols/sym_filter.h"

/* ---- texts ---- */

enum rank { RANK_WHOLE, RANK_CUT, RANK_BASE, RANK_PATTERN };

/* Rank of each form. */
static const enum rank ranks[NAME_FORMS] = {
    [NAME_BASE] = RANK_BASE,          [NAME_SCOPED] = RANK_CUT,
    [NAME_INSTANCE] = RANK_CUT,       [NAME_SHORT] = RANK_CUT,
    [NAME_QUALIFIED] = RANK_CUT,      [NAME_WITH_PARAMETERS] = RANK_CUT,
    [NAME_WITH_ARGUMENTS] = RANK_CUT, [NAME_PLAIN] = RANK_WHOLE,
    [NAME_FULL] = RANK_WHOLE,
};

void sym_query_squeeze(char *to, const char *from, size_t bytes)
{
    bool behind_word = false, blank = false;

    for (const char *c = from; c < from + bytes; c++) {
        if (*c == ' ' || *c == '\t') {
            blank = true;
            continue;
        }
        if (blank && behind_word && name_is_word(*c))
            *to++ = ' ';
        blank = false;
        behind_word = name_is_word(*c);
        *to++ = *c;
    }
    *to = '\0';
}

/* Returns the number of the query for the `bytes` bytes at `text`, limited to `file`, of file_bytes
 * bytes, if that is not NULL. Adds the query if it is new. `q` is zero-initialised before the first
 * call. */
static size_t add_query(struct sym_queries *q, const char *text, size_t bytes, const char *file,
                        size_t file_bytes, struct diag *d)
{
    struct sym_query query = {.text = mem_copy_string(d, text, bytes)};
    size_t number;
    char *key;

    sym_query_squeeze(query.text, text, bytes);
    if (file)
        query.file = mem_copy_string(d, file, file_bytes);
    key = mem_printf(d, "%s%s%s", query.text, file ? "\n" : "", file ? query.file : "");
    number = text_map_add(&q->texts, key, d);
    free(key);
    if (number < q->n) {
        free(query.text);
        free(query.file);
        return number;
    }
    *mem_push(d, q->at, q->n, q->cap) = query;
    return number;
}

/* The pass over all symbols. */
struct pass {
    struct sym_queries *queries;
    const struct sym_query **sorted; /* queries by text; owned */
    const struct sym_query **globs;  /* queries that are patterns; owned */
    size_t n_globs;
    const struct names *names;
    struct name_parts parts;
    char *text; /* room for a squeezed form; owned */
    size_t text_cap;
    uint32_t symbol;
    uint64_t scope;
    struct diag *diag;
};

static void add_hit(struct pass *p, const struct sym_query *query, enum rank rank)
{
    struct sym_queries *q = p->queries;

    *mem_push(p->diag, q->hits, q->n_hits, q->hits_cap) =
        (struct sym_hit){(uint64_t)(query - q->at) << 32 | rank, p->symbol, p->scope};
}

/* Squeezes the form into p->text, and returns p->text. */
static char *squeeze(struct pass *p, const char *form)
{
    size_t bytes = strlen(form);

    p->text = mem_grow(p->diag, p->text, &p->text_cap, bytes + 1, 1);
    sym_query_squeeze(p->text, form, bytes);
    return p->text;
}

static int by_text(const void *left, const void *right)
{
    const struct sym_query *const *l = left, *const *r = right;

    int order = strcmp((*l)->text, (*r)->text);

    return order ? order : compare_texts((*l)->file, (*r)->file);
}

static const char *file_of(const struct pass *p)
{
    const char *file = p->names->lines->at[p->symbol].file;

    return file ? diag_basename(file) : NULL;
}

/* Notes the queries that are equal to this form of the symbol's name: without a file, and with that
 * of the symbol. */
static void take_equal(struct pass *p, const char *form, enum rank rank)
{
    struct sym_query wanted = {.text = squeeze(p, form), .file = (char *)(uintptr_t)file_of(p)};
    const struct sym_query *key = &wanted, **at;

    for (int i = wanted.file ? 0 : 1; i < 2; i++, wanted.file = NULL) {
        at = bsearch(&key, p->sorted, p->queries->n, sizeof *p->sorted, by_text);
        if (at)
            add_hit(p, *at, rank);
    }
}

/* Notes the patterns that the form fits, either those with a bracket of parameters or template
 * arguments, or those without. */
static void take_globs(struct pass *p, const char *form, bool brackets)
{
    if (p->n_globs == 0 || sym_is_profiler(p->names->symtab, p->symbol))
        return;
    squeeze(p, form);
    for (size_t i = 0; i < p->n_globs; i++)
        if ((strpbrk(p->globs[i]->text, "(<") != NULL) == brackets &&
            (!p->globs[i]->file || compare_texts(p->globs[i]->file, file_of(p)) == 0) &&
            name_glob(p->globs[i]->text, p->text))
            add_hit(p, p->globs[i], RANK_PATTERN);
}

/* Compares the forms of a demangled name, or the linker's name if there is no other. */
static void take_symbol(struct pass *p)
{
    const char *raw = symtab_bare_name(p->names->symtab, p->symbol);
    enum name_syntax syntax;
    LOCAL char *name = names_demangled(p->names, p->symbol, &syntax);

    take_equal(p, raw, RANK_WHOLE);
    if (!name) {
        take_globs(p, raw, false);
        take_globs(p, raw, true);
        return;
    }
    name_parts_read(&p->parts, name, syntax);
    p->scope = text_hash(name_form(&p->parts, NAME_SCOPED, false), 0);
    for (unsigned f = 0; f < NAME_FORMS; f++)
        take_equal(p, name_form(&p->parts, (enum name_form)f, false), ranks[f]);
    for (const char *at = name_form(&p->parts, NAME_SCOPED, false); (at = strstr(at, "::"));) {
        at += 2;
        take_equal(p, at, RANK_BASE);
    }
    take_globs(p, name_form(&p->parts, NAME_SCOPED, false), false);
    take_globs(p, name_form(&p->parts, NAME_PLAIN, false), true);
}

/* ---- the best of what equals a text ---- */

/* Keeps the hits of each query that are of its best form of names, if that is not ambiguous. */
static void choose_all(struct sym_queries *q)
{
    sort_u64_pairs(q->hits, q->n_hits, sizeof *q->hits);
    for (size_t from = 0, end; from < q->n_hits; from = end) {
        const struct sym_hit *best = &q->hits[from];
        struct sym_query *query = &q->at[best->place >> 32];
        size_t kept = from;
        bool is_one = true;

        for (end = from; end < q->n_hits && q->hits[end].place == best->place; end++) {
            is_one &= q->hits[end].scope == best->scope;
            if (end == from || q->hits[end].symbol != q->hits[kept - 1].symbol)
                q->hits[kept++] = q->hits[end]; /* several forms may have the same text */
        }
        if (query->n > 0 && !query->is_ambiguous)
            continue; /* a better form was chosen */
        query->first = from;
        query->n = kept - from;
        query->is_ambiguous = (uint32_t)best->place == RANK_BASE && !is_one;
    }
}

/* Finds the functions that the texts name. A text is compared with these forms of names, and the
 * first form that some function has counts:
 *   all of the name, with or without the type of the result; the linker's name;
 *   without parameters or template arguments, or with these cut as names_shown cuts them;
 *   without scope or outer scopes, if all functions of that name have one scope;
 *   a shell pattern (name_glob) that fits the name, unless the function is of the profiler; a
 * pattern is for names without parameters and template arguments, unless it has `(' or `<'. Blanks
 * matter only between words. O(symbols * (log(queries) + patterns) * length of names). */
static void find_all(struct sym_queries *q, const struct names *names, struct diag *d)
{
    struct pass p = {.queries = q, .names = names, .diag = d};

    p.sorted = mem_alloc(d, q->n, sizeof *p.sorted);
    p.globs = mem_alloc(d, q->n, sizeof *p.globs);
    for (size_t i = 0; i < q->n; i++) {
        p.sorted[i] = &q->at[i];
        if (name_is_glob(q->at[i].text))
            p.globs[p.n_globs++] = &q->at[i];
    }
    qsort(p.sorted, q->n, sizeof *p.sorted, by_text);
    for (; p.symbol < names->symtab->n; p.symbol++)
        if (symtab_owner(names->symtab, p.symbol) == p.symbol)
            take_symbol(&p);
    choose_all(q);
    name_parts_release(&p.parts);
    free(p.sorted);
    free(p.globs);
    free(p.text);
}

enum { SLASHES_MAX = 8 }; /* slashes that are tried, more than a name has */

/* One side of a reading. */
struct side {
    bool is_known;     /* the side is any function, or a linker name */
    size_t queries[2]; /* numbers of its queries: for all of its text, and for the part behind
                        * FILE: */
    size_t n;          /* number of queries */
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

    *side = (struct side){.is_known = bytes == 0};
    if (bytes > 0)
        side->queries[side->n++] = add_query(&s->queries, text, bytes, NULL, 0, s->diag);
    if (colon && before + 1 < bytes)
        side->queries[side->n++] = add_query(&s->queries, colon + 1, bytes - before - 1,
                                             before ? text : NULL, before, s->diag);
}

static struct reading *add_reading(struct search *s, size_t spec, bool is_arc)
{
    struct reading *r = mem_push(s->diag, s->readings, s->n, s->cap);

    *r = (struct reading){.spec = spec, .is_arc = is_arc, .sides[1].is_known = true};
    return r;
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

static struct sym_query *found_for(const struct search *s, const struct side *side)
{
    for (size_t i = 0; i < side->n; i++) {
        struct sym_query *q = &s->queries.at[side->queries[i]];

        if (q->n && !q->is_ambiguous)
            return q;
    }
    return NULL;
}

/* Adds the symbols of a query to those of the specifications. Returns 1 + their number. */
static uint32_t add_found(const struct search *s, const struct sym_query *query)
{
    struct sym_ids *ids = s->ids;
    struct sym_found *to;

    to = mem_push(s->diag, ids->found, ids->n_found, ids->found_cap);
    *to = (struct sym_found){mem_alloc(s->diag, query->n, sizeof *to->symbols), query->n};
    for (size_t i = 0; i < query->n; i++)
        to->symbols[i] = (uint32_t)s->queries.hits[query->first + i].symbol;
    return (uint32_t)ids->n_found;
}

/* Completes one side of a specification. */
static void take_side(const struct search *s, const struct reading *r, int which)
{
    struct sym_spec *spec = &s->ids->specs[r->spec];
    struct sym_pattern *pattern = which == 0 ? &spec->left : &spec->right;
    const struct side *side = &r->sides[which];
    struct sym_query *l = side->is_known ? NULL : found_for(s, side);

    if (!r->is_original || l)
        *pattern = (struct sym_pattern){.name = l ? "what was found" : NULL};
    if (l && l->found == 0)
        l->found = add_found(s, l);
    spec->found[which] = l ? l->found : 0;
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
            const struct sym_query *last = &s->queries.at[at->queries[at->n - 1]];

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

void sym_search(struct sym_ids *found, const struct sym_ids *ids, const struct image *image,
                const struct symtab *symtab, const struct sym_lines *lines,
                enum demangle_style demangle, struct diag *d)
{
    const struct names_style style = {.demangle = demangle, .as_in_source = true};
    struct search s = {.ids = found, .diag = d};
    struct near_word words[WORDS_NEAR];
    struct sym_matches matches;
    LOCAL bool *group_is_named = NULL;
    struct names names;

    sym_ids_copy(found, ids, d);
    s.named = mem_alloc(d, ids->n, sizeof *s.named);
    matches = sym_ids_resolve(found, symtab, lines, d);
    group_is_named = mem_alloc(d, matches.n_groups, sizeof *group_is_named);
    for (size_t i = 0; i < matches.n; i++)
        group_is_named[matches.at[i].group] = true;
    for (size_t i = 0; i < ids->n; i++)
        for (int side = 0; side < 2; side++)
            s.named[i][side] =
                matches.groups[i][side] != SYM_NO_GROUP && group_is_named[matches.groups[i][side]];
    free(matches.groups);
    free(matches.at);
    for (size_t i = 0; i < ids->n; i++)
        if (!s.named[i][0] || (sym_spec_has_right(&found->specs[i]) && !s.named[i][1]))
            read_spec(&s, i);
    if (s.n > 0) {
        names_init(&names, image, symtab, lines, &style, d);
        find_all(&s.queries, &names, d);
        name_near_find(found, words, take_found(&s, words), &names, &s.queries);
        names_release(&names);
    }
    for (size_t i = 0; i < s.queries.n; i++) {
        free(s.queries.at[i].text);
        free(s.queries.at[i].file);
    }
    text_map_release(&s.queries.texts);
    free(s.queries.at);
    free(s.queries.hits);
    free(s.readings);
    free(s.named);
}
