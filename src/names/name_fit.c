/* name_fit - shortens a name to fit a column
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "names/name_fit.h"

#include "base/utf8_put.h"
#include "base/words.h"

static const char dots[] = "...";

enum { DOTS = sizeof dots - 1 };

/* Text for scopes that are left out. */
static const char *const no_scope[] = {[NAME_COLONS] = "...::", [NAME_DOTS] = "..."};

/* Returns the text behind the first character of `text`, and sets its columns. */
static const char *behind_first(const char *text, size_t *columns)
{
    uint32_t code;
    size_t bytes = utf8_next(text, &code);

    *columns = utf8_columns(code);
    return text + bytes;
}

/* Returns the columns of a text, counted until they are more than `most`. */
static size_t columns_up_to(const char *text, size_t most)
{
    size_t columns = 0;

    for (size_t wide; *text && columns <= most; columns += wide)
        text = behind_first(text, &wide);
    return columns;
}

size_t name_columns(const char *name)
{
    return columns_up_to(name, SIZE_MAX - 2);
}

size_t name_put_start(struct sink *out, const char *text, size_t columns)
{
    size_t used = 0;

    while (*text) {
        uint32_t code;
        size_t bytes = utf8_next(text, &code), wide = utf8_columns(code);

        if (used + wide > columns)
            break;
        utf8_put_safe(out, code, text, bytes);
        used += wide;
        text += bytes;
    }
    return used;
}

/* Returns the last characters of `text` that take at most `columns` of its `all` columns. */
static const char *tail(const char *text, size_t all, size_t columns)
{
    for (size_t wide; all > columns; all -= wide)
        text = behind_first(text, &wide);
    return text;
}

/* Writes the two ends of a text, the first one with at most `head` columns, with dots in place of
 * its middle; without room for dots, its end. Returns its columns. */
static size_t cut(struct sink *out, const char *text, size_t columns, size_t head)
{
    enum { LEAST = DOTS + 2 }; /* a character has at most two columns */
    size_t all = name_columns(text), used = 0;

    if (columns >= LEAST && all > columns) {
        used = name_put_start(out, text, head);
        used += name_put_start(out, dots, DOTS);
    }
    return used + name_put_start(out, tail(text, all, columns - used), columns - used);
}

/* Returns the columns of the place at the end of a name such as libz.so.1+0x12a40, or 0. */
static size_t place_columns(const char *name)
{
    const char *plus = strrchr(name, '+');

    return plus && begins_with(plus, "+0x") ? strlen(plus) : 0;
}

/* Cuts the middle of a text, and no part of a place. */
static size_t cut_middle(struct sink *out, const char *text, size_t columns)
{
    size_t left = columns > DOTS ? columns - DOTS : 0, head = left / 2, place = place_columns(text);

    if (place > left - head && place <= left)
        head = left - place;
    return cut(out, text, columns, head);
}

size_t name_fit_text(struct sink *out, const char *text, size_t columns)
{
    return cut(out, text, columns, 0);
}

/* Writes `...::' and as many of the last components of a short form as fit. Returns the columns
 * written, or 0 if not even the last component fits. */
static size_t cut_scopes(struct sink *out, const char *text, enum name_syntax syntax,
                         size_t columns)
{
    LOCAL_BY(name_parts_release) struct name_parts p = {0};
    size_t gone = strlen(no_scope[syntax]), used = 0, left;
    const char *at;

    name_parts_read(&p, text, syntax);
    at = text + p.begin;
    left = name_columns(at);
    for (size_t i = 1; i < p.n_components && !used; i++) {
        for (size_t wide; at < text + p.components[i]; left -= wide)
            at = behind_first(at, &wide);
        if (left + gone <= columns) {
            used = name_put_start(out, no_scope[syntax], gone);
            used += name_put_start(out, at, left);
        }
    }
    return used;
}

/* Writes the longest form of a name that fits, with as many scopes as fit. If no form fits, writes
 * the two ends of the shortest form. Returns the columns written. */
static size_t fit_form(struct sink *out, struct name_parts *p, enum name_syntax syntax,
                       size_t columns)
{
    static const enum name_form forms[] = {NAME_PLAIN, NAME_WITH_ARGUMENTS, NAME_QUALIFIED,
                                           NAME_SHORT};
    size_t used;

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const char *text = name_form(p, forms[i], false);

        if (columns_up_to(text, columns) <= columns)
            return name_put_start(out, text, columns);
    }
    used = cut_scopes(out, name_form(p, NAME_SHORT, false), syntax, columns);
    if (!used)
        used = cut_scopes(out, name_form(p, NAME_SCOPED, false), syntax, columns);
    return used ? used : cut_middle(out, name_form(p, NAME_BASE, false), columns);
}

size_t name_fit(struct sink *out, const char *name, enum name_syntax syntax, size_t columns)
{
    enum { READABLE = 4096 }; /* of a longer name nobody knows the parts */
    LOCAL_BY(name_parts_release) struct name_parts p = {0};

    if (columns_up_to(name, columns) <= columns)
        return name_put_start(out, name, columns);
    if (strlen(name) > READABLE)
        return cut_middle(out, name, columns);
    name_parts_read(&p, name, syntax);
    return fit_form(out, &p, syntax, columns);
}
