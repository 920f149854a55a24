/* find_objects.c - finds the program, its libraries and the kernel's code
 *
 * Role: fills in core/objects.h. The loader keeps a list of what it has loaded, which debuggers
 * read (link.h). So nobody asks for the loader's lock, which a thread may keep for ever, and no
 * file is opened, whose number another thread's open() would miss. The first tick makes the table.
 * A tick that meets unknown code reads what is new in the list; with GMON_MODULES also dlclose and
 * a dump. After dlclose the loader tells which libraries are left. dlopen cannot be wrapped: the
 * loader searches a library in the places that its caller names, and would take us for the caller.
 *
 * Another thread may change the list meanwhile. Everything is read by gm_copy(), and the dynamic
 * section that an entry names must be that of the image.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/objects.h"
#include "runtime/core/library_files.h"
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <fcntl.h>
#include <link.h>

enum {
    MOST_WAITING = 128,
    MOST_PAGES = 4096 /* pages in front of a dynamic section where its image may begin */
};

/* ---- the loader's list ---------------------------------------------------------------------- */

/* Returns the loader's list, or NULL if there is no loader. */
#ifdef __GLIBC__
#pragma weak _r_debug
static const struct r_debug *list(void)
{
    return &_r_debug;
}
#else
extern const struct r_debug *_dl_debug_addr __attribute__((weak));
static const struct r_debug *list(void)
{
    return &_dl_debug_addr != NULL ? _dl_debug_addr : NULL;
}
#endif

/* Returns true if no thread is about to change the list. */
static bool is_at_rest(void)
{
    const volatile struct r_debug *l = list();

    return l == NULL || l->r_state == RT_CONSISTENT;
}

void gm_note_loaded(void)
{
    const struct link_map *map = list() != NULL && is_at_rest() ? list()->r_map : NULL;

    for (; map != NULL; map = map->l_next)
        gm_linux.last_loaded = (uintptr_t)map;
}

/* Returns the path of a library. The loader's name may be relative to the working directory. */
static const char *path_of(const struct link_map *map)
{
    char *name = gm_linux.library_name, *path = gm_linux.library_path;

    name[gm_copy(name, (uintptr_t)map->l_name, GM_PATH - 1)] = 0;
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    if (name[0] == '/' || name[0] == 0)
        return name;
    long n = gm_call(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/cwd", (long)path, GM_PATH, 0, 0);
    if (n <= 0)
        return name;
    gm_text(path + n, sizeof gm_linux.library_path - (size_t)n, "/%s", name);
    return path;
}

/* Describes the image of an entry of the list. It begins at l_addr, unless the linker was given an
 * address for it: then it begins below its dynamic section. Returns the image's address, or 0 if
 * there is none. */
static uintptr_t find_image(struct dl_phdr_info *info, const struct link_map *map)
{
    uintptr_t at = map->l_addr, dynamic = (uintptr_t)map->l_ld;

    for (unsigned n = 0; n < MOST_PAGES && dynamic != 0; n++) {
        if (gm_describe_image(info, at) && gm_dynamic_of(info) == dynamic)
            return at;
        at = (dynamic & ~(uintptr_t)(GM_LEAST_PAGE - 1)) - n * (uintptr_t)GM_LEAST_PAGE;
    }
    return 0;
}

/* Enters a library, or the kernel's code, which may be in the list, too. An entry for a library
 * that is known stays the same until dlclose has looked for it. */
static void see_library(const struct link_map *map, bool may_go, unsigned *next)
{
    struct dl_phdr_info info = {.dlpi_addr = 0};

    if (gm_objects_see_again(map->l_addr, (uintptr_t)map->l_ld, next))
        return;
    uintptr_t image = find_image(&info, map);

    if (image != 0 && image != gm_linux.kernel_code)
        gm_object_found(&info, GSTACK_LIBRARY, path_of(map), may_go);
}

/* Enters all libraries. Those that were there at the start are never unloaded. The first entry is
 * the program. Returns false if the list has changed meanwhile. */
static bool see_list(void)
{
    bool may_go = gm_linux.last_loaded == 0;
    struct link_map map;
    unsigned next = 0;

    if (list() == NULL || !is_at_rest())
        return list() == NULL;
    uintptr_t at = (uintptr_t)list()->r_map;
    for (unsigned n = 0; at != 0 && n < GM_OBJECTS && gm_copy(&map, at, sizeof map) == sizeof map;
         n++) {
        if (n > 0)
            see_library(&map, may_go, &next);
        may_go |= at == gm_linux.last_loaded;
        at = (uintptr_t)map.l_next;
    }
    return at == 0 && is_at_rest();
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* Enters the program and the kernel's code, which stay. */
static void see_program(void)
{
    const char *path = gm_program_path();
    struct dl_phdr_info info = {.dlpi_addr = gm.bias,
                                .dlpi_phdr = gm_linux.program_headers,
                                .dlpi_phnum = gm_linux.program_header_count};

    gm_object_found(&info, GSTACK_PROGRAM, path[0] != 0 ? path : gm_linux.started_as, false);
    if (gm_linux.kernel_code != 0 && gm_describe_image(&info, gm_linux.kernel_code))
        gm_object_found(&info, GSTACK_VDSO, "linux-vdso.so.1", false);
}

/* Begins a renewal, and makes the table if there is none. Returns false if there is no memory. */
static bool begin(void)
{
    if (!gm_objects_init())
        return false;
    gm_objects_begin();
    if (gm_object_count() == 0)
        see_program();
    return true;
}

void gm_look_at_objects(bool is_wanted)
{
    if (!gm.opt.modules && !is_wanted)
        return;
    struct gm_interrupts old = gm_enter(&gm.objects_lock);
    if (begin()) {
        bool is_all = see_list();
        gm_lock(&gm.dump_lock);
        if (is_all)
            gm_set_closed_aside();
        gm_objects_end(is_all);
        gm_unlock(&gm.dump_lock);
    }
    gm_leave(&gm.objects_lock, &old);
}

/* ---- closed libraries ----------------------------------------------------------------------- */

static int note_unloads(struct dl_phdr_info *info, size_t size, void *unloads)
{
    if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof info->dlpi_subs)
        *(uintptr_t *)unloads = (uintptr_t)info->dlpi_subs;
    return 1;
}

static int see_again(struct dl_phdr_info *info, size_t size, void *next)
{
    (void)size;
    gm_objects_see_again(info->dlpi_addr, 0, next);
    return 0;
}

/* Asks the loader, for whose lock dlclose has waited, too. If another thread looks just now, the
 * next call of dlclose will look: this one waits for no lock of ours, because a thread that has the
 * loader's lock may be about to take ours. */
void gm_look_for_closed(void)
{
    uintptr_t unloads = 0;
    unsigned next = 0;

    if (gm.opt.modules) {
        gm_look_at_objects(true);
        return;
    }
    dl_iterate_phdr(note_unloads, &unloads);
    if (atomic_load(&gm.objects) == NULL || unloads == atomic_load(&gm_linux.unloads))
        return;
    struct gm_interrupts old;
    gm_interrupts_off(&old);
    if (gm_try_lock(&gm.objects_lock)) {
        gm_objects_begin();
        dl_iterate_phdr(see_again, &next);
        gm_objects_end(true);
        atomic_store(&gm_linux.unloads, unloads);
        gm_unlock(&gm.objects_lock);
    }
    gm_interrupts_restore(&old);
}

/* Looks for new code in a tick. Code of no file, such as a JIT compiler's, is never found. So the
 * n-th search in vain waits for 2 to the power of n walks that meet unknown code, at most 128.
 * Gives up if the lock is taken: another tick will look. GMON_CLOCK=wall without stacks needs only
 * frames of the program, which a guess finds, too. */
bool gm_find_new_code(void)
{
    unsigned before = gm_objects_generation();
    unsigned wait = atomic_load_explicit(&gm_linux.look_after, memory_order_relaxed);

    if (!gm.opt.stacks && before != 0)
        return false;
    if (atomic_fetch_add(&gm_linux.unknown, 1) + 1 < wait || !gm_try_lock(&gm.objects_lock))
        return false;
    atomic_store(&gm_linux.unknown, 0);
    bool is_all = begin() && see_list();
    if (atomic_load(&gm.objects) != NULL)
        gm_objects_end(is_all && !gm.opt.modules); /* dlclose sets counts of libraries aside */
    gm_unlock(&gm.objects_lock);
    bool is_found = gm_objects_generation() != before;
    if (is_found || !is_at_rest())
        wait = 1;
    else
        wait = wait < MOST_WAITING / 2 ? 2 * wait + 1 : MOST_WAITING;
    atomic_store_explicit(&gm_linux.look_after, wait, memory_order_relaxed);
    return is_found;
}
