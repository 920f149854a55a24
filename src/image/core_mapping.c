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

static uint64_t read_word(struct cursor *c, size_t at, bool wide)
{
    c->pos = at < c->size ? at : c->size;
    return wide ? cursor_u64(c) : cursor_u32(c);
}

struct image_mapping core_mapping(const struct image *image)
{
    enum { CLASS_AT = 4, WIDE = 2, LOADED = 1, CODE = 1, PAGE = 4096 };
    const struct image_mapping all = {.end = UINT64_MAX};
    uint8_t start[PAGE] = {0}; /* linkers put the table right behind the header */
    struct cursor c = {.data = start, .size = sizeof start, .big_endian = image->big_endian};
    bool is_elf = file_read_part(image->path, 0, start, sizeof start) > 0 &&
                  memcmp(start, "\177ELF", CLASS_AT) == 0;
    bool wide = start[CLASS_AT] == WIDE;
    const struct elf_places *p = &places[wide];
    uint64_t table, first, end;
    unsigned bytes, n;

    if (!is_elf || !core_next_code(image, 0, &first, &end))
        return all;
    table = read_word(&c, p->table, wide);
    c.pos = p->entry_bytes;
    bytes = cursor_u16(&c);
    n = cursor_u16(&c);
    for (size_t at = table < PAGE ? (size_t)table : PAGE; n > 0 && at < PAGE; n--, at += bytes) {
        bool is_code =
            read_word(&c, at, false) == LOADED && read_word(&c, at + p->flags, false) & CODE;
        struct image_mapping m = {.start = read_word(&c, at + p->address, wide),
                                  .offset = read_word(&c, at + p->offset, wide)};
        uint64_t size = read_word(&c, at + p->memory_size, wide);

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
