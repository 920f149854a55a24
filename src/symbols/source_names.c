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
    struct diag none = {0}; /* nothing is reported */
    const char *module = raw + 2, *at, *procedure, *copy;

    if (!begins(raw, "__") || !is_small(*module))
        return NULL;
    at = strstr(module, mark);
    procedure = at ? at + strlen(mark) : NULL;
    if (!procedure || !*procedure)
        return NULL;
    copy = strchr(procedure, '.');
    if (!copy || copy == procedure)
        return mem_printf(&none, "%.*s::%s", (int)(at - module), module, procedure);
    return mem_printf(&none, "%.*s::%.*s [clone %s]", (int)(at - module), module,
                      (int)(copy - procedure), procedure, copy);
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
    struct diag none = {0};
    char *text = mem_copy_string(&none, raw, strlen(raw)), *to = text;

    for (const char *c = raw; *c;) {
        if (c > raw && c[0] == '_' && c[1] == '_' && is_small(c[2]) && c[-1] != '_') {
            *to++ = '.';
            c += 2;
        } else {
            *to++ = *c++;
        }
    }
    *to = '\0';
    return text;
}

char *source_name_ada(const struct image *image, const char *raw)
{
    struct diag none = {0};
    char *name, *all;

    if (!begins(raw, "_ada_") && (!is_small(*raw) || !strstr(raw, "__")))
        return NULL;
    name = core_demangle(image, raw, DEMANGLE_GNAT);
    if (name && *name != '<') {
        all = mem_printf(&none, "%s%s", name, homonym(raw));
        free(name);
        return all;
    }
    free(name); /* GNAT's demangler puts what it does not know in brackets */
    return split_units(raw);
}
