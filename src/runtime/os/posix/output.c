/* output.c - the data file: written beside its place and renamed
 *
 * A reader so sees the old file or the new one, and a full disk leaves the old one. Links are
 * replaced, not followed; what is no plain file is left alone. While a file is open, its thread
 * cannot be cancelled, as it has a lock.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/os/error_words.h"
#include "runtime/os/posix/posix.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h> /* rename */
#include <sys/stat.h>
#include <unistd.h>

enum { NOT_PLAIN = -1000000 }; /* an error that is none of the system's */

static bool is_special(const struct stat *s)
{
    return !S_ISREG(s->st_mode) && !S_ISLNK(s->st_mode);
}

bool gm_file_is_special(const char *path)
{
    struct stat s;

    return lstat(path, &s) == 0 && is_special(&s);
}

/* The descriptor, or an error. */
static long open_file(const char *path, int flags)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | flags, 0666);

    return fd >= 0 ? fd : -errno;
}

static long open_temporary(const char *path)
{
    gm_text(gm_posix.temporary, sizeof gm_posix.temporary, "%s.%u.tmp", path, (uint64_t)gm.pid);
    long fd = open_file(gm_posix.temporary, O_EXCL);
    if (fd == -EEXIST) { /* of a process with our number that was killed */
        unlink(gm_posix.temporary);
        fd = open_file(gm_posix.temporary, O_EXCL);
    }
    return fd;
}

static bool is_sink(const struct stat *s)
{
    struct stat null;

    return S_ISCHR(s->st_mode) && stat("/dev/null", &null) == 0 && null.st_rdev == s->st_rdev;
}

/* A temporary file, which gets the mode of the old one; where the directory lets us make none,
 * the old file itself. */
static long open_output(const char *path)
{
    struct stat old;
    bool is_found = lstat(path, &old) == 0;
    bool is_plain = is_found && S_ISREG(old.st_mode);

    if (is_found && is_sink(&old))
        return GM_FILE_SINK;
    if (is_found && is_special(&old))
        return NOT_PLAIN;
    long why = open_temporary(path);
    long fd = why;
    gm_posix.path = path;
    gm_posix.is_direct = fd < 0 && is_plain;
    if (gm_posix.is_direct)
        fd = open_file(path, O_TRUNC | O_NONBLOCK);
    if (fd < 0)
        return why;
    gm_posix.fd = (int)fd;
    if (is_plain && !gm_posix.is_direct)
        (void)fchmod(gm_posix.fd, old.st_mode & 0777);
    return 0;
}

static void let_cancel(void)
{
    int state;

    pthread_setcancelstate(gm_posix.cancel_state, &state);
}

long gm_file_open(const char *path)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &gm_posix.cancel_state);
    long result = open_output(path);
    if (result != 0)
        let_cancel();
    return result;
}

/* A file size limit sends SIGXFSZ, which would kill the program when signals are let in again. */
static void take_file_size_signal(void)
{
    sigset_t pending, set;
    int number;

    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    if (sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1)
        sigwait(&set, &number);
}

long gm_file_write(const void *from, size_t size)
{
    const char *at = from;

    while (size > 0) {
        ssize_t n = write(gm_posix.fd, at, size);
        int error = errno;
        if (n < 0 && error == EFBIG)
            take_file_size_signal();
        if (n < 0 && error != EINTR)
            return -error;
        if (n > 0) {
            at += n;
            size -= (size_t)n;
        }
    }
    return 0;
}

bool gm_file_skip(size_t size)
{
    return lseek(gm_posix.fd, (off_t)size, SEEK_CUR) >= 0;
}

static long close_output(bool keep)
{
    const char *from = gm_posix.temporary;
    long error = close(gm_posix.fd) == 0 || errno == EINTR ? 0 : -errno;

    if (gm_posix.is_direct)
        return error;
    if (keep && error == 0 && rename(from, gm_posix.path) != 0)
        error = -errno;
    if (!keep || error != 0)
        unlink(from);
    return error;
}

long gm_file_close(bool keep)
{
    long error = close_output(keep);

    let_cancel();
    return error;
}

const char *gm_error_text(long error)
{
    switch (-error) {
    case -NOT_PLAIN:
        return "not a plain file";
    default:
        return gm_error_words((int)-error);
    }
}
