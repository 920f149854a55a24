/* gmon_modules.c - which addresses are the program's
 *
 * Role: finds the program in memory (base, code, load address), and what stands for everything
 * else: the archive's function <external>, or, where the program was not linked with the archive,
 * the program's entry point, as every symbol table has a name for that.
 * With GMON_MODULES it also knows the loaded libraries, for which gmon_libraries.c writes
 * data files.
 * The list of libraries is made at the start and anew at exit, at gmon_dump, and around dlclose
 * (gmon_interpose.c); in a signal handler and in _exit the last one has to do.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

#include <link.h>
#include <string.h>
#include <sys/auxv.h>

/* The first object in the list is the program. */
static int look_at_program(struct dl_phdr_info *info, size_t size, void *unused)
{
    uintptr_t low = UINTPTR_MAX;

    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        if (p->p_type != PT_LOAD)
            continue;
        if (p->p_vaddr < low)
            low = p->p_vaddr;
        if ((p->p_flags & PF_X) == 0)
            continue;
        if (gm.code == 0 || p->p_vaddr + info->dlpi_addr < gm.code)
            gm.code = p->p_vaddr + info->dlpi_addr;
        if (p->p_vaddr + p->p_memsz + info->dlpi_addr > gm.end)
            gm.end = p->p_vaddr + p->p_memsz + info->dlpi_addr;
    }
    gm.bias = info->dlpi_addr;
    gm.start = gm.bias + low;
    return 1;
}

void gm_find_program(void)
{
    dl_iterate_phdr(look_at_program, NULL);
    gm.entry = getauxval(AT_ENTRY);
}

uint64_t gm_external_address(void)
{
    uintptr_t external = gm_external();

    return (external != 0 ? external : gm.entry) - gm.bias;
}

/* ---- libraries ------------------------------------------------------------------------------ */

static void free_list(const struct gm_modules *list)
{
    if (list->module != NULL)
        gm_unmap(list->module, list->room * sizeof *list->module);
}

static bool has_room(struct gm_modules *list)
{
    if (list->count < list->room)
        return true;
    size_t room = list->room != 0 ? list->room * 2 : 32;
    struct gm_module *more = gm_map(room * sizeof *more);
    if (more == NULL)
        return false;
    for (size_t i = 0; i < list->count; i++)
        more[i] = list->module[i];
    free_list(list);
    list->module = more;
    list->room = room;
    return true;
}

static void look_at_code(struct gm_module *m, const struct dl_phdr_info *info)
{
    const ElfW(Dyn) *dynamic = NULL;

    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        uintptr_t at = p->p_vaddr + info->dlpi_addr;
        if (p->p_type == PT_DYNAMIC)
            dynamic = (const void *)at;
        if (p->p_type != PT_LOAD || (p->p_flags & PF_X) == 0)
            continue;
        if (m->end == 0 || at < m->code)
            m->code = at;
        if (at + p->p_memsz > m->end)
            m->end = at + p->p_memsz;
    }
    for (; dynamic != NULL && dynamic->d_tag != DT_NULL; dynamic++)
        if (dynamic->d_tag == DT_INIT)
            m->init = dynamic->d_un.d_ptr;
    if (m->init == 0)
        m->init = m->code - m->bias;
}

/* Neither the program, which has no name here, nor the kernel's code, which has no file. */
static int look_at_module(struct dl_phdr_info *info, size_t size, void *to)
{
    struct gm_modules *list = to;
    struct gm_module m = {.bias = info->dlpi_addr};
    const char *path = info->dlpi_name;

    (void)size;
    if (strchr(path, '/') == NULL || !has_room(list))
        return 0;
    look_at_code(&m, info);
    if (m.end == 0)
        return 0;
    size_t length = strlen(path);
    if (length >= sizeof m.path)
        path += length - (sizeof m.path - 1);
    gm_text(m.path, sizeof m.path, "%s", path);
    size_t i = list->count++;
    for (; i > 0 && list->module[i - 1].code > m.code; i--)
        list->module[i] = list->module[i - 1];
    list->module[i] = m;
    return 0;
}

void gm_look_at_modules(void)
{
    struct gm_modules list = {NULL, 0, 0};
    struct gm_modules last;
    uint64_t old;

    if (gm.start == 0 || !gm.opt.modules)
        return;
    dl_iterate_phdr(look_at_module, &list);
    gm_block_signals(&old);
    gm_lock(&gm.dump_lock);
    last = gm.modules;
    gm_name_modules(&list, &last);
    gm.modules = list;
    gm_keep_closed(&last);
    gm_unlock(&gm.dump_lock);
    gm_restore_signals(old);
    free_list(&last);
}

const struct gm_module *gm_module_of(uintptr_t address)
{
    const struct gm_modules *list = &gm.modules;
    size_t low = 0;
    size_t high = list->count;

    while (low < high) {
        size_t middle = (low + high) / 2;
        if (list->module[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list->count && list->module[low].code <= address ? &list->module[low] : NULL;
}
