/* loaded_image.c - an object as its image in memory describes it
 *
 * Role: from the program headers of what is loaded to core/unwind/objects.h: the limits of its
 * code, its build-id, its unwind tables. It may be called in a tick: no libc.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/unwind/objects.h"
#include "runtime/core/os.h"
#include "runtime/core/unwind/unwind_table.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <link.h>

/* The limits of its code. Between segments there may be nothing. */
static void look_at_segments(struct gm_object *o, const struct dl_phdr_info *info)
{
    int segments = 0;

    o->is_code_readable = true;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        uintptr_t at = p->p_vaddr + info->dlpi_addr;
        if (p->p_type != PT_LOAD || (p->p_flags & PF_X) == 0)
            continue;
        if (segments == 0 || at < o->code.begin)
            o->code.begin = at;
        if (segments == 0 || at + p->p_memsz > o->code.end)
            o->code.end = at + p->p_memsz;
        o->is_code_readable = segments++ == 0 && (p->p_flags & PF_R) != 0;
    }
}

/* The part of a readable segment from the file that holds this address; empty: none does. */
static struct gm_span readable_at(const struct dl_phdr_info *info, uintptr_t address)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        uintptr_t at = p->p_vaddr + info->dlpi_addr;
        if (p->p_type == PT_LOAD && (p->p_flags & PF_R) != 0 && address - at < p->p_filesz)
            return (struct gm_span){at, at + p->p_filesz};
    }
    return (struct gm_span){0, 0};
}

#ifdef GM_PT_EXCEPTION_INDEX
static void look_at_index(struct gm_object *o, const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        uintptr_t at = p->p_vaddr + info->dlpi_addr;
        if (p->p_type != GM_PT_EXCEPTION_INDEX)
            continue;
        struct gm_span all = readable_at(info, at);
        if (at >= all.end || p->p_memsz > all.end - at)
            continue;
        o->index = (struct gm_span){at, at + p->p_memsz};
        o->around_index = all;
    }
}
#else
static void look_at_index(struct gm_object *o, const struct dl_phdr_info *info)
{
    (void)o;
    (void)info;
}
#endif

/* What unwinding reads: the linker's index, or else the section. */
static void look_at_tables(struct gm_object *o, const struct dl_phdr_info *info)
{
    struct gm_span frames = {0, 0};

    look_at_index(o, info);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        struct gm_span header = {p->p_vaddr + info->dlpi_addr, 0};
        if (p->p_type != PT_GNU_EH_FRAME)
            continue;
        struct gm_span segment = readable_at(info, header.begin);
        header.end = header.begin + p->p_memsz;
        if (header.begin < segment.end && p->p_memsz <= segment.end - header.begin)
            gm_table_from_header(o, header, segment);
    }
    if (o->pairs > 0)
        return;
    gm_find_frames(&frames, o->kind == GSTACK_PROGRAM ? "/proc/self/exe" : o->path, info);
    struct gm_span segment = readable_at(info, frames.begin);
    if (frames.begin < frames.end && frames.end <= segment.end)
        gm_table_from_frames(o, frames);
}

void gm_object_found(const struct dl_phdr_info *info, int kind, const char *path)
{
    struct gm_object found = {.bias = info->dlpi_addr, .kind = (uint8_t)kind, .path = path};

    look_at_segments(&found, info);
    if (found.code.begin == found.code.end)
        return;
    found.id_bytes = (uint8_t)gm_find_build_id(info, found.id);
    struct gm_object *fresh = gm_objects_see(&found);
    if (fresh != NULL)
        look_at_tables(fresh, info);
}

bool gm_describe_image(struct dl_phdr_info *info, uintptr_t from)
{
    ElfW(Ehdr) image;

    if (gm_copy(&image, from, sizeof image) != sizeof image ||
        !gm_is_same(image.e_ident, ELFMAG, SELFMAG) ||
        image.e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) ||
        image.e_phentsize != sizeof(ElfW(Phdr)))
        return false;
    size_t bytes = image.e_phnum * sizeof(ElfW(Phdr));
    if (bytes > sizeof gm_linux.headers ||
        gm_copy(gm_linux.headers, from + image.e_phoff, bytes) != bytes)
        return false;
    info->dlpi_phdr = (const void *)gm_linux.headers;
    info->dlpi_phnum = image.e_phnum;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        if (p->p_type != PT_LOAD || p->p_offset != 0)
            continue;
        info->dlpi_addr = from - p->p_vaddr;
        return true;
    }
    return false;
}
