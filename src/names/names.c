/* names - tells how symbols are shown: demangled names, files and lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "names/names.h"

#include "base/words.h"
#include "symbols/clones.h"

/* Number of a further form, behind those of enum name_form: the linker's name, if names of Fortran
 * or Ada are equal. */
enum { NAME_RAW = NAME_FORMS };
_Static_assert((int)NAME_RAW < (int)NAME_CHOICE_FORMS, "a number for each form");

/* A name as in the source, or the part that the style asks for. */
struct demangled {
    char *text; /* demangled text, to be freed; NULL: the name is not mangled */
    enum name_syntax syntax;
    bool is_unit; /* the name is of Fortran or Ada; others may have the same text */
    bool is_cut;  /* the name is the linker's without suffixes of compilers; others may have the
                   * same text */
};

/* ---- names of Fortran and Ada, which no demangler knows ----
 *
 * gfortran's procedures of modules are __MODULE_MOD_PROCEDURE; those of GNAT are
 * UNIT__UNIT__PROCEDURE. Names of C may look like GNAT's, so they are taken for Ada only in
 * programs that hold Ada. */

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Returns true if the program holds code of GNAT: symbols of GNAT's binder, or a main procedure of
 * Ada. O(symbols). */
static bool holds_ada(const struct symtab *symtab)
{
    for (uint32_t s = 0; s < symtab->n; s++)
        if (strcmp(symtab->symbols[s].name, "adainit") == 0 ||
            begins_with(symtab->symbols[s].name, "_ada_"))
            return true;
    return false;
}

char *names_of_fortran(const char *raw)
{
    static const char mark[] = "_MOD_";
    const char *module = raw + 2, *at, *procedure, *copy;

    if (!begins_with(raw, "__") || !is_small(*module))
        return NULL;
    at = strstr(module, mark);
    procedure = at ? at + strlen(mark) : NULL;
    if (!procedure || !*procedure)
        return NULL;
    copy = strchr(procedure, '.');
    if (!copy || copy == procedure)
        return mem_printf(NULL, "%.*s::%s", (int)(at - module), module, procedure);
    return mem_printf(NULL, "%.*s::%.*s [clone %s]", (int)(at - module), module,
                      (int)(copy - procedure), procedure, copy);
}

/* Returns the number at the end of an Ada name, or "". GNAT numbers all but the first of several
 * subprograms of one name. */
static const char *homonym(const char *raw)
{
    size_t end = strlen(raw), n = end;

    while (n > 0 && strchr("0123456789", raw[n - 1]))
        n--;
    return n < end && n > 2 && raw[n - 1] == '_' && raw[n - 2] == '_' ? raw + n - 2 : "";
}

/* Returns a name that GNAT makes and no demangler knows, with its units split by dots. The caller
 * frees the name. */
static char *split_units(const char *raw)
{
    char *text = mem_copy_string(NULL, raw, strlen(raw)), *to = text;

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

/* Returns `engine__parts__turn' as `engine.parts.turn', for a program that has Ada. The number by
 * which GNAT tells subprograms of one name apart stays: `engine.turn__2'. Returns NULL if the name
 * is not of that form. The caller owns the result. */
static char *ada_name(const struct image *image, const char *raw)
{
    char *name, *all;

    if (!begins_with(raw, "_ada_") && (!is_small(*raw) || !strstr(raw, "__")))
        return NULL;
    name = core_demangle(image, raw, DEMANGLE_GNAT);
    if (name && *name != '<') {
        all = mem_printf(NULL, "%s%s", name, homonym(raw));
        free(name);
        return all;
    }
    free(name); /* GNAT's demangler puts unknown names in brackets */
    return split_units(raw);
}

/* ---- names as the style wants them ---- */

/* Returns the syntax of names of a style. */
static enum name_syntax syntax_of(enum demangle_style style)
{
    return style == DEMANGLE_JAVA || style == DEMANGLE_GNAT || style == DEMANGLE_DLANG
               ? NAME_DOTS
               : NAME_COLONS;
}

/* Returns the name as the style says. If `cut`, a C name loses the suffixes of compilers. */
static struct demangled demangle(const struct names *n, const char *raw, enum demangle_style style,
                                 bool cut)
{
    struct demangled name = {core_demangle(n->image, raw, style), syntax_of(style), false, false};
    size_t length = cut ? clone_source_length(raw) : 0;

    if (!n->style.as_in_source)
        return name;
    if (name.text && *name.text == '<' && style == DEMANGLE_GNAT) {
        free(name.text); /* a name that is not of Ada is in brackets */
        name.text = NULL;
    }
    if (style == DEMANGLE_AUTO && begins_with(raw, "_D"))
        name.syntax = NAME_DOTS;
    if (style != DEMANGLE_NONE && !name.text) {
        name.text = n->has_ada ? ada_name(n->image, raw) : NULL;
        name.syntax = name.text ? NAME_DOTS : NAME_COLONS;
        if (!name.text)
            name.text = names_of_fortran(raw);
        name.is_unit = name.text != NULL;
    }
    if (cut && !name.text && raw[length]) {
        name.text = mem_copy_string(NULL, raw, length);
        name.is_cut = true;
    }
    return name;
}

/* ---- which form of each name is shown ---- */

/* Claims the forms of a symbol's name, from the form that the style asks for. */
static void claim_forms(const struct names *n, struct name_choice *choice, uint32_t symbol,
                        const char *raw, const struct demangled *name)
{
    uint64_t identity, last = 0;
    bool is_raw = name->is_unit || name->is_cut;
    LOCAL char *stem =
        mem_copy_string(NULL, raw, name->is_cut ? clone_read(raw).length : strlen(raw));

    identity = text_hash(is_raw ? stem : name->text, 0);
    name_parts_read(n->parts, name->text, name->syntax);
    for (unsigned f = n->style.wanted == WANT_BASE ? NAME_BASE : NAME_SHORT; f < NAME_FORMS; f++) {
        const char *text = name_form(n->parts, (enum name_form)f, true);
        bool is_full = f == NAME_FULL || strcmp(text, name->text) == 0;
        uint64_t hash = text_hash(text, 0);

        if (hash != last)
            name_choice_add(choice, symbol, f, is_full, text, identity);
        last = hash;
    }
    if (is_raw)
        name_choice_add(choice, symbol, NAME_RAW, true, raw, identity);
}

/* Claims the forms of a name. A name that is not mangled has one. `number` is that of its symbol,
 * or of something else that has a name. */
static void claim(const struct names *n, struct name_choice *choice, uint32_t number,
                  const char *raw)
{
    struct demangled name = demangle(n, raw, n->style.demangle, true);

    if (name.text)
        claim_forms(n, choice, number, raw, &name);
    else
        name_choice_add(choice, number, NAME_FULL, true, raw, text_hash(raw, 0));
    free(name.text);
}

/* Returns true if the symbol is a line of the same function as the symbol before it. */
static bool is_further_line(const struct symbol *at, uint32_t s)
{
    return s > 0 && strcmp(at[s].name, at[s - 1].name) == 0;
}

/* Claims the forms of all symbols, except those that another symbol stands for, and further lines
 * of a function. */
static void claim_symbols(const struct names *n, struct name_choice *choice)
{
    const struct symbol *at = n->symtab->symbols;

    for (uint32_t s = 0; s < n->symtab->n; s++)
        if (!is_further_line(at, s) && symtab_owner(n->symtab, s) == s)
            claim(n, choice, s, at[s].name);
}

/* Chooses the forms of all names. */
static void choose_forms(struct names *n)
{
    struct name_choice choice = {0};
    const struct symbol *at = n->symtab->symbols;

    claim_symbols(n, &choice);
    name_choice_make(&choice, n->forms, n->symtab->n);
    for (uint32_t s = 1; s < n->symtab->n; s++)
        if (is_further_line(at, s))
            n->forms[s] = n->forms[s - 1];
    name_choice_release(&choice);
}

/* Returns true if the first byte tells that the name is shown unchanged. In C most names are shown
 * unchanged. They are not kept, as that would cost a random access to memory for each name. */
static bool is_shown_raw(const struct names *n, const char *raw)
{
    return !n->style.as_in_source && syntax_of(n->style.demangle) == NAME_COLONS &&
           !core_may_be_mangled(n->image, raw, n->style.demangle);
}

void names_init(struct names *n, const struct image *image, const struct symtab *symtab,
                const struct sym_lines *lines, const struct names_style *style, struct diag *d)
{
    *n = (struct names){.image = image, .symtab = symtab, .lines = lines, .style = *style};
    n->has_ada = style->as_in_source && holds_ada(symtab);
    n->shown = mem_alloc(d, symtab->n, sizeof *n->shown);
    n->full = mem_alloc(d, symtab->n, sizeof *n->full);
    n->syntax = mem_alloc(d, symtab->n, sizeof *n->syntax);
    if (style->demangle == DEMANGLE_NONE ||
        (style->wanted != WANT_SHORT && style->wanted != WANT_BASE))
        return;
    n->forms = mem_alloc(d, symtab->n, sizeof *n->forms);
    n->parts = mem_alloc(d, 1, sizeof *n->parts);
    choose_forms(n);
}

/* ---- the names ---- */

/* Returns a form of a demangled name, to be freed, or NULL for the linker's name. */
static char *take_form(const struct names *n, unsigned form, struct demangled *name)
{
    const char *text;
    char *copy = NULL;

    if (form == NAME_FULL || !name->text)
        return name->text;
    if (form != NAME_RAW) {
        name_parts_read(n->parts, name->text, name->syntax);
        text = name_form(n->parts, (enum name_form)form, false);
        copy = mem_copy_string(NULL, text, strlen(text));
    }
    free(name->text);
    return copy;
}

/* Keeps the name of a symbol, which is freed later; NULL stands for the linker's name. Returns the
 * kept name. */
static const char *keep(const struct names *n, const char **cache, uint32_t symbol, char *text)
{
    return cache[symbol] = text ? text : n->symtab->symbols[symbol].name;
}

const char *names_shown(const struct names *n, uint32_t symbol)
{
    const char *raw = n->symtab->symbols[symbol].name;
    char *text = NULL;

    if (is_shown_raw(n, raw))
        return raw;
    if (n->shown[symbol])
        return n->shown[symbol];
    if (n->style.wanted != WANT_MANGLED) {
        struct demangled name = demangle(n, raw, n->style.demangle, n->forms != NULL);

        n->syntax[symbol] = (uint8_t)name.syntax;
        text = n->forms ? take_form(n, n->forms[symbol], &name) : name.text;
    }
    return keep(n, n->shown, symbol, text);
}

/* Returns the style in which full names are demangled. */
static enum demangle_style full_style(const struct names *n)
{
    return n->style.demangle == DEMANGLE_NONE ? DEMANGLE_AUTO : n->style.demangle;
}

char *names_demangled(const struct names *n, uint32_t symbol, enum name_syntax *syntax)
{
    struct demangled name = demangle(n, n->symtab->symbols[symbol].name, full_style(n), true);

    *syntax = name.syntax;
    return name.text;
}

const char *names_full(const struct names *n, uint32_t symbol)
{
    if (n->style.wanted == WANT_FULL && n->style.demangle != DEMANGLE_NONE)
        return names_shown(n, symbol);
    if (n->full[symbol])
        return n->full[symbol];
    return keep(n, n->full, symbol,
                demangle(n, n->symtab->symbols[symbol].name, full_style(n), false).text);
}

enum name_syntax names_syntax(const struct names *n, uint32_t symbol)
{
    names_shown(n, symbol);
    return (enum name_syntax)n->syntax[symbol];
}

const char *names_file(const struct names *n, uint32_t symbol, unsigned *line)
{
    const struct image_line *l = &n->lines->at[symbol];

    if (!l->file)
        return NULL;
    *line = l->line;
    return n->style.full_path ? l->file : diag_basename(l->file);
}

/* Frees the names in the cache `of`, except those of the linker. */
static void release_cache(const struct names *n, const char **of)
{
    for (uint32_t s = 0; of && s < n->symtab->n; s++)
        if (of[s] != n->symtab->symbols[s].name)
            free((char *)(uintptr_t)of[s]);
    free(of);
}

void names_release(struct names *n)
{
    release_cache(n, n->shown);
    release_cache(n, n->full);
    free(n->syntax);
    if (n->parts)
        name_parts_release(n->parts);
    free(n->parts);
    free(n->forms);
    *n = (struct names){0};
}

/* ---- inlined functions ---- */

void names_inlined_init(struct names_inlined *f, const struct names *n,
                        const struct line_rows *rows, struct diag *d)
{
    const struct symtab *symtab = n->symtab;
    const char *last = NULL;
    size_t all;

    *f = (struct names_inlined){.names = n, .symbols = mem_alloc(d, symtab->n, sizeof *f->symbols)};
    for (uint32_t s = symtab->n_code; s-- > 0;)
        f->symbols[text_map_add(&f->linker, symtab->symbols[s].name, d)] = s;
    f->n_symbols = f->linker.n;
    for (size_t i = 0; i < rows->n; i++) {
        const char *function = rows->at[i].file ? rows->at[i].function : NULL;

        if (function && function != last)
            text_map_add(&f->linker, function, d);
        last = function ? function : last;
    }
    if (n->forms) {
        LOCAL_BY(name_choice_release) struct name_choice choice = {0};

        all = symtab->n + (f->linker.n - f->n_symbols);
        f->forms = mem_alloc(d, all, sizeof *f->forms);
        claim_symbols(n, &choice);
        for (size_t i = f->n_symbols; i < f->linker.n; i++)
            claim(n, &choice, (uint32_t)(symtab->n + i - f->n_symbols), f->linker.texts[i]);
        name_choice_make(&choice, f->forms, (uint32_t)all);
    }
}

uint32_t names_inlined_symbol(const struct names_inlined *f, const char *raw)
{
    uint32_t number = text_map_find(&f->linker, raw);

    return number < f->n_symbols ? f->symbols[number] : NO_SYMBOL;
}

char *names_inlined_shown(const struct names_inlined *f, const char *raw)
{
    const struct names *n = f->names;
    uint32_t number = text_map_find(&f->linker, raw);
    struct demangled name = {0};
    const char *shown = raw;

    if (number < f->n_symbols)
        shown = names_shown(n, f->symbols[number]);
    else if (n->style.wanted != WANT_MANGLED)
        name = demangle(n, raw, n->style.demangle, n->forms != NULL);
    if (f->forms && number != TEXT_MAP_NONE && name.text)
        name.text = take_form(n, f->forms[n->symtab->n + number - f->n_symbols], &name);
    return name.text ? name.text : mem_copy_string(NULL, shown, strlen(shown));
}

void names_inlined_release(struct names_inlined *f)
{
    text_map_release(&f->linker);
    free(f->symbols);
    free(f->forms);
    *f = (struct names_inlined){0};
}
