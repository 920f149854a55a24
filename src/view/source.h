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

/* Adds the directories of `list`, which are searched after those before; they are separated by
 * colons, and empty ones are ignored. `list` must outlive the search. */
void source_search_add(struct source_search *search, const char *list, struct diag *d);

void source_search_release(struct source_search *search);

/* Returns true if a recorded path is that of a header or a library source of the system, of a
 * compiler or of a language, by the directories in which these usually are. */
bool source_is_system(const char *path);

/* A source file being read. */
struct source {
    int fd;           /* -1: not open */
    char *buf;        /* what was read; owned */
    size_t pos, used; /* bytes of buf that are taken, and that it holds */
    bool in_line;     /* the last piece did not end its line */
    int error;        /* errno of a failed read, 0 if none */
};

/* Opens the source file that is recorded as `path`; source_close it. Only regular files are taken.
 * Returns false, with a warning, if it is nowhere or cannot be read. O(directories). */
bool source_open(struct source *s, const struct source_search *search, const char *path,
                 struct diag *d);

struct source_piece {
    const char *text; /* any bytes, NUL and CR too; valid until the next call */
    size_t bytes;     /* not 0; the newline that ends a line is the last one */
    bool starts_line; /* else it goes on with the line of the piece before */
};

/* Reads the next piece; returns false at the end of the file, or when a read failed: see `error`.
 */
bool source_read(struct source *s, struct source_piece *piece);

void source_close(struct source *s);

#endif
