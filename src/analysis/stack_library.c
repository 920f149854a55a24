/* stack_library - names the functions of a library that call stacks lead through
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/stack_library.h"

#include "analysis/checks/image_traits.h"
#include "base/limit.h"
#include "decode/find_call.h"
#include "image/core_code.h"
#include "image/core_symbols.h"

#include <sys/stat.h>

/* ---- the file ---- */

/* Lists the exported names, and cuts their versions off. */
static void list_exported(struct stack_library *l, struct diag *d)
{
    for (size_t i = 0; i < l->image.n_symbols; i++) {
        struct image_symbol *s = &l->image.symbols[i];
        uint32_t number;

        if (s->is_local)
            continue;
        number = text_map_add_bytes(&l->exported, s->name, strcspn(s->name, "@"), d);
        s->name = l->exported.texts[number];
    }
}

/* Opens the file at `path`, unless it was opened before under this or another path. */
static struct stack_library *open_file(struct stack_libraries *set, const char *path,
                                       struct diag *d)
{
    struct stat st;
    struct stack_library *l;
    uint32_t number;

    if (stat(path, &st) != 0)
        return NULL;
    number = pair_map_add(&set->files, st.st_dev, st.st_ino, d);
    if (number < set->n)
        return set->at[number];
    l = mem_alloc(d, 1, sizeof *l);
    *mem_push(d, set->at, set->n, set->cap) = l;
    if (!S_ISREG(st.st_mode) || st.st_size == 0) /* reading it may never end */
        l->flaw = "is not a regular file";
    else if (!core_open(&l->image, path, NULL))
        l->flaw = "cannot be read";
    return l;
}

/* Returns true if functions of the library call mcount, and the library is not the one that has
 * it. */
static bool counts_calls(const struct stack_library *l)
{
    for (uint32_t i = 0; i < l->symtab.n; i++)
        if (!l->symtab.symbols[i].is_stub && name_traits(l->symtab.symbols[i].name) & NAMES_HOOK)
            return false;
    return image_traits(&l->image) & NAMES_HOOK;
}

/* Reads the functions of an open library. Returns NULL, or the reason if there are none. */
static const char *read_functions(struct stack_library *l, const struct debug_places *places,
                                  const struct builds *builds, struct diag *d)
{
    struct symtab_rules rules = {
        .is_exact = true, .is_library = true, .is_unwound = builds_is_one(builds, l->image.path)};

    if (!core_read(&l->image, NULL))
        return "cannot be read";
    if (!core_find_debug(&l->image, places, false, NULL))
        return "has no symbols";
    list_exported(l, d);
    rules.is_partial = core_is_stripped(&l->image);
    core_stubs(&l->image, &rules.stubs, &rules.n_stubs, NULL);
    if (!symtab_init(&l->symtab, &l->image, &rules, NULL))
        return "has no symbols";
    l->counts_calls = counts_calls(l);
    l->mapping = core_mapping(&l->image);
    return NULL;
}

const char *stack_library_open(struct stack_libraries *set, const struct stack_module *module,
                               const struct debug_places *places, const struct builds *builds,
                               struct stack_library **library, struct diag *d)
{
    LIMIT_STAGE(LIMIT_STACKS, module->path);
    struct stack_library *l = open_file(set, module->path, d);

    if (!l)
        return "is not on this system";
    if (!l->flaw && build_id_compare(l->image.build_id, module->id) != 0)
        return "is not the one that ran: its build ID differs";
    if (!l->flaw && !l->is_read)
        l->flaw = read_functions(l, places, builds, d);
    l->is_read = true;
    *library = l;
    return l->flaw;
}

void stack_libraries_release(struct stack_libraries *set)
{
    for (size_t i = 0; i < set->n; i++) {
        text_map_release(&set->at[i]->exported);
        symtab_release(&set->at[i]->symtab);
        core_release(&set->at[i]->image);
        free(set->at[i]);
    }
    free(set->at);
    pair_map_release(&set->files);
}

/* ---- functions ---- */

uint32_t stack_library_find(const struct stack_library *l, uint64_t address)
{
    uint32_t found = sym_lookup(&l->symtab, address);

    return found != NO_SYMBOL && l->symtab.symbols[found].is_stub ? NO_SYMBOL : found;
}

/* Finds the target of the direct call that returns to `address`. Only instructions of 4 bytes, and
 * the call of x86, which has 5, are looked at. */
static bool find_target(const struct image *image, uint64_t address, uint64_t *target)
{
    for (size_t bytes = 4; bytes <= 5; bytes++) {
        struct image_code code;
        struct find_call walk;
        struct call call;

        if (address < bytes || !core_code(image, address - bytes, &code, NULL) ||
            code.address != address - bytes || code.size < bytes)
            return false;
        find_call_init(&walk, &image->isa, CODE_NORMAL, code.bytes, bytes, code.address);
        *target = find_call_next(&walk, &call) ? call.target : 0;
        if (*target != 0 && walk.pos == bytes)
            return true;
    }
    return false;
}

uint32_t stack_library_called(const struct stack_library *l, const struct image *image,
                              const struct symtab *symtab, uint64_t address, struct diag *d)
{
    LOCAL char *name = NULL;
    const char *called;
    uint64_t target;
    uint32_t stub;

    if (!find_target(image, address, &target))
        return TEXT_MAP_NONE;
    stub = sym_find(symtab, target);
    if (stub == NO_SYMBOL || !symtab->symbols[stub].is_stub)
        return TEXT_MAP_NONE;
    called = symtab->symbols[stub].name;
    name = mem_copy_string(d, called, strcspn(called, "@"));
    return text_map_find(&l->exported, name);
}
