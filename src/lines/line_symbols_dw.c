/* line_symbols_dw - what libbfd does not tell of the symbols: their sizes, and which are hidden
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_dw.h"

#include <gelf.h>
#include <string.h>

/* The first symbol table of the file, or NULL. */
static Elf_Scn *find_table(Elf *elf, GElf_Shdr *header)
{
    Elf_Scn *section = NULL;

    while ((section = elf_nextscn(elf, section)) != NULL)
        if (gelf_getshdr(section, header) && header->sh_type == SHT_SYMTAB)
            return section;
    return NULL;
}

static void note_symbol(struct line_symbols *symbols, const GElf_Sym *s, const char *name,
                        uint64_t tags)
{
    unsigned type = GELF_ST_TYPE(s->st_info);
    bool is_hidden =
        GELF_ST_BIND(s->st_info) == STB_LOCAL && GELF_ST_VISIBILITY(s->st_other) == STV_HIDDEN;

    if (type == STT_FUNC && s->st_size > 1)
        line_symbols_set_size(symbols, name, s->st_value & ~tags, s->st_size);
    else if (type == STT_NOTYPE && is_hidden)
        line_symbols_hide(symbols, name, s->st_value);
    else if (type == STT_NOTYPE && s->st_size > 1)
        line_symbols_set_size(symbols, name, s->st_value, s->st_size);
}

void line_symbols_read(struct line_reader *r, const struct image *image)
{
    struct line_symbols *symbols = &r->sweep.symbols;
    uint64_t tags = machine_tag_bits(image->isa.machine);
    Elf *elf = dwarf_getelf(r->dwarf);
    GElf_Shdr header;
    Elf_Scn *table = elf ? find_table(elf, &header) : NULL;
    Elf_Data *data = table ? elf_getdata(table, NULL) : NULL;
    GElf_Sym s;

    line_symbols_init(symbols, image, r->diag);
    for (int i = 1; data && gelf_getsym(data, i, &s); i++) {
        const char *name = elf_strptr(elf, header.sh_link, s.st_name);

        if (name && s.st_shndx != SHN_UNDEF)
            note_symbol(symbols, &s, name, tags);
    }
    line_symbols_finish(symbols);
}
