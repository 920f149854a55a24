/* line_open_dw - opens files of debug information for libdw
 *
 * Files are read, not mapped (ELF_C_READ): if somebody else cuts a mapped file short meanwhile, a
 * signal ends the program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_open_dw.h"

#include "base/file.h"
#include "base/limit.h"
#include "base/mem.h"
#include "image/core_debug.h"
#include "image/debug_search.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

/* A file of debug information. */
struct dwarf_file {
    Dwarf *dwarf; /* NULL: none */
    Elf *elf;     /* NULL: none */
    int fd;       /* -1: none */
};

/* What the names in the rows point into. */
struct line_source {
    struct dwarf_file debug;
    struct dwarf_file alt; /* file to which dwz moved shared parts, if it is known */
    struct text_map
        paths; /* paths of source files, which the reader of line tables puts together */
};

/* Opens the file at `path`. Returns false if it has no debug information that libdw can read;
 * close_dwarf is due all the same. */
static bool open_dwarf(struct dwarf_file *file, const char *path)
{
    file->fd = file_open(path, O_RDONLY);
    elf_version(EV_CURRENT);
    if (file->fd >= 0)
        file->elf = elf_begin(file->fd, ELF_C_READ, NULL);
    if (file->elf)
        file->dwarf = dwarf_begin_elf(file->elf, DWARF_C_READ, NULL);
    if (file->elf && !file->dwarf && limit_lacked_memory())
        mem_out(NULL, 0); /* ends the program */
    return file->dwarf != NULL;
}

static void close_dwarf(struct dwarf_file *file)
{
    dwarf_end(file->dwarf);
    elf_end(file->elf);
    if (file->fd >= 0)
        close(file->fd);
}

/* Returns the bytes of a section, which dwarf_begin_elf has unpacked. `name` lacks the dot in
 * front. Sections of groups are left out, as libdw does. */
static struct line_bytes contents_of(Elf *elf, const char *name)
{
    const Elf_Data *data = NULL;
    Elf_Scn *section = NULL;
    GElf_Shdr h;
    size_t names;

    if (elf_getshdrstrndx(elf, &names) != 0)
        return (struct line_bytes){0};
    while (!data && (section = elf_nextscn(elf, section))) {
        const char *own = gelf_getshdr(section, &h) ? elf_strptr(elf, names, h.sh_name) : NULL;

        if (own && *own == '.' && strcmp(own + (own[1] == 'z' ? 2 : 1), name) == 0 &&
            h.sh_type != SHT_NOBITS && !(h.sh_flags & SHF_GROUP))
            data = elf_getdata(section, NULL);
    }
    return data && data->d_buf ? (struct line_bytes){data->d_buf, data->d_size}
                               : (struct line_bytes){0};
}

/* Returns the texts of a section, without a last one that has no NUL. */
static struct line_bytes texts_of(Elf *elf, const char *name)
{
    struct line_bytes texts = contents_of(elf, name);

    while (texts.size > 0 && texts.at[texts.size - 1] != '\0')
        texts.size--;
    return texts;
}

/* Returns true if a file in whose place libdw would look for shared parts is a pipe or a device,
 * which may never end. */
static bool alt_waits(Dwarf *dwarf, const struct image *image, struct diag *d)
{
    LOCAL_BY(text_map_release) struct text_map paths = {0};
    const struct text_map no_directories = {0};
    const char *name = NULL;
    const void *id = NULL;
    ssize_t bytes = dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id);
    const struct debug_wanted wanted = {
        .beside = core_debug_path(image), .link = name, .build_id = {id, (size_t)bytes}};

    if (bytes > 0)
        debug_search_list(&no_directories, &wanted, &paths, d);
    for (size_t i = 0; i < paths.n; i++)
        if (file_may_wait(paths.texts[i]))
            return true;
    return false;
}

bool line_source_open(struct line_reader *r, const struct image *image)
{
    IN_LIBRARY("libdw");
    struct line_source *source = mem_alloc(r->diag, 1, sizeof *source);
    LOCAL char *real = realpath(core_debug_path(image), NULL);
    LOCAL char *package = mem_printf(r->diag, "%s.dwp", real ? real : "");

    r->place = mem_copy_string(r->diag, package, (size_t)(diag_basename(package) - package));
    r->package_waits = file_may_wait(package);
    limit_add_file(package); /* core has added the image and its debug file */
    r->source = source;
    r->paths = &source->paths;
    source->alt.fd = -1;
    if (!open_dwarf(&source->debug, core_debug_path(image)))
        return false;
    r->dwarf = source->debug.dwarf;
    if (core_alt_path(image) && open_dwarf(&source->alt, core_alt_path(image))) {
        dwarf_setalt(r->dwarf, source->alt.dwarf);
        dwarf_setalt(source->alt.dwarf, source->alt.dwarf); /* or libdw would look for one */
    } else if (alt_waits(r->dwarf, image, r->diag)) {
        return false;
    }
    r->table.sections =
        (struct line_sections){.tables = contents_of(source->debug.elf, "debug_line"),
                               .line_texts = texts_of(source->debug.elf, "debug_line_str"),
                               .texts = texts_of(source->debug.elf, "debug_str"),
                               .big_endian = image->big_endian};
    return true;
}

void line_source_release(struct line_source *source)
{
    IN_LIBRARY("libdw");

    if (!source)
        return;
    close_dwarf(&source->debug);
    close_dwarf(&source->alt);
    text_map_release(&source->paths);
    free(source);
}
