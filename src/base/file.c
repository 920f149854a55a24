/* file - reads and replaces whole files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/file.h"

#include "base/limit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

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

bool file_may_wait(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISDIR(st.st_mode) &&
           (!S_ISREG(st.st_mode) || st.st_size == 0);
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

ssize_t file_read(int fd, void *to, size_t room)
{
    size_t used = 0;
    ssize_t n;

    do {
        n = read(fd, (char *)to + used, room - used);
        used += n > 0 ? (size_t)n : 0;
    } while (used < room && (n > 0 || (n < 0 && errno == EINTR)));
    return n < 0 ? -1 : (ssize_t)used;
}

enum { FIRST_READ = 1 << 16 }; /* bytes tried if the size is not known, as of a pipe */

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
    do {
        size_t need = b->size < expect ? expect : b->size + FIRST_READ;
        ssize_t n;

        b->data = mem_grow(d, b->data, &b->cap, need, 1);
        n = file_read(fd, b->data + b->size, b->cap - b->size);
        if (n < 0)
            return diag_system(d, path, errno, file_read_remedy(errno, remedy));
        b->size += (size_t)n;
        if (!S_ISREG(st.st_mode) || fd == STDIN_FILENO)
            limit_add((uint64_t)n);
    } while (b->size == b->cap);
    return true;
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

ssize_t file_read_part(const char *path, uint64_t offset, uint8_t *to, size_t room)
{
    struct stat st;
    bool is_file = stat(path, &st) == 0 && S_ISREG(st.st_mode); /* a pipe can be read once */
    int fd = is_file ? file_open(path, O_RDONLY) : -1;
    bool is_there = fd >= 0 && lseek(fd, (off_t)offset, SEEK_SET) >= 0;
    ssize_t n = is_there ? file_read(fd, to, room) : -1;

    if (fd >= 0)
        close(fd);
    return n;
}

char *file_next_line(struct file_bytes *b, size_t *pos, char end)
{
    char *line, *stop;

    if (*pos >= b->size)
        return NULL;
    line = (char *)b->data + *pos;
    stop = memchr(line, end, b->size - *pos);
    *pos = stop ? (size_t)(stop + 1 - (char *)b->data) : b->size;
    *(stop ? stop : (char *)b->data + b->size) = '\0';
    return line;
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

static void drop_temporary(struct file_writer *w)
{
    if (w->fd >= 0) {
        close(w->fd);
        unlink(w->temporary);
    }
    temporary_end(&w->cleanup);
    free(w->temporary);
    w->temporary = NULL;
    w->fd = -1;
}

/* Frees the rest of `w` after the file is closed. */
static void release(struct file_writer *w)
{
    free(w->target);
    sink_release(&w->sink);
    *w = (struct file_writer){.fd = -1};
}

#ifdef __linux__

enum { ATTRIBUTE_BYTES = 65536 }; /* the kernel has no longer value, and no longer list of names */

/* Gives the attribute of the file `from` to the open file `fd`, which may have another value, as
 * directories can give one to new files. Returns true if both have the same then. */
static bool copy_attribute(const char *from, int fd, const char *name, char *value)
{
    ssize_t n = getxattr(from, name, value, ATTRIBUTE_BYTES);

    if (n >= 0)
        return fsetxattr(fd, name, value, (size_t)n, 0) == 0;
    if (errno == ENODATA && fremovexattr(fd, name) == 0)
        return true;
    return errno == ENODATA || errno == ENOTSUP;
}

/* Gives the ACL and the user's attributes of the file `from` to the open file `fd`. Returns false
 * if some cannot be copied. */
static bool copy_attributes(const char *from, int fd, struct diag *d)
{
    LOCAL char *names = mem_alloc(d, 2, ATTRIBUTE_BYTES);
    char *value = names + ATTRIBUTE_BYTES;
    ssize_t n = listxattr(from, names, ATTRIBUTE_BYTES);
    bool ok =
        (n >= 0 || errno == ENOTSUP) && copy_attribute(from, fd, "system.posix_acl_access", value);

    for (const char *name = names; name < names + n; name += strlen(name) + 1)
        if (strncmp(name, "user.", 5) == 0)
            ok = copy_attribute(from, fd, name, value) && ok;
    return ok;
}

#else

static bool copy_attributes(const char *from, int fd, struct diag *d)
{
    (void)from, (void)fd, (void)d;
    return true;
}

#endif

/* Makes a temporary file beside w->target, which it will replace. The file gets the owner, the
 * permissions and the attributes of `old`, or the permissions of a new file if `old` is NULL.
 * Returns 0 or errno. */
static int open_temporary(struct file_writer *w, const struct stat *old, struct diag *d)
{
    const char *name = diag_basename(w->target);
    int most = NAME_MAX - (int)sizeof suffix + 1; /* so many bytes of the name are kept */
    mode_t mode = umask(0);                       /* the only portable way to read the mask */
    int error = 0;

    umask(mode);
    mode = 0666 & ~mode;
    w->temporary =
        mem_printf(d, "%.*s%.*s%s", (int)(name - w->target), w->target, most, name, suffix);
    temporary_begin(&w->cleanup, w->temporary);
    w->fd = mkstemp(w->temporary); /* for its owner alone */
    if (w->fd >= 0 && old && fchown(w->fd, old->st_uid, old->st_gid) != 0)
        error = errno;
    else if (w->fd >= 0 && old)
        mode = old->st_mode & (copy_attributes(w->target, w->fd, d) ? 07777 : 0700);
    if (w->fd < 0 || (!error && fchmod(w->fd, mode) != 0))
        error = errno;
    if (error)
        drop_temporary(w);
    return error;
}

bool file_writer_open(struct file_writer *w, const char *path, struct diag *d)
{
    struct stat st;
    bool exists = stat(path, &st) == 0, is_file = exists && S_ISREG(st.st_mode);
    int error = 0;

    *w = (struct file_writer){.path = path, .fd = -1};
    w->target = exists ? realpath(path, NULL) : NULL;
    if (!w->target)
        w->target = mem_printf(d, "%s", path);
    /* a user may be allowed to replace a file but not to write it; a dangling link stays */
    if (is_file && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        error = errno;
    else if (is_file || (!exists && lstat(path, &st) != 0))
        error = open_temporary(w, is_file ? &st : NULL, d);
    if ((!error && w->fd < 0) || (is_file && error == EPERM)) /* the file keeps its owner */
        error = (w->fd = file_open(path, O_WRONLY | O_CREAT)) < 0 ? errno : 0;
    if (error) {
        diag_system(d, path, error,
                    exists && !is_file ? "nothing was written; move it away"
                    : error == ENOENT  ? "nothing was changed; check that the directory exists"
                                       : unchanged);
        release(w);
        return false;
    }
    /* a file that is written in place keeps its contents until all is known */
    sink_init(&w->sink, is_file && !w->temporary ? -1 : w->fd, d);
    w->sink.has_holes = w->temporary != NULL;
    return true;
}

void file_writer_abandon(struct file_writer *w)
{
    if (w->temporary)
        drop_temporary(w);
    else
        close(w->fd);
    release(w);
}

/* Writes a temporary file to the disk. Returns 0 or errno. */
static int finish(struct file_writer *w)
{
    int result;

    if (!w->temporary)
        return 0;
    if (!sink_flush(&w->sink))
        return w->sink.error;
    if (ftruncate(w->fd, (off_t)w->sink.written) != 0) /* there may be a hole at the end */
        return errno;
    do {
        result = fsync(w->fd);
    } while (result != 0 && errno == EINTR);
    return result == 0 ? 0 : errno;
}

/* Puts the file in place, and closes it. Returns 0 or errno. */
static int put_in_place(struct file_writer *w)
{
    int error = 0;

    if (w->temporary) {
        if (rename(w->temporary, w->target) != 0)
            return errno;
        temporary_end(&w->cleanup);
        free(w->temporary);
        w->temporary = NULL;
    } else {
        w->sink.fd = w->fd;
        /* EINVAL: the file is a device or a pipe, which has no length */
        if (!sink_flush(&w->sink))
            error = w->sink.error;
        else if (ftruncate(w->fd, (off_t)w->sink.written) != 0 && errno != EINVAL)
            error = errno;
    }
    /* an interrupted close has closed the file, and nothing is left to write */
    if (close(w->fd) != 0 && errno != EINTR && !error)
        error = errno;
    w->fd = -1;
    return error;
}

/* Locks the directory of a file, so that of two programs that put several files in place, one comes
 * after the other. Waits for a second at most: any user that may read the directory can lock it.
 * Returns the descriptor that has the lock, or -1. */
static int lock_directory(const char *path, struct diag *d)
{
    static const struct timespec moment = {.tv_nsec = 1000000};
    const char *name = diag_basename(path);
    LOCAL char *directory = mem_printf(d, "%.*s.", (int)(name - path), path);
    int fd = file_open(directory, O_RDONLY | O_DIRECTORY);

    for (int i = 0; fd >= 0 && i < 1000 && flock(fd, LOCK_EX | LOCK_NB) != 0; i++)
        nanosleep(&moment, NULL);
    return fd;
}

bool file_writers_commit(struct file_writer *w, size_t n, struct diag *d)
{
    int lock = -1, error = 0;
    bool ok;

    for (size_t i = n; !error && i-- > 0;)
        if ((error = finish(&w[i])) != 0)
            diag_system(d, w[i].path, error, unchanged);
    ok = error == 0;
    if (ok && n > 1)
        lock = lock_directory(w->target, d);
    for (size_t i = 0; i < n; i++) {
        bool replaces = w[i].temporary != NULL;

        if (ok && (error = put_in_place(&w[i])) != 0)
            ok = diag_system(d, w[i].path, error,
                             !replaces ? "it was not written completely"
                             : i > 0   ? "the file written with it is new; write both again"
                                       : unchanged);
        if (w[i].fd >= 0)
            file_writer_abandon(&w[i]);
        else
            release(&w[i]);
    }
    if (lock >= 0)
        close(lock);
    return ok;
}

bool file_writer_commit(struct file_writer *w, struct diag *d)
{
    return file_writers_commit(w, 1, d);
}
