/* core_coff - finds COFF files that cost more to read than their size allows
 *
 * Role: for core_object. Many sections may share one long name, and libbfd copies it for each when
 * it opens the file. They may share line numbers, which libbfd reads with the symbols.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_coff.h"

#include "base/budget.h"
#include "base/cursor.h"
#include "base/file.h"

enum { SECTION = 40 }; /* bytes of a section header */

/* Reads the number of sections, and where their headers begin, from the header at `at`. Returns
 * where the names are; 0 if it is no header. */
static uint64_t read_header(struct cursor *c, uint64_t at, bool is_program, uint64_t *sections,
                            uint64_t *headers)
{
    enum { HEADER = 20, BIG_HEADER = 56, SYMBOL = 18, BIG_SYMBOL = 20, BIG = 0xffff };
    static const uint16_t machines[] = {0x14c, 0x1c0, 0x1c4, 0x8664, 0xaa64};
    uint64_t machine = cursor_number_at(c, at, 2);
    bool is_known = is_program;

    *sections = cursor_number_at(c, at + 2, 2);
    *headers = at + HEADER + cursor_number_at(c, at + 16, 2);
    if (machine == 0 && *sections == BIG) {
        *sections = cursor_number_at(c, at + 44, 4);
        *headers = at + BIG_HEADER;
        return cursor_number_at(c, at + 48, 4) + BIG_SYMBOL * cursor_number_at(c, at + 52, 4);
    }
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        is_known = is_known || machine == machines[i];
    return is_known ? cursor_number_at(c, at + 8, 4) + SYMBOL * cursor_number_at(c, at + 12, 4) : 0;
}

/* Returns the bytes of the line numbers of all sections, whose headers begin at `at`. */
static uint64_t line_bytes(const char *path, uint64_t at, uint64_t sections, bool is_program)
{
    enum { HIGH_AT = 32, NUMBER_AT = 34, A_LINE = 6 };
    size_t bytes = (size_t)(SECTION * sections);
    LOCAL uint8_t *headers = mem_alloc(NULL, bytes, 1);
    struct cursor c = {.data = headers, .size = bytes};
    uint64_t n = 0;

    if (file_read_part(path, at, headers, bytes) <= 0)
        return 0;
    for (uint64_t i = 0; i < sections; i++) {
        n += cursor_number_at(&c, SECTION * i + NUMBER_AT, 2);
        n += is_program ? cursor_number_at(&c, SECTION * i + HIGH_AT, 2) << 16 : 0;
    }
    return A_LINE * n;
}

bool core_coff_is_sound(const char *path, uint64_t file_size)
{
    enum { HEADER = 64, PROGRAM_AT = 60, MARK = 4 };
    uint8_t start[HEADER] = {0};
    struct cursor c = {.data = start, .size = HEADER};
    LOCAL uint8_t *names = NULL;
    bool is_program = file_read_part(path, 0, start, HEADER) > 0 && memcmp(start, "MZ", 2) == 0;
    uint64_t at, sections, headers, program = 0, longest = 0;
    size_t bytes;

    if (is_program) {
        program = cursor_number_at(&c, PROGRAM_AT, 4);
        if (file_read_part(path, program, start, HEADER) < MARK || memcmp(start, "PE\0", MARK) != 0)
            return true;
    }
    at = read_header(&c, is_program ? MARK : 0, is_program, &sections, &headers);
    if (at == 0 || at >= file_size || sections > file_size / SECTION)
        return true;
    bytes = (size_t)(file_size - at);
    names = mem_alloc(NULL, bytes, 1);
    if (file_read_part(path, at, names, bytes) != (ssize_t)bytes)
        return true;
    for (size_t i = 0, length; i < bytes; i += length + 1) {
        length = strnlen((const char *)names + i, bytes - i);
        longest = length > longest ? length : longest;
    }
    return longest <= budget_of(file_size).left / (sections + 1) &&
           line_bytes(path, program + headers, sections, is_program) <= 2 * file_size;
}
