/* process.c - names of host and program; is this process the first one?
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/entry.h"
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>

size_t gm_host_name(char *to, size_t size)
{
    struct utsname name;

    if (gm_call(SYS_uname, (long)&name, 0, 0, 0, 0, 0) != 0)
        return gm_text(to, size, "host");
    return gm_text(to, size, "%s", name.nodename);
}

size_t gm_program_name(char *to, size_t size)
{
    char *path = gm_linux.temporary; /* no file is open yet */
    long n =
        gm_call(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/exe", (long)path, GM_PATH - 1, 0, 0);

    if (n <= 0)
        return gm_text(to, size, "program");
    path[n] = 0;
    return gm_text(to, size, "%s", gm_base_name(path));
}

/* ---- parents -------------------------------------------------------------------------------- */

/* LD_PRELOAD goes on to programs that this one starts, and those must not take its file. So a
 * profiled process has an empty mapping of this name among its own, which its children find in
 * /proc: their environment, descriptors and files stay as they are without us. */
#define MARK "gmon-profile"
#define MAPPED_AS "/memfd:" MARK

enum {
    GENERATIONS = 32,      /* looked at */
    MOST_BYTES = 1 << 20,  /* of a list of mappings */
    PPID_TEXT_BYTES = 1024 /* the fields of /proc/PID/stat up to the parent */
};

static void leave_mark(void)
{
#ifdef SYS_memfd_create         /* of Linux 3.17 */
    enum { CLOSE_ON_EXEC = 1 }; /* MFD_CLOEXEC */
    long fd = gm_call(SYS_memfd_create, (long)MARK, CLOSE_ON_EXEC, 0, 0, 0, 0);

    if (fd < 0)
        return;
    gm_call_mmap(1, PROT_NONE, MAP_PRIVATE, fd);
    gm_call(SYS_close, fd, 0, 0, 0, 0, 0);
#endif
}

static long open_in_proc(int pid, const char *what)
{
    char path[48];

    gm_text(path, sizeof path, "/proc/%u/%s", (uint64_t)pid, what);
    return gm_open(GM_MAPS, path, O_RDONLY);
}

static bool has_mark(int pid)
{
    char *buffer = gm_linux.temporary; /* no file is open yet */
    long fd = open_in_proc(pid, "maps");
    size_t matched = 0;
    long n, seen = 0;

    if (fd < 0)
        return false;
    while (matched < sizeof MAPPED_AS - 1 && seen < MOST_BYTES &&
           (n = gm_call(SYS_read, fd, (long)buffer, GM_PATH, 0, 0, 0)) > 0) {
        seen += n;
        for (long i = 0; i < n && matched < sizeof MAPPED_AS - 1; i++) {
            if (buffer[i] == MAPPED_AS[matched])
                matched++;
            else
                matched = buffer[i] == '/'; /* there is one in the name, at its beginning */
        }
    }
    gm_close(GM_MAPS);
    return matched == sizeof MAPPED_AS - 1;
}

/* 0: none, or it is not known. */
static int parent_of(int pid)
{
    char text[PPID_TEXT_BYTES];
    long fd = open_in_proc(pid, "stat");

    if (fd < 0)
        return 0;
    long n = gm_call(SYS_read, fd, (long)text, sizeof text - 1, 0, 0, 0);
    gm_close(GM_MAPS);
    text[n > 0 ? n : 0] = 0;
    const char *s = strrchr(text, ')'); /* "PID (NAME) STATE PARENT" */
    return s != NULL && s[1] == ' ' && s[2] != 0 && s[3] == ' ' ? (int)gm_text_number(s + 4) : 0;
}

void gm_find_first_process(void)
{
    int pid = gm.pid;

    if (gm.secure || gm_external_function() != 0 || !gm_is_profiled())
        return;
    for (int i = 0; i < GENERATIONS && (pid = parent_of(pid)) > 1; i++) {
        if (has_mark(pid)) {
            gm.first_pid = 0;
            break;
        }
    }
    leave_mark();
}
