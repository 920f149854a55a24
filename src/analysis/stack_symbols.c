/* stack_symbols - finds the symbol that each frame of the call stacks is in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/stack_symbols.h"

#include "analysis/stack_library.h"
#include "base/arith.h"
#include "base/limit.h"
#include "base/trace.h"
#include "symbols/sym_filter.h"

/* State of a module. */
struct use {
    struct stack_library *library; /* functions of the module; NULL: it has a single symbol */
    uint64_t signals;              /* samples in it */
    uint32_t text;                 /* number of its name; TEXT_MAP_NONE: no symbol is added */
    bool is_used;                  /* some frame is in it */
    bool has_name;                 /* the module's symbol is not of the image */
};

struct namer {
    struct stack_symbols *s;
    const struct image *image;
    struct stack_libraries libraries;
    struct use *uses; /* states by stack_node.module; number 0 is code at no known place; owned */
    unsigned rows;    /* stack_rows bits: symbols that are added */
    uint32_t unnamed, external; /* numbers of these symbols in `added` */
    struct pair_map added; /* added symbols, those of modules first: (number of the module's name,
                            * number of the function's name + 1, or 0 if it has none) */
    const struct use *
        *first;        /* first module of each symbol of modules, by number in `added`; owned */
    uint32_t profiler; /* number of the image's function of the profiler, or NO_SYMBOL */
};

/* ---- does the image fit? ---- */

/* Reports the program that ran, or the first module if there is no program. Returns false. */
static bool report_misfit(const struct stack_data *stacks, const struct image *image,
                          struct diag *d)
{
    const struct stack_module *other = &stacks->modules[0];
    LOCAL char *ours = build_id_text(image->build_id, d), *theirs = NULL;

    for (size_t i = stacks->n_modules; i-- > 0;)
        if (stacks->modules[i].kind == GSTACK_PROGRAM)
            other = &stacks->modules[i];
    theirs = build_id_text(other->id, d);
    diag_error(d, image->path,
               "its build ID is %.40s, but the call stacks of %s are of %s, build ID %.40s; name "
               "the program that ran (--compare-image: of the base), or leave the stacks out",
               ours ? ours : "none", stacks->file,
               other->path[0] ? other->path : "code without a name", theirs ? theirs : "none");
    return false;
}

static bool find_image(struct namer *n, struct diag *d)
{
    const struct image *image = n->image;
    const struct stack_data *stacks = n->s->stacks;
    bool fits = stacks->n_modules == 0;

    for (size_t i = 0; i < stacks->n_modules; i++) {
        struct use *use = &n->uses[i + 1];

        use->has_name = !stack_module_fits(&stacks->modules[i], image->build_id, image->path);
        use->text = TEXT_MAP_NONE;
        fits = fits || !use->has_name;
    }
    return fits || report_misfit(stacks, image, d);
}

/* ---- names of other code ---- */

/* Returns `<NAME>`, to be freed, with `?' for control characters, as the name comes from a file. */
static char *in_brackets(const char *base, size_t length, struct diag *d)
{
    char *name = mem_printf(d, "<%.*s>", (int)length, base);

    for (char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return name;
}

/* Returns `<BASE NAME>`, to be freed, without the brackets of [vdso]. */
static char *name_module(const struct stack_module *m, struct diag *d)
{
    static const char *const otherwise[GSTACK_MODULE_KINDS] = {[GSTACK_PROGRAM] = "program",
                                                               [GSTACK_LIBRARY] = "library",
                                                               [GSTACK_VDSO] = "vdso",
                                                               [GSTACK_ANONYMOUS] = "anonymous",
                                                               [GSTACK_PROFILER] = "profiler"};
    bool has_file = m->kind != GSTACK_ANONYMOUS && m->kind != GSTACK_PROFILER;
    const char *base = diag_basename(has_file ? m->path : "");
    size_t length = strlen(base);

    if (length > 2 && base[0] == '[' && base[length - 1] == ']') {
        base++;
        length -= 2;
    }
    if (length == 0) {
        base = otherwise[m->kind];
        length = strlen(base);
    }
    return in_brackets(base, length, d);
}

/* Returns `<PROGRAM>`, to be freed: the name of the image's code that has no name. */
static char *name_image(const struct image *image, struct diag *d)
{
    const char *base = diag_basename(image->path);

    return in_brackets(base, strlen(base), d);
}

/* Returns the number of a symbol in n->added, and adds it if it is new. A NULL `function` means the
 * module itself. */
static uint32_t add_symbol(struct namer *n, uint32_t module, const char *function, struct diag *d)
{
    uint64_t text =
        function && *function ? text_map_add_kept(&n->s->texts, function, d) + UINT64_C(1) : 0;

    return pair_map_add(&n->added, module, text, d);
}

/* Adds the symbols of modules; modules of equal names share one. */
static void add_modules(struct namer *n, struct diag *d)
{
    struct stack_symbols *s = n->s;
    const struct stack_data *stacks = s->stacks;

    n->first = mem_alloc(d, stacks->n_modules + 3, sizeof *n->first);
    s->mappings = mem_alloc(d, stacks->n_modules, sizeof *s->mappings);
    for (size_t i = 0; i < stacks->n_modules; i++) {
        const struct stack_module *m = &stacks->modules[i];
        struct use *use = &n->uses[i + 1];
        size_t before = n->added.n;
        char *name;

        if (!use->has_name || !use->is_used ||
            (m->kind == GSTACK_PROFILER && n->profiler != NO_SYMBOL))
            continue;
        name = name_module(m, d);
        use->text = text_map_add(&s->texts, name, d);
        free(name);
        if (add_symbol(n, use->text, NULL, d) == before)
            n->first[before] = use;
    }
    if (n->uses[0].is_used)
        s->unknown = s->symtab->n + add_symbol(n, text_map_add(&s->texts, "<unknown>", d), NULL, d);
    if (n->rows & STACK_EXTERNAL)
        n->external = add_symbol(n, text_map_add(&s->texts, "<external>", d), NULL, d);
    if (n->rows & STACK_UNNAMED) {
        LOCAL char *name = name_image(n->image, d);

        n->unnamed = add_symbol(n, text_map_add(&s->texts, name, d), NULL, d);
    }
}

/* ---- functions of libraries ---- */

/* Returns true if the module has a file with functions to name, which needs a path. */
static bool has_functions(const struct stack_module *m)
{
    return (m->kind == GSTACK_LIBRARY || m->kind == GSTACK_PROGRAM) && strchr(m->path, '/');
}

/* Opens the libraries. Servers are asked for names of those with at least a hundredth of the
 * samples. Warns if one of these is missing. */
static void open_libraries(struct namer *n, const struct debug_places *places,
                           const struct builds *builds, struct diag *d)
{
    const struct stack_data *stacks = n->s->stacks;
    uint64_t all = 0;
    size_t missing = 0, largest = 0;
    const char *reason = NULL;

    for (size_t t = 0; t < stacks->n_trees; t++)
        all = add_saturated(all, stacks->trees[t].signals);
    for (size_t i = 0; i < stacks->n_modules; i++) {
        struct use *use = &n->uses[i + 1];
        struct stack_library *library = NULL;
        bool counts = use->signals > all / 100;
        struct debug_places known = *places;
        const char *why;

        if (!counts)
            known.servers = NULL;
        if (!use->has_name || !use->is_used || !has_functions(&stacks->modules[i]))
            continue;
        why = stack_library_open(&n->libraries, &stacks->modules[i], &known, builds, &library, d);
        use->library = why ? NULL : library;
        if (!why)
            n->s->mappings[i] = library->mapping;
        if (!why || !counts)
            continue;
        missing++;
        if (!reason || use->signals > n->uses[largest + 1].signals) {
            largest = i;
            reason = why;
        }
    }
    if (missing == 1)
        diag_warning(d, stacks->modules[largest].path,
                     "%s; make the report where the program ran to see its functions", reason);
    else if (missing > 1)
        diag_warning(d, stacks->modules[largest].path,
                     "%s; make the report where the program ran to see functions of it and of %zu "
                     "more",
                     reason, missing - 1);
}

/* Returns the name by which another module calls the library's function at a node, or NULL. */
static const char *called_name(const struct namer *n, const struct stack_tree *tree,
                               const struct stack_node *node, struct diag *d)
{
    const struct stack_node *caller = &tree->nodes[node->parent];
    const struct stack_library *library = n->uses[node->module].library;
    const struct use *from = &n->uses[caller->module];
    bool is_image = caller->module > 0 && !from->has_name;
    uint32_t name;

    if (caller->module == node->module || !(caller->key & 1) || (!is_image && !from->library))
        return NULL;
    name = stack_library_called(library, is_image ? n->image : &from->library->image,
                                is_image ? n->s->symtab : &from->library->symtab,
                                (caller->key >> 1) + 1, d);
    return name == TEXT_MAP_NONE ? NULL : library->exported.texts[name];
}

/* Returns the name that the program has given to code that it has made, or NULL. */
static const char *code_name(const struct namer *n, const struct stack_node *node)
{
    const struct stack_module *m =
        node->module > 0 ? &n->s->stacks->modules[node->module - 1] : NULL;

    return m && m->kind == GSTACK_ANONYMOUS && m->path[0] ? m->path : NULL;
}

/* Returns the number in n->added of the symbol of a node that is not in the image. */
static uint32_t number_node(struct namer *n, const struct stack_tree *tree, size_t number,
                            const uint32_t *of_node, struct diag *d)
{
    const struct stack_node *node = &tree->nodes[number];
    const struct use *use = &n->uses[node->module];
    const struct symbol *own = NULL;
    const char *name;
    uint32_t found;

    if (!use->library)
        return add_symbol(n, use->text, code_name(n, node), d);
    found = stack_library_find(use->library, node->key >> 1);
    if (found != NO_SYMBOL)
        own = &use->library->symtab.symbols[found];
    name = own && !own->is_static ? own->name : called_name(n, tree, node, d);
    if (!name && own)
        name = own->name;
    if (!name && tree->nodes[node->parent].module == node->module)
        return of_node[node->parent] - n->s->symtab->n;
    return add_symbol(n, use->text, name, d);
}

/* ---- frames ---- */

static uint32_t find_profiler(const struct symtab *symtab)
{
    for (uint32_t i = 0; i < symtab->n; i++)
        if (sym_is_profiler(symtab, i) && !symtab->symbols[i].is_stub)
            return i;
    return NO_SYMBOL;
}

/* Looks up the frames in the image. Other frames wait until their modules have symbols. */
static void look_up(struct namer *n, const struct stack_tree *tree, uint32_t *of_node)
{
    for (size_t i = 0; i < tree->n_nodes; i++) {
        const struct stack_node *node = &tree->nodes[i];
        struct use *use = &n->uses[node->module];

        of_node[i] = NO_SYMBOL;
        use->is_used |= node->module > 0 || node->signals > 0;
        use->signals = add_saturated(use->signals, node->signals);
        if (node->module == 0 || use->has_name)
            continue;
        of_node[i] = sym_find(n->s->symtab, node->key >> 1);
        if (of_node[i] != NO_SYMBOL)
            continue;
        if (symtab_has_code(n->s->symtab, node->key >> 1))
            n->rows |= STACK_UNNAMED;
        else
            n->uses[0].is_used = true;
    }
}

/* Gives the other frames the numbers in n->added, behind those of the image. */
static void take_others(struct namer *n, const struct stack_tree *tree, uint32_t *of_node,
                        struct diag *d)
{
    for (size_t i = 0; i < tree->n_nodes; i++) {
        const struct use *use = &n->uses[tree->nodes[i].module];

        if (use->has_name && use->text == TEXT_MAP_NONE)
            of_node[i] = n->profiler;
        else if (use->has_name)
            of_node[i] = n->s->symtab->n + number_node(n, tree, i, of_node, d);
        else if (of_node[i] == NO_SYMBOL)
            of_node[i] =
                tree->nodes[i].module > 0 && symtab_has_code(n->s->symtab, tree->nodes[i].key >> 1)
                    ? n->s->symtab->n + n->unnamed
                    : n->s->unknown;
    }
}

/* ---- the order of what was added ---- */

/* A symbol that is added, by its names. */
struct added_row {
    const char *module, *function; /* names; "" as function: the symbol of the module */
    uint32_t number;
};

static int by_name(const void *left, const void *right)
{
    const struct added_row *l = left, *r = right;
    int order = strcmp(l->module, r->module);

    return order ? order : strcmp(l->function, r->function);
}

/* Lists what was added by name, so that the numbers do not depend on the order of the modules.
 * Gives the frames these numbers. */
static void number_added(struct namer *n, struct symtab_names *names, struct diag *d)
{
    struct stack_symbols *s = n->s;
    uint32_t first = s->symtab->n, n_added = (uint32_t)n->added.n;
    LOCAL uint32_t *rank = mem_alloc(d, n_added, sizeof *rank);
    LOCAL struct added_row *rows = mem_alloc(d, n_added, sizeof *rows);

    names->n = n_added;
    names->at = mem_alloc(d, n_added, sizeof *names->at);
    s->counts_calls = mem_alloc(d, n_added, sizeof *s->counts_calls);
    for (uint32_t i = 0; i < n_added; i++) {
        const struct pair_key *key = &n->added.keys[i];

        rows[i] = (struct added_row){s->texts.texts[key->first],
                                     key->second ? s->texts.texts[key->second - 1] : "", i};
    }
    qsort(rows, n_added, sizeof *rows, by_name);
    for (uint32_t i = 0, row = 0; i < n_added; i++) {
        bool is_module = !*rows[i].function;
        const struct use *use = is_module ? n->first[rows[i].number] : NULL;

        row = is_module ? i : row;
        names->at[i] = (struct symtab_name){is_module ? rows[i].module : rows[i].function, row};
        s->counts_calls[i] = use && use->library && use->library->counts_calls;
        rank[rows[i].number] = i;
    }
    if (s->unknown != NO_SYMBOL)
        s->unknown = first + rank[s->unknown - first];
    if (n->rows & STACK_EXTERNAL)
        names->external = rank[n->external];
    if (n->rows & STACK_UNNAMED)
        names->unnamed = rank[n->unnamed];
    if (s->entry == NO_SYMBOL && n->rows & STACK_UNNAMED) /* _start of a stripped program */
        s->entry = first + names->unnamed;
    for (size_t t = 0; t < s->stacks->n_trees; t++)
        for (size_t i = 0; i < s->stacks->trees[t].n_nodes; i++)
            if (s->of_node[t][i] != NO_SYMBOL && s->of_node[t][i] >= first)
                s->of_node[t][i] = first + rank[s->of_node[t][i] - first];
}

static void find_symbols(struct namer *n, const struct debug_places *libraries,
                         const struct builds *builds, struct symtab_names *names, struct diag *d)
{
    struct stack_symbols *s = n->s;

    s->of_node = mem_alloc(d, s->stacks->n_trees, sizeof *s->of_node);
    for (size_t t = 0; t < s->stacks->n_trees; t++) {
        s->of_node[t] = mem_alloc(d, s->stacks->trees[t].n_nodes, sizeof **s->of_node);
        look_up(n, &s->stacks->trees[t], s->of_node[t]);
    }
    n->profiler = find_profiler(s->symtab);
    add_modules(n, d);
    if (libraries)
        open_libraries(n, libraries, builds, d);
    for (size_t t = 0; t < s->stacks->n_trees; t++)
        take_others(n, &s->stacks->trees[t], s->of_node[t], d);
    number_added(n, names, d);
}

static void trace_modules(const struct namer *n, const struct diag *d)
{
    const struct stack_data *stacks = n->s->stacks;

    for (size_t i = 0; i < stacks->n_modules; i++) {
        const struct use *use = &n->uses[i + 1];

        trace_line(d, "stack_symbols_init", "module %zu, %s: %s", i, stacks->modules[i].path,
                   !use->has_name               ? "the image"
                   : !use->is_used              ? "no frame is in it"
                   : use->text == TEXT_MAP_NONE ? n->s->symtab->symbols[n->profiler].name
                                                : n->s->texts.texts[use->text]);
    }
}

bool stack_symbols_init(struct stack_symbols *s, const struct stack_origin *from,
                        const struct symtab *symtab, struct symtab_names *names, struct diag *d)
{
    LIMIT_STAGE(LIMIT_STACKS, from->stacks->file);
    struct namer n = {.s = s, .image = from->image, .rows = from->rows};
    bool ok;

    *s = (struct stack_symbols){.stacks = from->stacks,
                                .symtab = symtab,
                                .entry = sym_lookup(symtab, from->image->entry),
                                .unknown = NO_SYMBOL};
    n.uses = mem_alloc(d, from->stacks->n_modules + 1, sizeof *n.uses);
    ok = find_image(&n, d);
    if (ok)
        find_symbols(&n, from->libraries, from->builds, names, d);
    if (ok && trace_on(d, TRACE_SAMPLES))
        trace_modules(&n, d);
    stack_libraries_release(&n.libraries);
    free(n.uses);
    pair_map_release(&n.added);
    free(n.first);
    return ok;
}

void stack_symbols_of_run(struct stack_symbols *s, const struct stack_data *part,
                          const struct stack_symbols *all, struct diag *d)
{
    *s = (struct stack_symbols){.stacks = part,
                                .symtab = all->symtab,
                                .of_node = mem_alloc(d, part->n_trees, sizeof *s->of_node),
                                .entry = all->entry,
                                .unknown = all->unknown};
    for (size_t t = 0; t < part->n_trees; t++) {
        size_t n = part->trees[t].n_nodes;
        uint32_t *of_node = s->of_node[t] = mem_alloc(d, n, sizeof *of_node);
        uint32_t tree = stack_data_match(all->stacks, part, t, of_node, d);

        for (size_t i = 0; i < n; i++)
            of_node[i] = all->of_node[tree][of_node[i]];
    }
}

void stack_symbols_release(struct stack_symbols *s)
{
    for (size_t t = 0; s->of_node && t < s->stacks->n_trees; t++)
        free(s->of_node[t]);
    free(s->of_node);
    text_map_release(&s->texts);
    free(s->counts_calls);
    free(s->mappings);
    *s = (struct stack_symbols){0};
}
