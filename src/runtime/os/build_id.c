/* build_id.c - the build-id of the program, or of a library, in memory
 *
 * Role: the linker writes it as a note (ELF, "Note Section"; type NT_GNU_BUILD_ID of the owner
 * GNU), and the program headers say where notes are. Called at the start, and with the loader's
 * list of libraries, or in a tick: no libc.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/unwind/objects.h"
#include "runtime/os/linux.h"

#include <link.h>

static const char owner[] = "GNU";

/* A segment of notes may be of the file alone, and then is nowhere in memory. */
static bool is_in_memory(const struct dl_phdr_info *info, const ElfW(Phdr) * notes)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        if (p->p_type == PT_LOAD && (p->p_flags & PF_R) != 0 && notes->p_vaddr >= p->p_vaddr &&
            notes->p_vaddr - p->p_vaddr <= p->p_filesz &&
            notes->p_filesz <= p->p_filesz - (notes->p_vaddr - p->p_vaddr))
            return true;
    }
    return false;
}

static size_t aligned(size_t bytes, size_t to)
{
    return (bytes + to - 1) & ~(to - 1);
}

/* Looks through `size` bytes of notes. Returns how long the build-id is; 0: there is none. */
static size_t find(uintptr_t at, size_t size, size_t alignment, unsigned char *id)
{
    struct {
        ElfW(Nhdr) head;
        char owner[sizeof owner];
    } note;

    while (size >= sizeof note && gm_copy(&note, at, sizeof note) == sizeof note) {
        size_t name = note.head.n_namesz, bytes = note.head.n_descsz;
        if (name > size || bytes > size)
            return 0;
        size_t begin = aligned(sizeof note.head + name, alignment);
        size_t end = aligned(begin + bytes, alignment);
        if (note.head.n_type == NT_GNU_BUILD_ID && name == sizeof owner &&
            gm_is_same(note.owner, owner, sizeof owner) && begin + bytes <= size &&
            bytes <= GM_BUILD_ID)
            return gm_copy(id, at + begin, bytes) == bytes ? bytes : 0;
        if (end > size)
            return 0;
        at += end;
        size -= end;
    }
    return 0;
}

size_t gm_find_build_id(const struct dl_phdr_info *info, unsigned char *id)
{
    size_t bytes = 0;

    for (int i = 0; i < info->dlpi_phnum && bytes == 0; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        if (p->p_type == PT_NOTE && is_in_memory(info, p))
            bytes = find(p->p_vaddr + info->dlpi_addr, p->p_filesz, p->p_align == 8 ? 8 : 4, id);
    }
    return bytes;
}

void gm_find_build(struct gm_build *build, const struct dl_phdr_info *info)
{
    unsigned char id[GM_BUILD_ID];
    size_t bytes = gm_find_build_id(info, id);

    if (bytes != 0)
        gm_set_build(build, id, bytes);
}
