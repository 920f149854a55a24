/* find_objects.c - finds the program, its libraries and the kernel's code
 *
 * Role: fills in core/objects.h from the loader's list, and from what the kernel says of its own
 * code, which not every loader lists. Runs at the start and around dlclose; with GMON_MODULES also
 * at exit and at gmon_dump. In a signal handler and in _exit the last list must do. If another
 * thread may have the loader's lock, or had it when this process was forked, the kernel's list of
 * mappings must do.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/objects.h"
#include "runtime/core/library_files.h"
#include "runtime/core/os.h"
#include "runtime/core/threads.h"
#include "runtime/core/unwind/unwind_table.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <link.h>

/* State of one renewal. */
struct renewal {
    bool is_first;    /* true if the next object is the program */
    bool has_kernel;  /* true if the loader lists the kernel's code, too */
    uintptr_t kernel; /* address of the kernel's code; 0: none */
    const char *path; /* path of the program */
};

/* ---- what the loader lists ------------------------------------------------------------------ */

static bool is_kernel(const struct renewal *r, const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD)
            return info->dlpi_phdr[i].p_vaddr + info->dlpi_addr == r->kernel;
    return false;
}

static int see_loaded(struct dl_phdr_info *info, size_t size, void *to)
{
    struct renewal *r = to;
    int kind = GSTACK_LIBRARY; /* gstack_module_kind */

    (void)size;
    if (is_kernel(r, info)) {
        kind = GSTACK_VDSO;
        r->has_kernel = true;
    } else if (r->is_first) {
        kind = GSTACK_PROGRAM;
    }
    r->is_first = false;
    gm_object_found(info, kind, kind == GSTACK_PROGRAM ? r->path : info->dlpi_name, true);
    return 0;
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* Enters the kernel's code, if the loader did not list it. */
static void see_kernel(const struct renewal *r)
{
    struct dl_phdr_info info = {.dlpi_addr = 0};

    if (r->kernel != 0 && !r->has_kernel && gm_describe_image(&info, r->kernel))
        gm_object_found(&info, GSTACK_VDSO, "linux-vdso.so.1", false);
}

/* Returns the program's path. If there is no /proc, returns the name by which it was started. */
static const char *find_path(void)
{
    const char *path = gm_program_path();
    const char *started_as = (const char *)gm_auxv(AT_EXECFN);

    return path[0] != 0 || started_as == NULL ? path : started_as;
}

void gm_look_at_objects(bool is_end)
{
    struct renewal r = {.is_first = true, .kernel = gm_auxv(AT_SYSINFO_EHDR)};
    bool has_files = gm.opt.modules || !is_end; /* stacks know their objects by now */
    bool asks_loader = !gm_linux.is_child_of_threads && (!is_end || gm_thread_states() < 2);

    if (atomic_load(&gm.objects) == NULL || !has_files)
        return;
    struct gm_interrupts old = gm_enter(&gm.objects_lock);
    r.path = gm_object_count() == 0 ? find_path() : gm_object(0)->path;
    gm_objects_begin();
    if (asks_loader) {
        dl_iterate_phdr(see_loaded, &r);
        see_kernel(&r);
    } else {
        gm_look_at_mappings();
    }
    gm_lock(&gm.dump_lock);
    if (asks_loader)
        gm_set_closed_aside();
    gm_objects_end(asks_loader);
    gm_unlock(&gm.dump_lock);
    gm_leave(&gm.objects_lock, &old);
}

void gm_objects_start(void)
{
    if (gm_objects_init())
        gm_look_at_objects(false);
}
