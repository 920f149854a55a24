/* sym_ids - parses symbol specifications, and finds the symbols that they name
 *
 * Algorithm: all patterns are sorted. Name, file and line of a symbol can be generalised in six
 * ways (its file or any file; its name, its line, or neither). A pattern names the symbol if it
 * equals one of the six. So six binary searches find all patterns that name a symbol.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_ids.h"

#include "base/arith.h"
#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Parses one side, which is NUL-terminated, splitting it in place. */
static struct sym_pattern parse_side(char *text)
{
    struct sym_pattern p = {0};
    char *colon = strrchr(text, ':');
    const char *rest = text;

    if (colon) {
        *colon = '\0';
        rest = colon + 1;
        p.file = *text ? text : NULL;
    } else if (strchr(text, '.')) {
        p.file = text;
        return p;
    }
    if (*rest >= '0' && *rest <= '9') {
        unsigned long line = strtoul(rest, NULL, 10);
        p.line = line < UINT_MAX ? (unsigned)line : UINT_MAX;
    } else if (*rest) {
        p.name = rest;
    }
    return p;
}

bool sym_pattern_is_any(const struct sym_pattern *p)
{
    return !p->file && !p->name && !p->line;
}

bool sym_spec_has_right(const struct sym_spec *spec)
{
    return spec->table == SYM_TABLE_ARCS && spec->is_arc && !sym_pattern_is_any(&spec->right);
}

void sym_id_add(struct sym_ids *ids, const char *text, enum sym_table table, bool include,
                struct diag *d)
{
    struct sym_spec spec = {.option_text = text, .table = table, .include = include};
    char *slash;

    spec.text = mem_copy_string(d, text, strlen(text));
    slash = strchr(spec.text, '/');
    if (slash) {
        *slash = '\0';
        spec.is_arc = true;
        spec.right = parse_side(slash + 1);
    }
    spec.left = parse_side(spec.text);
    ids->need_lines |= spec.left.file || spec.left.line || spec.right.file || spec.right.line;
    ids->specs = mem_grow(d, ids->specs, &ids->cap, ids->n + 1, sizeof spec);
    ids->specs[ids->n++] = spec;
}

void sym_ids_copy(struct sym_ids *ids, const struct sym_ids *from, struct diag *d)
{
    *ids = (struct sym_ids){.unnamed = from->unnamed};
    for (size_t i = 0; i < from->n; i++) {
        const struct sym_spec *spec = &from->specs[i];

        sym_id_add(ids, spec->option_text, spec->table, spec->include, d);
        ids->specs[i].or_function = spec->or_function;
    }
}

/* A pattern and its origin, to be sorted. */
struct sort_pattern {
    struct sym_pattern pattern;
    size_t spec;
    bool right;
};

static int compare_text(const char *l, const char *r)
{
    if (!l || !r)
        return (l != NULL) - (r != NULL);
    return strcmp(l, r);
}

static int compare_patterns(const struct sym_pattern *l, const struct sym_pattern *r)
{
    int order = compare_text(l->name, r->name);

    if (!order)
        order = compare_text(l->file, r->file);
    return order ? order : compare_u64(l->line, r->line);
}

static int by_pattern(const void *left, const void *right)
{
    const struct sort_pattern *l = left, *r = right;
    int order = compare_patterns(&l->pattern, &r->pattern);

    return order ? order : compare_u64(l->spec, r->spec);
}

struct resolver {
    struct sort_pattern *patterns; /* sorted */
    size_t n;
    struct sym_matches matches;
    struct diag *diag;
};

static void add_match(struct resolver *r, size_t spec, bool right, uint32_t symbol)
{
    struct sym_matches *m = &r->matches;

    m->at = mem_grow(r->diag, m->at, &m->cap, m->n + 1, sizeof *m->at);
    m->at[m->n++] = (struct sym_match){(uint32_t)spec, symbol, right};
}

/* Adds the symbol for every pattern that equals `wanted`. */
static void match_equal(struct resolver *r, const struct sym_pattern *wanted, uint32_t symbol)
{
    size_t low = 0, high = r->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_patterns(&r->patterns[middle].pattern, wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < r->n && compare_patterns(&r->patterns[low].pattern, wanted) == 0; low++)
        add_match(r, r->patterns[low].spec, r->patterns[low].right, symbol);
}

static void match_symbol(struct resolver *r, const char *name, const struct image_line *where,
                         uint32_t symbol)
{
    const char *file = where->file ? diag_basename(where->file) : NULL;
    const struct sym_pattern wanted[] = {
        {.name = name},
        {0},
        {.file = file, .name = name},
        {.file = file},
        {.file = file, .line = where->line},
        {.line = where->line},
    };
    size_t known = file ? sizeof wanted / sizeof *wanted : 2;

    for (size_t i = 0; i < known; i++)
        match_equal(r, &wanted[i], symbol);
}

struct sym_matches sym_ids_resolve(const struct sym_ids *ids, const struct symtab *symtab,
                                   const struct sym_lines *lines, struct diag *d)
{
    struct resolver r = {.diag = d};

    if (ids->n == 0)
        return r.matches;
    r.patterns = mem_alloc(d, 2 * ids->n, sizeof *r.patterns);
    for (size_t i = 0; i < ids->n; i++) {
        const struct sym_spec *spec = &ids->specs[i];

        r.patterns[r.n++] = (struct sort_pattern){spec->left, i, false};
        if (sym_spec_has_right(spec))
            r.patterns[r.n++] = (struct sort_pattern){spec->right, i, true};
    }
    qsort(r.patterns, r.n, sizeof *r.patterns, by_pattern);
    for (uint32_t s = 0; s < symtab->n; s++)
        match_symbol(&r, symtab_bare_name(symtab, s), &lines->at[s], s);
    for (size_t i = 0; i < ids->n; i++)
        for (int side = 0; side < 2; side++)
            for (size_t j = 0; j < ids->specs[i].found[side].n; j++)
                add_match(&r, i, side == 1, ids->specs[i].found[side].symbols[j]);
    free(r.patterns);
    return r.matches;
}

void sym_ids_release(struct sym_ids *ids)
{
    for (size_t i = 0; i < ids->n; i++) {
        struct sym_spec *spec = &ids->specs[i];

        free(spec->text);
        free(spec->found[0].symbols);
        free(spec->found[1].symbols);
        free(spec->hint);
    }
    free(ids->specs);
    *ids = (struct sym_ids){0};
}
