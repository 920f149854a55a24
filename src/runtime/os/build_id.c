/* build_id.c - the build-id of the program, or of a library, in memory
 *
 * Role: the linker writes it as a note (ELF, "Note Section"; type NT_GNU_BUILD_ID of the owner
 * GNU), and the program headers say where notes are. Called at the start, and with the loader's
 * list of libraries, or in a tick: no libc.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/build.h"
#include "runtime/os/linux.h"

#include <link.h>
#include <string.h>

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

/* Looks through `size` bytes of notes. Returns the build-id and its length, or NULL. */
static const unsigned char *find(const unsigned char *at, size_t size, size_t alignment,
                                 size_t *bytes)
{
    ElfW(Nhdr) note;

    while (size >= sizeof note) {
        memcpy(&note, at, sizeof note);
        if (note.n_namesz > size || note.n_descsz > size)
            return NULL;
        size_t begin = aligned(sizeof note + note.n_namesz, alignment);
        size_t end = aligned(begin + note.n_descsz, alignment);
        if (begin + note.n_descsz > size)
            return NULL;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof owner &&
            gm_is_same(at + sizeof note, owner, sizeof owner) && note.n_descsz > 0) {
            *bytes = note.n_descsz;
            return at + begin;
        }
        if (end > size)
            return NULL;
        at += end;
        size -= end;
    }
    return NULL;
}

const unsigned char *gm_find_build_id(const struct dl_phdr_info *info, size_t *bytes)
{
    const unsigned char *id = NULL;

    for (int i = 0; i < info->dlpi_phnum && id == NULL; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        if (p->p_type == PT_NOTE && is_in_memory(info, p))
            id = find((const unsigned char *)(p->p_vaddr + info->dlpi_addr), p->p_filesz,
                      p->p_align == 8 ? 8 : 4, bytes);
    }
    return id;
}

void gm_find_build(struct gm_build *build, const struct dl_phdr_info *info)
{
    size_t bytes;
    const unsigned char *id = gm_find_build_id(info, &bytes);

    if (id != NULL)
        gm_set_build(build, id, bytes);
}
