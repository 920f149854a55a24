/* images.c - reads the program headers of a program or library, in memory and in its file
 *
 * Role: finds the limits of the code, the build ID and the unwind tables, for core/objects.h and
 * for data files. The linker writes the build ID as a note (ELF, "Note Section"; type
 * NT_GNU_BUILD_ID of the owner GNU). Static programs are linked without the index of .eh_frame that
 * loaders and debuggers find in memory. For these programs the section headers of the file, which
 * the start reads, say where .eh_frame is. The program headers of the file show if the file is the
 * one that was loaded. Libraries have that index, or no tables at all. All else runs in a tick: no
 * libc, and no file.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/objects.h"
#include "runtime/core/unwind/unwind_table.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <fcntl.h>
#include <link.h>

#ifndef GM_PT_EXCEPTION_INDEX
#define GM_PT_EXCEPTION_INDEX UINT32_MAX /* no segment is one */
#endif

static const char owner[] = "GNU";
static const char section_name[] = ".eh_frame";

/* ---- segments ------------------------------------------------------------------------------- */

static struct gm_span span_of(const struct dl_phdr_info *info, const ElfW(Phdr) * p)
{
    uintptr_t at = p->p_vaddr + info->dlpi_addr;

    return (struct gm_span){at, at + p->p_memsz};
}

/* Returns the range of all code. Between segments there may be unmapped memory. */
struct gm_span gm_code_of(const struct dl_phdr_info *info, bool *is_readable)
{
    struct gm_span code = {0, 0};

    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        struct gm_span part = span_of(info, p);
        if (p->p_type != PT_LOAD || (p->p_flags & PF_X) == 0)
            continue;
        if (is_readable != NULL)
            *is_readable = code.end == 0 && (p->p_flags & PF_R) != 0;
        if (code.end == 0 || part.begin < code.begin)
            code.begin = part.begin;
        if (part.end > code.end)
            code.end = part.end;
    }
    return code;
}

/* Returns the part of a readable segment from the file that holds all of `part`, or an empty span
 * if no segment does. */
static struct gm_span around(const struct dl_phdr_info *info, struct gm_span part)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        uintptr_t at = p->p_vaddr + info->dlpi_addr;
        if (p->p_type == PT_LOAD && (p->p_flags & PF_R) != 0 && part.begin - at < p->p_filesz &&
            part.begin <= part.end && part.end - at <= p->p_filesz)
            return (struct gm_span){at, at + p->p_filesz};
    }
    return (struct gm_span){0, 0};
}

/* ---- build ID ------------------------------------------------------------------------------- */

static size_t aligned(size_t bytes, size_t to)
{
    return (bytes + to - 1) & ~(to - 1);
}

/* Looks through `size` bytes of notes. Returns the length of the build ID, or 0 if there is
 * none. */
static size_t find_id(uintptr_t at, size_t size, size_t alignment, unsigned char *id)
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

/* Finds the build ID; `id` has room for GM_BUILD_ID bytes. Returns its length, or 0 if there is
 * none. */
static size_t find_build_id(const struct dl_phdr_info *info, unsigned char *id)
{
    size_t bytes = 0;

    for (int i = 0; i < info->dlpi_phnum && bytes == 0; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        struct gm_span notes = span_of(info, p);
        if (p->p_type == PT_NOTE && around(info, notes).end != 0)
            bytes = find_id(notes.begin, p->p_memsz, p->p_align == 8 ? 8 : 4, id);
    }
    return bytes;
}

void gm_find_build(struct gm_build *build, const struct dl_phdr_info *info)
{
    unsigned char id[GM_BUILD_ID];
    size_t bytes = find_build_id(info, id);

    if (bytes != 0)
        gm_set_build(build, id, bytes);
}

/* ---- the section .eh_frame ------------------------------------------------------------------ */

/* Reads a part of the file. Returns false if the file is shorter. */
static bool read_at(long fd, void *to, size_t bytes, uint64_t offset)
{
    return gm_seek(fd, (size_t)offset, SEEK_SET) == 0 &&
           gm_call(SYS_read, fd, (long)to, (long)bytes, 0, 0, 0) == (long)bytes;
}

/* Returns true if the file has the program headers of the program in memory. */
static bool is_of_program(long fd, const ElfW(Ehdr) * head)
{
    size_t bytes = head->e_phnum * sizeof(ElfW(Phdr));

    return gm_is_same(head->e_ident, ELFMAG, SELFMAG) &&
           head->e_phnum == gm_linux.program_header_count &&
           head->e_phentsize == sizeof(ElfW(Phdr)) && bytes <= sizeof gm_linux.headers &&
           read_at(fd, gm_linux.headers, bytes, head->e_phoff) &&
           gm_is_same(gm_linux.headers, gm_linux.program_headers, bytes);
}

/* Notes where the section is in memory; the names of sections are in gm_linux.headers. */
static void look_at_sections(const ElfW(Shdr) * section, size_t n, size_t bytes)
{
    const char *names = (const char *)gm_linux.headers;

    for (size_t i = 0; i < n; i++) {
        const ElfW(Shdr) *s = section + i;
        if (s->sh_name >= bytes || bytes - s->sh_name < sizeof section_name ||
            (s->sh_flags & SHF_ALLOC) == 0 || s->sh_type == SHT_NOBITS ||
            !gm_is_same(names + s->sh_name, section_name, sizeof section_name))
            continue;
        gm_linux.frames.begin = s->sh_addr + gm.bias;
        gm_linux.frames.end = gm_linux.frames.begin + s->sh_size;
    }
}

/* Reads the section headers, into a buffer that is free at the start. */
static void read_sections(long fd)
{
    const ElfW(Shdr) *section = (const void *)gm.out_buffer;
    ElfW(Ehdr) head;

    if (!read_at(fd, &head, sizeof head, 0) || !is_of_program(fd, &head) ||
        head.e_shentsize != sizeof *section || head.e_shstrndx >= head.e_shnum ||
        head.e_shnum > sizeof gm.out_buffer / sizeof *section ||
        !read_at(fd, gm.out_buffer, head.e_shnum * sizeof *section, head.e_shoff))
        return;
    const ElfW(Shdr) *names = section + head.e_shstrndx;
    size_t bytes =
        names->sh_size < sizeof gm_linux.headers ? names->sh_size : sizeof gm_linux.headers;
    if (read_at(fd, gm_linux.headers, bytes, names->sh_offset))
        look_at_sections(section, head.e_shnum, bytes);
}

void gm_find_frames(void)
{
    for (size_t i = 0; i < gm_linux.program_header_count; i++)
        if (gm_linux.program_headers[i].p_type == PT_GNU_EH_FRAME)
            return;
    long fd = gm_open(GM_IMAGE, "/proc/self/exe", O_RDONLY);
    if (fd >= 0) {
        read_sections(fd);
        gm_close(GM_IMAGE);
    }
}

/* ---- objects -------------------------------------------------------------------------------- */

/* Finds what unwinding reads: the linker's index, or else the program's section; on ARM, the
 * exception index. */
static void look_at_tables(struct gm_object *o, const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        struct gm_span part = span_of(info, p), segment = around(info, part);
        if (p->p_type == PT_GNU_EH_FRAME && segment.end != 0)
            gm_table_from_header(o, part, segment);
        if (p->p_type == GM_PT_EXCEPTION_INDEX && segment.end != 0) {
            o->index = part;
            o->around_index = segment;
        }
    }
    struct gm_span frames = gm_linux.frames;
    if (o->kind == GSTACK_PROGRAM && frames.begin < frames.end && around(info, frames).end != 0)
        gm_table_from_frames(o, frames);
}

uintptr_t gm_dynamic_of(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            return info->dlpi_phdr[i].p_vaddr + info->dlpi_addr;
    return 0;
}

/* Returns the link-time address of a symbol that most libraries have. A frame of its own: a tick
 * has little stack. */
static __attribute__((noinline)) uintptr_t find_init(const struct dl_phdr_info *info)
{
    ElfW(Dyn) dynamic[48];
    uintptr_t at = gm_dynamic_of(info), first = 0; /* first constructor */
    size_t n = at != 0 ? gm_copy(dynamic, at, sizeof dynamic) / sizeof dynamic[0] : 0;
    for (size_t i = 0; i < n && dynamic[i].d_tag != DT_NULL; i++) {
        if (dynamic[i].d_tag == DT_INIT)
            return dynamic[i].d_un.d_ptr;
        if (dynamic[i].d_tag == DT_INIT_ARRAY)
            gm_copy(&first, info->dlpi_addr + dynamic[i].d_un.d_ptr, sizeof first);
    }
    return first - info->dlpi_addr; /* RISC-V has no _init */
}

void gm_object_found(const struct dl_phdr_info *info, int kind, const char *path, bool may_go)
{
    struct gm_object found = {.bias = info->dlpi_addr,
                              .dynamic = gm_dynamic_of(info),
                              .init = gm.opt.modules ? find_init(info) : 0,
                              .kind = (uint8_t)kind,
                              .path = path,
                              .may_go = may_go};

    found.code = gm_code_of(info, &found.is_code_readable);
    if (found.code.begin == found.code.end)
        return;
    if (found.init + found.bias - found.code.begin >= found.code.end - found.code.begin)
        found.init = 0;
    found.id_bytes = (uint8_t)find_build_id(info, found.id);
    struct gm_object *fresh = gm_objects_see(&found);
    if (fresh != NULL && (gm_linux.wall || gm.opt.stacks))
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
