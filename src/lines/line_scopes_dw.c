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
static void add_origin_names(struct line_reader *r, struct entry *e, struct entry_names *names)
{
    struct line_scopes *s = &r->scopes;
    size_t n = s->origins.n;
    Dwarf_Die origin;
    uint32_t number;

    if (!e->origin.valp || (names->linkage && names->name) ||
        !dwarf_formref_die(&e->origin, &origin))
        return;
    number = pair_map_add(&s->origins, (uintptr_t)origin.addr, 0, r->diag);
    if (number == n) {
        s->of_origin = mem_grow(r->diag, s->of_origin, &s->origins_cap, n + 1, sizeof *names);
        s->of_origin[number] = integrated_names(&origin);
    }
    if (!names->linkage)
        names->linkage = s->of_origin[number].linkage;
    if (!names->name)
        names->name = s->of_origin[number].name;
}

/* Add the address ranges of a function under its name: the linker's where the entry has it. Where
 * the language mangles names but the entry has only the source's, the image's symbol at that
 * address names it. */
static void read_scope(struct line_reader *r, Dwarf_Die *die, struct entry *e)
{
    struct entry_names names = {text_of(&e->linkage), text_of(&e->name)};
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;

    add_origin_names(r, e, &names);
    while ((offset = dwarf_ranges(die, offset, &base, &low, &high)) > 0) {
        const char *name = names.linkage;

        if (low >= high)
            continue;
        if (!name && r->mangled)
            name = line_symbols_at(&r->sweep.symbols, low);
        line_sweep_add_scope(&r->sweep, low, high, name ? name : names.name, r->diag);
    }
}

/* Reads one entry. Returns true if those below it may have code. */
static bool read_entry(struct line_reader *r, Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    struct entry e = {.has_code = false};

    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine && tag != DW_TAG_entry_point)
        return true;
    dwarf_getattrs(die, note_attribute, &e, 0);
    if (e.has_code)
        read_scope(r, die, &e);
    return !e.is_declaration;
}

static void push(struct line_reader *r, size_t depth, const Dwarf_Die *die)
{
    r->scopes.path = mem_grow(r->diag, r->scopes.path, &r->scopes.path_cap, depth + 1, sizeof *die);
    r->scopes.path[depth] = *die;
}

/* All entries below `root` are visited, outer ones first, with a stack of our own. */
void line_scopes_read(struct line_reader *r, Dwarf_Die *root)
{
    size_t depth = 0;
    Dwarf_Die next;

    if (dwarf_child(root, &next) != 0)
        return;
    push(r, depth, &next);
    for (;;) {
        if (read_entry(r, &r->scopes.path[depth]) &&
            dwarf_child(&r->scopes.path[depth], &next) == 0) {
            push(r, ++depth, &next);
            continue;
        }
        while (dwarf_siblingof(&r->scopes.path[depth], &next) != 0) {
            if (depth-- == 0)
                return;
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
