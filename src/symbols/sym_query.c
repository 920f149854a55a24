/* sym_query - finds the functions that a text names, as names are in the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_search.h"

#include "base/mem.h"
#include "symbols/name_forms.h"
#include "symbols/sym_filter.h"

#include <stdlib.h>
#include <string.h>

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
    char last = '\0';

    for (size_t i = 0; i < bytes; i++) {
        bool blank = from[i] == ' ' || from[i] == '\t';
        size_t next = i;

        while (next < bytes && (from[next] == ' ' || from[next] == '\t'))
            next++;
        if (blank)
            i = next - 1;
        if (!blank)
            last = *to++ = from[i];
        else if (next < bytes && name_is_word(last) && name_is_word(from[next]))
            *to++ = ' ';
    }
    *to = '\0';
}

void sym_query_add(struct sym_queries *q, const char *text, size_t bytes, const char *file,
                   size_t file_bytes, struct diag *d)
{
    struct sym_query *added;

    q->at = mem_grow(d, q->at, &q->cap, q->n + 1, sizeof *q->at);
    added = &q->at[q->n++];
    *added = (struct sym_query){.text = mem_copy_string(d, text, bytes)};
    sym_query_squeeze(added->text, text, bytes);
    if (file)
        added->file = mem_copy_string(d, file, file_bytes);
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
    const char *file = p->names->lines->at[p->symbol].file;

    if (query->file && (!file || strcmp(diag_basename(file), query->file) != 0))
        return;
    q->hits = mem_grow(p->diag, q->hits, &q->hits_cap, q->n_hits + 1, sizeof *q->hits);
    q->hits[q->n_hits++] = (struct sym_hit){p->scope, (uint32_t)(query - q->at), p->symbol, rank};
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

    return strcmp((*l)->text, (*r)->text);
}

/* Notes the queries that are equal to this form of the symbol's name. */
static void take_equal(struct pass *p, const char *form, enum rank rank)
{
    const struct sym_query **end = p->sorted + p->queries->n, **at;
    const struct sym_query wanted = {.text = squeeze(p, form)}, *key = &wanted;

    at = bsearch(&key, p->sorted, p->queries->n, sizeof *p->sorted, by_text);
    while (at && at > p->sorted && by_text(at - 1, &key) == 0)
        at--;
    for (; at && at < end && by_text(at, &key) == 0; at++)
        add_hit(p, *at, rank);
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
            name_glob(p->globs[i]->text, p->text))
            add_hit(p, p->globs[i], RANK_PATTERN);
}

/* Compares the forms of a demangled name, or the linker's name if there is no other. */
static void take_symbol(struct pass *p)
{
    const char *raw = p->names->symtab->symbols[p->symbol].name;
    enum name_syntax syntax;
    char *name = names_demangled(p->names, p->symbol, &syntax);

    take_equal(p, raw, RANK_WHOLE);
    if (!name) {
        take_globs(p, raw, false);
        take_globs(p, raw, true);
        return;
    }
    name_parts_read(&p->parts, name, syntax, p->diag);
    p->scope = name_identity(name_form(&p->parts, NAME_SCOPED, false));
    for (unsigned f = 0; f < NAME_FORMS; f++)
        take_equal(p, name_form(&p->parts, (enum name_form)f, false), ranks[f]);
    take_globs(p, name_form(&p->parts, NAME_SCOPED, false), false);
    take_globs(p, name_form(&p->parts, NAME_PLAIN, false), true);
    free(name);
}

/* ---- what was found ---- */

static int by_goodness(const void *left, const void *right)
{
    const struct sym_hit *l = left, *r = right;

    if (l->query != r->query)
        return l->query < r->query ? -1 : 1;
    if (l->rank != r->rank)
        return l->rank < r->rank ? -1 : 1;
    return l->symbol < r->symbol ? -1 : l->symbol > r->symbol;
}

/* Keeps the hits of each query that are of its best form of names, if that is not ambiguous. */
static void choose_all(struct sym_queries *q)
{
    if (q->n_hits)
        qsort(q->hits, q->n_hits, sizeof *q->hits, by_goodness);
    for (size_t from = 0, end; from < q->n_hits; from = end) {
        const struct sym_hit *best = &q->hits[from];
        struct sym_query *query = &q->at[best->query];
        size_t kept = from;
        bool is_one = true;

        for (end = from; end < q->n_hits && q->hits[end].query == best->query &&
                         q->hits[end].rank == best->rank;
             end++) {
            is_one &= q->hits[end].scope == best->scope;
            if (end == from || q->hits[end].symbol != q->hits[kept - 1].symbol)
                q->hits[kept++] = q->hits[end]; /* several forms may have the same text */
        }
        if (query->n > 0 && !query->is_ambiguous)
            continue; /* a better form was chosen */
        query->first = from;
        query->n = kept - from;
        query->is_ambiguous = best->rank == RANK_BASE && !is_one;
    }
}

void sym_query_all(struct sym_queries *q, const struct names *names, struct diag *d)
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

void sym_query_release(struct sym_queries *l)
{
    for (size_t i = 0; i < l->n; i++) {
        free(l->at[i].text);
        free(l->at[i].file);
    }
    free(l->at);
    free(l->hits);
    *l = (struct sym_queries){0};
}
