/* output.c - writes files beside their places and renames them; has words for names and errors
 *
 * So a reader sees the old file or the new one, and a full disk leaves the old one. Links are
 * replaced, not followed, but for those in /dev, which are the system's. A file that is not a plain
 * file is left alone, and so is another process's file (gm_file_publish).
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_stacks.h"
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
 * has the time, because processes of two containers may have the same number and directory. If no
 * clock may be read, the companion's name still differs from that of the data file. */
static long open_temporary(char *to, const char *path, bool is_companion)
{
    size_t n = gm_text(to, (size_t)(gm_base_name(path) - path) + 1, "%s", path);

    gm_text(to + n, GM_PATH - n, "gmon.%u.%u.tmp", (uint64_t)gm.pid,
            gm_clock(CLOCK_REALTIME) + is_companion);
    return open_file(to, O_EXCL);
}

/* Opens a temporary file with the mode of the old file. If the directory forbids new files, opens
 * the old file itself. */
long gm_file_open(const char *path, bool is_companion)
{
    struct gm_kernel_stat old;
    long found = gm_lstat(path, &old);
    bool is_plain = found == 0 && S_ISREG(old.mode);

    if (found == -ENAMETOOLONG)
        return found;
    if (found == 0 && S_ISCHR(old.mode) && old.rdev == NULL_DEVICE)
        return GM_FILE_SINK;
    if (found == 0 && is_special(path, &old))
        return NOT_PLAIN;
    if (!is_companion)
        gm_linux.is_other = path == gm.own_path &&
                            (found == 0 ? !gm_is_same_file(&old, &gm_linux.own) : !gm.has_name);
    gm_linux.writing = gm_linux.temporary[is_companion];
    long why = open_temporary(gm_linux.writing, path, is_companion);
    if (why < 0) {
        gm_linux.writing[0] = 0;
        bool is_mine = is_plain && !(gm_linux.is_other && gm.has_pid);
        return is_mine && open_file(path, O_TRUNC | O_NONBLOCK) >= 0 ? 0 : why;
    }
    if (is_plain)
        gm_call(SYS_fchmod, why, old.mode & MODE_BITS, 0, 0, 0, 0);
    return 0;
}

static void remove_file(const char *path)
{
    gm_call(SYS_unlinkat, AT_FDCWD, (long)path, 0, 0, 0, 0);
}

/* Removes a temporary file, if there is one. */
static void drop(char *temporary)
{
    if (temporary[0] != 0)
        remove_file(temporary);
    temporary[0] = 0;
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

long gm_file_close(bool keep)
{
    struct gm_kernel_stat file = gm_linux.open[GM_DATA].file;
    long error = gm_close(GM_DATA);

    if (error == -EINTR)
        error = 0;
    if (gm_linux.writing == gm_linux.temporary[false])
        gm_linux.written = file;
    if (!keep || error != 0)
        drop(gm_linux.writing);
    return error;
}

/* ---- names of complete files ---------------------------------------------------------------- */

static long rename_file(const char *from, const char *to)
{
    return gm_call(GM_SYS_RENAME, AT_FDCWD, (long)from, AT_FDCWD, (long)to, 0, 0);
}

static long link_file(const char *from, const char *to)
{
    return gm_call(SYS_linkat, AT_FDCWD, (long)from, AT_FDCWD, (long)to, 0, 0);
}

static const char *companion_of(const char *path)
{
    gm_text_beside(gm.library_path, sizeof gm.library_path, path, GSTACK_PREFIX);
    return gm.library_path;
}

/* Gives a data file and its companion, if it has one, one more name: `to`, or the first of to.1,
 * to.2, ... that is free for both. */
static long link_free(const char *data, const char *companion, char *to)
{
    size_t length = gm_text_until(to, 0);
    long error = -EEXIST;

    for (uint64_t n = 1; error == -EEXIST; n++) {
        long beside = link_file(companion, companion_of(to));
        error = beside == -EEXIST ? beside : link_file(data, to);
        if (beside == 0 && error != 0)
            remove_file(gm.library_path);
        if (error == -EEXIST)
            gm_text(to + length, sizeof gm.aside - length, ".%u", n);
    }
    return error;
}

/* Gives a complete file its name. A file that was written in place has it. */
static long put_in_place(char *temporary, const char *to)
{
    long error = temporary[0] != 0 ? rename_file(temporary, to) : 0;

    if (error == 0)
        temporary[0] = 0;
    return error;
}

/* Lets an older file of a library follow the data file that was set aside. */
static void set_library_aside(const char *path)
{
    size_t n = gm_text_until(gm.aside, 0);

    if (n == 0)
        return;
    gm_text(gm.aside + n, sizeof gm.aside - n, "%s", path + gm_text_until(gm.own_path, 0));
    rename_file(path, gm.aside);
    gm.aside[n] = 0;
}

/* The data file may find a file there that this image of the process has not written. If an earlier
 * image may have left it, it is set aside. Else, if the name has the number of this process,
 * another one had this number: the new file gets the next free name. Where there are no links, the
 * old file is replaced. A file without a companion must not have an older one beside it. */
long gm_file_publish(const char *path, bool has_companion, long *companion_error)
{
    char *data = gm_linux.temporary[false], *companion = gm_linux.temporary[true];
    bool is_library = path == gm.library_path;
    long error = -EEXIST;

    *companion_error = 0;
    if (is_library) {
        set_library_aside(path);
    } else if (gm_linux.is_other && gm.is_later) {
        gm_text(gm_linux.old_companion, GM_PATH, "%s", companion_of(path));
        gm_text(gm.aside, sizeof gm.aside, "%s", path);
        if (link_free(path, gm_linux.old_companion, gm.aside) != 0)
            gm.aside[0] = 0;
    } else if (gm_linux.is_other && gm.has_pid) {
        error = link_free(data, companion, gm.own_path);
    }
    if (error != 0) {
        if (has_companion)
            *companion_error = put_in_place(companion, companion_of(path));
        else if (!is_library)
            remove_file(companion_of(path));
        error = put_in_place(data, path);
    }
    drop(companion);
    drop(data);
    if (error == 0 && path == gm.own_path) {
        gm_linux.own = gm_linux.written;
        gm.has_name = true;
    }
    return error;
}

/* ---- words ---------------------------------------------------------------------------------- */

size_t gm_host_name(char *to, size_t size)
{
    struct utsname name;

    if (gm_call(SYS_uname, (long)&name, 0, 0, 0, 0, 0) != 0)
        return gm_text(to, size, "host");
    return gm_text(to, size, "%s", name.nodename);
}

void gm_working_directory(char *to)
{
    long n = gm_call(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/cwd", (long)to, GM_PATH - 2, 0, 0);
    size_t end = n > 1 && n < GM_PATH - 2 ? (size_t)n : 0;

    gm_text(to + end, 2, end > 0 || n == 1 ? "/" : "");
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
