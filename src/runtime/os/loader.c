/* loader.c - finds the program and the runtime in memory, from the dynamic loader's list
 *
 * The archive's function <external> stands for all code that is not the program's. If the program
 * was not linked with the archive, samples there are left out; for calls from there its entry point
 * stands, because every symbol table has a name for the entry point.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/entry.h"
#include "runtime/core/objects.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <link.h>

/* The runtime's own code in the archive, between names that the linker defines. */
extern const char runtime_begins[] __asm__("__start_gmon_text") __attribute__((weak)) GM_HIDDEN;
extern const char runtime_ends[] __asm__("__stop_gmon_text") __attribute__((weak)) GM_HIDDEN;

static void note_program(const struct dl_phdr_info *info, struct gm_span code)
{
    uintptr_t low = UINTPTR_MAX;

    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_vaddr < low)
            low = info->dlpi_phdr[i].p_vaddr;
    gm.code = code.begin;
    gm.end = code.end;
    gm_find_build(&gm.build, info);
    gm.bias = info->dlpi_addr;
    bool has_room = info->dlpi_phnum <= GM_HEADERS; /* linkers make 14 of them at most */
    for (unsigned i = 0; has_room && i < info->dlpi_phnum; i++)
        gm_linux.headers_copy[i] = info->dlpi_phdr[i];
    gm_linux.program_headers = has_room ? gm_linux.headers_copy : info->dlpi_phdr;
    gm_linux.program_header_count = info->dlpi_phnum;
    gm.start = gm.bias + low;
}

/* Notes the first object in the list, which is the program, and the one that has this function. */
static int look_at(struct dl_phdr_info *info, size_t size, void *unused)
{
    struct gm_span code = gm_code_of(info, NULL);
    bool is_own = (uintptr_t)look_at - code.begin < code.end - code.begin;

    (void)size;
    (void)unused;
    if (gm.start == 0)
        note_program(info, code);
    gm.own_code = code.begin;
    gm.own_end = code.end;
    return is_own;
}

/* Notes the name of the object that has this function. */
static int look_at_name(struct dl_phdr_info *info, size_t size, void *name)
{
    struct gm_span code = gm_code_of(info, NULL);
    bool is_own = (uintptr_t)look_at_name - code.begin < code.end - code.begin;

    (void)size;
    if (is_own)
        *(const char **)name = info->dlpi_name;
    return is_own;
}

const char *gm_host_library(void)
{
    const char *name; /* the program's is empty */

    if (gm_linux.own_name == NULL && gm_own_rows() != NULL)
        dl_iterate_phdr(look_at_name, &gm_linux.own_name);
    name = gm_linux.own_name;
    return name != NULL && *name != 0 ? name : NULL;
}

void gm_find_program(void)
{
    const struct gm_rows *rows = gm_own_rows();

    gm.entry = gm_auxv(AT_ENTRY);
    gm_linux.kernel_code = gm_auxv(AT_SYSINFO_EHDR);
    gm_linux.started_as = (const char *)gm_auxv(AT_EXECFN);
    gm_note_loaded();
    dl_iterate_phdr(look_at, NULL);
    if (rows == NULL) {
        gm.other = gm.entry;
        return;
    }
    gm_host_library(); /* later headers may be unreadable */
    gm.main = gm_return_address(rows->main);
    gm.own_code = (uintptr_t)runtime_begins;
    gm.own_end = (uintptr_t)runtime_ends;
    gm.other = rows->external;
    gm.unseen = rows->unseen;
    gm.profiler = rows->profiler;
}
