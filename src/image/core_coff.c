/* core_coff - finds COFF files that cost more to read than their size allows
 *
 * Role: for core_object. Many sections may share one long name, and libbfd copies it for each when
 * it opens the file. They may share line numbers, which libbfd reads with the symbols. For each of
 * some sections it passes over all symbols.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_coff.h"

#include "base/budget.h"
#include "base/cursor.h"
#include "base/file.h"

enum { SECTION = 40 }; /* bytes of a section header */

/* What the header of a file tells. */
struct coff_header {
    bool is_program;
    uint64_t sections, n_sections; /* offset of the section headers, and their number */
    uint64_t names, n_symbols;     /* offset of the names, which follow the symbols */
};

/* Reads the header, which is at `start` of the file, and `at` bytes behind the cursor's first byte.
 * Returns false if it is none. */
static bool read_header(struct coff_header *h, struct cursor *c, uint64_t start, uint64_t at)
{
    enum { HEADER = 20, BIG_HEADER = 56, SYMBOL = 18, BIG_SYMBOL = 20, BIG = 0xffff };
    static const uint16_t machines[] = {0x10d,  0x14c,  0x154,  0x175,  0x1c0,
                                        0x1c4,  0x18df, 0x2ba0, 0x4708, 0x7a35,
                                        0x8664, 0xaa64, 0xac88, 0xc020, 0xfd1d};
    uint64_t machine = cursor_number_at(c, at, 2);
    bool is_known = h->is_program;

    h->n_sections = cursor_number_at(c, at + 2, 2);
    if (machine == 0 && h->n_sections == BIG) {
        h->n_sections = cursor_number_at(c, at + 44, 4);
        h->sections = start + BIG_HEADER;
        h->n_symbols = cursor_number_at(c, at + 52, 4);
        h->names = cursor_number_at(c, at + 48, 4) + BIG_SYMBOL * h->n_symbols;
        return true;
    }
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        is_known = is_known || machine == machines[i];
    h->sections = start + HEADER + cursor_number_at(c, at + 16, 2);
    h->n_symbols = cursor_number_at(c, at + 12, 4);
    h->names = cursor_number_at(c, at + 8, 4) + SYMBOL * h->n_symbols;
    return is_known;
}

/* Returns false if the line numbers of the sections come to more than twice the file, or if libbfd
 * would look at too many symbols: of some sections it looks for the symbol among all. */
static bool are_sections_sound(const char *path, const struct coff_header *h, uint64_t file_size)
{
    enum { HIGH_AT = 32, NUMBER_AT = 34, FLAGS_AT = 36, COMDAT = 0x1000, A_LINE = 6, A_PASS = 8 };
    size_t bytes = (size_t)(SECTION * h->n_sections);
    LOCAL uint8_t *headers = mem_alloc(NULL, bytes, 1);
    struct cursor c = {.data = headers, .size = bytes};
    uint64_t n_lines = 0, n_passes = 0;

    if (file_read_part(path, h->sections, headers, bytes) <= 0)
        return true;
    for (uint64_t at = 0; at < bytes; at += SECTION) {
        n_lines += cursor_number_at(&c, at + NUMBER_AT, 2);
        n_lines += h->is_program ? cursor_number_at(&c, at + HIGH_AT, 2) << 16 : 0;
        n_passes += (cursor_number_at(&c, at + FLAGS_AT, 4) & COMDAT) != 0;
    }
    return A_LINE * n_lines <= 2 * file_size &&
           n_passes <= budget_of(file_size).left / A_PASS / (h->n_symbols + 1);
}

bool core_coff_is_sound(const char *path, uint64_t file_size)
{
    enum { HEADER = 64, PROGRAM_AT = 60, MARK = 4 };
    uint8_t start[HEADER] = {0};
    struct cursor c = {.data = start, .size = HEADER};
    LOCAL uint8_t *names = NULL;
    struct coff_header h = {0};
    uint64_t at = 0, longest = 0;
    size_t bytes;

    h.is_program = file_read_part(path, 0, start, HEADER) > 0 && memcmp(start, "MZ", 2) == 0;
    if (h.is_program) {
        at = cursor_number_at(&c, PROGRAM_AT, 4) + MARK;
        if (file_read_part(path, at - MARK, start, HEADER) < MARK ||
            memcmp(start, "PE\0", MARK) != 0)
            return true;
    }
    if (!read_header(&h, &c, at, h.is_program ? MARK : 0) || h.n_sections > file_size / SECTION)
        return true;
    bytes = h.names < file_size ? (size_t)(file_size - h.names) : 0;
    names = mem_alloc(NULL, bytes, 1);
    if (file_read_part(path, h.names, names, bytes) != (ssize_t)bytes)
        return true;
    for (size_t i = 0, length; i < bytes; i += length + 1) {
        length = strnlen((const char *)names + i, bytes - i);
        longest = length > longest ? length : longest;
    }
    return longest <= budget_of(file_size).left / (h.n_sections + 1) &&
           2 * h.n_sections * h.n_sections <= budget_of(file_size).left && /* with one hash */
           are_sections_sound(path, &h, file_size);
}
