/* source - finding and reading source files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/source.h"

#include "base/file.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 16 };

void source_search_add(struct source_search *search, const char *list, struct diag *d)
{
    while (*list) {
        size_t length = strcspn(list, ":");

        if (length > 0) {
            search->directories = mem_grow(d, search->directories, &search->cap, search->n + 1,
                                           sizeof *search->directories);
            search->directories[search->n++] = (struct source_directory){list, length};
        }
        list += length;
        list += *list == ':';
    }
}

void source_search_release(struct source_search *search)
{
    free(search->directories);
    *search = (struct source_search){0};
}

/* Opens a regular file; returns -1 and errno otherwise. Opening a pipe must not block. */
static int open_regular(const char *path)
{
    int fd = file_open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    int reason = 0;
    struct stat st;

    if (fd < 0)
        return -1;
    if (fstat(fd, &st) != 0)
        reason = errno;
    else if (!S_ISREG(st.st_mode))
        reason = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
    if (reason == 0)
        return fd;
    close(fd);
    errno = reason;
    return -1;
}

/* Opens the file `name` in the first directory that has it. Returns a descriptor, or -1. */
static int search_directories(const struct source_search *search, const char *name, struct diag *d)
{
    size_t name_bytes = strlen(name) + 1, longest = 0;
    char *path;
    int fd = -1;

    for (size_t i = 0; i < search->n; i++)
        if (search->directories[i].length > longest)
            longest = search->directories[i].length;
    path = mem_alloc(d, longest + 1 + name_bytes, 1);
    for (size_t i = 0; fd < 0 && i < search->n; i++) {
        const struct source_directory *directory = &search->directories[i];

        memcpy(path, directory->path, directory->length);
        path[directory->length] = '/';
        memcpy(path + directory->length + 1, name, name_bytes);
        fd = open_regular(path);
    }
    free(path);
    return fd;
}

/* Opens the file of a recorded path in one of the directories: a relative one as it is first, which
 * tells files of one base name apart, and then any by its base name. Returns a descriptor, or -1.
 */
static int search_file(const struct source_search *search, const char *path, struct diag *d)
{
    int fd = path[0] != '/' ? search_directories(search, path, d) : -1;

    return fd >= 0 ? fd : search_directories(search, diag_basename(path), d);
}

bool source_is_system(const char *path)
{
    static const char *const beginnings[] = {"/usr/include/", "/usr/local/include/", "/usr/lib/",
                                             "/usr/lib32/",   "/usr/lib64/",         "/rustc/"};
    static const char *const parts[] = {"/lib/gcc/", "/lib64/gcc/", "/include/c++/",
                                        "/.rustup/", "/.cargo/",    "/lib/clang/"};

    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(path, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(path, parts[i]))
            return true;
    return false;
}

bool source_open(struct source *s, const struct source_search *search, const char *path,
                 struct diag *d)
{
    int reason;

    *s = (struct source){.fd = open_regular(path)};
    reason = errno;
    if (s->fd < 0)
        s->fd = search_file(search, path, d);
    if (s->fd < 0) {
        diag_warning(d, path, "could not be located (%s); name its directory with -I",
                     reason == EINVAL ? "not a regular file" : strerror(reason));
        return false;
    }
    s->buf = mem_alloc(d, BUFFER_BYTES, 1);
    return true;
}

/* Reads more into the empty buffer; returns false at the end or on a failure. */
static bool fill(struct source *s)
{
    ssize_t n;

    do {
        n = read(s->fd, s->buf, BUFFER_BYTES);
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        s->error = errno;
    if (n <= 0)
        return false;
    s->pos = 0;
    s->used = (size_t)n;
    return true;
}

bool source_read(struct source *s, struct source_piece *piece)
{
    const char *newline;

    if (s->pos == s->used && (s->error || !fill(s)))
        return false;
    *piece = (struct source_piece){s->buf + s->pos, s->used - s->pos, !s->in_line};
    newline = memchr(piece->text, '\n', piece->bytes);
    if (newline)
        piece->bytes = (size_t)(newline - piece->text) + 1;
    s->in_line = newline == NULL;
    s->pos += piece->bytes;
    return true;
}

void source_close(struct source *s)
{
    if (s->fd >= 0)
        close(s->fd);
    free(s->buf);
    *s = (struct source){.fd = -1};
}
