/* sym_lookup - the functions that a text names in the words of the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_lookup.h"

#include "base/mem.h"
#include "symbols/name_choice.h"
#include "symbols/name_forms.h"
#include "symbols/sym_filter.h"

#include <stdlib.h>
#include <string.h>

enum rank { RANK_WHOLE, RANK_CUT, RANK_BASE, RANK_PATTERN };

/* By form, how good it is. */
static const enum rank ranks[NAME_FORMS] = {
    [NAME_BASE] = RANK_BASE,          [NAME_SCOPED] = RANK_CUT,
    [NAME_INSTANCE] = RANK_CUT,       [NAME_SHORT] = RANK_CUT,
    [NAME_QUALIFIED] = RANK_CUT,      [NAME_WITH_PARAMETERS] = RANK_CUT,
    [NAME_WITH_ARGUMENTS] = RANK_CUT, [NAME_PLAIN] = RANK_WHOLE,
    [NAME_FULL] = RANK_WHOLE,
};

void sym_lookup_squeeze(char *to, const char *from, size_t bytes)
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

size_t sym_lookup_add(struct sym_lookups *l, const char *text, size_t bytes, const char *file,
                      size_t file_bytes, struct diag *d)
{
    struct sym_lookup added = {.text = mem_copy_string(d, text, bytes)};

    sym_lookup_squeeze(added.text, text, bytes);
    if (file)
        added.file = mem_copy_string(d, file, file_bytes);
    l->at = mem_grow(d, l->at, &l->cap, l->n + 1, sizeof added);
    l->at[l->n] = added;
    return l->n++;
}

/* The pass over all symbols. */
struct pass {
    struct sym_lookups *lookups;
    uint32_t *sorted; /* numbers of lookups by text; owned */
    uint32_t *globs;  /* those that are patterns; owned */
    size_t n_globs;
    const struct names *names;
    struct name_parts parts;
    char *text; /* room for a squeezed form; owned */
    size_t text_cap;
    uint32_t symbol;
    uint64_t scope;
    struct diag *diag;
};

static void add_hit(struct pass *p, uint32_t lookup, enum rank rank)
{
    struct sym_lookups *l = p->lookups;
    const struct image_line *where = &p->names->lines->at[p->symbol];

    if (l->at[lookup].file &&
        (!where->file || strcmp(diag_basename(where->file), l->at[lookup].file) != 0))
        return;
    l->hits = mem_grow(p->diag, l->hits, &l->hits_cap, l->n_hits + 1, sizeof *l->hits);
    l->hits[l->n_hits++] = (struct sym_hit){p->scope, lookup, p->symbol, rank};
}

/* Squeezes the form into p->text. */
static void squeeze(struct pass *p, const char *form)
{
    size_t bytes = strlen(form);

    p->text = mem_grow(p->diag, p->text, &p->text_cap, bytes + 1, 1);
    sym_lookup_squeeze(p->text, form, bytes);
}

/* Notes the lookups that are this form of the symbol's name. */
static void take_equal(struct pass *p, const char *form, enum rank rank)
{
    const struct sym_lookups *l = p->lookups;
    size_t low = 0, high = l->n;

    squeeze(p, form);
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (strcmp(l->at[p->sorted[middle]].text, p->text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < l->n && strcmp(l->at[p->sorted[low]].text, p->text) == 0; low++)
        add_hit(p, p->sorted[low], rank);
}

/* Notes the patterns that the form fits: of those with a bracket of parameters or template
 * arguments, and of those without, which are not meant for these. */
static void take_globs(struct pass *p, const char *form, bool brackets)
{
    if (p->n_globs == 0 || sym_is_profiler(p->names->symtab, p->symbol))
        return;
    squeeze(p, form);
    for (size_t i = 0; i < p->n_globs; i++)
        if ((strpbrk(p->lookups->at[p->globs[i]].text, "(<") != NULL) == brackets &&
            name_glob(p->lookups->at[p->globs[i]].text, p->text))
            add_hit(p, p->globs[i], RANK_PATTERN);
}

/* Compares the forms of a demangled name, or the linker's if there is no other. */
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

    if (l->lookup != r->lookup)
        return l->lookup < r->lookup ? -1 : 1;
    if (l->rank != r->rank)
        return l->rank < r->rank ? -1 : 1;
    return l->symbol < r->symbol ? -1 : l->symbol > r->symbol;
}

/* Of the hits [from, to), which are of one lookup, choose those that count. */
static void choose(struct sym_lookups *l, size_t from, size_t to)
{
    struct sym_lookup *lookup = &l->at[l->hits[from].lookup];

    while (from < to) {
        size_t end = from, kept = from;
        bool is_one = true;

        for (; end < to && l->hits[end].rank == l->hits[from].rank; end++) {
            is_one &= l->hits[end].scope == l->hits[from].scope;
            if (end == from || l->hits[end].symbol != l->hits[kept - 1].symbol)
                l->hits[kept++] = l->hits[end]; /* several forms may be alike */
        }
        lookup->first = from;
        lookup->n = kept - from;
        if (l->hits[from].rank != RANK_BASE || is_one) {
            lookup->is_ambiguous = false;
            return;
        }
        lookup->is_ambiguous = true;
        from = end;
    }
}

static void choose_all(struct sym_lookups *l)
{
    if (l->n_hits)
        qsort(l->hits, l->n_hits, sizeof *l->hits, by_goodness);
    for (size_t from = 0, to; from < l->n_hits; from = to) {
        for (to = from; to < l->n_hits && l->hits[to].lookup == l->hits[from].lookup;)
            to++;
        choose(l, from, to);
    }
}

struct text_of {
    const char *text;
    uint32_t number;
};

static int by_text(const void *left, const void *right)
{
    const struct text_of *l = left, *r = right;

    return strcmp(l->text, r->text);
}

static void sort_lookups(struct pass *p)
{
    const struct sym_lookups *l = p->lookups;
    struct text_of *texts = mem_alloc(p->diag, l->n, sizeof *texts);

    p->sorted = mem_alloc(p->diag, l->n, sizeof *p->sorted);
    p->globs = mem_alloc(p->diag, l->n, sizeof *p->globs);
    for (uint32_t i = 0; i < l->n; i++) {
        texts[i] = (struct text_of){l->at[i].text, i};
        if (name_is_glob(l->at[i].text))
            p->globs[p->n_globs++] = i;
    }
    qsort(texts, l->n, sizeof *texts, by_text);
    for (uint32_t i = 0; i < l->n; i++)
        p->sorted[i] = texts[i].number;
    free(texts);
}

void sym_lookup_all(struct sym_lookups *l, const struct names *names, struct diag *d)
{
    struct pass p = {.lookups = l, .names = names, .diag = d};

    sort_lookups(&p);
    for (; p.symbol < names->symtab->n; p.symbol++)
        if (symtab_owner(names->symtab, p.symbol) == p.symbol)
            take_symbol(&p);
    choose_all(l);
    name_parts_release(&p.parts);
    free(p.sorted);
    free(p.globs);
    free(p.text);
}

void sym_lookup_release(struct sym_lookups *l)
{
    for (size_t i = 0; i < l->n; i++) {
        free(l->at[i].text);
        free(l->at[i].file);
    }
    free(l->at);
    free(l->hits);
    *l = (struct sym_lookups){0};
}
