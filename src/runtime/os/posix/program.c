/* program.c - where the program is in memory, its name and its host's
 *
 * Role: asks the dynamic loader, as all systems with ELF but macOS have it; elsewhere, and where
 * it knows nothing, the names that the linker makes have to do, in programs that are linked with
 * the archive.
 * What stands for all code that is not the program's is the archive's function <external>, or,
 * where the program was not linked with the archive, the program's entry point, as every symbol
 * table has a name for that.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/entry.h"
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/os/posix/posix.h"

#include <sys/utsname.h>
#include <unistd.h>

/* Names that the linker makes: the runtime's own code, and the program, both in the archive. */
extern const char runtime_begins[] __asm__("__start_gmon_text") __attribute__((weak)) GM_HIDDEN;
extern const char runtime_ends[] __asm__("__stop_gmon_text") __attribute__((weak)) GM_HIDDEN;
extern const char program_begins[] __asm__("__executable_start") __attribute__((weak));
extern const char program_ends[] __asm__("etext") __attribute__((weak));

/* NULL: there is no such name. */
static uintptr_t address_of(const char *symbol)
{
    const char *volatile at = symbol;

    return (uintptr_t)at;
}

#if !defined(GM_WITHOUT_LOADER) && !defined(__APPLE__)

#include <link.h>

/* The first object in the list is the program. */
static int look_at_program(struct dl_phdr_info *info, size_t size, void *unused)
{
    uintptr_t low = UINTPTR_MAX;

    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t at = (uintptr_t)(info->dlpi_phdr[i].p_vaddr + info->dlpi_addr);
        uintptr_t end = at + (uintptr_t)info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type != PT_LOAD)
            continue;
        if (at < low)
            low = at;
        if ((info->dlpi_phdr[i].p_flags & PF_X) == 0)
            continue;
        if (gm.code == 0 || at < gm.code)
            gm.code = at;
        if (end > gm.end)
            gm.end = end;
    }
    if (low == UINTPTR_MAX)
        return 1;
    gm.bias = (uintptr_t)info->dlpi_addr;
    gm.start = low;
    return 1;
}

/* The shared library's own code: the segment that holds this function. */
static int look_at_own(struct dl_phdr_info *info, size_t size, void *unused)
{
    uintptr_t here = (uintptr_t)look_at_own;

    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t at = (uintptr_t)(info->dlpi_phdr[i].p_vaddr + info->dlpi_addr);
        uintptr_t bytes = (uintptr_t)info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type != PT_LOAD || here - at >= bytes)
            continue;
        gm.own_code = at;
        gm.own_end = at + bytes;
        return 1;
    }
    return 0;
}

static void ask_loader(void)
{
    dl_iterate_phdr(look_at_program, NULL);
    if (gm_own_rows() == NULL)
        dl_iterate_phdr(look_at_own, NULL);
}

#else

static void ask_loader(void)
{
}

#endif

/* The beginning of an ELF file, as much as is asked for. */
struct elf_head {
    unsigned char mark[16];
    uint16_t type, machine;
    uint32_t version;
    uintptr_t entry;
};

static const struct elf_head *head_of_program(void)
{
    static const unsigned char magic[4] = {0x7f, 'E', 'L', 'F'};
    const struct elf_head *head = (const void *)gm.start;

    for (size_t i = 0; head != NULL && i < sizeof magic; i++)
        if (head->mark[i] != magic[i])
            return NULL;
    return head;
}

/* A program that may lie anywhere is linked for address 0. */
static void ask_linker(void)
{
    enum { ANYWHERE = 3 };

    gm.start = gm.code = address_of(program_begins);
    gm.end = address_of(program_ends);
    if (gm.end <= gm.start)
        gm.start = 0;
    const struct elf_head *head = head_of_program();
    if (head != NULL && head->type == ANYWHERE)
        gm.bias = gm.start;
}

void gm_find_program(void)
{
    const struct gm_rows *rows = gm_own_rows();

    ask_loader();
    if (gm.start == 0)
        ask_linker();
    const struct elf_head *head = head_of_program();
    gm.entry = head != NULL ? gm.bias + head->entry : 0;
    if (rows == NULL) {
        gm.other = gm.unseen = gm.entry != 0 ? gm.entry : gm.code;
        return;
    }
    gm.own_code = address_of(runtime_begins);
    gm.own_end = address_of(runtime_ends);
    gm.main = rows->main;
    gm.other = rows->external;
    gm.unseen = rows->unseen;
    gm.profiler = rows->profiler;
}

/* ---- names ----------------------------------------------------------------------------------- */

size_t gm_host_name(char *to, size_t size)
{
    struct utsname name;

    return gm_text(to, size, "%s", uname(&name) >= 0 ? name.nodename : "host");
}

#if defined(__linux__)
#define OWN_LINK "/proc/self/exe"
#elif defined(__NetBSD__)
#define OWN_LINK "/proc/curproc/exe"
#else
#define OWN_LINK "/proc/curproc/file"
#endif

/* The BSDs and musl have a name, too, but a link is right where a program writes over that. */
size_t gm_program_name(char *to, size_t size)
{
    char *path = gm_posix.temporary; /* no file is open yet */
    ssize_t n = readlink(OWN_LINK, path, GM_PATH - 1);

    if (n <= 0)
        return gm_text(to, size, "program");
    path[n] = 0;
    return gm_text(to, size, "%s", gm_base_name(path));
}
