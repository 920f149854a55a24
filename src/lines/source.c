/* source - finds and reads source files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/source.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

const char source_unknown[] = "its name is not that of a source";

void source_search_add(struct text_map *search, const char *list, struct diag *d)
{
    while (*list) {
        size_t length = strcspn(list, ":");

        if (length > 0)
            text_map_add_bytes(search, list, length, d);
        list += length;
        list += *list == ':';
    }
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

/* Returns the reason why a page that others read must not show the file of that resolved path, or
 * NULL. The file must have the name of a source, or be in a directory of headers or below one that
 * the user has named. */
static const char *refuse_to_embed(const struct text_map *search, const char *path,
                                   const struct file_bytes *bytes)
{
    enum { LOOKED_AT = 4096 };
    bool may = has_source_extension(path) || strstr(path, "/include/");

    if (bytes->size > 0 &&
        memchr(bytes->data, '\0', bytes->size < LOOKED_AT ? bytes->size : LOOKED_AT))
        return "not a text";
    for (size_t i = 0; !may && i < search->n; i++) {
        LOCAL char *directory = realpath(search->texts[i], NULL);

        may = directory && is_below(path, directory);
    }
    return may ? NULL : source_unknown;
}

/* Returns the reason why the open file of that resolved path must not be read, or NULL. */
static const char *refuse_to_read(const struct stat *st, const char *path, enum source_use use)
{
    static const char *const never[] = {"/proc", "/sys", "/dev", "/run", "/etc"};
    enum { NOT_SHOWN = 3, NOT_EMBEDDED = 5, MOST_BYTES = 64 << 20 };

    if (!S_ISREG(st->st_mode))
        return "not a regular file";
    if (st->st_size > MOST_BYTES)
        return "more than 64 MB";
    for (size_t i = 0; i < (use == SOURCE_SHOWN ? NOT_SHOWN : NOT_EMBEDDED); i++)
        if (is_below(path, never[i]))
            return "a file of the system";
    return NULL;
}

/* Reads the file if it may be used in that way. Otherwise returns false, and sets s->refused if the
 * file must not be used, or errno if it cannot be read. Opening a pipe does not block. */
static bool read_file(struct source *s, const struct source_reader *reader, const char *path)
{
    char *real = realpath(path, NULL);
    int fd = real ? file_open(real, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW) : -1;
    struct stat st;
    bool ok = fd >= 0 && fstat(fd, &st) == 0;
    int error;

    s->refused = ok ? refuse_to_read(&st, real, reader->use) : NULL;
    ok = ok && !s->refused && file_read_open(&s->bytes, fd, path, NULL, NULL);
    error = errno;
    if (ok && reader->use == SOURCE_EMBEDDED)
        s->refused = refuse_to_embed(reader->search, real, &s->bytes);
    if (fd >= 0)
        close(fd);
    free(real);
    errno = error;
    return ok && !s->refused;
}

/* Reads the file `name` in the first directory that has it. */
static bool search_directories(struct source *s, const struct source_reader *reader,
                               const char *name, struct diag *d)
{
    const struct text_map *search = reader->search;
    bool found = false;

    for (size_t i = 0; !found && i < search->n; i++) {
        LOCAL char *path = mem_printf(d, "%s/%s", search->texts[i], name);

        found = read_file(s, reader, path);
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

bool source_open(struct source *s, const struct source_reader *reader, const char *path,
                 struct diag *d)
{
    const char *refused, *reason;

    *s = (struct source){0};
    if (read_file(s, reader, path))
        return true;
    refused = s->refused;
    reason = refused ? refused : strerror(errno);
    /* the relative path itself comes first, as it tells files of one base name apart */
    if ((path[0] != '/' && search_directories(s, reader, path, d)) ||
        search_directories(s, reader, diag_basename(path), d))
        return true;
    s->refused = refused;
    if (reader->use == SOURCE_SHOWN)
        diag_warning(d, path, "could not be located (%s); name its directory with -I", reason);
    source_close(s);
    return false;
}

bool source_next(struct source *s, struct source_line *line)
{
    const char *newline;

    if (s->pos == s->bytes.size)
        return false;
    *line = (struct source_line){(const char *)s->bytes.data + s->pos, s->bytes.size - s->pos};
    newline = memchr(line->text, '\n', line->bytes);
    if (newline)
        line->bytes = (size_t)(newline - line->text) + 1;
    s->pos += line->bytes;
    return true;
}

void source_close(struct source *s)
{
    file_bytes_release(&s->bytes);
}
