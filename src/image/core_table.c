/* core_table - all symbols of a file, one by one, as libbfd describes them
 *
 * Role: for core. The symbols of an ELF file are read by elf_table and described one at a time, as
 * libbfd would; those of other files, and of ELF files in which something is unusual, are libbfd's.
 * tests/unit/test_core_table.c holds both readers to the same answers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_bfd.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Whether libbfd has made `s` of the section `e`. It gives decompressed ones other names. */
static bool is_same(const asection *s, const struct elf_section *e)
{
    static const char packed[] = ".zdebug";
    const char *name = bfd_section_name(s);

    if ((uint64_t)s->filepos != e->offset || bfd_section_vma(s) != e->address)
        return false;
    return strcmp(name, e->name) == 0 ||
           (strncmp(e->name, packed, strlen(packed)) == 0 && strcmp(name + 1, e->name + 2) == 0);
}

/* Find libbfd's view of each section. It makes them in the file's order, and none of some that are
 * only for the linker; *found stays false where there is more to it. Returns false when memory is
 * out. */
static bool match_sections(struct object *o, bool *found, struct diag *d)
{
    asection *s = o->bfd->sections;

    *found = false;
    o->sections = mem_alloc(d, o->elf.n_sections, sizeof *o->sections);
    if (!o->sections)
        return false;
    for (size_t i = 1; i < o->elf.n_sections && s; i++) {
        struct elf_section e;

        if (!elf_table_section(&o->elf, i, &e))
            return true;
        if (is_same(s, &e)) {
            o->sections[i] = s;
            s = s->next;
        }
    }
    *found = !s;
    return true;
}

bool core_read_symbols(struct object *o, const char *path, struct diag *d)
{
    bool found = false;

    /* in an object file, addresses begin at zero in each section: libbfd knows how it counts */
    if (bfd_get_flavour(o->bfd) == bfd_target_elf_flavour &&
        bfd_get_file_flags(o->bfd) & (EXEC_P | DYNAMIC) &&
        (!elf_table_open(&o->elf, path, d) || (o->elf.is_open && !match_sections(o, &found, d))))
        return false;
    if (!found) {
        core_leave_elf(o);
        return core_read_table(o, false, path, d);
    }
    o->table_length = (long)o->elf.n_symbols - 1;
    return true;
}

/* What libbfd says of a symbol's kind and type; false: it may know more of it than the standard. */
static bool flags_of(const struct elf_symbol *e, flagword *flags)
{
    static const flagword types[] = {
        [ELF_STT_OBJECT] = BSF_OBJECT,
        [ELF_STT_FUNC] = BSF_FUNCTION,
        [ELF_STT_SECTION] = BSF_SECTION_SYM | BSF_DEBUGGING,
        [ELF_STT_FILE] = BSF_FILE | BSF_DEBUGGING,
        [ELF_STT_COMMON] = BSF_ELF_COMMON | BSF_OBJECT,
        [ELF_STT_TLS] = BSF_THREAD_LOCAL,
        [ELF_STT_IFUNC] = BSF_GNU_INDIRECT_FUNCTION,
    };
    static const flagword kinds[] = {
        [ELF_STB_LOCAL] = BSF_LOCAL,
        [ELF_STB_GLOBAL] = BSF_GLOBAL,
        [ELF_STB_WEAK] = BSF_WEAK,
        [ELF_STB_UNIQUE] = BSF_GNU_UNIQUE,
    };

    if (e->bind >= sizeof kinds / sizeof *kinds || e->type >= sizeof types / sizeof *types ||
        (e->bind != ELF_STB_LOCAL && kinds[e->bind] == 0) ||
        (e->type != ELF_STT_NOTYPE && types[e->type] == 0) ||
        (e->type == ELF_STT_SECTION && e->bind != ELF_STB_LOCAL))
        return false;
    *flags = kinds[e->bind] | types[e->type];
    if (e->bind == ELF_STB_GLOBAL && e->section == ELF_SHN_UNDEF)
        *flags &= ~(flagword)BSF_GLOBAL;
    return true;
}

/* The section of a symbol; NULL: one that only libbfd may know. */
static asection *section_of(const struct object *o, unsigned number)
{
    if (number == ELF_SHN_UNDEF)
        return bfd_und_section_ptr;
    if (number == ELF_SHN_ABS)
        return bfd_abs_section_ptr;
    if (number >= o->elf.n_sections || number >= ELF_SHN_RESERVED)
        return NULL;
    return o->sections[number] ? o->sections[number] : bfd_abs_section_ptr;
}

/* Describe the symbol `e` as libbfd does. */
static bool describe(struct symbol_walk *w, const struct elf_symbol *e)
{
    asection *section = section_of(w->object, e->section);

    if (!section || !flags_of(e, &w->made.flags))
        return false;
    w->made.the_bfd = w->object->bfd;
    w->made.section = section;
    w->made.value = e->value - bfd_section_vma(section);
    if (e->type == ELF_STT_SECTION && w->made.value != 0)
        return false;
    w->made.name = e->type == ELF_STT_SECTION && !*e->name ? bfd_section_name(section) : e->name;
    return true;
}

struct symbol_walk core_walk(struct object *o)
{
    return (struct symbol_walk){.object = o, .elf = {.table = &o->elf}};
}

const asymbol *core_walk_next(struct symbol_walk *w)
{
    const struct object *o = w->object;
    struct elf_symbol e;

    if (!o->elf.is_open)
        return w->next < o->table_length ? o->table[w->next++] : NULL;
    if (elf_walk_next(&w->elf, &e)) {
        if (describe(w, &e))
            return &w->made;
        w->failed = true;
        return NULL;
    }
    w->failed = w->elf.failed;
    return NULL;
}
