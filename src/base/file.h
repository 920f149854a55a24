/* file - reading and replacing whole files
 *
 * Role: reads a file into memory for a cursor, and writes one so that readers see either the old
 * file or the complete new one. Knows nothing of contents.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/diag.h"
#include "base/mem.h"
#include "base/sink.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* open(2) with O_CLOEXEC, repeated when a signal interrupts it; with O_CREAT, a new file has the
 * permissions that umask leaves. A descriptor, or -1 and errno. */
int file_open(const char *path, int flags);

/* Returns what mends that a file could not be opened or read, by its errno: `missing`, which may be
 * NULL, where the file may not be there, and else what is of use. */
const char *file_read_remedy(int errnum, const char *missing);

/* Returns true if the file was changed later than the other one. False where one is no regular
 * file. */
bool file_is_newer(const char *path, const char *other);

/* Returns true if there is a pipe, a device or a socket, so that reading the file may never end. */
bool file_may_wait(const char *path);

struct file_bytes {
    uint8_t *data; /* owned; kept from file to file, so that reading many costs one buffer */
    size_t size;   /* bytes of the file last read */
    size_t cap;    /* bytes allocated: more than size, so that a NUL fits after the contents */
};

/* Reads all of `path` into `b` (zero-initialised before the first use). A directory or a device is
 * an error. Reports the system's reason and `remedy` and returns false on failure. Memory: the
 * file's size.
 */
bool file_read_all(struct file_bytes *b, const char *path, const char *remedy, struct diag *d);

/* The same from an open file; `path` is for messages only. */
bool file_read_open(struct file_bytes *b, int fd, const char *path, const char *remedy,
                    struct diag *d);

/* Reads the first bytes of `path', `room' at most; whatever is there, in silence. How many there
 * are, 0 where they cannot be read; -1 if the file cannot be opened. */
ssize_t file_read_start(const char *path, uint8_t *start, size_t room);

void file_bytes_release(struct file_bytes *b);

/* A file being replaced: readers see the old contents until file_writer_commit. */
struct file_writer {
    struct sink sink; /* what is put in here becomes the file */
    const char *path; /* not owned */
    char *target;     /* the file that it leads to; owned */
    char *temporary;  /* the file being written; NULL: `path` is written in place; owned */
    int fd;           /* of the file being written */
    struct temporary listed;
};

/* Starts to write a new `path`: a temporary file beside it, which gets its owner and permissions. A
 * symbolic link stays, and its target is written. `path` itself is written in place if it is a
 * device, a pipe, or a link to what does not exist yet; and if it is a file of another owner, which
 * a new file would not keep. Returns false, after reporting, if `path` must not be written; then
 * nothing was changed. */
bool file_writer_open(struct file_writer *w, const char *path, struct diag *d);

/* Sync the new file and put it in place. On failure reports, removes the temporary file, leaves
 * `path` as it was, and returns false. Releases `w` either way. */
bool file_writer_commit(struct file_writer *w, struct diag *d);

/* Returns true if the path ends as those of temporary files do: such a file was left by a run that
 * was killed, or is being written by another run. */
bool file_is_temporary(const char *path);

/* Gives up: remove the temporary file and releases `w`. */
void file_writer_abandon(struct file_writer *w);

#endif
