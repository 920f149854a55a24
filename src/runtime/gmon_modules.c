/* gmon_modules.c - which addresses are the program's
 *
 * Role: finds the program in memory (base, code, load address), and what stands for everything
 * else: the archive's function <external>, or, where the program was not linked with the archive,
 * the program's entry point, as every symbol table has a name for that.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

#include <link.h>
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
