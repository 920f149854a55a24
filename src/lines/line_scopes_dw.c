/* line_scopes_dw - reads code and names of a unit's functions, including inlined ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_scopes_dw.h"

#include "base/limit.h"
#include "base/mem.h"
#include "lines/line_open_dw.h"

#include <dwarf.h>

/* The names of a function. */
struct entry_names {
    const char *linkage; /* the linker's name, or NULL */
    const char *name;    /* the name in the source, or NULL */
};

/* The attributes needed of an entry itself; absent ones have no `valp`. */
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

/* Reads the attributes of an entry. Returns false if libdw cannot pass over one of them, which may
 * be a text without an end. */
static bool read_attributes(Dwarf_Die *die, struct entry *e)
{
    return dwarf_getattrs(die, note_attribute, e, 0) >= 0;
}

static const char *text_of(Dwarf_Attribute *attribute)
{
    return attribute->valp ? dwarf_formstring(attribute) : NULL;
}

/* Returns the names of `die`: its own, or those of the entry that it is an instance of. */
static struct entry_names integrated_names(Dwarf_Die die)
{
    enum { STEPS_MAX = 16 };
    struct entry_names names = {NULL, NULL};

    for (int i = 0; i < STEPS_MAX && !(names.linkage && names.name); i++) {
        struct entry e = {.has_code = false};

        if (!read_attributes(&die, &e))
            break;
        names.linkage = names.linkage ? names.linkage : text_of(&e.linkage);
        names.name = names.name ? names.name : text_of(&e.name);
        if (!e.origin.valp || !dwarf_formref_die(&e.origin, &die))
            break;
    }
    return names;
}

/* Completes `names` from the origin of `e`. A function may be inlined in many places, so its names
 * are read once and kept. */
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
        s->of_origin[number] = integrated_names(origin);
    }
    if (!names->linkage)
        names->linkage = s->of_origin[number].linkage;
    if (!names->name)
        names->name = s->of_origin[number].name;
}

/* Adds the address ranges of a function under its linkage name, or else its name in the source. If
 * the language mangles names and the entry has no linkage name, the image's symbol at the first
 * range names the function: further ranges are its cold parts. */
static void read_scope(struct line_reader *r, Dwarf_Die *die, struct entry *e)
{
    struct entry_names names = {text_of(&e->linkage), text_of(&e->name)};
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;
    const char *name;

    add_origin_names(r, e, &names);
    name = names.linkage;
    while ((offset = dwarf_ranges(die, offset, &base, &low, &high)) > 0) {
        if (low >= high)
            continue;
        if (!name) {
            const struct line_symbol *symbol =
                r->mangled ? line_symbols_at(&r->sweep.symbols, low) : NULL;
            name = symbol ? symbol->name : names.name;
        }
        line_sweep_add_scope(&r->sweep, low, high, name, r->diag);
    }
}

/* Reads one entry. Returns true if those below it may have code. */
static bool read_entry(struct line_reader *r, Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    struct entry e = {.has_code = false};

    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine && tag != DW_TAG_entry_point)
        return true;
    if (read_attributes(die, &e) && e.has_code)
        read_scope(r, die, &e);
    return !e.is_declaration;
}

/* Moves from the mark that ends a list of entries to the next entry of the list around. libdw
 * leaves an entry at that mark if there is no next one. Returns as dwarf_siblingof does: 1 if the
 * list around ends, too. To ask libdw for the sibling would read all entries below again. */
static int leave_list(Dwarf_Die *at, Dwarf_CU *cu, const unsigned char *end)
{
    unsigned char *next = at->addr ? (unsigned char *)at->addr + 1 : NULL;

    if (!next || next >= end)
        return -1;
    *at = (Dwarf_Die){.addr = next, .cu = cu};
    return *next == 0;
}

/* Returns the end of the unit of `root`, or NULL. */
static const unsigned char *end_of_unit(Dwarf_Die *root)
{
    Dwarf_Off at = dwarf_dieoffset(root), unit = at - dwarf_cuoffset(root), next;
    size_t header;

    if (dwarf_next_unit(dwarf_cu_getdwarf(root->cu), unit, &next, &header, NULL, NULL, NULL, NULL,
                        NULL, NULL) != 0)
        return NULL;
    return (const unsigned char *)root->addr + (next - at);
}

void line_scopes_read(struct line_reader *r, Dwarf_Die *root)
{
    IN_LIBRARY("libdw");
    const unsigned char *end = end_of_unit(root);
    size_t depth = 0;
    Dwarf_Die at, next;
    int status = end ? dwarf_child(root, &at) : -1;

    while (status == 0) {
        bool enter = read_entry(r, &at) && dwarf_child(&at, &next) == 0;

        depth += enter;
        if (!enter) {
            next = (Dwarf_Die){.addr = NULL};
            status = dwarf_siblingof(&at, &next);
        }
        while (status == 1 && depth-- > 0)
            status = leave_list(&next, root->cu, end);
        at = next;
    }
}

void line_scopes_release(struct line_scopes *scopes)
{
    pair_map_release(&scopes->origins);
    free(scopes->of_origin);
}
