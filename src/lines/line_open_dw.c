/* line_open_dw - opens files of debug information for libdw, and refuses hostile ones
 *
 * libdw reads the same data as often as a file refers to it. Therefore a file is refused if its
 * sections unpack to too much, or if its units read more abbreviations or files than fit. Files
 * are read, not mapped: somebody else may cut them short meanwhile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_open_dw.h"

#include "base/arith.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/search.h"
#include "image/core_debug.h"
#include "image/core_elf.h"
#include "image/debug_search.h"

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file of debug information. */
struct dwarf_file {
    Dwarf *dwarf; /* NULL: none */
    Elf *elf;     /* NULL: none */
    int fd;       /* -1: none */
};

/* The files that the names in the rows point into. */
struct line_source {
    struct dwarf_file debug;
    struct dwarf_file alt; /* file to which dwz moved shared parts, if it is known */
    struct text_map paths;
};

/* Returns the unpacked size of a section, in bytes. */
static uint64_t unpacked_size(Elf_Scn *section, const GElf_Shdr *header, const char *name)
{
    enum { MARK = 4, HEAD = 12 }; /* head of .zdebug: ZLIB, and the size, highest byte first */
    GElf_Chdr packed;
    const Elf_Data *data;

    if (header->sh_type == SHT_NOBITS)
        return 0;
    if (header->sh_flags & SHF_COMPRESSED)
        return gelf_getchdr(section, &packed) ? packed.ch_size : 0;
    data = strncmp(name, ".z", 2) == 0 ? elf_rawdata(section, NULL) : NULL;
    if (data && data->d_buf && data->d_size >= HEAD && memcmp(data->d_buf, "ZLIB", MARK) == 0) {
        struct cursor c = {.data = data->d_buf, .size = HEAD, .pos = MARK, .big_endian = true};

        return cursor_u64(&c);
    }
    return header->sh_size;
}

/* A walk over the sections of a file that have headers and names; zero-initialised but for elf. */
struct section_walk {
    Elf *elf;
    Elf_Scn *section;
    GElf_Shdr header;
    const char *name;
};

static bool next_section(struct section_walk *w)
{
    size_t names;

    if (elf_getshdrstrndx(w->elf, &names) != 0)
        return false;
    do {
        w->section = elf_nextscn(w->elf, w->section);
        if (!w->section)
            return false;
        w->name = gelf_getshdr(w->section, &w->header)
                      ? elf_strptr(w->elf, names, w->header.sh_name)
                      : NULL;
    } while (!w->name);
    return true;
}

/* Returns the unpacked size of all sections with their headers, which cost as much as 128 bytes. A
 * file with debug information for the linker alone, which libdw would read, is never sound. */
static uint64_t unpacked_sizes(Elf *elf)
{
    static const char for_linker[] = ".gnu.debuglto_";
    const uint64_t a_header = 128;
    struct section_walk w = {.elf = elf};
    uint64_t sum = 0;

    while (next_section(&w))
        sum = strncmp(w.name, for_linker, strlen(for_linker)) == 0
                  ? UINT64_MAX
                  : add_saturated(sum, add_saturated(a_header, unpacked_size(w.section, &w.header,
                                                                             w.name)));
    return sum;
}

/* Opens the file at `path`, which may be NULL, with libelf. Returns false if it cannot, or if its
 * sections, of *bytes bytes, share or unpack to too much. */
static bool open_elf(struct dwarf_file *file, const char *path, uint64_t *bytes)
{
    struct stat st;

    *file = (struct dwarf_file){.fd = path ? file_open(path, O_RDONLY) : -1};
    elf_version(EV_CURRENT);
    if (file->fd >= 0 && fstat(file->fd, &st) == 0)
        file->elf = elf_begin(file->fd, ELF_C_READ, NULL);
    *bytes = !file->elf                                      ? 0
             : core_elf_is_sound(path, (uint64_t)st.st_size) ? unpacked_sizes(file->elf)
                                                             : UINT64_MAX;
    return file->elf && *bytes <= budget_of((uint64_t)st.st_size).left;
}

static bool open_dwarf(struct dwarf_file *file, const char *path)
{
    uint64_t bytes;

    if (open_elf(file, path, &bytes))
        file->dwarf = dwarf_begin_elf(file->elf, DWARF_C_READ, NULL);
    return file->dwarf != NULL;
}

static void close_dwarf(struct dwarf_file *file)
{
    dwarf_end(file->dwarf);
    elf_end(file->elf);
    if (file->fd >= 0)
        close(file->fd);
}

/* Returns the bytes of a section, which libdw has unpacked. */
static struct line_bytes contents_of(Elf *elf, const char *name)
{
    const Elf_Data *data = NULL;
    struct section_walk w = {.elf = elf};

    while (!data && next_section(&w))
        if (*w.name == '.' && strcmp(w.name + (w.name[1] == 'z' ? 2 : 1), name) == 0 &&
            w.header.sh_type != SHT_NOBITS && !(w.header.sh_flags & SHF_GROUP))
            data = elf_getdata(w.section, NULL);
    return data && data->d_buf ? (struct line_bytes){data->d_buf, data->d_size}
                               : (struct line_bytes){0};
}

/* Returns the texts of a section; bytes behind the last NUL are none. */
static struct line_bytes texts_of(Elf *elf, const char *name)
{
    struct line_bytes texts = contents_of(elf, name);

    while (texts.size > 0 && texts.at[texts.size - 1] != '\0')
        texts.size--;
    return texts;
}

/* Returns a number of a list of abbreviations. If it has more than ten bytes, libdw takes the
 * others for further numbers; that sets the sticky error. */
static uint64_t abbreviation_number(struct cursor *c)
{
    enum { ONE_BYTE = 0x7f, MOST = 10 };
    size_t start = c->pos;
    uint64_t number;

    if (cursor_left(c) > 0 && c->data[start] <= ONE_BYTE)
        return c->data[c->pos++];
    number = line_leb128(c, false);
    c->failed = c->failed || c->pos - start > MOST;
    return number;
}

/* A list of abbreviations. */
struct abbreviations {
    size_t start;
    uint64_t bytes;           /* if it is broken, up to the section's end */
    uint64_t most_attributes; /* of one of them */
};

/* Reads the list at `start`. Format: DWARF 5, 7.5.3. */
static struct abbreviations read_abbreviations(const struct line_bytes *section, size_t start)
{
    struct cursor c = {.data = section->at, .size = section->size, .pos = start};
    struct abbreviations list = {.start = start};
    uint64_t name, form;

    while (abbreviation_number(&c) != 0) {
        uint64_t n = 0;

        abbreviation_number(&c); /* the tag */
        cursor_u8(&c);           /* children */
        do {
            name = abbreviation_number(&c);
            form = abbreviation_number(&c);
            if (form == DW_FORM_implicit_const)
                abbreviation_number(&c);
            n++;
        } while (name != 0 || form != 0);
        list.most_attributes = n > list.most_attributes ? n : list.most_attributes;
    }
    list.bytes = (c.failed ? section->size : c.pos) - start;
    return list;
}

/* Takes all units from the budget, with their abbreviations, which libdw reads anew for each unit,
 * and with the attributes that it may pass over at once. Units, of types, may have one hash. */
static bool take_units(struct dwarf_file *file, struct budget *budget)
{
    const uint64_t a_unit = 1200;        /* libdw's memory for it */
    enum { TYPE_32 = 24, TYPE_64 = 40 }; /* bytes of the head of a type unit, DWARF 5 */
    struct line_bytes section = {0};
    struct abbreviations list = {.start = SIZE_MAX};
    Dwarf_Off unit = 0, next, start;
    Dwarf_Off type;
    uint64_t signature, n = 0;
    size_t head;
    uint8_t bytes;

    if (file->dwarf)
        section = contents_of(file->elf, "debug_abbrev");
    if (file->dwarf && section.size == 0)
        section = contents_of(file->elf, "debug_abbrev.dwo");
    for (; budget_take(budget, a_unit + n / 2) &&
           dwarf_next_unit(file->dwarf, unit, &next, &head, NULL, &start, NULL, &bytes, NULL,
                           NULL) == 0;
         unit = next, n++) {
        if (head == (bytes == 4 ? TYPE_32 : TYPE_64) || start >= section.size)
            continue; /* types have no code, and are not read */
        if (start != list.start)
            list = read_abbreviations(&section, (size_t)start);
        budget_take(budget,
                    COST_BYTE * list.bytes + (next - unit) * (list.most_attributes + 4) / 4);
    }
    unit = 0; /* in .debug_types */
    for (; budget_take(budget, a_unit + n / 2) &&
           dwarf_next_unit(file->dwarf, unit, &next, &head, NULL, &start, NULL, NULL, &signature,
                           &type) == 0;
         n++)
        unit = next;
    return !budget->is_spent;
}

/* Returns the bytes of the entry of a list of ranges that begins at `at`, if it only sets a base
 * address; else 0. `is_coded`: it is of DWARF 5. */
static size_t base_entry(const uint8_t *at, size_t left, size_t word, bool is_coded)
{
    enum { LEB128_MAX = 10 };
    size_t n = 1;

    if (!is_coded)
        return left >= word && memcmp(at, "\xff\xff\xff\xff\xff\xff\xff\xff", word) == 0 ? 2 * word
                                                                                         : 0;
    if (*at != DW_RLE_base_addressx)
        return *at == DW_RLE_base_address ? 1 + word : 0;
    while (n < left && n < LEB128_MAX && at[n] >= 0x80)
        n++;
    return n + 1;
}

/* Returns true if no list of ranges can have many entries in a row that only set a base address.
 * libdw passes over all of them in one call, for each list that ends in the same ones. */
static bool are_ranges_sound(struct line_bytes lists, size_t word, bool is_coded)
{
    enum { ROW_MAX = 64, LONGEST = 32 };
    unsigned rows[LONGEST] = {0}; /* of the last bytes: entries in a row that begin there */

    for (size_t i = lists.size; i-- > 0;) {
        size_t bytes = base_entry((const uint8_t *)lists.at + i, lists.size - i, word, is_coded);

        rows[i % LONGEST] = bytes > 0 ? 1 + rows[(i + bytes) % LONGEST] : 0;
        if (rows[i % LONGEST] > ROW_MAX)
            return false;
    }
    return true;
}

bool line_take_ranges(struct line_reader *r, Elf *elf)
{
    static const char *const sections[] = {"debug_ranges", "debug_rnglists", "debug_rnglists.dwo"};
    const uint64_t a_byte = 16; /* of .debug_aranges, for what libdw and gprof make of it */
    struct budget *budget = r->image->line_budget;

    budget_take(budget, a_byte * contents_of(elf, "debug_aranges").size);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        struct line_bytes lists = contents_of(elf, sections[i]);

        if (!budget_take(budget, lists.size) ||
            !are_ranges_sound(lists, r->image->word_bytes, i > 0))
            budget_take(budget, UINT64_MAX);
    }
    return !budget->is_spent;
}

bool line_take_file(struct line_reader *r, const char *path)
{
    const uint64_t to_open = 8000;
    struct budget *budget = r->image->line_budget;
    struct dwarf_file file;
    uint64_t bytes;
    bool ok;

    if (file_may_wait(path) || !budget_take(budget, to_open))
        return false;
    ok = open_elf(&file, path, &bytes) || !file.elf;
    ok = budget_take(budget, bytes) && ok;
    if (ok && file.elf)
        file.dwarf = dwarf_begin_elf(file.elf, DWARF_C_READ, NULL);
    ok = ok && take_units(&file, budget);
    close_dwarf(&file);
    return ok;
}

bool line_take_entry(struct line_reader *r, Dwarf_Die *die, uint64_t units)
{
    size_t n = 0;

    return dwarf_tag(die) != DW_TAG_invalid && dwarf_getattrcnt(die->abbrev, &n) == 0 &&
           budget_take(r->image->line_budget, units + COST_BYTE * (n + 1));
}

/* Returns true if libdw would find a file with shared parts by itself, which may be one that was
 * refused. */
static bool finds_alt(Dwarf *dwarf, const struct image *image, struct diag *d)
{
    LOCAL_BY(text_map_release) struct text_map paths = {0};
    const struct text_map none = {0};
    const char *name = NULL;
    const void *id = NULL;
    ssize_t bytes = dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id);
    const struct debug_wanted wanted = {
        .beside = core_debug_path(image), .link = name, .build_id = {id, (size_t)bytes}};
    bool found = false;

    if (bytes > 0)
        debug_search_list(&none, &wanted, &paths, d);
    for (size_t i = 0; i < paths.n; i++)
        found = found || access(paths.texts[i], F_OK) == 0;
    return found;
}

bool line_source_open(struct line_reader *r, const struct image *image)
{
    struct line_source *source = mem_alloc(r->diag, 1, sizeof *source);
    LOCAL char *real = realpath(core_debug_path(image), NULL);
    LOCAL char *package = mem_printf(r->diag, "%s.dwp", real ? real : "");
    Elf *elf;

    r->place = mem_copy_string(r->diag, package, (size_t)(diag_basename(package) - package));
    r->package_waits = file_may_wait(package);
    r->source = source;
    r->paths = &source->paths;
    open_dwarf(&source->alt, NULL);
    if (!open_dwarf(&source->debug, core_debug_path(image)))
        return false;
    r->dwarf = source->debug.dwarf;
    if (open_dwarf(&source->alt, core_alt_path(image))) {
        dwarf_setalt(r->dwarf, source->alt.dwarf);
        dwarf_setalt(source->alt.dwarf, source->alt.dwarf);
    } else if (finds_alt(r->dwarf, image, r->diag)) {
        return false;
    }
    elf = source->debug.elf;
    r->table.budget = image->line_budget;
    r->table.sections = (struct line_sections){.tables = contents_of(elf, "debug_line"),
                                               .line_texts = texts_of(elf, "debug_line_str"),
                                               .texts = texts_of(elf, "debug_str"),
                                               .big_endian = image->big_endian};
    return take_units(&source->debug, image->line_budget) &&
           take_units(&source->alt, image->line_budget) && line_take_ranges(r, elf);
}

void line_source_release(struct line_source *source)
{
    if (!source)
        return;
    close_dwarf(&source->debug);
    close_dwarf(&source->alt);
    text_map_release(&source->paths);
    free(source);
}
