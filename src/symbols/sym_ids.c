/* sym_ids - parses symbol specifications, and finds the symbols that they name
 *
 * Algorithm: all patterns are sorted. Name, file and line of a symbol can be generalised in six
 * ways (its file or any file; its name, its line, or neither). A pattern names the symbol if it
 * equals one of the six. So six binary searches find all patterns that name a symbol. Equal
 * patterns, however many, are one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_ids.h"

#include "base/arith.h"
#include "base/words.h"

#include <limits.h>

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
    *mem_push(d, ids->specs, ids->n, ids->cap) = spec;
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

/* Compares patterns, with which elements begin. */
static int by_pattern(const void *left, const void *right)
{
    const struct sym_pattern *l = left, *r = right;
    int order = compare_texts(l->name, r->name);

    if (!order)
        order = compare_texts(l->file, r->file);
    return order ? order : compare_u64(l->line, r->line);
}

struct resolver {
    struct sort_pattern *patterns; /* sorted; equal ones stand once when symbols are matched */
    size_t n;
    uint32_t first_group; /* group of the first pattern */
    struct sym_matches matches;
    struct diag *diag;
};

static void add_match(struct resolver *r, uint32_t group, uint32_t symbol)
{
    struct sym_matches *m = &r->matches;

    *mem_push(r->diag, m->at, m->n, m->cap) = (struct sym_match){group, symbol};
}

/* Adds the symbol for the pattern that equals `wanted`, if there is one. */
static void match_equal(struct resolver *r, const struct sym_pattern *wanted, uint32_t symbol)
{
    const struct sort_pattern *found =
        bsearch(wanted, r->patterns, r->n, sizeof *r->patterns, by_pattern);

    if (found)
        add_match(r, r->first_group + (uint32_t)(found - r->patterns), symbol);
}

/* Sets the groups of all sides, and leaves each pattern once. */
static void group_sides(struct resolver *r, const struct sym_ids *ids)
{
    uint32_t(*groups)[2] = mem_alloc(r->diag, ids->n, sizeof *groups);
    size_t kept = 0;

    for (size_t i = 0; i < ids->n; i++) {
        const struct sym_spec *spec = &ids->specs[i];

        for (int side = 0; side < 2; side++) {
            groups[i][side] = spec->found[side] - 1; /* SYM_NO_GROUP if nothing was found */
            if (spec->found[side] == 0 && (side == 0 || sym_spec_has_right(spec)))
                r->patterns[r->n++] =
                    (struct sort_pattern){side == 0 ? spec->left : spec->right, i, side == 1};
        }
    }
    qsort(r->patterns, r->n, sizeof *r->patterns, by_pattern);
    for (size_t i = 0; i < r->n; i++) {
        const struct sort_pattern *at = &r->patterns[i];

        if (kept == 0 || by_pattern(&r->patterns[kept - 1], at) != 0)
            r->patterns[kept++] = *at;
        groups[at->spec][at->right] = r->first_group + (uint32_t)kept - 1;
    }
    r->n = kept;
    r->matches.groups = groups;
    r->matches.n_groups = r->first_group + (uint32_t)kept;
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
    LOCAL struct sort_pattern *patterns = mem_alloc(d, 2 * ids->n, sizeof *patterns);
    struct resolver r = {.patterns = patterns, .first_group = (uint32_t)ids->n_found, .diag = d};

    if (ids->n == 0)
        return r.matches;
    group_sides(&r, ids);
    for (uint32_t s = 0; s < symtab->n; s++)
        match_symbol(&r, symtab_bare_name(symtab, s), &lines->at[s], s);
    for (uint32_t i = 0; i < ids->n_found; i++)
        for (size_t j = 0; j < ids->found[i].n; j++)
            add_match(&r, i, ids->found[i].symbols[j]);
    return r.matches;
}

void sym_ids_release(struct sym_ids *ids)
{
    for (size_t i = 0; i < ids->n; i++) {
        struct sym_spec *spec = &ids->specs[i];

        free(spec->text);
        free(spec->hint);
    }
    for (size_t i = 0; i < ids->n_found; i++)
        free(ids->found[i].symbols);
    free(ids->found);
    free(ids->specs);
    *ids = (struct sym_ids){0};
}
