/* source - finds and reads source files
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

/* Where to look; zero-initialised before the first use. */
struct source_search {
    char **directories; /* in the order of searching; owned, and so are the texts */
    size_t n, cap;
};

/* Adds the directories of `list`, which are searched after those before; they are separated by
 * colons, and empty ones are ignored. */
void source_search_add(struct source_search *search, const char *list, struct diag *d);

void source_search_release(struct source_search *search);

/* Returns true if a recorded path is that of a header or a library source of the system or of a
 * compiler: the path is in one of their usual directories. */
bool source_is_system(const char *path);

/* What the text of a source is for. */
enum source_use {
    SOURCE_SHOWN,   /* the user reads it */
    SOURCE_EMBEDDED /* it becomes a part of a file that others may read */
};

/* A source file being read. */
struct source {
    int fd;              /* -1: not open */
    char *buf;           /* what was read; owned */
    size_t pos, used;    /* bytes of buf that are taken, and that it holds */
    bool in_line;        /* the last piece did not end its line */
    int error;           /* errno of a failed read, 0 if none */
    const char *refused; /* why the file at the recorded path must not be used; NULL: it may be, or
                            there is none */
};

/* The reason in `refused` that does not hold for files below the directories of the search. */
extern const char source_unknown[];

/* Opens the source file that is recorded as `path`; source_close it. Debug information may name any
 * file: only regular ones of at most 64 MB are taken, and none below /proc, /sys and /dev. A
 * text that is embedded is not below /run or /etc either. It has the extension of a source, or is
 * in a directory called `include`, or below one of the search, when links are resolved. Returns
 * false, with a warning if it was to be shown, if there is no such file. O(directories). */
bool source_open(struct source *s, const struct source_search *search, const char *path,
                 enum source_use use, struct diag *d);

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
