/* loader.c - where the program and its libraries are in memory, as the dynamic loader tells
 *
 * What stands for all code that is not the program's is the archive's function <external>, or,
 * where the program was not linked with the archive, the program's entry point, as every symbol
 * table has a name for that. It has none for the runtime: samples there are then left out.
 * The list of libraries, with GMON_MODULES, is made at the start and anew at exit, at gmon_dump,
 * and around dlclose (wraps.c); in a signal handler and in _exit the last one has to do.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/entry.h"
#include "runtime/core/library_files.h"
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/core/unwind/objects.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <link.h>
#include <string.h>
#include <sys/auxv.h>

enum { FIRST_ROOM = 32 }; /* libraries */

/* ---- the program ---------------------------------------------------------------------------- */

/* The runtime's own code in the archive, between names that the linker makes. */
extern const char runtime_begins[] __asm__("__start_gmon_text") __attribute__((weak)) GM_HIDDEN;
extern const char runtime_ends[] __asm__("__stop_gmon_text") __attribute__((weak)) GM_HIDDEN;

/* The first object in the list is the program. */
static int look_at_program(struct dl_phdr_info *info, size_t size, void *unused)
{
    uintptr_t low = UINTPTR_MAX;
    struct gm_span code = gm_code_of(info, NULL);

    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_vaddr < low)
            low = info->dlpi_phdr[i].p_vaddr;
    gm.code = code.begin;
    gm.end = code.end;
    gm_find_build(&gm.build, info);
    gm.bias = info->dlpi_addr;
    gm.start = gm.bias + low;
    return 1;
}

/* The shared library's own code: that of the object that holds this function. */
static int look_at_own(struct dl_phdr_info *info, size_t size, void *unused)
{
    struct gm_span code = gm_code_of(info, NULL);

    (void)size;
    (void)unused;
    if ((uintptr_t)look_at_own - code.begin >= code.end - code.begin)
        return 0;
    gm.own_code = code.begin;
    gm.own_end = code.end;
    return 1;
}

void gm_find_program(void)
{
    const struct gm_rows *rows = gm_own_rows();

    gm.entry = getauxval(AT_ENTRY);
    dl_iterate_phdr(look_at_program, NULL);
    if (rows == NULL) {
        dl_iterate_phdr(look_at_own, NULL);
        gm.other = gm.unseen = gm.entry;
        return;
    }
    gm.main = gm_return_address(rows->main);
    gm.own_code = (uintptr_t)runtime_begins;
    gm.own_end = (uintptr_t)runtime_ends;
    gm.other = rows->external;
    gm.unseen = rows->unseen;
    gm.profiler = rows->profiler;
}

/* ---- libraries ------------------------------------------------------------------------------ */

/* A list that is being made; NULL: there was no memory for it. */
struct growing {
    struct gm_modules *list;
    bool has_program; /* the loader has told of it */
};

static void look_at_code(struct gm_module *m, const struct dl_phdr_info *info)
{
    const ElfW(Dyn) *dynamic = NULL;
    const uintptr_t *first = NULL; /* constructor */
    struct gm_span code = gm_code_of(info, NULL);

    m->code = code.begin;
    m->end = code.end;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            dynamic = (const void *)(info->dlpi_phdr[i].p_vaddr + info->dlpi_addr);
    for (; dynamic != NULL && dynamic->d_tag != DT_NULL; dynamic++) {
        if (dynamic->d_tag == DT_INIT)
            m->init = dynamic->d_un.d_ptr;
        if (dynamic->d_tag == DT_INIT_ARRAY)
            first = (const void *)(m->bias + dynamic->d_un.d_ptr);
    }
    if (m->init == 0 && first != NULL && *first - m->code < m->end - m->code)
        m->init = *first - m->bias; /* RISC-V has no _init */
    if (m->init == 0)
        m->init = m->code - m->bias;
}

/* Adds a library to the list. Not the program, which comes first and has no name here, or the one
 * by which it was started (musl); nor the kernel's code, which has no file; nor the runtime. */
static int look_at_module(struct dl_phdr_info *info, size_t size, void *to)
{
    struct growing *g = to;
    struct gm_module m = {.bias = info->dlpi_addr};
    const char *path = info->dlpi_name;
    bool is_program = !g->has_program;

    (void)size;
    g->has_program = true;
    if (is_program || strchr(path, '/') == NULL)
        return 0;
    look_at_code(&m, info);
    if (m.end == 0 || gm_module_has(&m, gm.own_code))
        return 0;
    gm_find_build(&m.build, info);
    size_t length = strlen(path);
    if (length >= sizeof m.path)
        path += length - (sizeof m.path - 1);
    gm_text(m.path, sizeof m.path, "%s", path);
    g->list = gm_modules_add(g->list, &m);
    return 0;
}

void gm_look_at_modules(void)
{
    if (gm.start == 0 || !gm.opt.modules)
        return;
    struct growing g = {.list = gm_modules_new(FIRST_ROOM)};
    dl_iterate_phdr(look_at_module, &g);
    if (g.list == NULL) /* the last list has to do */
        return;
    struct gm_interrupts old = gm_enter(&gm.dump_lock);
    gm_modules_replace(g.list);
    gm_leave(&gm.dump_lock, &old);
}
