/* frame_section.c - where .eh_frame is, by the section headers of the object's file
 *
 * Static programs are linked without the index that loaders and debuggers find in memory. The file
 * is read by system calls; it must be that of what is loaded, which its program headers tell.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/unwind/objects.h"
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <fcntl.h>
#include <link.h>

static const char section_name[] = ".eh_frame";

/* A part of the file; false: it is shorter. */
static bool read_at(long fd, void *to, size_t bytes, uint64_t offset)
{
    return gm_pread(fd, to, bytes, offset) == (long)bytes;
}

struct file {
    long fd;
    ElfW(Ehdr) head;
    ElfW(Shdr) * section;
    size_t bytes; /* of `section` */
};

static bool is_of(const struct file *f, const struct dl_phdr_info *info)
{
    ElfW(Phdr) header;

    if (f->head.e_phnum != info->dlpi_phnum || f->head.e_phentsize != sizeof header)
        return false;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (!read_at(f->fd, &header, sizeof header,
                     f->head.e_phoff + (uint64_t)i * sizeof header) ||
            !gm_is_same(&header, info->dlpi_phdr + i, sizeof header))
            return false;
    return true;
}

static bool read_sections(struct file *f, const struct dl_phdr_info *info)
{
    if (!read_at(f->fd, &f->head, sizeof f->head, 0) ||
        !gm_is_same(f->head.e_ident, ELFMAG, SELFMAG) ||
        f->head.e_shentsize != sizeof(ElfW(Shdr)) || f->head.e_shstrndx >= f->head.e_shnum ||
        !is_of(f, info))
        return false;
    f->bytes = f->head.e_shnum * sizeof(ElfW(Shdr));
    f->section = gm_map(f->bytes);
    return f->section != NULL && read_at(f->fd, f->section, f->bytes, f->head.e_shoff);
}

static bool has_name(const struct file *f, const ElfW(Shdr) * section)
{
    char name[sizeof section_name];

    return read_at(f->fd, name, sizeof name,
                   f->section[f->head.e_shstrndx].sh_offset + section->sh_name) &&
           gm_is_same(name, section_name, sizeof name);
}

void gm_find_frames(struct gm_span *frames, const char *path, const struct dl_phdr_info *info)
{
    struct file f = {.fd = gm_open(GM_IMAGE, path, O_RDONLY)};

    *frames = (struct gm_span){0, 0};
    if (f.fd < 0)
        return;
    size_t n = read_sections(&f, info) ? f.head.e_shnum : 0;
    for (size_t i = 0; i < n; i++) {
        const ElfW(Shdr) *s = f.section + i;
        if ((s->sh_flags & SHF_ALLOC) == 0 || s->sh_type == SHT_NOBITS || !has_name(&f, s))
            continue;
        *frames = (struct gm_span){s->sh_addr + info->dlpi_addr,
                                   s->sh_addr + info->dlpi_addr + s->sh_size};
        break;
    }
    if (f.section != NULL)
        gm_unmap(f.section, f.bytes);
    gm_close(GM_IMAGE);
}
