/* line_decode_dw - the rows of a unit's line table, and the names of its files
 *
 * line_program.c reads the tables that compilers write, and libdw, which takes several times as
 * long, those that it does not take: the rows are the same, and so are the names.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_dw.h"

#include "base/mem.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/* What stands for the number of a file where a row has none that libdw knows. */
enum { NO_FILE = 0x7fffffff };

static struct line_bytes bytes_of(Elf_Scn *section)
{
    Elf_Data *data = elf_getdata(section, NULL);

    if (!data || !data->d_buf)
        return (struct line_bytes){0};
    return (struct line_bytes){data->d_buf, data->d_size};
}

/* Find the sections, which libdw has expanded if they were compressed. Where there is none of a
 * name, or another one of it, it has no bytes, and tables that need it are for libdw. */
static void find_sections(struct line_tables *t, Dwarf *dwarf)
{
    static const char *const names[] = {".debug_line", ".debug_line_str", ".debug_str"};
    struct line_bytes *bytes[] = {&t->sections.table, &t->sections.text, &t->sections.strings};
    Elf *elf = dwarf_getelf(dwarf);
    Elf_Scn *section = NULL;
    unsigned seen[3] = {0};
    GElf_Shdr header;
    GElf_Ehdr file;
    size_t texts;

    t->found = true;
    if (!elf || !gelf_getehdr(elf, &file) || elf_getshdrstrndx(elf, &texts) != 0)
        return;
    t->sections.big_endian = file.e_ident[EI_DATA] == ELFDATA2MSB;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        const char *name =
            gelf_getshdr(section, &header) ? elf_strptr(elf, texts, header.sh_name) : NULL;

        for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
            if (strcmp(name, names[i]) == 0)
                *bytes[i] = seen[i]++ > 0 || header.sh_type == SHT_NOBITS ||
                                    (header.sh_flags & SHF_COMPRESSED)
                                ? (struct line_bytes){0}
                                : bytes_of(section);
    }
}

/* Where the unit's table is; false where only libdw may know. */
static bool find_table(Dwarf_Die *unit, struct line_place *place)
{
    Dwarf_Attribute attribute;
    Dwarf_Word offset;
    uint8_t address_bytes;
    Dwarf_Die root;

    if (!dwarf_attr(unit, DW_AT_stmt_list, &attribute) || dwarf_formudata(&attribute, &offset) != 0)
        return false;
    switch (dwarf_whatform(&attribute)) {
    case DW_FORM_sec_offset:
    case DW_FORM_data4:
    case DW_FORM_data8:
        break;
    default:
        return false;
    }
    if (!dwarf_diecu(unit, &root, &address_bytes, NULL))
        return false;
    *place = (struct line_place){offset, address_bytes};
    return address_bytes == 4 || address_bytes == 8;
}

/* Units may share a table: its names are those that it had for the first of them, whose directory
 * becomes *directory. */
static bool find_directory(struct line_reader *r, const struct line_place *place,
                           const char **directory)
{
    struct line_tables *t = &r->tables;
    size_t known = t->read.n;
    uint32_t number = pair_map_add(&t->read, place->offset, 0, r->diag);
    const char **first;

    if (number == PAIR_MAP_FAILED)
        return false;
    first = mem_grow(r->diag, t->first, &t->first_cap, t->read.n, sizeof *first);
    if (!first)
        return false;
    t->first = first;
    if (number == known)
        first[number] = *directory;
    *directory = first[number];
    return true;
}

/* Read the table of the unit here, unless that was done for the unit before; `*taken` becomes
 * whether that can be done. */
static bool read_here(struct line_reader *r, const struct line_place *place, const char *directory,
                      bool *taken)
{
    struct line_tables *t = &r->tables;

    *taken = t->holds && t->place.offset == place->offset &&
             t->place.address_bytes == place->address_bytes;
    if (*taken)
        return true;
    t->holds = t->has_paths = false;
    if (!find_directory(r, place, &directory) ||
        !line_program_read(&t->program, &t->sections, place->offset, place->address_bytes,
                           directory, taken, r->diag))
        return false;
    if (!*taken)
        return true;
    t->holds = true;
    t->place = *place;
    t->files = NULL;
    t->n_files = t->program.n_files;
    t->has_file_zero = t->program.version >= 5;
    return line_program_sort(&t->program, r->diag);
}

/* The same with libdw; `*readable` becomes whether it can. */
static bool read_with_libdw(struct line_reader *r, Dwarf_Die *unit, bool *readable)
{
    struct line_tables *t = &r->tables;
    struct line_program *p = &t->program;
    struct line_program_row *rows;
    Dwarf_Lines *lines;
    const char *zero;
    size_t n;

    t->holds = t->has_paths = false;
    p->n_rows = 0;
    *readable = dwarf_getsrclines(unit, &lines, &n) == 0;
    if (!*readable)
        return true;
    if (dwarf_getsrcfiles(unit, &t->files, &t->n_files) != 0)
        t->n_files = 0;
    zero = dwarf_filesrc(t->files, 0, NULL, NULL);
    t->has_file_zero = zero && strcmp(zero, "???") != 0;
    rows = mem_grow(r->diag, p->rows, &p->rows_cap, n, sizeof *rows);
    if (!rows)
        return false;
    p->rows = rows;
    for (size_t i = 0; i < n; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        Dwarf_Files *files;
        Dwarf_Addr address;
        size_t file;
        int number;
        bool ends;

        if (!line || dwarf_lineaddr(line, &address) != 0 || dwarf_lineno(line, &number) != 0 ||
            dwarf_lineendsequence(line, &ends) != 0)
            continue;
        if (dwarf_line_file(line, &files, &file) != 0 || file > NO_FILE)
            file = NO_FILE;
        rows[p->n_rows++] = (struct line_program_row){address, number > 0 ? (uint32_t)number : 0,
                                                      (uint32_t)file << 1 | ends};
    }
    return true;
}

/* The unit's compilation directory, and the other directories that its line table names. */
static bool set_directories(struct line_reader *r, const char *directory)
{
    const struct line_tables *t = &r->tables;
    const char *const *dirs = t->program.dirs;
    size_t n = t->program.n_dirs;

    if (t->files && (t->n_files == 0 || dwarf_getsrcdirs(t->files, &dirs, &n) != 0))
        n = 0;
    if (r->version >= 5 || n == 0)
        return line_paths_set_directory(r->paths, directory, NULL, 0, r->diag);
    return line_paths_set_directory(r->paths, directory, dirs + 1, n - 1, r->diag);
}

/* The paths of the table's files are not known yet, unless they are those of a unit before that was
 * compiled in the same directory. */
static bool prepare_paths(struct line_reader *r, const char *directory)
{
    struct line_tables *t = &r->tables;
    const char **paths;

    if (t->has_paths && t->directory == directory && t->version == r->version)
        return true;
    paths = mem_grow(r->diag, t->paths, &t->paths_cap, t->n_files, sizeof *paths);
    if (!paths)
        return false;
    t->paths = paths;
    if (!set_directories(r, directory))
        return false;
    if (t->n_files)
        memset(paths, 0, t->n_files * sizeof *paths);
    t->has_paths = true;
    t->directory = directory;
    t->version = r->version;
    return true;
}

bool line_decode(struct line_reader *r, Dwarf_Die *unit, bool *readable)
{
    struct line_place place;
    Dwarf_Attribute attribute;
    const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));

    *readable = false;
    if (!r->tables.found)
        find_sections(&r->tables, r->dwarf);
    if (!r->request->libdw_alone && find_table(unit, &place) &&
        !read_here(r, &place, directory, readable))
        return false;
    if (!*readable && !read_with_libdw(r, unit, readable))
        return false;
    return !*readable || prepare_paths(r, directory);
}

const char *line_decode_name(struct line_reader *r, size_t number)
{
    static const char none[] = "???"; /* as libdw calls file 0 of tables that begin with 1 */
    const struct line_tables *t = &r->tables;
    const struct line_file *file;

    if (t->files)
        return dwarf_filesrc(t->files, number, NULL, NULL);
    if (number == 0 && t->program.version < 5)
        return none;
    file = &t->program.files[number];
    if (file->name[0] == '/')
        return file->name;
    return line_paths_join(r->paths, file->directory ? file->directory : "", file->name, r->diag);
}

void line_decode_release(struct line_tables *t)
{
    line_program_release(&t->program);
    pair_map_release(&t->read);
    free(t->first);
    free(t->paths);
}
