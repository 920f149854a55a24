/* name_near - finds which functions a word could mean that names none
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "names/name_near.h"

#include "base/words.h"
#include "symbols/sym_filter.h"

enum { LETTERS_OF_PART = 4 /* letters of a word that is near a name because it is a part of it */ };

/* Returns the distance of a word from a name, or SIZE_MAX if it is too great. */
static size_t distance(const char *word, const char *name)
{
    size_t length = strlen(word), n = strlen(name), slips = SIZE_MAX;
    size_t limit = spelling_slips(length);

    if (n <= length + limit && length <= n + limit)
        slips = spelling_distance(word, length, name, NULL);
    if (slips <= limit)
        return slips;
    return length >= LETTERS_OF_PART && strstr(name, word) ? limit + 1 : SIZE_MAX;
}

/* Puts a name among the nearest ones of a word, if it belongs there. */
static void offer(struct near_word *word, const char *name, size_t slips)
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
    at[i] = (struct near_name){mem_copy_string(NULL, name, strlen(name)), slips};
}

/* Offers a function to `n` words, at the distance of its name with or without scopes. A function
 * that is `meant` by the word is the nearest. */
static void offer_function(struct near_word *words, size_t n, const struct names *names,
                           uint32_t symbol, bool meant)
{
    LOCAL_BY(name_parts_release) struct name_parts parts = {0};
    const char *scoped = names->symtab->symbols[symbol].name, *base = scoped;
    enum name_syntax syntax;
    LOCAL char *name = names_demangled(names, symbol, &syntax), *copy = NULL;

    if (name) {
        name_parts_read(&parts, name, syntax);
        scoped = name_form(&parts, NAME_SCOPED, false);
        scoped = copy = mem_copy_string(NULL, scoped, strlen(scoped));
        base = name_form(&parts, NAME_BASE, false);
    }
    for (size_t i = 0; i < n; i++) {
        const char *text = words[i].query->text;
        size_t slips = distance(text, scoped), last = distance(text, base);

        if (meant)
            offer(&words[i], scoped, 0);
        else if (!words[i].query->is_ambiguous && (slips != SIZE_MAX || last != SIZE_MAX))
            offer(&words[i], scoped, last < slips ? last : slips);
    }
}

/* Returns true if the word has an i-th name that is hardly farther away than the nearest one. */
static bool has_name(const struct near_word *word, size_t i)
{
    const struct near_name *at = word->names;

    return i < NAMES_NEAR && at[i].name && at[i].distance <= at[0].distance + 1;
}

/* Returns `did you mean ...?', or NULL if no name is near; the caller frees. */
static char *hint(const struct near_word *word)
{
    const struct near_name *at = word->names;
    bool several = word->query->is_ambiguous;
    LOCAL_BY(sink_release) struct sink out = sink_in_memory(NULL);

    if (!at[0].name)
        return NULL;
    sink_string(&out, several ? "it may be" : "did you mean");
    for (size_t i = 0; has_name(word, i); i++)
        sink_printf(&out, "%s '%s'", i == 0 ? "" : has_name(word, i + 1) ? "," : " or", at[i].name);
    if (!several)
        sink_char(&out, '?');
    return mem_copy_string(NULL, out.buf, out.used);
}

void name_near_find(struct sym_ids *ids, struct near_word *words, size_t n,
                    const struct names *names, const struct sym_queries *queries)
{
    const struct symtab *symtab = names->symtab;
    bool needed = false;

    for (size_t i = 0; i < n; i++) {
        const struct sym_query *q = words[i].query;

        needed |= !q->is_ambiguous;
        for (size_t j = 0; q->is_ambiguous && j < q->n; j++)
            offer_function(&words[i], 1, names, (uint32_t)queries->hits[q->first + j].symbol, true);
    }
    for (uint32_t s = 0; needed && s < symtab->n; s++)
        if (!sym_is_profiler(symtab, s) && symtab_owner(symtab, s) == s)
            offer_function(words, n, names, s, false);
    for (size_t i = 0; i < n; i++) {
        ids->specs[words[i].spec].hint = hint(&words[i]);
        for (size_t j = 0; j < NAMES_NEAR; j++)
            free(words[i].names[j].name);
    }
}
