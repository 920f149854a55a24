/* core_mapping - finds where a loader puts the code of an image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_mapping.h"

#include "base/cursor.h"
#include "base/file.h"
#include "image/core_code.h"

/* Places of fields in an ELF header and in a program header, for 32 and 64 bits. */
struct elf_places {
    size_t table, entry_bytes; /* in the ELF header: place and entries of the table */
    size_t flags, offset, address, memory_size; /* in an entry */
};

static const struct elf_places places[] = {{28, 42, 24, 4, 8, 20}, {32, 54, 4, 8, 16, 40}};

struct image_mapping core_mapping(const struct image *image)
{
    enum { CLASS_AT = 4, WIDE = 2, LOADED = 1, CODE = 1, PAGE = 4096 };
    const struct image_mapping all = {.end = UINT64_MAX};
    uint8_t start[PAGE] = {0}; /* linkers put the table right behind the header */
    struct cursor c = {.data = start, .size = sizeof start, .big_endian = image->big_endian};
    bool is_elf = file_read_part(image->path, 0, start, sizeof start) > 0 &&
                  memcmp(start, "\177ELF", CLASS_AT) == 0;
    bool wide = start[CLASS_AT] == WIDE;
    size_t word = wide ? 8 : 4;
    const struct elf_places *p = &places[wide];
    uint64_t table, first, end;
    unsigned bytes, n;

    if (!is_elf || !core_next_code(image, 0, &first, &end))
        return all;
    table = cursor_number_at(&c, p->table, word);
    c.pos = p->entry_bytes;
    bytes = cursor_u16(&c);
    n = cursor_u16(&c);
    for (size_t at = table < PAGE ? (size_t)table : PAGE; n > 0 && at < PAGE; n--, at += bytes) {
        bool is_code =
            cursor_number_at(&c, at, 4) == LOADED && cursor_number_at(&c, at + p->flags, 4) & CODE;
        struct image_mapping m = {.start = cursor_number_at(&c, at + p->address, word),
                                  .offset = cursor_number_at(&c, at + p->offset, word)};
        uint64_t size = cursor_number_at(&c, at + p->memory_size, word);

        if (c.failed)
            return all;
        m.end = size < UINT64_MAX - PAGE - m.start
                    ? (m.start + size + PAGE - 1) & ~(uint64_t)(PAGE - 1)
                    : UINT64_MAX;
        if (is_code && m.start <= first && first < m.end)
            return m;
    }
    return all;
}
