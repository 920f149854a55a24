/* source - finds and reads source files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/source.h"

#include "base/file.h"
#include "base/mem.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 16 };

const char source_unknown[] = "its name is not that of a source";

void source_search_add(struct source_search *search, const char *list, struct diag *d)
{
    while (*list) {
        size_t length = strcspn(list, ":");

        if (length > 0) {
            search->directories = mem_grow(d, search->directories, &search->cap, search->n + 1,
                                           sizeof *search->directories);
            search->directories[search->n++] = mem_copy_string(d, list, length);
        }
        list += length;
        list += *list == ':';
    }
}

void source_search_release(struct source_search *search)
{
    for (size_t i = 0; i < search->n; i++)
        free(search->directories[i]);
    free(search->directories);
    *search = (struct source_search){0};
}

static bool is_below(const char *path, const char *directory)
{
    size_t n = strlen(directory);

    return strncmp(path, directory, n) == 0 && path[n] == '/';
}

/* Returns true if the name ends as that of a source does, in any language. */
static bool has_source_extension(const char *path)
{
    static const char known[] =
        " c cc cp cpp cxx c++ h hh hp hpp hxx h++ inl inc ipp tpp txx tcc i ii def gen ixx cppm "
        "m mm cu cuh hip cl f for ftn fpp f77 f90 f95 f03 f08 go rs d di zig s asm sx nasm adb "
        "ads ada pas pp p lpr dpr vala nim cr swift ml mli hs lhs jl kt java scala py pyx pxd "
        "pxi l ll y yy ypp lex re rl gperf peg moc mod cob cbl cpy pc ec odin v sv svh vhd vhdl "
        "cs fs lisp scm tcl ";
    const char *dot = strrchr(diag_basename(path), '.');
    char wanted[8];

    if (!dot || strchr(dot, ' ') || strlen(dot) + 2 > sizeof wanted)
        return false;
    snprintf(wanted, sizeof wanted, " %s ", dot + 1);
    for (char *c = wanted; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return wanted[1] != ' ' && strstr(known, wanted);
}

/* Returns true if a page that others read may show the file of that resolved path: it has the name
 * of a source, or is in a directory of headers or below one that the user has named. */
static bool may_be_embedded(const struct source_search *search, const char *path)
{
    bool may = has_source_extension(path) || strstr(path, "/include/");

    for (size_t i = 0; !may && i < search->n; i++) {
        char *directory = realpath(search->directories[i], NULL);

        may = directory && is_below(path, directory);
        free(directory);
    }
    return may;
}

/* Returns the reason why the open file of that resolved path must not be used, or NULL. */
static const char *refusal(const struct source_search *search, int fd, const char *path,
                           enum source_use use)
{
    static const char *const never[] = {"/proc", "/sys", "/dev", "/run", "/etc"};
    enum { NOT_SHOWN = 3, NOT_EMBEDDED = 5, LOOKED_AT = 4096, MOST_BYTES = 64 << 20 };
    char start[LOOKED_AT];
    struct stat st;
    ssize_t n;

    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return "not a regular file";
    if (st.st_size > MOST_BYTES)
        return "more than 64 MB";
    for (size_t i = 0; i < (use == SOURCE_SHOWN ? NOT_SHOWN : NOT_EMBEDDED); i++)
        if (is_below(path, never[i]))
            return "a file of the system";
    if (use == SOURCE_SHOWN)
        return NULL;
    n = pread(fd, start, sizeof start, 0);
    if (n > 0 && memchr(start, '\0', (size_t)n))
        return "not a text";
    return may_be_embedded(search, path) ? NULL : source_unknown;
}

/* Opens the file if it may be used in that way. Otherwise returns false, and sets s->refused if the
 * file must not be used, or errno if it cannot be opened. Opening a pipe does not block. */
static bool open_file(struct source *s, const struct source_search *search, const char *path,
                      enum source_use use)
{
    char *real = realpath(path, NULL);
    int error;

    s->fd = real ? file_open(real, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW) : -1;
    error = errno;
    s->refused = s->fd >= 0 ? refusal(search, s->fd, real, use) : NULL;
    free(real);
    if (s->refused) {
        close(s->fd);
        s->fd = -1;
    }
    errno = error;
    return s->fd >= 0;
}

/* Opens the file `name` in the first directory that has it. */
static bool search_directories(struct source *s, const struct source_search *search,
                               const char *name, enum source_use use, struct diag *d)
{
    bool found = false;

    for (size_t i = 0; !found && i < search->n; i++) {
        char *path = mem_printf(d, "%s/%s", search->directories[i], name);

        found = open_file(s, search, path, use);
        free(path);
    }
    return found;
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
                 enum source_use use, struct diag *d)
{
    const char *refused, *reason;

    *s = (struct source){.fd = -1};
    if (!open_file(s, search, path, use)) {
        refused = s->refused;
        reason = refused ? refused : strerror(errno);
        /* the relative path itself comes first, as it tells files of one base name apart */
        if ((path[0] == '/' || !search_directories(s, search, path, use, d)) &&
            !search_directories(s, search, diag_basename(path), use, d)) {
            s->refused = refused;
            if (use == SOURCE_SHOWN)
                diag_warning(d, path, "could not be located (%s); name its directory with -I",
                             reason);
            return false;
        }
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
