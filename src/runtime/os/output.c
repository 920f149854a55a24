/* output.c - writes the data file beside its place and renames it; has words for its name and for
 * errors
 *
 * So a reader sees the old file or the new one, and a full disk leaves the old one. Links are
 * replaced, not followed, but for those in /dev, which are the system's. A file that is not a plain
 * file is left alone, and so is another process's file (put_in_place).
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h> /* SEEK_CUR */
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>

enum {
    NOT_PLAIN = -1000000,     /* not an error of the kernel's */
    NULL_DEVICE = 1 << 8 | 3, /* number of /dev/null; makedev may be a function of libc */
    MODE_BITS = 0777
};

static bool is_special(const char *path, const struct gm_kernel_stat *s)
{
    bool is_replaced = S_ISLNK(s->mode) && gm_text_behind(path, "/dev/") == NULL;

    return !S_ISREG(s->mode) && !is_replaced;
}

static long open_file(const char *path, int flags)
{
    return gm_open(GM_DATA, path, O_WRONLY | O_CREAT | O_NOFOLLOW | flags);
}

/* Opens a temporary file in the same directory. Its name is short, whatever the file's own is. It
 * has the time, because processes of two containers may have the same number and directory. */
static long open_temporary(const char *path)
{
    char *to = gm_linux.temporary;
    size_t n = gm_text(to, (size_t)(gm_base_name(path) - path) + 1, "%s", path);

    gm_text(to + n, sizeof gm_linux.temporary - n, "gmon.%u.%u.tmp", (uint64_t)gm.pid,
            gm_clock(CLOCK_REALTIME));
    return open_file(to, O_EXCL);
}

/* Opens a temporary file with the mode of the old file. If the directory forbids new files, opens
 * the old file itself. */
long gm_file_open(const char *path)
{
    struct gm_kernel_stat old;
    bool is_found = gm_lstat(path, &old) == 0;
    bool is_plain = is_found && S_ISREG(old.mode);

    if (is_found && S_ISCHR(old.mode) && old.rdev == NULL_DEVICE)
        return GM_FILE_SINK;
    if (is_found && is_special(path, &old))
        return NOT_PLAIN;
    long why = open_temporary(path);
    long fd = why;
    gm_linux.path = path;
    gm_linux.is_other =
        path == gm.own_path && (is_found ? !gm_is_same_file(&old, &gm_linux.own) : !gm.has_name);
    gm_linux.is_direct = fd < 0 && is_plain && !(gm_linux.is_other && gm.has_pid);
    if (gm_linux.is_direct)
        fd = open_file(path, O_TRUNC | O_NONBLOCK);
    if (fd < 0)
        return why;
    if (is_plain && !gm_linux.is_direct)
        gm_call(SYS_fchmod, fd, old.mode & MODE_BITS, 0, 0, 0, 0);
    return 0;
}

long gm_file_write(const void *from, size_t size)
{
    const char *at = from;

    while (size > 0) {
        if (!gm_is_open(GM_DATA))
            return -EBADF;
        long n = gm_write_quietly(gm_linux.open[GM_DATA].number, at, size);
        if (n < 0 && n != -EINTR)
            return n;
        if (n > 0) {
            at += n;
            size -= (size_t)n;
        }
    }
    return 0;
}

bool gm_file_skip(size_t size)
{
    return gm_is_open(GM_DATA) && gm_seek(gm_linux.open[GM_DATA].number, size, SEEK_CUR) == 0;
}

static long rename_file(const char *from, const char *to)
{
    return gm_call(GM_SYS_RENAME, AT_FDCWD, (long)from, AT_FDCWD, (long)to, 0, 0);
}

/* Gives a file one more name: `to`, or the first of to.1, to.2, ... that is free. */
static long link_free(const char *from, char *to)
{
    size_t length = gm_text_until(to, 0);
    long error = -EEXIST;

    for (uint64_t n = 1; error == -EEXIST; n++) {
        error = gm_call(SYS_linkat, AT_FDCWD, (long)from, AT_FDCWD, (long)to, 0, 0);
        if (error == -EEXIST)
            gm_text(to + length, sizeof gm.aside - length, ".%u", n);
    }
    return error;
}

/* Gives the new file its name. The data file may find a file there that this image of the process
 * has not written. If an earlier image may have left it, it is set aside, with the files beside it.
 * Else, if the name has the number of this process, another one had this number: the new file gets
 * the next free name. Where there are no links, the old file is replaced. */
static long put_in_place(void)
{
    const char *from = gm_linux.temporary, *to = gm_linux.path;

    if (gm_linux.is_other && gm.is_later) {
        gm_text(gm.aside, sizeof gm.aside, "%s", to);
        if (link_free(to, gm.aside) != 0)
            gm.aside[0] = 0;
    } else if (gm_linux.is_other && gm.has_pid) {
        if (link_free(from, gm.own_path) == 0)
            return 1;
    } else if (gm.aside[0] != 0) {
        size_t n = gm_text_until(gm.aside, 0);
        gm_text(gm.aside + n, sizeof gm.aside - n, "%s", to + gm_text_until(gm.own_path, 0));
        rename_file(to, gm.aside);
        gm.aside[n] = 0;
    }
    return rename_file(from, to);
}

long gm_file_close(bool keep)
{
    struct gm_kernel_stat file = gm_linux.open[GM_DATA].file;
    long error = gm_close(GM_DATA);

    if (error == -EINTR)
        error = 0;
    if (keep && error == 0 && !gm_linux.is_direct)
        error = put_in_place();
    if (!gm_linux.is_direct && (!keep || error != 0))
        gm_call(SYS_unlinkat, AT_FDCWD, (long)gm_linux.temporary, 0, 0, 0, 0);
    if (keep && error >= 0 && gm_linux.path == gm.own_path)
        gm_linux.own = file;
    return error < 0 ? error : 0;
}

/* ---- words ---------------------------------------------------------------------------------- */

size_t gm_host_name(char *to, size_t size)
{
    struct utsname name;

    if (gm_call(SYS_uname, (long)&name, 0, 0, 0, 0, 0) != 0)
        return gm_text(to, size, "host");
    return gm_text(to, size, "%s", name.nodename);
}

const char *gm_program_path(void)
{
    char *path = gm_linux.program;

    if (path[0] == 0)
        gm_call(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/exe", (long)path, GM_PATH - 1, 0, 0);
    return path;
}

size_t gm_program_name(char *to, size_t size)
{
    const char *path = gm_program_path();

    return gm_text(to, size, "%s", path[0] != 0 ? gm_base_name(path) : "program");
}

/* Words for errors. strerror() is not for signal handlers, and uses the program's language. */
static const struct {
    long error;
    const char *text;
} words[] = {
    {NOT_PLAIN, "not a plain file"},
    {GM_FORBIDDEN, "the program's seccomp filter forbids it; call gmon_dump() before it is set"},
    {-EBADF, "the program has closed the file"},
    {-EACCES, "permission denied"},
    {-EPERM, "permission denied"},
    {-ENOENT, "no such directory"},
    {-ENOSPC, "no space left on device"},
    {-EDQUOT, "disk quota exceeded"},
    {-EFBIG, "file too large"},
    {-EROFS, "read-only file system"},
    {-EISDIR, "is a directory"},
    {-ENAMETOOLONG, "name too long"},
    {-EMFILE, "too many open files"},
    {-ENFILE, "too many open files"},
    {-ENOMEM, "out of memory"},
    {-ELOOP, "is a symbolic link"},
    {-EEXIST, "file exists"},
    {-ENOTDIR, "not a directory"},
};

const char *gm_error_text(long error)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i].error == error)
            return words[i].text;
    return "input/output error";
}
