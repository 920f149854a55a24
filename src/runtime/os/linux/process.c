/* process.c - names of host and program; is this process the first one?
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/entry.h"
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/os/linux/kernel.h"
#include "runtime/os/linux/linux.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

size_t gm_host_name(char *to, size_t size)
{
    struct utsname name;

    if (gm_syscall(SYS_uname, (long)&name, 0, 0, 0, 0, 0) != 0)
        return gm_text(to, size, "host");
    return gm_text(to, size, "%s", name.nodename);
}

size_t gm_program_name(char *to, size_t size)
{
    char *path = gm_linux.temporary; /* no file is open yet */
    long n =
        gm_syscall(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/exe", (long)path, GM_PATH - 1, 0, 0);

    if (n <= 0)
        return gm_text(to, size, "program");
    path[n] = 0;
    return gm_text(to, size, "%s", gm_base_name(path));
}

/* LD_PRELOAD goes on to programs that this one starts. The first of them leaves its number in
 * GMON_ROOT; the others treat it as their parent, and do not take its file. */
void gm_find_first_process(void)
{
    char own[24];
    const char *root = getenv("GMON_ROOT");

    if (gm.secure || gm_external_function() != 0)
        return;
    gm_text(own, sizeof own, "%u", (uint64_t)gm.pid);
    if (root == NULL)
        setenv("GMON_ROOT", own, 1);
    else if (strcmp(root, own) != 0)
        gm.first_pid = 0;
}
