/* find_objects.c - the program, its libraries and the kernel's code, as walks of stacks need them
 *
 * Role: core/objects.h is filled in from the loader's list, and from what the kernel says of its
 * own code, which not every loader lists. At the start, around dlclose, and before the profile is
 * written.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/objects.h"
#include "runtime/core/os.h"
#include "runtime/core/unwind_table.h"
#include "runtime/os/linux/kernel.h"
#include "runtime/os/linux/linux.h"

#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>

/* What one renewal knows. */
struct renewal {
    bool is_first;    /* the next object is the program */
    bool has_kernel;  /* the loader lists the kernel's code, too */
    uintptr_t kernel; /* where that is; 0: nowhere */
    const char *path; /* of the program */
};

/* ---- one object ----------------------------------------------------------------------------- */

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

/* What unwinding reads: the linker's index, or else the section. */
static void look_at_tables(struct gm_object *o, const struct dl_phdr_info *info)
{
    struct gm_span frames = {0, 0};

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

static void see(struct renewal *r, const struct dl_phdr_info *info, enum gstack_module_kind kind)
{
    struct gm_object found = {.bias = info->dlpi_addr, .kind = (uint8_t)kind};
    size_t bytes = 0;
    const unsigned char *id = gm_find_build_id(info, &bytes);

    look_at_segments(&found, info);
    if (found.code.begin == found.code.end)
        return;
    if (id != NULL && bytes <= sizeof found.id) {
        memcpy(found.id, id, bytes);
        found.id_bytes = (uint8_t)bytes;
    }
    found.path = kind == GSTACK_PROGRAM ? r->path : info->dlpi_name;
    struct gm_object *fresh = gm_objects_see(&found);
    if (fresh != NULL)
        look_at_tables(fresh, info);
}

static int see_loaded(struct dl_phdr_info *info, size_t size, void *to)
{
    struct renewal *r = to;
    enum gstack_module_kind kind = GSTACK_LIBRARY;
    struct gm_span kernel = {0, 0};

    (void)size;
    if (r->kernel != 0)
        kernel = readable_at(info, r->kernel);
    if (kernel.begin != kernel.end) {
        kind = GSTACK_VDSO;
        r->has_kernel = true;
    } else if (r->is_first) {
        kind = GSTACK_PROGRAM;
    }
    r->is_first = false;
    see(r, info, kind);
    return 0;
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* The kernel's code is an image as it is in a file, in one segment. */
static void see_kernel(struct renewal *r)
{
    const ElfW(Ehdr) *image = (const void *)r->kernel;
    struct dl_phdr_info info = {.dlpi_name = "linux-vdso.so.1"};

    if (image == NULL || r->has_kernel || memcmp(image->e_ident, ELFMAG, SELFMAG) != 0)
        return;
    info.dlpi_phdr = (const void *)(r->kernel + image->e_phoff);
    info.dlpi_phnum = image->e_phnum;
    for (int i = 0; i < info.dlpi_phnum; i++)
        if (info.dlpi_phdr[i].p_type == PT_LOAD && info.dlpi_phdr[i].p_offset == 0)
            info.dlpi_addr = r->kernel - info.dlpi_phdr[i].p_vaddr;
    see(r, &info, GSTACK_VDSO);
}

/* Where there is no /proc, the name by which the program was started has to do. It is asked for
 * once, as the caller's stack may be too small for a name. */
static const char *find_path(void)
{
    char *path = gm_map(GM_PATH);

    if (path != NULL && gm_call(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/exe", (long)path,
                                GM_PATH - 1, 0, 0) > 0)
        return path;
    const char *started_as = (const char *)getauxval(AT_EXECFN);
    return started_as != NULL ? started_as : "";
}

void gm_look_at_objects(void)
{
    struct renewal r = {.is_first = true, .kernel = getauxval(AT_SYSINFO_EHDR)};
    struct gm_interrupts old;

    if (atomic_load(&gm.objects) == NULL)
        return;
    gm_interrupts_off(&old);
    gm_lock(&gm.objects_lock);
    r.path = gm_object_count() == 0 ? find_path() : gm_object(0)->path;
    gm_objects_begin();
    dl_iterate_phdr(see_loaded, &r);
    see_kernel(&r);
    gm_objects_end();
    gm_unlock(&gm.objects_lock);
    gm_interrupts_restore(&old);
}

void gm_objects_start(void)
{
    if (gm_objects_init())
        gm_look_at_objects();
}

void gm_objects_before_unload(void)
{
    struct gm_interrupts old;

    if (atomic_load(&gm.objects) == NULL)
        return;
    gm_interrupts_off(&old);
    gm_lock(&gm.objects_lock);
    gm_objects_hide();
    gm_unlock(&gm.objects_lock);
    gm_interrupts_restore(&old);
}
