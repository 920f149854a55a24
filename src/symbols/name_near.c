/* name_near - which functions a word could mean that names none
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/name_near.h"

#include "base/mem.h"
#include "base/sink.h"
#include "base/spelling.h"
#include "symbols/name_forms.h"
#include "symbols/name_glob.h"
#include "symbols/sym_filter.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORDS_MAX = 8, /* that are worth the search */
    SLIPS_MAX = 3,
    LETTERS_A_SLIP = 3,
    LETTERS_OF_PART = 4 /* of a word that is a part of a name, and so near it */
};

bool name_near_add(struct name_near *near, size_t spec, const struct sym_lookup *lookup,
                   struct diag *d)
{
    struct near_word *at;

    if (near->n == WORDS_MAX || (name_is_glob(lookup->text) && !lookup->is_ambiguous))
        return true;
    at = mem_grow(d, near->at, &near->cap, near->n + 1, sizeof *at);
    if (!at)
        return false;
    near->at = at;
    at[near->n++] = (struct near_word){.spec = spec, .lookup = lookup};
    return true;
}

static size_t slips_allowed(const char *word)
{
    size_t limit = strlen(word) / LETTERS_A_SLIP;

    return limit < SLIPS_MAX ? limit : SLIPS_MAX;
}

/* How far a word is from a name; SIZE_MAX: too far. */
static size_t distance(const char *word, const char *name)
{
    size_t length = strlen(word), n = strlen(name), limit = slips_allowed(word), slips = SIZE_MAX;

    if (n <= length + limit && length <= n + limit)
        slips = spelling_distance(word, length, name, NULL);
    if (slips > limit)
        slips = SIZE_MAX;
    if (slips == SIZE_MAX && length >= LETTERS_OF_PART && strstr(name, word))
        slips = limit + 1;
    return slips;
}

/* Put a name among the nearest ones of a word, if it belongs there. */
static bool offer(struct near_word *word, const char *name, size_t slips, struct diag *d)
{
    struct near_name *at = word->names;
    size_t i = 0;
    char *copy;

    for (size_t j = 0; j < NAMES_NEAR; j++)
        if (at[j].name && strcmp(at[j].name, name) == 0)
            return true;
    while (i < NAMES_NEAR && at[i].name &&
           (at[i].distance < slips || (at[i].distance == slips && strcmp(at[i].name, name) < 0)))
        i++;
    if (i == NAMES_NEAR)
        return true;
    copy = mem_copy_string(d, name, strlen(name));
    if (!copy)
        return false;
    free(at[NAMES_NEAR - 1].name);
    memmove(at + i + 1, at + i, (NAMES_NEAR - 1 - i) * sizeof *at);
    at[i] = (struct near_name){copy, slips};
    return true;
}

/* A symbol's name in two forms: with scopes and without. */
static bool compare_word(struct near_word *word, const char *scoped, const char *base,
                         struct diag *d)
{
    size_t whole = distance(word->lookup->text, scoped);
    size_t last = strcmp(scoped, base) == 0 ? whole : distance(word->lookup->text, base);
    size_t slips = whole < last ? whole : last;

    return slips == SIZE_MAX || offer(word, scoped, slips, d);
}

/* What a symbol is called with its scopes, to be freed; NULL after reporting. `*base` points to
 * what it is called without. */
static char *scoped_name(const struct names *names, uint32_t symbol, struct name_parts *parts,
                         const char **base, struct diag *d)
{
    const char *raw = names->symtab->symbols[symbol].name, *form;
    enum name_syntax syntax;
    char *name = names_demangled(names, symbol, &syntax), *scoped = NULL;

    if (!name) {
        *base = scoped = mem_copy_string(d, raw, strlen(raw));
        return scoped;
    }
    if (name_parts_read(parts, name, syntax, d)) {
        form = name_form(parts, NAME_SCOPED, false);
        scoped = mem_copy_string(d, form, strlen(form));
    }
    *base = NULL;
    if (scoped) {
        size_t bytes = strlen(scoped), less;

        form = name_form(parts, NAME_BASE, false);
        less = strlen(form);
        if (less <= bytes && strcmp(scoped + bytes - less, form) == 0)
            *base = scoped + bytes - less;
        else
            *base = scoped;
    }
    free(name);
    return scoped;
}

static bool search(struct name_near *near, const struct names *names, struct name_parts *parts,
                   struct diag *d)
{
    bool ok = true;

    for (uint32_t s = 0; ok && s < names->symtab->n; s++) {
        const char *base;
        char *scoped;

        if (sym_is_profiler(names->symtab, s))
            continue;
        scoped = scoped_name(names, s, parts, &base, d);
        ok = scoped != NULL;
        for (size_t i = 0; ok && i < near->n; i++)
            if (!near->at[i].lookup->is_ambiguous)
                ok = compare_word(&near->at[i], scoped, base, d);
        free(scoped);
    }
    return ok;
}

/* The functions that have the word as their name without scope. */
static bool take_ambiguous(struct near_word *word, const struct names *names,
                           const struct sym_lookups *lookups, struct name_parts *parts,
                           struct diag *d)
{
    bool ok = true;

    for (size_t i = 0; ok && i < word->lookup->n; i++) {
        const char *base;
        char *scoped =
            scoped_name(names, lookups->hits[word->lookup->first + i].symbol, parts, &base, d);

        ok = scoped && offer(word, scoped, 0, d);
        free(scoped);
    }
    return ok;
}

/* Whether the word has an i-th name that is hardly farther away than the nearest one. */
static bool has_name(const struct near_word *word, size_t i)
{
    const struct near_name *at = word->names;

    return i < NAMES_NEAR && at[i].name && at[i].distance <= at[0].distance + 1;
}

static bool write_text(struct near_word *word, struct diag *d)
{
    const struct near_name *at = word->names;
    struct sink out;
    bool several = word->lookup->is_ambiguous;

    if (!at[0].name)
        return true;
    sink_init(&out, -1, d);
    sink_string(&out, several ? "it may be" : "did you mean");
    for (size_t i = 0; has_name(word, i); i++)
        sink_printf(&out, "%s `%s'", i == 0 ? "" : has_name(word, i + 1) ? "," : " or", at[i].name);
    if (!several)
        sink_char(&out, '?');
    word->text = mem_copy_string(d, out.buf, out.used);
    sink_release(&out);
    return word->text != NULL;
}

bool name_near_find(struct name_near *near, const struct names *names,
                    const struct sym_lookups *lookups, struct diag *d)
{
    struct name_parts parts = {0};
    bool ok = true, needed = false;

    for (size_t i = 0; ok && i < near->n; i++) {
        if (near->at[i].lookup->is_ambiguous)
            ok = take_ambiguous(&near->at[i], names, lookups, &parts, d);
        else
            needed = true;
    }
    ok = ok && (!needed || search(near, names, &parts, d));
    for (size_t i = 0; ok && i < near->n; i++)
        ok = write_text(&near->at[i], d);
    name_parts_release(&parts);
    return ok;
}

void name_near_release(struct name_near *near)
{
    for (size_t i = 0; i < near->n; i++) {
        for (size_t j = 0; j < NAMES_NEAR; j++)
            free(near->at[i].names[j].name);
        free(near->at[i].text);
    }
    free(near->at);
    *near = (struct name_near){0};
}
