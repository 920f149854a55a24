/* line_scopes_dw - the functions of a unit, and those inlined into them: their code and names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_dw.h"

#include "base/mem.h"

#include <dwarf.h>
#include <stdlib.h>

/* The names of a function. */
struct entry_names {
    const char *linkage; /* the linker's name, or NULL */
    const char *name;    /* the name in the source, or NULL */
};

/* What is needed of an entry's own attributes; absent ones have no `valp`. */
struct entry {
    Dwarf_Attribute linkage, name, origin;
    bool has_code;
    bool is_declaration;
};

static int note_attribute(Dwarf_Attribute *attribute, void *context)
{
    struct entry *e = context;

    switch (dwarf_whatattr(attribute)) {
    case DW_AT_linkage_name:
    case DW_AT_MIPS_linkage_name:
        e->linkage = *attribute;
        break;
    case DW_AT_name:
        e->name = *attribute;
        break;
    case DW_AT_specification:
        if (e->origin.valp)
            break; /* the abstract instance has more attributes */
        /* fall through */
    case DW_AT_abstract_origin:
        e->origin = *attribute;
        break;
    case DW_AT_high_pc:
    case DW_AT_ranges:
        e->has_code = true;
        break;
    case DW_AT_declaration:
        e->is_declaration = true;
        break;
    default:
        break;
    }
    return DWARF_CB_OK;
}

static const char *text_of(Dwarf_Attribute *attribute)
{
    return attribute->valp ? dwarf_formstring(attribute) : NULL;
}

/* The names of `die`, its own or those of what it is an instance of. */
static struct entry_names integrated_names(Dwarf_Die *die)
{
    static const unsigned linkage[] = {DW_AT_linkage_name, DW_AT_MIPS_linkage_name};
    struct entry_names names = {NULL, NULL};
    Dwarf_Attribute attribute;

    for (size_t i = 0; !names.linkage && i < sizeof linkage / sizeof *linkage; i++)
        names.linkage = dwarf_formstring(dwarf_attr_integrate(die, linkage[i], &attribute));
    names.name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
    return names;
}

/* Complete `names` from the origin of `e`. A function is inlined in many places: its names are read
 * once. */
static bool add_origin_names(struct line_reader *r, struct entry *e, struct entry_names *names)
{
    struct entry_names *known;
    Dwarf_Die origin;
    uint32_t number;

    if (!e->origin.valp || (names->linkage && names->name) ||
        !dwarf_formref_die(&e->origin, &origin))
        return true;
    number = pair_map_add(&r->scopes.origins, (uintptr_t)origin.addr, 0, r->diag);
    if (number == PAIR_MAP_FAILED)
        return false;
    known = mem_grow(r->diag, r->scopes.of_origin, &r->scopes.origins_cap, r->scopes.origins.n,
                     sizeof *known);
    if (!known)
        return false;
    r->scopes.of_origin = known;
    if (number == r->scopes.origins.n - 1)
        known[number] = integrated_names(&origin);
    if (!names->linkage)
        names->linkage = known[number].linkage;
    if (!names->name)
        names->name = known[number].name;
    return true;
}

/* Add the address ranges of a function under its name: the linker's where the entry has it. Where
 * the language mangles names but the entry has only the source's, the image's symbol at that
 * address names it. */
static bool read_scope(struct line_reader *r, Dwarf_Die *die, struct entry *e)
{
    struct entry_names names = {text_of(&e->linkage), text_of(&e->name)};
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;

    if (!add_origin_names(r, e, &names))
        return false;
    while ((offset = dwarf_ranges(die, offset, &base, &low, &high)) > 0) {
        const char *name = names.linkage;

        if (low >= high)
            continue;
        if (!name && r->mangled)
            name = line_symbols_at(&r->sweep.symbols, low);
        if (!line_sweep_add_scope(&r->sweep, low, high, name ? name : names.name, r->diag))
            return false;
    }
    return true;
}

/* Read one entry; `*enter` becomes whether those below it may have code. */
static bool read_entry(struct line_reader *r, Dwarf_Die *die, bool *enter)
{
    int tag = dwarf_tag(die);
    struct entry e = {.has_code = false};

    *enter = true;
    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine && tag != DW_TAG_entry_point)
        return true;
    dwarf_getattrs(die, note_attribute, &e, 0);
    *enter = !e.is_declaration;
    return !e.has_code || read_scope(r, die, &e);
}

static bool push(struct line_reader *r, size_t depth, const Dwarf_Die *die)
{
    Dwarf_Die *path =
        mem_grow(r->diag, r->scopes.path, &r->scopes.path_cap, depth + 1, sizeof *path);

    if (!path)
        return false;
    r->scopes.path = path;
    path[depth] = *die;
    return true;
}

/* All entries below `root` are visited, outer ones first, with a stack of our own. */
bool line_scopes_read(struct line_reader *r, Dwarf_Die *root)
{
    size_t depth = 0;
    Dwarf_Die die;

    if (dwarf_child(root, &die) != 0)
        return true;
    if (!push(r, depth, &die))
        return false;
    for (;;) {
        Dwarf_Die next;
        bool enter;

        if (!read_entry(r, &r->scopes.path[depth], &enter))
            return false;
        if (enter && dwarf_child(&r->scopes.path[depth], &next) == 0) {
            if (!push(r, ++depth, &next))
                return false;
            continue;
        }
        while (dwarf_siblingof(&r->scopes.path[depth], &next) != 0) {
            if (depth-- == 0)
                return true;
        }
        r->scopes.path[depth] = next;
    }
}

void line_scopes_release(struct line_scopes *scopes)
{
    free(scopes->path);
    pair_map_release(&scopes->origins);
    free(scopes->of_origin);
}
