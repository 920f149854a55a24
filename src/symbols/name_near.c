/* name_near - which functions a word could mean that names none
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_lookup.h"

#include "base/mem.h"
#include "base/sink.h"
#include "base/words.h"
#include "symbols/name_forms.h"
#include "symbols/sym_filter.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORDS_MAX = 8, /* that are worth the search */
    SLIPS_MAX = 3,
    LETTERS_A_SLIP = 3,
    LETTERS_OF_PART = 4 /* of a word that is a part of a name, and so near it */
};

void name_near_add(struct name_near *near, size_t spec, const struct sym_lookup *lookup,
                   struct diag *d)
{
    if (near->n == WORDS_MAX || (name_is_glob(lookup->text) && !lookup->is_ambiguous))
        return;
    near->at = mem_grow(d, near->at, &near->cap, near->n + 1, sizeof *near->at);
    near->at[near->n++] = (struct near_word){.spec = spec, .lookup = lookup};
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

/* Puts a name among the nearest ones of a word, if it belongs there. */
static void offer(struct near_word *word, const char *name, size_t slips, struct diag *d)
{
    struct near_name *at = word->names;
    size_t i = 0;

    for (size_t j = 0; j < NAMES_NEAR; j++)
        if (at[j].name && strcmp(at[j].name, name) == 0)
            return;
    while (i < NAMES_NEAR && at[i].name &&
           (at[i].distance < slips || (at[i].distance == slips && strcmp(at[i].name, name) < 0)))
        i++;
    if (i == NAMES_NEAR)
        return;
    free(at[NAMES_NEAR - 1].name);
    memmove(at + i + 1, at + i, (NAMES_NEAR - 1 - i) * sizeof *at);
    at[i] = (struct near_name){mem_copy_string(d, name, strlen(name)), slips};
}

/* Returns what a symbol is called with its scopes, to be freed; `*base` points to what it is called
 * without. */
static char *scoped_name(const struct names *names, uint32_t symbol, struct name_parts *parts,
                         const char **base, struct diag *d)
{
    const char *form = names->symtab->symbols[symbol].name;
    enum name_syntax syntax;
    char *name = names_demangled(names, symbol, &syntax), *scoped;
    size_t bytes, less;

    if (name) {
        name_parts_read(parts, name, syntax, d);
        form = name_form(parts, NAME_SCOPED, false);
    }
    bytes = strlen(form);
    *base = scoped = mem_copy_string(d, form, bytes);
    if (name) {
        form = name_form(parts, NAME_BASE, false);
        less = strlen(form);
        if (less <= bytes && strcmp(scoped + bytes - less, form) == 0)
            *base = scoped + bytes - less;
    }
    free(name);
    return scoped;
}

static void search(struct name_near *near, const struct names *names, struct name_parts *parts,
                   struct diag *d)
{
    for (uint32_t s = 0; s < names->symtab->n; s++) {
        const char *base;
        char *scoped;

        if (sym_is_profiler(names->symtab, s) || symtab_owner(names->symtab, s) != s)
            continue;
        scoped = scoped_name(names, s, parts, &base, d);
        for (size_t i = 0; i < near->n; i++) {
            const char *text = near->at[i].lookup->text;
            size_t slips, last;

            if (near->at[i].lookup->is_ambiguous)
                continue;
            slips = distance(text, scoped);
            last = base == scoped ? slips : distance(text, base);
            slips = last < slips ? last : slips;
            if (slips != SIZE_MAX)
                offer(&near->at[i], scoped, slips, d);
        }
        free(scoped);
    }
}

/* Takes the functions that have the word as their name without scope. */
static void take_ambiguous(struct near_word *word, const struct names *names,
                           const struct sym_lookups *lookups, struct name_parts *parts,
                           struct diag *d)
{
    for (size_t i = 0; i < word->lookup->n; i++) {
        const char *base;
        char *scoped =
            scoped_name(names, lookups->hits[word->lookup->first + i].symbol, parts, &base, d);

        offer(word, scoped, 0, d);
        free(scoped);
    }
}

/* Whether the word has an i-th name that is hardly farther away than the nearest one. */
static bool has_name(const struct near_word *word, size_t i)
{
    const struct near_name *at = word->names;

    return i < NAMES_NEAR && at[i].name && at[i].distance <= at[0].distance + 1;
}

static void write_text(struct near_word *word, struct diag *d)
{
    const struct near_name *at = word->names;
    struct sink out;
    bool several = word->lookup->is_ambiguous;

    if (!at[0].name)
        return;
    sink_init(&out, -1, d);
    sink_string(&out, several ? "it may be" : "did you mean");
    for (size_t i = 0; has_name(word, i); i++)
        sink_printf(&out, "%s `%s'", i == 0 ? "" : has_name(word, i + 1) ? "," : " or", at[i].name);
    if (!several)
        sink_char(&out, '?');
    word->text = mem_copy_string(d, out.buf, out.used);
    sink_release(&out);
}

void name_near_find(struct name_near *near, const struct names *names,
                    const struct sym_lookups *lookups, struct diag *d)
{
    struct name_parts parts = {0};
    bool needed = false;

    for (size_t i = 0; i < near->n; i++) {
        if (near->at[i].lookup->is_ambiguous)
            take_ambiguous(&near->at[i], names, lookups, &parts, d);
        else
            needed = true;
    }
    if (needed)
        search(near, names, &parts, d);
    for (size_t i = 0; i < near->n; i++)
        write_text(&near->at[i], d);
    name_parts_release(&parts);
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
