/* core_mini_dw - reads the symbols that a distribution has packed into an image (MiniDebugInfo)
 *
 * Role: for core. The section .gnu_debugdata holds an ELF file without code, compressed by xz.
 * libdw unpacks files, not sections, and libbfd opens files by name. So the section, and what was
 * in it, become temporary files, which have a name in /dev/fd only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_mini.h"

#include "base/limit.h"
#include "base/mem.h"
#include "image/core_object.h"
#include "image/core_table.h"

#include <elfutils/libdwelf.h>

/* Returns a file with these bytes, or NULL. The caller closes it. */
static FILE *file_of(const void *bytes, size_t size)
{
    FILE *f = tmpfile();

    if (f && fwrite(bytes, 1, size, f) == size && fflush(f) == 0)
        return f;
    if (f)
        fclose(f);
    return NULL;
}

/* Returns a file with what the packed bytes hold, or NULL. The caller closes it. */
static FILE *unpack(const void *bytes, size_t size)
{
    IN_LIBRARY("libdw");
    FILE *packed = file_of(bytes, size), *unpacked = NULL;
    Elf *elf;

    if (!packed)
        return NULL;
    rewind(packed);
    elf_version(EV_CURRENT);
    elf = dwelf_elf_begin(fileno(packed));
    if (elf) {
        size_t n = 0;
        const char *raw = elf_rawfile(elf, &n);

        unpacked = raw ? file_of(raw, n) : NULL;
        elf_end(elf);
    }
    fclose(packed);
    return unpacked;
}

bool core_open_mini(struct image *image, struct diag *d)
{
    IN_LIBRARY("libbfd");
    struct image_private *p = image->private_;
    bfd *b = p->object.bfd;
    asection *s = bfd_get_section_by_name(b, ".gnu_debugdata");
    uint64_t size = s ? bfd_section_size(s) : 0;
    LOCAL uint8_t *packed = NULL;
    LOCAL char *path = NULL;

    if (size == 0 || size > image->file_size || !(bfd_section_flags(s) & SEC_HAS_CONTENTS))
        return false;
    packed = mem_alloc(d, (size_t)size, 1);
    p->mini_file =
        bfd_get_section_contents(b, s, packed, 0, size) ? unpack(packed, (size_t)size) : NULL;
    if (!p->mini_file)
        return false;
    path = mem_printf(d, "/dev/fd/%d", fileno(p->mini_file));
    return core_open_object(&p->mini, path) && core_open_table(&p->mini, NULL);
}
