/* name_glob - shell patterns for names
 *
 * Where the text stops to fit, the last `*' takes one character more: an earlier one need never be
 * tried again, as the last one could take whatever that would.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/name_glob.h"

#include "base/utf8.h"

#include <string.h>

bool name_is_glob(const char *text)
{
    return strpbrk(text, "*?[") != NULL;
}

/* The character at `*at`, which it is moved behind; a damaged one is its byte, above all others. */
static uint32_t take(const char **at)
{
    uint32_t code;
    const char *from = *at;

    *at += utf8_next(from, &code);
    return code == UTF8_DAMAGED ? 0x110000U + (unsigned char)*from : code;
}

/* Of a set, the pattern behind its `['. True if it ends, and then `*in` is whether it holds `code`,
 * and `*set` is moved behind its `]'. */
static bool take_set(const char **set, uint32_t code, bool *in)
{
    const char *at = *set;
    bool negated = *at == '!' || *at == '^';

    at += negated;
    *in = negated;
    for (bool first = true; *at && (first || *at != ']'); first = false) {
        uint32_t low, high;

        at += at[0] == '\\' && at[1];
        low = high = take(&at);
        if (at[0] == '-' && at[1] && at[1] != ']') {
            at++;
            at += at[0] == '\\' && at[1];
            high = take(&at);
        }
        if (low <= code && code <= high)
            *in = !negated;
    }
    if (*at != ']')
        return false;
    *set = at + 1;
    return true;
}

/* Whether the pattern's next element, which is no `*', fits the next character; both are moved
 * behind. */
static bool take_one(const char **pattern, const char **name)
{
    char c = **pattern;
    const char *behind = *pattern + 1;
    uint32_t code = take(name);
    bool in;

    if (c == '?' || (c == '[' && take_set(&behind, code, &in))) {
        *pattern = behind;
        return c == '?' || in;
    }
    if (c == '\\' && *behind)
        *pattern = behind;
    return take(pattern) == code;
}

bool name_glob(const char *pattern, const char *name)
{
    const char *star = NULL, *starred = NULL;

    while (*name || *pattern) {
        if (*pattern == '*') {
            star = ++pattern;
            starred = name;
            continue;
        }
        if (*name && *pattern && take_one(&pattern, &name))
            continue;
        if (!star || !*starred)
            return false;
        take(&starred);
        pattern = star;
        name = starred;
    }
    return true;
}
