/* core_elf - finds ELF files that cost more to read than their size allows
 *
 * Role: for core_object. libbfd reads all notes, groups and attributes when it opens a file, and
 * the lists of versions with the dynamic symbols. Sections may share their bytes, and so may the
 * lists, which are chains of offsets. For some sections libbfd passes over all headers; properties
 * and attributes take quadratic time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_elf.h"

#include "base/budget.h"
#include "base/cursor.h"
#include "base/file.h"
#include "base/utf8.h"

/* Places of fields, for 32 and 64 bits. */
static const struct elf_places {
    size_t word;                                 /* bytes of an offset or a size */
    size_t table, n_segments, n_sections, names; /* in the ELF header: section headers; numbers */
    size_t offset, size, entry_bytes;            /* in a section header, and its bytes */
} places[] = {{4, 32, 44, 48, 50, 16, 20, 40}, {8, 40, 56, 60, 62, 24, 32, 64}};

/* Lists of versions that are defined, and of those that are needed. A list has heads, and each head
 * a number of entries. */
static const struct list_places {
    uint32_t type;                      /* of the section */
    size_t n_entries, next, head_bytes; /* in a head, and its bytes */
    size_t entry_bytes;
} lists[] = {{0x6ffffffd, 6, 16, 20, 8}, {0x6ffffffe, 2, 12, 16, 16}};

/* Returns false if a list of `bytes` bytes at `offset` says that it is more than twice as long; a
 * linker may let two heads share an entry. */
static bool is_list_sound(const char *path, uint64_t offset, uint64_t bytes, bool big_endian,
                          const struct list_places *p)
{
    LOCAL uint8_t *data = mem_alloc(NULL, (size_t)bytes, 1);
    struct cursor c = {.data = data, .size = (size_t)bytes, .big_endian = big_endian};
    uint64_t at = 0, next, used = 0;

    if (bytes < p->head_bytes || file_read_part(path, offset, data, c.size) != (ssize_t)bytes)
        return true;
    do {
        used += p->head_bytes + p->entry_bytes * cursor_number_at(&c, at + p->n_entries, 2);
        next = cursor_number_at(&c, at + p->next, 4);
        at += next;
    } while (next > 0 && at < bytes && used <= 2 * bytes);
    return used <= 2 * bytes;
}

static bool is_section_sound(const char *path, uint32_t type, uint64_t offset, uint64_t bytes,
                             bool big_endian)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (type == lists[i].type)
            return is_list_sound(path, offset, bytes, big_endian, &lists[i]);
    return true;
}

/* A section header. */
struct section {
    uint32_t name, type;
    bool is_grouped;
    uint64_t offset, bytes; /* in the file; what is beyond its end does not count */
};

static struct section section_at(struct cursor *headers, const struct elf_places *p, uint64_t i,
                                 uint64_t file_size)
{
    enum { TYPE_AT = 4, FLAGS_AT = 8, TYPE_NULL = 0, NO_BITS = 8, GROUP = 0x200 };
    uint64_t at = i * p->entry_bytes;
    struct section s = {.name = (uint32_t)cursor_number_at(headers, at, 4),
                        .type = (uint32_t)cursor_number_at(headers, at + TYPE_AT, 4),
                        .is_grouped = cursor_number_at(headers, at + FLAGS_AT, p->word) & GROUP,
                        .offset = cursor_number_at(headers, at + p->offset, p->word),
                        .bytes = cursor_number_at(headers, at + p->size, p->word)};

    if (s.type == TYPE_NULL || s.type == NO_BITS || s.offset > file_size)
        s.bytes = 0;
    else if (s.bytes > file_size - s.offset)
        s.bytes = file_size - s.offset;
    return s;
}

/* Returns the bytes of a section that libbfd keeps in sorted lists: attributes of objects, and
 * properties, which notes have. It looks for the place of each entry from the beginning. */
static uint64_t listed_bytes(const char *path, const struct section *s, bool big_endian)
{
    enum { NOTE = 7, HEAD = 16, BYTES_AT = 4, TYPE_AT = 8, OWNER_AT = 12, PROPERTIES = 5 };
    const uint32_t attributes = 0x6ffffff5, machine_attributes = 0x70000003;
    LOCAL uint8_t *data = s->type == NOTE ? mem_alloc(NULL, (size_t)s->bytes, 1) : NULL;
    struct cursor c = {.data = data, .size = (size_t)s->bytes, .big_endian = big_endian};
    uint64_t sum = 0;

    if (s->type == attributes || s->type == machine_attributes)
        return s->bytes;
    if (!data || file_read_part(path, s->offset, data, c.size) != (ssize_t)c.size)
        return 0;
    for (size_t at = 0; at + HEAD <= c.size; at += 4)
        if (memcmp(data + at + OWNER_AT, "GNU", sizeof "GNU") == 0 &&
            cursor_number_at(&c, at + TYPE_AT, 4) == PROPERTIES)
            sum += cursor_number_at(&c, at + BYTES_AT, 4);
    return sum;
}

/* Returns false if a name has what may change a terminal, since libbfd's remarks on a file's format
 * show names as they are. */
static bool is_name_safe(const char *name)
{
    uint32_t code = ' ';

    while (*name && !utf8_is_unsafe(code))
        name += utf8_next(name, &code);
    return !utf8_is_unsafe(code);
}

/* Returns false if the sections, or their names, which are in section number `names`, come to more
 * than twice the file, or if there are long lists. */
static bool are_sections_sound(const char *path, struct cursor *headers, const struct elf_places *p,
                               uint64_t names, uint64_t file_size)
{
    enum { TEXTS = 3, DYNAMIC = 6, GROUP = 17, NUMBERS = 18 };
    const uint64_t n_headers = headers->size / p->entry_bytes;
    uint64_t left = 2 * file_size, names_left = 2 * file_size,
             passes_left = 4 * budget_of(file_size).left;
    uint64_t listed_left = 64 << 10; /* sound files have some hundred bytes */
    uint64_t n_grouped = 0, n_members = 0;
    struct section table = section_at(headers, p, names, file_size);
    LOCAL uint8_t *text = mem_alloc(NULL, (size_t)table.bytes + 1, 1);

    if (file_read_part(path, table.offset, text, (size_t)table.bytes) != (ssize_t)table.bytes)
        table.bytes = 0;
    for (uint64_t i = 0; i < n_headers; i++) {
        struct section s = section_at(headers, p, i, file_size);
        uint64_t room = s.name < table.bytes ? table.bytes - s.name : 0;
        size_t most = (size_t)(room < names_left ? room : names_left);
        size_t length = most > 0 ? strnlen((const char *)text + s.name, most) : 0;
        uint64_t listed = listed_bytes(path, &s, headers->big_endian);
        bool is_slow = s.type == TEXTS || s.type == DYNAMIC || s.type == NUMBERS;
        uint64_t passes = is_slow ? 4 * n_headers : 0;

        if (s.bytes > left || passes > passes_left || (length == names_left && room > names_left) ||
            listed > listed_left || (length > 0 && !is_name_safe((const char *)text + s.name)) ||
            !is_section_sound(path, s.type, s.offset, s.bytes, headers->big_endian))
            return false;
        left -= s.bytes;
        passes_left -= passes;
        names_left -= length;
        listed_left -= listed;
        n_grouped += s.is_grouped;
        n_members += s.type == GROUP ? s.bytes / 4 : 0;
    }
    return n_grouped * (n_headers + n_members) / 4 <= passes_left;
}

bool core_elf_is_sound(const char *path, uint64_t file_size)
{
    enum { HEADER = 64, CLASS_AT = 4, WIDE = 2, ORDER_AT = 5, BIG = 2, IN_HEADER_0 = 0xffff };
    uint8_t start[HEADER] = {0};
    LOCAL uint8_t *headers = NULL;
    struct cursor c = {.data = start, .size = HEADER};
    const struct elf_places *p;
    uint64_t table, n, segments, names;

    if (file_read_part(path, 0, start, HEADER) < 0 || memcmp(start, "\177ELF", CLASS_AT) != 0)
        return true;
    p = &places[start[CLASS_AT] == WIDE];
    c.big_endian = start[ORDER_AT] == BIG;
    table = cursor_number_at(&c, p->table, p->word);
    segments = cursor_number_at(&c, p->n_segments, 2);
    n = cursor_number_at(&c, p->n_sections, 2);
    names = cursor_number_at(&c, p->names, 2);
    if ((n == 0 || names == IN_HEADER_0) &&
        file_read_part(path, table, start, p->entry_bytes) > 0) {
        n = n == 0 ? cursor_number_at(&c, p->size, p->word) : n;
        names = names == IN_HEADER_0 ? cursor_number_at(&c, p->size + p->word, 4) : names;
    }
    if (table > file_size || n > (file_size - table) / p->entry_bytes)
        return true;
    c.size = (size_t)(n * p->entry_bytes);
    c.data = headers = mem_alloc(NULL, c.size, 1);
    if (file_read_part(path, table, headers, c.size) != (ssize_t)c.size)
        return true;
    /* libbfd looks for the segment of each section, and for names, which can have one hash */
    return n * segments <= 2 * file_size && 2 * n * n <= budget_of(file_size).left &&
           are_sections_sound(path, &c, p, names, file_size);
}
