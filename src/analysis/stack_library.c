/* stack_library - names the functions of a library that call stacks lead through
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/stack_library.h"

#include "base/file.h"
#include "base/mem.h"
#include "decode/find_call.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the file ---- */

/* Returns true if both have the same build ID, or no build ID. */
static bool is_same_build(const struct image *image, const struct stack_module *module)
{
    size_t bytes = image->build_id_bytes;

    return bytes == module->id_bytes &&
           (bytes == 0 || memcmp(image->build_id, module->id, bytes) == 0);
}

static void list_exported(struct stack_library *l, struct diag *d)
{
    for (size_t i = 0; i < l->image.n_symbols; i++) {
        const struct image_symbol *s = &l->image.symbols[i];
        char *name;

        if (s->is_local)
            continue;
        name = stack_library_name(s->name, d);
        text_map_add(&l->exported, name, d);
        free(name);
    }
}

const char *stack_library_init(struct stack_library *l, const struct stack_module *module,
                               const struct text_map *search, struct diag *d)
{
    struct symtab_rules rules = {.is_exact = true, .is_library = true};
    const struct image_stub *stubs;
    struct diag quiet = diag_quiet(d); /* the caller reports what is missing */
    size_t n_stubs;

    *l = (struct stack_library){0};
    if (access(module->path, F_OK) != 0)
        return "is not on this system";
    if (file_may_wait(module->path)) /* a path in a data file must not make gprof wait */
        return "is no regular file";
    if (!core_init(&l->image, module->path, &quiet))
        return "cannot be read";
    if (!is_same_build(&l->image, module))
        return "is not the one that ran: its build-id differs";
    if (!core_find_debug(&l->image, search, &quiet))
        return "has no symbols";
    rules.is_partial = core_is_stripped(&l->image);
    if (!symtab_init(&l->symtab, &l->image, &rules, &quiet))
        return "has no symbols";
    list_exported(l, d);
    core_stubs(&l->image, &stubs, &n_stubs, &quiet);
    symtab_add_stubs(&l->symtab, stubs, n_stubs, d);
    return NULL;
}

void stack_library_release(struct stack_library *l)
{
    text_map_release(&l->exported);
    symtab_release(&l->symtab);
    core_release(&l->image);
}

/* ---- functions ---- */

char *stack_library_name(const char *name, struct diag *d)
{
    return mem_copy_string(d, name, strcspn(name, "@"));
}

uint32_t stack_library_find(const struct stack_library *l, uint64_t address)
{
    uint32_t found = sym_lookup(&l->symtab, address);

    return found != NO_SYMBOL && l->symtab.symbols[found].is_stub ? NO_SYMBOL : found;
}

/* Finds the target of the direct call that returns to `address`. Only instructions of 4 bytes, and
 * the call of x86, which has 5, are looked at. */
static bool find_target(const struct image *image, uint64_t address, uint64_t *target)
{
    struct diag quiet; /* code that cannot be read has no calls */

    diag_init(&quiet, NULL, NULL);
    for (size_t bytes = 4; bytes <= 5; bytes++) {
        struct image_code code;
        struct find_call walk;
        struct call call;

        if (address < bytes || !core_code(image, address - bytes, &code, &quiet) ||
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
    uint32_t stub, number;
    uint64_t target;
    char *name;

    if (!find_target(image, address, &target))
        return TEXT_MAP_NONE;
    stub = sym_find(symtab, target);
    if (stub == NO_SYMBOL || !symtab->symbols[stub].is_stub)
        return TEXT_MAP_NONE;
    name = stack_library_name(symtab->symbols[stub].name, d);
    number = text_map_find(&l->exported, name);
    free(name);
    return number;
}
