/* source - finds and reads source files
 *
 * Role: opens the source file that debug information names: at the recorded path, or else in the
 * directories of -I and GPROF_PATH, in their order. All directories are tried with a relative path
 * as recorded, then with its base name. The current directory is not searched. Symbols and counts
 * are not known here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINES_SOURCE_H
#define LINES_SOURCE_H

#include "base/file.h"
#include "base/text_map.h"

/* Adds the directories of `list` to those to search. Colons separate them, and empty ones are
 * ignored. */
void source_search_add(struct text_map *search, const char *list, struct diag *d);

/* Returns true if a recorded path is that of a header or a library source of the system or of a
 * compiler: the path is in a usual directory of system or compiler. */
bool source_is_system(const char *path);

/* Use of the text of a source. */
enum source_use {
    SOURCE_SHOWN,   /* the user reads it */
    SOURCE_EMBEDDED /* the text becomes a part of a file that others may read */
};

/* What reads sources: the page, or a listing. */
struct source_reader {
    const struct text_map *search; /* directories of -I and GPROF_PATH */
    enum source_use use;
};

/* A source file. */
struct source {
    struct file_bytes bytes; /* its contents; owned */
    size_t pos;              /* offset of the next line */
    const char *refused;     /* reason why the file at the recorded path must not be used; NULL: it
                              * may be used, or does not exist */
};

/* Reason in `refused` that does not apply to files below the directories of the search. */
extern const char source_unknown[];

/* Reads the source file that is recorded as `path`. The caller releases it with source_close. Debug
 * information may name any file: only regular ones of at most 64 MB are taken, and none below
 * /proc, /sys and /dev. A file to embed must not be below /run or /etc either. It must have the
 * extension of a source, or be in a directory called `include` or below one of the search, after
 * links are resolved. Returns false if there is no such file, with a warning if its text was to be
 * shown. O(directories). */
bool source_open(struct source *s, const struct source_reader *reader, const char *path,
                 struct diag *d);

struct source_line {
    const char *text; /* any bytes, NUL and CR too */
    size_t bytes;     /* not 0; with the newline, which the last line of the file may lack */
};

/* Gets the next line. Returns false at the end of the file. */
bool source_next(struct source *s, struct source_line *line);

void source_close(struct source *s);

#endif
