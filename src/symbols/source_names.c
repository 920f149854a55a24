/* source_names - names of Fortran and Ada as their sources have them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/source_names.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static const char digits[] = "0123456789";

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

/* The first `first_bytes' of `first', `middle', and all of `last'. */
static char *join(const char *first, size_t first_bytes, const char *middle, const char *last,
                  const char *end)
{
    struct diag quiet = {0};
    size_t middle_bytes = strlen(middle), last_bytes = strlen(last);
    char *text = mem_alloc(&quiet, first_bytes + middle_bytes + last_bytes + strlen(end) + 1, 1);

    if (!text)
        return NULL;
    memcpy(text, first, first_bytes);
    memcpy(text + first_bytes, middle, middle_bytes);
    memcpy(text + first_bytes + middle_bytes, last, last_bytes);
    memcpy(text + first_bytes + middle_bytes + last_bytes, end, strlen(end));
    return text;
}

bool source_names_has_ada(const struct symtab *symtab)
{
    for (uint32_t s = 0; s < symtab->n; s++)
        if (strcmp(symtab->symbols[s].name, "adainit") == 0 ||
            begins(symtab->symbols[s].name, "_ada_"))
            return true;
    return false;
}

char *source_name_fortran(const char *raw)
{
    static const char mark[] = "_MOD_";
    const char *module = raw + 2, *at, *procedure, *copy;
    char *name, *all;

    if (!begins(raw, "__") || !is_small(*module))
        return NULL;
    at = strstr(module, mark);
    procedure = at ? at + strlen(mark) : NULL;
    if (!procedure || !*procedure)
        return NULL;
    name = join(module, (size_t)(at - module), "::", procedure, "");
    copy = name ? strchr(procedure, '.') : NULL;
    if (!copy || copy == procedure)
        return name;
    all = join(name, strlen(name) - strlen(copy), " [clone ", copy, "]");
    free(name);
    return all;
}

/* The number at the end of the names of all but the first of subprograms of one name, or "". */
static const char *homonym(const char *raw)
{
    size_t end = strlen(raw), n = end;

    while (n > 0 && strchr(digits, raw[n - 1]))
        n--;
    return n < end && n > 2 && raw[n - 1] == '_' && raw[n - 2] == '_' ? raw + n - 2 : "";
}

/* What GNAT makes besides, which no demangler knows: units in front of it, as far as they show. */
static char *split_units(const char *raw)
{
    char *text = join(raw, strlen(raw), "", "", ""), *to = text;

    for (const char *c = raw; text && *c;) {
        if (c > raw && c[0] == '_' && c[1] == '_' && is_small(c[2]) && c[-1] != '_') {
            *to++ = '.';
            c += 2;
        } else {
            *to++ = *c++;
        }
    }
    if (text)
        *to = '\0';
    return text;
}

char *source_name_ada(const struct image *image, const char *raw)
{
    char *name, *all;

    if (!begins(raw, "_ada_") && (!is_small(*raw) || !strstr(raw, "__")))
        return NULL;
    name = core_demangle(image, raw, DEMANGLE_GNAT);
    if (name && *name != '<') {
        all = join(name, strlen(name), "", homonym(raw), "");
        free(name);
        return all;
    }
    free(name); /* GNAT's demangler puts what it does not know in brackets */
    return split_units(raw);
}
