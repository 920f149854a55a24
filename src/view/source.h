/* source - finding and reading source files
 *
 * Role: opens the source file that debug information names: at the recorded path, or else in the
 * directories of -I and GPROF_PATH, in their order: in any of them under a relative path as it was
 * recorded, then under its base name. The current directory is not searched. Reads the file in
 * pieces, so that neither a huge file nor a huge line costs memory. Does not know of symbols or
 * counts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_SOURCE_H
#define VIEW_SOURCE_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

struct source_directory {
    const char *path; /* not owned, not NUL-terminated */
    size_t length;    /* bytes of path; not 0 */
};

/* Where to look; zero-initialised before the first use. */
struct source_search {
    struct source_directory *directories; /* in the order of searching; owned */
    size_t n, cap;
};

/* Search the directories of `list` too, after those before; they are separated by colons, and empty
 * ones are ignored. `list` must outlive the search. False, after reporting, when memory is out. */
bool source_search_add(struct source_search *search, const char *list, struct diag *d);

void source_search_release(struct source_search *search);

/* Whether a recorded path is that of a header or a library source of the system, of a compiler or
 * of a language, by the directories where these usually are. */
bool source_is_system(const char *path);

/* A source file being read. */
struct source {
    int fd;           /* -1: not open */
    char *buf;        /* what was read; owned */
    size_t pos, used; /* bytes of buf that are taken, and that it holds */
    bool in_line;     /* the last piece did not end its line */
    int error;        /* errno of a failed read, 0 if none */
};

enum source_result {
    SOURCE_OPEN,    /* source_close it */
    SOURCE_MISSING, /* warned: it is nowhere, or cannot be read */
    SOURCE_FAILED   /* reported: memory is out */
};

/* Open the source file that is recorded as `path`. Only regular files are taken. O(directories). */
enum source_result source_open(struct source *s, const struct source_search *search,
                               const char *path, struct diag *d);

struct source_piece {
    const char *text; /* any bytes, NUL and CR too; valid until the next call */
    size_t bytes;     /* not 0; the newline that ends a line is the last one */
    bool starts_line; /* else it goes on with the line of the piece before */
};

/* The next piece; false at the end of the file, or when a read failed: see `error`. */
bool source_read(struct source *s, struct source_piece *piece);

void source_close(struct source *s);

#endif
