/* core_table - walks over all symbols of a file and describes them as libbfd does
 *
 * Role: for core. libbfd keeps a record of 96 bytes for each symbol, and takes longer to read a
 * million symbols than gprof takes to use them. So the symbols of an ELF file are read with libelf
 * and described one at a time, as libbfd would. libbfd reads the symbols of other files, and of ELF
 * files in which something is unusual or damaged. tests/unit/test_core_table.c holds both readers
 * to the same answers.
 *
 * The file is read, not mapped: it may be cut short by somebody else meanwhile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "image/core_table.h"

#include "base/file.h"
#include "base/limit.h"
#include "base/mem.h"

#include <fcntl.h>
#include <gelf.h>
#include <sys/stat.h>
#include <unistd.h>

/* The contents of a string table, which begins and ends with a NUL. */
struct strings {
    const char *text; /* text, owned by libelf; NULL: none */
    size_t size;
};

enum { PIECE = 256 }; /* symbols that are read at a time */

struct elf_table {
    int fd;
    Elf *elf;
    size_t n_sections;
    struct strings section_names, names;
    uint64_t offset;  /* offset of the symbols in the file */
    size_t entry;     /* bytes of a symbol in the file */
    size_t n_symbols; /* number of symbols; the first one is empty */
    size_t first;     /* number of the first symbol of the piece */
    size_t n_read;    /* symbols in the piece */
    union {
        Elf64_Sym wide[PIECE];
        Elf32_Sym narrow[PIECE];
    } piece;
};

/* Returns the contents of a section if the file holds all of them, or NULL. */
static Elf_Data *contents_of(Elf *elf, size_t number, GElf_Shdr *header)
{
    Elf_Scn *section = elf_getscn(elf, number);
    Elf_Data *data = gelf_getshdr(section, header) ? elf_getdata(section, NULL) : NULL;

    return data && data->d_buf && data->d_size == header->sh_size ? data : NULL;
}

static bool read_strings(Elf *elf, size_t number, struct strings *s)
{
    GElf_Shdr header;
    const Elf_Data *data = contents_of(elf, number, &header);

    if (!data || header.sh_type != SHT_STRTAB || data->d_size == 0)
        return false;
    *s = (struct strings){data->d_buf, data->d_size};
    return s->text[0] == '\0' && s->text[s->size - 1] == '\0';
}

/* Finds the symbol table of type `type`. Returns false unless there is exactly one. */
static bool find_table(const struct elf_table *t, unsigned type, GElf_Shdr *table)
{
    size_t found = 0;

    for (size_t i = 1; i < t->n_sections; i++) {
        GElf_Shdr h;

        if (!gelf_getshdr(elf_getscn(t->elf, i), &h))
            return false;
        if (h.sh_type == type) {
            *table = h;
            found++;
        }
    }
    return found == 1;
}

/* Reads all that is needed except the symbols themselves, whose table has type `type`. Returns
 * false if anything in the file is unusual. */
static bool read_file(struct elf_table *t, unsigned type)
{
    IN_LIBRARY("libelf");
    GElf_Ehdr file;
    GElf_Shdr h = {0};
    struct stat st;

    if (!gelf_getehdr(t->elf, &file) || elf_getshdrnum(t->elf, &t->n_sections) != 0 ||
        file.e_shnum != t->n_sections || file.e_shstrndx >= t->n_sections ||
        file.e_shentsize != gelf_fsize(t->elf, ELF_T_SHDR, 1, EV_CURRENT) ||
        !read_strings(t->elf, file.e_shstrndx, &t->section_names) || !find_table(t, type, &h) ||
        fstat(t->fd, &st) != 0 || h.sh_offset > (uint64_t)st.st_size ||
        h.sh_size > (uint64_t)st.st_size - h.sh_offset)
        return false;
    t->offset = h.sh_offset;
    t->entry = gelf_fsize(t->elf, ELF_T_SYM, 1, EV_CURRENT);
    t->n_symbols = (size_t)(h.sh_size / t->entry);
    return h.sh_entsize == t->entry && h.sh_size % t->entry == 0 && t->n_symbols > 0 &&
           h.sh_info <= t->n_symbols && h.sh_link < t->n_sections &&
           read_strings(t->elf, h.sh_link, &t->names);
}

/* Reads the symbols from number `first` on. Returns false if they cannot be read. */
static bool read_piece(struct elf_table *t, size_t first)
{
    size_t left = t->n_symbols - first, n = left < PIECE ? left : PIECE;
    Elf_Data data = {
        .d_buf = &t->piece, .d_type = ELF_T_SYM, .d_version = EV_CURRENT, .d_size = n * t->entry};
    const char *ident = elf_getident(t->elf, NULL);

    t->n_read = 0;
    if (pread(t->fd, &t->piece, data.d_size, (off_t)(t->offset + first * t->entry)) !=
            (ssize_t)data.d_size ||
        !gelf_xlatetom(t->elf, &data, &data, (unsigned char)ident[EI_DATA]))
        return false;
    t->first = first;
    t->n_read = n;
    return true;
}

/* Returns the name of symbol number `i`, or NULL if it cannot be read. */
static const char *read_symbol(struct elf_table *t, size_t i, GElf_Sym *e)
{
    if (i >= t->n_symbols || (i - t->first >= t->n_read && !read_piece(t, i / PIECE * PIECE)))
        return NULL;
    if (gelf_getclass(t->elf) == ELFCLASS64) {
        *e = t->piece.wide[i - t->first];
    } else {
        const Elf32_Sym *s = &t->piece.narrow[i - t->first];

        *e = (GElf_Sym){.st_name = s->st_name,
                        .st_info = s->st_info,
                        .st_other = s->st_other,
                        .st_shndx = s->st_shndx,
                        .st_value = s->st_value,
                        .st_size = s->st_size};
    }
    return e->st_name < t->names.size ? t->names.text + e->st_name : NULL;
}

/* Returns true if libbfd has made `s` from the section with header `h` and the given name. libbfd
 * gives decompressed sections other names. */
static bool is_same(const asection *s, const GElf_Shdr *h, const char *of)
{
    static const char packed[] = ".zdebug";
    const char *name = bfd_section_name(s);

    if ((uint64_t)s->filepos != h->sh_offset || bfd_section_vma(s) != h->sh_addr)
        return false;
    return strcmp(name, of) == 0 ||
           (strncmp(of, packed, strlen(packed)) == 0 && strcmp(name + 1, of + 2) == 0);
}

/* Finds the asection of each section. libbfd makes them in the file's order, but none for some
 * sections of the linker. Returns false if the two lists do not match. */
static bool match_sections(struct object *o)
{
    IN_LIBRARY("libelf");
    const struct elf_table *t = o->elf;
    asection *s = o->bfd->sections;

    for (size_t i = 1; i < t->n_sections && s; i++) {
        GElf_Shdr h;

        if (!gelf_getshdr(elf_getscn(t->elf, i), &h) || h.sh_name >= t->section_names.size)
            return false;
        if (is_same(s, &h, t->section_names.text + h.sh_name)) {
            o->sections[i] = s;
            s = s->next;
        }
    }
    return !s;
}

void core_close_table(struct object *o)
{
    IN_LIBRARY("libelf");

    if (o->elf) {
        elf_end(o->elf->elf);
        if (o->elf->fd >= 0)
            close(o->elf->fd);
    }
    free(o->elf);
    free(o->sections);
    o->elf = NULL;
    o->sections = NULL;
}

static Elf *begin_elf(int fd)
{
    IN_LIBRARY("libelf");

    elf_version(EV_CURRENT);
    return elf_begin(fd, ELF_C_READ, NULL);
}

bool core_open_table(struct object *o, struct diag *d)
{
    struct elf_table *t;

    /* addresses of an object file begin at zero in each section, so libbfd reads its symbols */
    if (bfd_get_flavour(o->bfd) != bfd_target_elf_flavour ||
        !(bfd_get_file_flags(o->bfd) & (EXEC_P | DYNAMIC)))
        return core_read_table(o, d);
    t = o->elf = mem_alloc(d, 1, sizeof *t);
    t->fd = file_open(bfd_get_filename(o->bfd), O_RDONLY);
    t->elf = t->fd >= 0 ? begin_elf(t->fd) : NULL;
    if (!t->elf || !read_file(t, o->is_dynamic ? SHT_DYNSYM : SHT_SYMTAB)) {
        core_close_table(o);
        return core_read_table(o, d);
    }
    o->sections = mem_alloc(d, t->n_sections, sizeof *o->sections);
    if (!match_sections(o))
        return core_read_all(o, d);
    o->table_length = (long)t->n_symbols - 1;
    return true;
}

bool core_read_all(struct object *o, struct diag *d)
{
    free(o->sections);
    o->sections = NULL;
    return core_read_table(o, d);
}

/* Sets `*flags` to libbfd's flags for a symbol's kind and type. Returns false if libbfd may know
 * more than the standard says. */
static bool flags_of(const GElf_Sym *e, flagword *flags)
{
    static const flagword types[] = {
        [STT_OBJECT] = BSF_OBJECT,
        [STT_FUNC] = BSF_FUNCTION,
        [STT_SECTION] = BSF_SECTION_SYM | BSF_DEBUGGING,
        [STT_FILE] = BSF_FILE | BSF_DEBUGGING,
        [STT_COMMON] = BSF_ELF_COMMON | BSF_OBJECT,
        [STT_TLS] = BSF_THREAD_LOCAL,
        [STT_GNU_IFUNC] = BSF_GNU_INDIRECT_FUNCTION,
    };
    static const flagword kinds[] = {
        [STB_LOCAL] = BSF_LOCAL,
        [STB_GLOBAL] = BSF_GLOBAL,
        [STB_WEAK] = BSF_WEAK,
        [STB_GNU_UNIQUE] = BSF_GNU_UNIQUE,
    };
    unsigned bind = GELF_ST_BIND(e->st_info), type = GELF_ST_TYPE(e->st_info);

    if (bind >= sizeof kinds / sizeof *kinds || type >= sizeof types / sizeof *types ||
        (bind != STB_LOCAL && kinds[bind] == 0) || (type != STT_NOTYPE && types[type] == 0) ||
        (type == STT_SECTION && bind != STB_LOCAL))
        return false;
    *flags = kinds[bind] | types[type];
    if (bind == STB_GLOBAL && e->st_shndx == SHN_UNDEF)
        *flags &= ~(flagword)BSF_GLOBAL;
    return true;
}

/* Returns the section of a symbol, or NULL if only libbfd may know the section. */
static asection *section_of(const struct object *o, unsigned number)
{
    if (number == SHN_UNDEF)
        return bfd_und_section_ptr;
    if (number == SHN_ABS)
        return bfd_abs_section_ptr;
    if (number >= o->elf->n_sections || number >= SHN_LORESERVE)
        return NULL;
    return o->sections[number] ? o->sections[number] : bfd_abs_section_ptr;
}

/* Describes the symbol `e`, whose name is `name`, as libbfd does. Returns false if only libbfd
 * can. */
static bool describe(struct symbol_walk *w, const GElf_Sym *e, const char *name)
{
    asection *section = section_of(w->object, e->st_shndx);
    bool is_section = GELF_ST_TYPE(e->st_info) == STT_SECTION;

    if (!section || !flags_of(e, &w->made.flags))
        return false;
    w->made.the_bfd = w->object->bfd;
    w->made.section = section;
    w->made.value = e->st_value - bfd_section_vma(section);
    w->made.name = is_section && !*name ? bfd_section_name(section) : name;
    return !is_section || w->made.value == 0;
}

const asymbol *core_walk_next(struct symbol_walk *w)
{
    const struct object *o = w->object;
    const asymbol *s = &w->made;
    const char *name;
    GElf_Sym e;

    if (w->next >= o->table_length)
        return NULL;
    w->next++; /* libelf counts from 1 */
    name = o->elf ? read_symbol(o->elf, (size_t)w->next, &e) : NULL;
    w->size = 0;
    w->is_hidden = false;
    if (!o->sections) {
        s = o->table[w->next - 1];
        if (!name || strcmp(name, bfd_asymbol_name(s)) != 0)
            return s;
    } else if (!name || !describe(w, &e, name)) {
        w->failed = true;
        return NULL;
    }
    w->size = e.st_size;
    w->is_hidden =
        GELF_ST_BIND(e.st_info) == STB_LOCAL && GELF_ST_VISIBILITY(e.st_other) == STV_HIDDEN;
    return s;
}
