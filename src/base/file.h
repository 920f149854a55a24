/* file - reads and replaces whole files
 *
 * Role: reads a file into memory for a cursor, and writes one so that readers see either the old
 * file or the complete new one. Knows nothing of contents.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/mem.h"
#include "base/sink.h"
#include "base/temporary.h"

#include <sys/types.h>

/* Calls open(2) with O_CLOEXEC, again if a signal interrupts it. With O_CREAT, a new file gets the
 * permissions that umask leaves. Returns a descriptor, or -1 and errno. */
int file_open(const char *path, int flags);

/* Returns the remedy for a file that could not be opened or read, by errno. If the file may be
 * missing, the remedy is `missing`, which may be NULL. */
const char *file_read_remedy(int errnum, const char *missing);

/* Returns true if both files are regular and `path` was changed later than `other`. */
bool file_is_newer(const char *path, const char *other);

/* Returns true if reading the file at `path` may never end: it is a pipe, a device or a socket, or
 * seems to be empty, as all files of /proc do. */
bool file_may_wait(const char *path);

struct file_bytes {
    uint8_t *data; /* owned; kept from file to file, so that reading many costs one buffer */
    size_t size;   /* bytes of the file last read */
    size_t cap;    /* bytes allocated: more than size, so that a NUL fits after the contents */
};

/* Reads all of `path` into `b` (zero-initialised before the first use). A directory or a device is
 * an error. On failure, reports the system's reason and `remedy`, and returns false. Memory: the
 * file's size. */
bool file_read_all(struct file_bytes *b, const char *path, const char *remedy, struct diag *d);

/* Reads all of an open file as file_read_all does; `path` is for messages only. What comes by a
 * pipe or by standard input raises the limit of the run (base/limit.h). */
bool file_read_open(struct file_bytes *b, int fd, const char *path, const char *remedy,
                    struct diag *d);

/* Reads `room` bytes of an open file, or fewer at its end. Returns the number of bytes, or -1 and
 * errno. */
ssize_t file_read(int fd, void *to, size_t room);

/* Reads bytes of `path` from `offset` on, `room` at most, without any report. Returns the number of
 * bytes, or -1 if it cannot be read or is not a regular file. */
ssize_t file_read_part(const char *path, uint64_t offset, uint8_t *to, size_t room);

/* Returns the next line of a file, with a NUL in place of the `end` behind it, and moves `*pos`
 * behind that. Returns NULL if there is none. */
char *file_next_line(struct file_bytes *b, size_t *pos, char end);

void file_bytes_release(struct file_bytes *b);

/* A file being replaced: readers see the old contents until file_writer_commit. */
struct file_writer {
    struct sink sink; /* contents of the new file; pages of zeros take no room on the disk */
    const char *path; /* not owned */
    char *target;     /* path of the file that `path` leads to; owned */
    char *temporary;  /* path of the file being written; NULL: `path` is written in place; owned */
    int fd;           /* descriptor of the file being written */
    struct temporary cleanup;
};

/* Starts to write a new `path`: a temporary file beside it, which gets its owner, permissions, ACL
 * and user attributes; if these two cannot be copied, only the owner may read it. A symbolic link
 * stays, and its target is written. `path` itself is written in place if it is a device, a pipe, or
 * a link to a missing file. A file of another owner is written in place, too, since a new file
 * would change its owner; that is done at the commit, and `w` has the new contents in memory.
 * Returns false, after reporting, if `path` must not be written; then nothing was changed. */
bool file_writer_open(struct file_writer *w, const char *path, struct diag *d);

/* Syncs the new file and puts it in place. On failure, reports, removes the temporary file, leaves
 * `path` as it was, and returns false. Releases `w` in both cases. */
bool file_writer_commit(struct file_writer *w, struct diag *d);

/* Does the same with `n` files that belong together: syncs all of them, the last one first, and
 * puts them in place in their order, all of them or, if it fails before the first one, none.
 * Another such commit in the directory comes before or after. If the program is killed in between,
 * the first ones are new, and the others old. */
bool file_writers_commit(struct file_writer *w, size_t n, struct diag *d);

/* Returns true if the path ends as a temporary file's does: the file was left by a killed run, or
 * another run is writing it. */
bool file_is_temporary(const char *path);

/* Removes the temporary file and releases `w`. */
void file_writer_abandon(struct file_writer *w);

#endif
