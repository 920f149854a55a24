/* foreign_file - tells what a file is that was named as a data file of the program and is none
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/foreign_file.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { LOOKED_AT = 512 /* bytes of a text */ };

struct kind {
    const char *start; /* first bytes */
    const char *name;
    const char *remedy; /* the file's name is put behind a blank at its end */
};

static const char name_program[] =
    "name the program first, then the data that it wrote: gprof PROGRAM gmon.out";
static const char use_perf[] = "read it with: perf report -i ";
static const char use_gcov[] = "read it with gcov";

/* Perf and gcov write their marks as numbers, so they appear in both byte orders. */
static const struct kind kinds[] = {
    {"PERFILE2", "a file of perf", use_perf},
    {"2ELIFREP", "a file of perf", use_perf},
    {"gcda", "a gcov file", use_gcov},
    {"adcg", "a gcov file", use_gcov},
    {"gcno", "a gcov file", use_gcov},
    {"oncg", "a gcov file", use_gcov},
    {"!<arch>\n", "an archive of object files", name_program},
    {"BZh", "compressed by bzip2", "unpack it with: bzip2 -d "},
    {"\3757zXZ", "compressed by xz", "unpack it with: xz -d "},
    {"\050\265\057\375", "compressed by zstd", "unpack it with: zstd -d "},
    {"\004\042\115\030", "compressed by lz4", "unpack it with: lz4 -d "},
    {"PK\003\004", "a zip archive", "unpack it with: unzip "},
};

/* What e_type of an ELF file says; see the ELF specification, "ELF Header". */
static const struct kind elf_kinds[] = {
    {"", "an ELF file", name_program},
    {"", "an ELF object file", name_program},
    {"", "an ELF executable", name_program},
    {"", "an ELF executable or library", name_program},
    {"", "a core file",
     "a program that is killed writes no data: run it again and let it end normally"},
};

static const struct kind text = {
    "", "a text", "name the file that the profiled program wrote, gmon.out as a rule"};

static const struct kind *find_elf(const struct cursor *file)
{
    enum { DATA = 5, MSB = 2, TYPE = 16 };
    struct cursor c = {.data = file->data, .size = file->size};
    unsigned type;

    if (c.size < TYPE || memcmp(c.data, "\177ELF", 4) != 0)
        return NULL;
    c.big_endian = c.data[DATA] == MSB;
    cursor_take(&c, TYPE);
    type = cursor_u16(&c);
    return &elf_kinds[type < sizeof elf_kinds / sizeof *elf_kinds ? type : 0];
}

/* Lines, in whatever encoding: without the control characters that binary files are full of. */
static bool is_text(const struct cursor *file)
{
    size_t n = file->size < LOOKED_AT ? file->size : LOOKED_AT;

    for (size_t i = 0; i < n; i++) {
        uint8_t c = file->data[i];
        if (c == 0x7f || (c < ' ' && (c < '\b' || c > '\r') && c != '\033'))
            return false;
    }
    return memchr(file->data, '\n', n) != NULL;
}

bool foreign_file_report(const struct cursor *file, const char *path, struct diag *d)
{
    const struct kind *kind = find_elf(file);
    bool wants_path;

    for (size_t i = 0; !kind && i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].start);
        if (file->size >= length && memcmp(file->data, kinds[i].start, length) == 0)
            kind = &kinds[i];
    }
    if (!kind && file->size > 0 && is_text(file))
        kind = &text;
    if (!kind)
        return false;
    wants_path = kind->remedy[strlen(kind->remedy) - 1] == ' ';
    diag_error(d, path, "is %s, not a data file; %s%s", kind->name, kind->remedy,
               wants_path ? path : "");
    return true;
}

size_t foreign_file_library(const char *path, const char **name)
{
    static const char usual[] = "gmon.out.";
    const char *base = diag_basename(path), *library = strstr(base, ".lib"), *rest, *end;

    if (strncmp(base, usual, sizeof usual - 1) == 0) {
        library = base + sizeof usual - 2;
        rest = library + 1;
        rest += strspn(rest, "0123456789"); /* of a process or a rank */
        if (*rest == '.')
            library = rest;
    }
    if (!library || !(end = strstr(library, ".so")))
        return 0;
    *name = library + 1;
    end += 3;
    end += strspn(end, ".0123456789"); /* its version */
    return (size_t)(end - *name) - (end[-1] == '.');
}
