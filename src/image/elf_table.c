/* elf_table - the symbol table of an ELF file, read as it lies there
 *
 * The file is read, not mapped: it may be cut short by somebody else meanwhile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/elf_table.h"

#include "base/cursor.h"
#include "base/file.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HEADER_32 = 52, /* bytes of the file's header, of a section's and of a symbol */
    HEADER_64 = 64,
    SECTION_32 = 40,
    SECTION_64 = 64,
    SYMBOL_32 = 16,
    SYMBOL_64 = 24,
    SHT_SYMTAB = 2,
    SHT_STRTAB = 3,
    PIECE = 1024 /* symbols that are read at a time */
};

/* A section's header in whole. */
struct section_header {
    uint32_t name, type, link, info;
    uint64_t flags, address, offset, size, entry;
};

static size_t symbol_bytes(const struct elf_table *t)
{
    return t->wide ? SYMBOL_64 : SYMBOL_32;
}

/* Read all of the bytes [at, at + size) of the file; false when they are not there. */
static bool read_at(int fd, uint64_t at, void *to, size_t size)
{
    uint8_t *bytes = to;

    if (at > INT64_MAX || lseek(fd, (off_t)at, SEEK_SET) != (off_t)at)
        return false;
    while (size > 0) {
        ssize_t n = read(fd, bytes, size);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

/* Whether [at, at + size) lies in a file of `left` bytes, and in memory. */
static bool fits(uint64_t at, uint64_t size, uint64_t left)
{
    return at <= left && size <= left - at && size < SIZE_MAX / 2;
}

/* A string table, which begins and ends with a NUL; NULL where it is none: *bad then, or memory is
 * out. */
static char *read_strings(const struct elf_table *t, const struct section_header *h, uint64_t bytes,
                          bool *bad, struct diag *d)
{
    char *text;

    *bad = h->type != SHT_STRTAB || h->size == 0 || !fits(h->offset, h->size, bytes);
    if (*bad)
        return NULL;
    text = mem_alloc(d, (size_t)h->size, 1);
    if (!text)
        return NULL;
    *bad = !read_at(t->fd, h->offset, text, (size_t)h->size) || text[0] != '\0' ||
           text[h->size - 1] != '\0';
    if (!*bad)
        return text;
    free(text);
    return NULL;
}

static struct section_header header_of(const struct elf_table *t, size_t i)
{
    size_t size = t->wide ? SECTION_64 : SECTION_32, word = t->wide ? 8 : 4;
    struct cursor c = {.data = t->headers + i * size, .size = size, .big_endian = t->big_endian};
    struct section_header h;

    h.name = cursor_u32(&c);
    h.type = cursor_u32(&c);
    h.flags = cursor_word(&c, word);
    h.address = cursor_word(&c, word);
    h.offset = cursor_word(&c, word);
    h.size = cursor_word(&c, word);
    h.link = cursor_u32(&c);
    h.info = cursor_u32(&c);
    cursor_word(&c, word); /* alignment */
    h.entry = cursor_word(&c, word);
    return h;
}

/* The headers of all sections. Returns false when memory is out; *names is the number of the
 * section that holds their names, 0 where the file is not as it should be. */
static bool read_headers(struct elf_table *t, uint64_t bytes, size_t *names, struct diag *d)
{
    static const uint8_t magic[] = {0x7f, 'E', 'L', 'F'};
    uint8_t bytes_of[HEADER_64];
    struct cursor c = {.data = bytes_of, .size = sizeof bytes_of};
    size_t entry;
    uint64_t at;

    *names = 0;
    if (bytes < HEADER_64 || !read_at(t->fd, 0, bytes_of, sizeof bytes_of) ||
        memcmp(bytes_of, magic, sizeof magic) != 0)
        return true;
    t->wide = bytes_of[4] == 2;
    t->big_endian = c.big_endian = bytes_of[5] == 2;
    c.pos = t->wide ? 40 : 32; /* behind the header's addresses of code and of segments */
    at = cursor_word(&c, t->wide ? 8 : 4);
    c.pos = t->wide ? 58 : 46; /* the last three fields */
    entry = cursor_u16(&c);
    t->n_sections = cursor_u16(&c);
    *names = cursor_u16(&c);
    if (entry != (t->wide ? SECTION_64 : SECTION_32) || *names >= t->n_sections ||
        !fits(at, entry * t->n_sections, bytes)) {
        *names = 0;
        return true;
    }
    t->headers = mem_alloc(d, t->n_sections, entry);
    if (t->headers && !read_at(t->fd, at, t->headers, entry * t->n_sections))
        *names = 0;
    return t->headers != NULL;
}

/* The header of the only table of symbols; false where there is none, or more. */
static bool find_table(const struct elf_table *t, struct section_header *table)
{
    size_t found = 0;

    for (size_t i = 1; i < t->n_sections; i++) {
        struct section_header h = header_of(t, i);

        if (h.type == SHT_SYMTAB && found++ == 0)
            *table = h;
    }
    return found == 1;
}

/* Find the symbols and read their names. *bad: not here. Returns false when memory is out. */
static bool open_symbols(struct elf_table *t, uint64_t bytes, bool *bad, struct diag *d)
{
    struct section_header table = {0}, strings;
    size_t entry = symbol_bytes(t);

    *bad = !find_table(t, &table) || table.entry != entry || table.size % entry != 0 ||
           table.size == 0 || !fits(table.offset, table.size, bytes) ||
           table.info > table.size / entry || table.link >= t->n_sections;
    if (*bad)
        return true;
    strings = header_of(t, table.link);
    t->at = table.offset;
    t->n_symbols = (size_t)(table.size / entry);
    t->names_size = (size_t)strings.size;
    t->names = read_strings(t, &strings, bytes, bad, d);
    if (!t->names)
        return *bad;
    t->piece = mem_alloc(d, PIECE, entry);
    return t->piece != NULL;
}

/* Everything but the opening of the file. */
static bool read_file(struct elf_table *t, struct diag *d)
{
    struct section_header strings;
    struct stat st;
    uint64_t bytes;
    size_t names;
    bool bad;

    if (fstat(t->fd, &st) != 0 || !S_ISREG(st.st_mode))
        return true;
    bytes = (uint64_t)st.st_size;
    if (!read_headers(t, bytes, &names, d))
        return false;
    if (names == 0)
        return true;
    strings = header_of(t, names);
    t->section_names_size = (size_t)strings.size;
    t->section_names = read_strings(t, &strings, bytes, &bad, d);
    if (!t->section_names)
        return bad;
    if (!open_symbols(t, bytes, &bad, d))
        return false;
    t->is_open = !bad;
    return true;
}

bool elf_table_open(struct elf_table *t, const char *path, struct diag *d)
{
    int fd = file_open(path, O_RDONLY);
    bool ok;

    if (fd < 0)
        return true;
    t->fd = fd;
    ok = read_file(t, d);
    if (!t->is_open) {
        t->is_open = true; /* so that all of it is given back */
        elf_table_release(t);
    }
    return ok;
}

bool elf_table_section(const struct elf_table *t, size_t i, struct elf_section *section)
{
    struct section_header h = header_of(t, i);

    if (h.name >= t->section_names_size)
        return false;
    *section = (struct elf_section){.name = t->section_names + h.name,
                                    .address = h.address,
                                    .offset = h.offset,
                                    .size = h.size,
                                    .flags = h.flags,
                                    .type = h.type};
    return true;
}

/* Read the piece of the table that begins with the next symbol. */
static bool read_piece(struct elf_walk *w)
{
    struct elf_table *t = w->table;
    size_t left = t->n_symbols - 1 - w->next, entry = symbol_bytes(t);

    w->piece_first = w->next;
    w->piece_n = left < PIECE ? left : PIECE;
    w->failed = !read_at(t->fd, t->at + (w->next + 1) * entry, t->piece, w->piece_n * entry);
    return !w->failed;
}

bool elf_walk_next(struct elf_walk *w, struct elf_symbol *symbol)
{
    const struct elf_table *t = w->table;
    size_t entry = symbol_bytes(t);
    struct cursor c = {.size = entry, .big_endian = t->big_endian};
    unsigned info;
    uint32_t name;

    if (w->failed || w->next >= t->n_symbols - 1 ||
        (w->next - w->piece_first >= w->piece_n && !read_piece(w)))
        return false;
    c.data = t->piece + (w->next - w->piece_first) * entry;
    w->next++;
    name = cursor_u32(&c);
    if (!t->wide)
        symbol->value = cursor_u32(&c);
    c.pos = t->wide ? 4 : 12; /* info, other, section */
    info = cursor_u8(&c);
    c.pos++;
    symbol->section = cursor_u16(&c);
    if (t->wide)
        symbol->value = cursor_u64(&c);
    symbol->bind = info >> 4;
    symbol->type = info & 15;
    w->failed = name >= t->names_size;
    if (!w->failed)
        symbol->name = t->names + name;
    return !w->failed;
}

void elf_table_release(struct elf_table *t)
{
    if (t->is_open)
        close(t->fd);
    free(t->headers);
    free(t->section_names);
    free(t->names);
    free(t->piece);
    *t = (struct elf_table){0};
}
