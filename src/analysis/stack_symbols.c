/* stack_symbols - which symbol each frame of the call stacks is in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/stack_symbols.h"

#include "base/mem.h"
#include "base/trace.h"
#include "symbols/sym_filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is made of a module. */
struct use {
    uint32_t symbol; /* of its frames; NO_SYMBOL: it is the image, where addresses tell */
    bool is_used;    /* some frame is in it */
    bool has_name;   /* its symbol is not of the image */
};

struct namer {
    struct stack_symbols *s;
    struct use *uses;       /* by module */
    uint32_t profiler;      /* the function of the image that is the profiler's, or NO_SYMBOL */
    bool has_unknown;       /* some frame has no symbol */
    struct module_name *at; /* names of modules that are not the image */
    size_t n;
};

struct module_name {
    char *name;    /* goes to the symbols */
    size_t module; /* its number; as many as there are modules: no module's */
};

/* ---- does the image fit? ---- */

enum { SHOWN_ID = 20 /* bytes of a build-id that a message shows */ };

static const char *in_hexadecimal(char *text, const uint8_t *id, size_t bytes)
{
    snprintf(text, 2 * SHOWN_ID + 1, "none");
    for (size_t i = 0; i < bytes && i < SHOWN_ID; i++)
        snprintf(text + 2 * i, 3, "%02x", id[i]);
    return text;
}

/* Name the program that was running, or whatever there was. */
static bool report_misfit(const struct stack_data *stacks, const struct stack_image *image,
                          struct diag *d)
{
    const struct stack_module *other = &stacks->modules[0];
    char ours[2 * SHOWN_ID + 1], theirs[2 * SHOWN_ID + 1];

    for (size_t i = 0; i < stacks->n_modules; i++) {
        if (stacks->modules[i].kind == GSTACK_PROGRAM) {
            other = &stacks->modules[i];
            break;
        }
    }
    return diag_error(d, image->path,
                      "its build-id is %s, but the call stacks of %s are of %s, build-id %s; name "
                      "the program that ran, or leave the stacks out",
                      in_hexadecimal(ours, image->id, image->id_bytes),
                      stacks->file ? stacks->file : "the data",
                      other->path[0] ? other->path : "code without a name",
                      in_hexadecimal(theirs, other->id, other->id_bytes));
}

static bool find_image(struct namer *n, const struct stack_image *image, struct diag *d)
{
    const struct stack_data *stacks = n->s->stacks;
    bool fits = stacks->n_modules == 0;

    for (size_t i = 0; i < stacks->n_modules; i++) {
        n->uses[i].has_name =
            !stack_module_fits(&stacks->modules[i], image->id, image->id_bytes, image->path);
        fits = fits || !n->uses[i].has_name;
    }
    return fits || report_misfit(stacks, image, d);
}

/* ---- names of other code ---- */

/* `<BASE NAME>`, without the brackets of [vdso]; paths are a file's, so control characters are
 * replaced. */
static char *bracketed(const char *path, const char *otherwise, struct diag *d)
{
    const char *base = diag_basename(path);
    size_t length = strlen(base);
    char *name;

    if (length > 2 && base[0] == '[' && base[length - 1] == ']') {
        base++;
        length -= 2;
    }
    if (length == 0) {
        base = otherwise;
        length = strlen(base);
    }
    name = mem_alloc(d, length + 3, 1);
    name[0] = '<';
    for (size_t i = 0; i < length; i++)
        name[i + 1] = (char)((unsigned char)base[i] < ' ' || base[i] == 0x7f ? '?' : base[i]);
    name[length + 1] = '>';
    return name;
}

static char *name_module(const struct stack_module *m, struct diag *d)
{
    static const char *const otherwise[GSTACK_MODULE_KINDS] = {[GSTACK_PROGRAM] = "program",
                                                               [GSTACK_LIBRARY] = "library",
                                                               [GSTACK_VDSO] = "vdso",
                                                               [GSTACK_ANONYMOUS] = "anonymous",
                                                               [GSTACK_PROFILER] = "profiler"};
    bool has_file = m->kind != GSTACK_ANONYMOUS && m->kind != GSTACK_PROFILER;

    return bracketed(has_file ? m->path : "", otherwise[m->kind], d);
}

static int by_name(const void *left, const void *right)
{
    const struct module_name *l = left, *r = right;
    int order = strcmp(l->name, r->name);

    return order ? order : l->module < r->module ? -1 : l->module > r->module;
}

static void add_symbol(struct stack_symbols *s, const struct module_name *name)
{
    s->names[s->n_names] = name->name;
    s->modules[s->n_names++] =
        name->module < s->stacks->n_modules ? &s->stacks->modules[name->module] : NULL;
}

/* Keep one of the names that are alike, and tell the modules their symbols. Names are sorted, so
 * that the numbers do not depend on the order of the modules. */
static void number_names(struct namer *n, uint32_t first)
{
    struct stack_symbols *s = n->s;

    qsort(n->at, n->n, sizeof *n->at, by_name);
    for (size_t i = 0; i < n->n; i++) {
        uint32_t number;

        if (s->n_names > 0 && strcmp(s->names[s->n_names - 1], n->at[i].name) == 0)
            free(n->at[i].name);
        else
            add_symbol(s, &n->at[i]);
        number = first + (uint32_t)s->n_names - 1;
        if (n->at[i].module < s->stacks->n_modules)
            n->uses[n->at[i].module].symbol = number;
        else
            s->unknown = number;
    }
}

static void name_others(struct namer *n, struct symtab *symtab, struct diag *d)
{
    const struct stack_data *stacks = n->s->stacks;

    n->at = mem_alloc(d, stacks->n_modules + 1, sizeof *n->at);
    n->s->names = mem_alloc(d, stacks->n_modules + 1, sizeof *n->s->names);
    n->s->modules = mem_alloc(d, stacks->n_modules + 1, sizeof *n->s->modules);
    for (size_t i = 0; i < stacks->n_modules; i++) {
        const struct stack_module *m = &stacks->modules[i];

        n->uses[i].symbol = m->kind == GSTACK_PROFILER ? n->profiler : NO_SYMBOL;
        if (n->uses[i].has_name && n->uses[i].is_used && n->uses[i].symbol == NO_SYMBOL)
            n->at[n->n++] = (struct module_name){name_module(m, d), i};
    }
    if (n->has_unknown)
        n->at[n->n++] = (struct module_name){bracketed("", "unknown", d), stacks->n_modules};
    number_names(n, symtab->n);
    free(n->at);
    symtab_add_names(symtab, n->s->names, n->s->n_names, d);
}

/* ---- frames ---- */

static uint32_t find_profiler(const struct symtab *symtab)
{
    for (uint32_t i = 0; i < symtab->n; i++)
        if (sym_is_profiler(symtab, i) && !symtab->symbols[i].is_stub)
            return i;
    return NO_SYMBOL;
}

/* Look up the frames in the image; the others wait until their modules have symbols. */
static void look_up(struct namer *n, const struct stack_tree *tree, uint32_t *of_node)
{
    for (size_t i = 0; i < tree->n_nodes; i++) {
        const struct stack_node *node = &tree->nodes[i];

        of_node[i] = NO_SYMBOL;
        if (node->module == 0) {
            n->has_unknown |= node->signals > 0;
            continue;
        }
        n->uses[node->module - 1].is_used = true;
        if (n->uses[node->module - 1].has_name)
            continue;
        of_node[i] = sym_find(n->s->symtab, node->key >> 1);
        n->has_unknown |= of_node[i] == NO_SYMBOL;
    }
}

static void take_others(const struct namer *n, const struct stack_tree *tree, uint32_t *of_node)
{
    for (size_t i = 0; i < tree->n_nodes; i++) {
        uint32_t module = tree->nodes[i].module;

        if (module > 0 && n->uses[module - 1].has_name)
            of_node[i] = n->uses[module - 1].symbol;
        else if (of_node[i] == NO_SYMBOL)
            of_node[i] = n->s->unknown;
    }
}

static void find_symbols(struct namer *n, struct symtab *symtab, struct diag *d)
{
    struct stack_symbols *s = n->s;

    s->of_node = mem_alloc(d, s->stacks->n_trees, sizeof *s->of_node);
    for (size_t t = 0; t < s->stacks->n_trees; t++) {
        s->of_node[t] = mem_alloc(d, s->stacks->trees[t].n_nodes, sizeof **s->of_node);
        look_up(n, &s->stacks->trees[t], s->of_node[t]);
    }
    n->profiler = find_profiler(symtab);
    name_others(n, symtab, d);
    for (size_t t = 0; t < s->stacks->n_trees; t++)
        take_others(n, &s->stacks->trees[t], s->of_node[t]);
}

static void trace_modules(const struct namer *n, const struct diag *d)
{
    const struct stack_data *stacks = n->s->stacks;

    for (size_t i = 0; i < stacks->n_modules; i++) {
        const struct use *use = &n->uses[i];

        trace_line(d, "stack_symbols_init", "module %zu, %s: %s", i, stacks->modules[i].path,
                   !use->has_name ? "the image"
                   : use->is_used ? n->s->symtab->symbols[use->symbol].name
                                  : "no frame is in it");
    }
}

bool stack_symbols_init(struct stack_symbols *s, const struct stack_data *stacks,
                        const struct stack_image *image, struct symtab *symtab, struct diag *d)
{
    struct namer n = {.s = s};
    bool ok;

    *s = (struct stack_symbols){.stacks = stacks,
                                .symtab = symtab,
                                .entry = sym_lookup(symtab, image->entry),
                                .unknown = NO_SYMBOL};
    n.uses = mem_alloc(d, stacks->n_modules, sizeof *n.uses);
    ok = find_image(&n, image, d);
    if (ok)
        find_symbols(&n, symtab, d);
    if (ok && trace_on(d, TRACE_SAMPLES))
        trace_modules(&n, d);
    free(n.uses);
    return ok;
}

void stack_symbols_release(struct stack_symbols *s)
{
    for (size_t t = 0; s->of_node && t < s->stacks->n_trees; t++)
        free(s->of_node[t]);
    free(s->of_node);
    for (size_t i = 0; i < s->n_names; i++)
        free(s->names[i]);
    free(s->names);
    free(s->modules);
    *s = (struct stack_symbols){0};
}
