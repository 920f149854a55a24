/* file - reading and replacing whole files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int file_open(const char *path, int flags)
{
    int fd;

    do {
        fd = open(path, flags | O_CLOEXEC, 0666);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

bool file_is_newer(const char *path, const char *other)
{
    struct stat l, r;

    if (stat(path, &l) != 0 || stat(other, &r) != 0 || !S_ISREG(l.st_mode) || !S_ISREG(r.st_mode))
        return false;
    return l.st_mtim.tv_sec != r.st_mtim.tv_sec ? l.st_mtim.tv_sec > r.st_mtim.tv_sec
                                                : l.st_mtim.tv_nsec > r.st_mtim.tv_nsec;
}

const char *file_read_remedy(int errnum, const char *missing)
{
    switch (errnum) {
    case EACCES:
    case EPERM:
        return "ask its owner for the right to read it (chmod a+r)";
    case EMFILE:
    case ENFILE:
        return "raise the limit of open files (ulimit -n)";
    case EIO:
        return "the disk or the network may be at fault; copy the file and try again";
    default:
        return missing;
    }
}

enum { FIRST_READ = 1 << 16 }; /* bytes tried where the size is not known, as with a pipe */

bool file_read_open(struct file_bytes *b, int fd, const char *path, const char *remedy,
                    struct diag *d)
{
    struct stat st;
    size_t expect = FIRST_READ;

    if (fstat(fd, &st) != 0)
        return diag_system(d, path, errno, file_read_remedy(errno, remedy));
    if (S_ISDIR(st.st_mode))
        return diag_system(d, path, EISDIR, remedy);
    if (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode)) /* /dev/zero has no end */
        return diag_error(d, path, "is a device, not a file or pipe%s%s", remedy ? "; " : "",
                          remedy ? remedy : "");
    if (S_ISREG(st.st_mode) && st.st_size > 0 && (uintmax_t)st.st_size < SIZE_MAX)
        expect = (size_t)st.st_size + 1; /* one more, so that the end is seen without growing */
    b->size = 0;
    for (;;) {
        size_t need = b->size < expect ? expect : b->size + FIRST_READ;
        uint8_t *data = mem_grow(d, b->data, &b->cap, need, 1);
        ssize_t n;

        b->data = data;
        n = read(fd, b->data + b->size, b->cap - b->size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return diag_system(d, path, errno, file_read_remedy(errno, remedy));
        if (n == 0)
            return true;
        b->size += (size_t)n;
    }
}

bool file_read_all(struct file_bytes *b, const char *path, const char *remedy, struct diag *d)
{
    int fd = file_open(path, O_RDONLY);
    bool ok;

    if (fd < 0)
        return diag_system(d, path, errno, file_read_remedy(errno, remedy));
    ok = file_read_open(b, fd, path, remedy, d);
    close(fd);
    return ok;
}

ssize_t file_read_start(const char *path, uint8_t *start, size_t room)
{
    int fd = file_open(path, O_RDONLY);
    ssize_t bytes;

    if (fd < 0)
        return -1;
    do
        bytes = read(fd, start, room);
    while (bytes < 0 && errno == EINTR);
    close(fd);
    return bytes > 0 ? bytes : 0;
}

void file_bytes_release(struct file_bytes *b)
{
    free(b->data);
    *b = (struct file_bytes){0};
}

static const char unchanged[] =
    "nothing was changed; check the directory's permissions and free space";

/* The end of a temporary file's name, added to the path; mkstemp replaces the X's. */
static const char suffix[] = ".tmp-XXXXXX";
enum { SUFFIX_FIXED = 5 };

bool file_is_temporary(const char *path)
{
    size_t length = strlen(path), end = sizeof suffix - 1;

    return length > end && strncmp(path + length - end, suffix, SUFFIX_FIXED) == 0;
}

/* Make a temporary file beside w->path, or beside the file that this links to. */
static bool open_temporary(struct file_writer *w, struct diag *d)
{
    const char *target = w->linked ? w->linked : w->path;
    size_t length = strlen(target);

    w->temporary = mem_alloc(d, length + sizeof suffix, 1);
    memcpy(w->temporary, target, length);
    memcpy(w->temporary + length, suffix, sizeof suffix);
    w->fd = mkstemp(w->temporary);
    if (w->fd >= 0)
        return true;
    return diag_system(d, w->path, errno, unchanged);
}

/* Free what is left once the file is closed and the temporary one has been renamed or removed. */
static void release(struct file_writer *w)
{
    temporary_end(&w->listed);
    free(w->temporary);
    free(w->linked);
    sink_release(&w->sink);
    *w = (struct file_writer){.fd = -1};
}

static bool is_link(const char *path)
{
    struct stat st;

    return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

/* Open the file itself, or create the target of a dangling link. */
static bool open_in_place(struct file_writer *w, struct diag *d)
{
    w->fd = file_open(w->path, O_WRONLY | O_CREAT);
    return w->fd >= 0 || diag_system(d, w->path, errno, "nothing was written; move it away");
}

/* Replace a regular file, or the target of a link: the link stays. */
static bool open_to_replace(struct file_writer *w, bool linked, struct diag *d)
{
    if (linked)
        w->linked = realpath(w->path, NULL);
    if (linked && !w->linked)
        return diag_system(d, w->path, errno, unchanged);
    return open_temporary(w, d);
}

bool file_writer_open(struct file_writer *w, const char *path, struct diag *d)
{
    struct stat st;
    bool exists = stat(path, &st) == 0, linked = is_link(path), ok;

    *w = (struct file_writer){.path = path, .fd = -1};
    ok = (exists ? S_ISREG(st.st_mode) : !linked) ? open_to_replace(w, linked, d)
                                                  : open_in_place(w, d);
    if (!ok) {
        release(w);
        return false;
    }
    sink_init(&w->sink, w->fd, d);
    if (w->temporary)
        temporary_begin(&w->listed, w->temporary);
    return true;
}

void file_writer_abandon(struct file_writer *w)
{
    close(w->fd);
    if (w->temporary)
        unlink(w->temporary);
    release(w);
}

static bool sync_fd(int fd)
{
    int result;

    do {
        result = fsync(fd);
    } while (result != 0 && errno == EINTR);
    return result == 0;
}

bool file_writer_commit(struct file_writer *w, struct diag *d)
{
    mode_t mask = umask(0); /* the only portable way to read it */
    int reason = 0;

    umask(mask);
    if (!sink_flush(&w->sink))
        reason = w->sink.error;
    if (!reason && w->temporary && (fchmod(w->fd, 0666 & ~mask) != 0 || !sync_fd(w->fd)))
        reason = errno;
    /* interrupted, it is closed all the same, and nothing is left to be written */
    if (close(w->fd) != 0 && errno != EINTR && !reason)
        reason = errno;
    if (w->temporary) {
        if (!reason && rename(w->temporary, w->linked ? w->linked : w->path) != 0)
            reason = errno;
        if (reason)
            unlink(w->temporary);
    }
    if (reason)
        diag_system(d, w->path, reason, w->temporary ? unchanged : "it was not written completely");
    release(w);
    return reason == 0;
}
