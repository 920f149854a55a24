/* core_coff - finds COFF files that cost more to read than their size allows
 *
 * Role: for core_object. Many sections may share one long name, and libbfd copies it for each when
 * it opens the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_coff.h"

#include "base/budget.h"
#include "base/cursor.h"
#include "base/file.h"

/* Reads where the names are, and the number of sections, from the header at `at`. Returns 0 if it
 * is none. */
static uint64_t read_header(struct cursor *c, uint64_t at, bool is_program, uint64_t *sections)
{
    enum { SYMBOL = 18, BIG_SYMBOL = 20, BIG = 0xffff };
    static const uint16_t machines[] = {0x14c, 0x1c0, 0x1c4, 0x8664, 0xaa64};
    uint64_t machine = cursor_number_at(c, at, 2);
    bool is_known = is_program;

    *sections = cursor_number_at(c, at + 2, 2);
    if (machine == 0 && *sections == BIG) {
        *sections = cursor_number_at(c, at + 44, 4);
        return cursor_number_at(c, at + 48, 4) + BIG_SYMBOL * cursor_number_at(c, at + 52, 4);
    }
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        is_known = is_known || machine == machines[i];
    return is_known ? cursor_number_at(c, at + 8, 4) + SYMBOL * cursor_number_at(c, at + 12, 4) : 0;
}

bool core_coff_is_sound(const char *path, uint64_t file_size)
{
    enum { HEADER = 64, PROGRAM_AT = 60, MARK = 4 };
    uint8_t start[HEADER] = {0};
    struct cursor c = {.data = start, .size = HEADER};
    LOCAL uint8_t *names = NULL;
    bool is_program = file_read_part(path, 0, start, HEADER) > 0 && memcmp(start, "MZ", 2) == 0;
    uint64_t at, sections, longest = 0;
    size_t bytes;

    if (is_program &&
        (file_read_part(path, cursor_number_at(&c, PROGRAM_AT, 4), start, HEADER) < MARK ||
         memcmp(start, "PE\0", MARK) != 0))
        return true;
    at = read_header(&c, is_program ? MARK : 0, is_program, &sections);
    if (at == 0 || at >= file_size)
        return true;
    bytes = (size_t)(file_size - at);
    names = mem_alloc(NULL, bytes, 1);
    if (file_read_part(path, at, names, bytes) != (ssize_t)bytes)
        return true;
    for (size_t i = 0, length; i < bytes; i += length + 1) {
        length = strnlen((const char *)names + i, bytes - i);
        longest = length > longest ? length : longest;
    }
    return longest <= budget_of(file_size).left / (sections + 1);
}
