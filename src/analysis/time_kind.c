/* time_kind - says which time a total is of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/time_kind.h"

static const struct {
    const char *key, *words;
} kinds[TIME_KINDS] = {
    [TIME_OTHER] = {NULL, ""},
    [TIME_CPU] = {"cpu", " of CPU time"},
    [TIME_ELAPSED] = {"elapsed", " of elapsed time in all threads"},
    [TIME_OWN_CODE] = {"own-code", " in the program's own code"},
};

enum time_kind time_kind_of(const struct hist_result *hist, const struct stack_frames *stacks,
                            const struct symtab *symtab)
{
    if (!(hist->rate > 0) || !hist->dimension || strcmp(hist->dimension, "seconds") != 0)
        return TIME_OTHER;
    if (stacks)
        return stacks->clock == GSTACK_WALL ? TIME_ELAPSED : TIME_CPU;
    for (uint32_t s = 0; s < symtab->n_code; s++)
        if (strcmp(symtab->symbols[s].name, "<external>") == 0)
            return TIME_CPU;
    return TIME_OWN_CODE;
}

const char *time_kind_words(enum time_kind kind)
{
    return kinds[kind].words;
}

const char *time_kind_key(enum time_kind kind)
{
    return kinds[kind].key;
}

enum time_kind time_kind_named(const char *key)
{
    enum time_kind kind = TIME_OTHER;

    for (int i = 0; i < TIME_KINDS && key; i++)
        if (kinds[i].key && strcmp(key, kinds[i].key) == 0)
            kind = (enum time_kind)i;
    return kind;
}
