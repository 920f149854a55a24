/* sym_files - reads files that say what the image's symbols are, or where they belong
 *
 * Role: ext_syms (--external-symbol-table) reads lines as nm prints them, `ADDRESS TYPE NAME`, the
 * address in hexadecimal. It yields those of type T (global code) and t (local code) in the form in
 * which an image yields its own. Lines of any other form are skipped; what follows the name is
 * ignored.
 *
 * map_file (--file-ordering) reads a map, lines `OBJECT:ADDRESS TYPE FUNCTION` as
 * nm --print-file-name writes them: the object is what precedes the first colon, the function is
 * the last word, the rest is ignored. Lines `No symbols in ...` and empty lines are skipped. Where
 * a function is in several lines, one of them counts: the one that a binary search through the
 * sorted lines arrives at, which is also GNU gprof's choice (tests/compat).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SYM_FILES_H
#define SYMBOLS_SYM_FILES_H

#include "base/diag.h"
#include "base/file.h"
#include "image/core.h"

#include <stdbool.h>
#include <stddef.h>

struct map_entry {
    const char *function; /* raw name; "" where the line ends in a blank */
    const char *object;   /* never empty */
    size_t number;        /* of the entry in the file, from 0 */
    bool is_first;        /* the first in the file, or the entry before it is of another object */
};

struct map_file {
    struct file_bytes text;    /* the file, cut up: the names point into it; owned */
    struct map_entry *entries; /* by function, then as in the file; owned */
    size_t n_entries, cap;
    const char **objects; /* distinct, by name; owned */
    size_t n_objects;
};

/* Reads the map at `path`. Returns false, after reporting the line, if the file cannot be read, has
 * a line of another form, or no entry. O(n log n). Release `m` also after a failure. */
bool map_file_read(struct map_file *m, const char *path, struct diag *d);

/* Returns the entry that counts for a function, or NULL. O(log n). */
const struct map_entry *map_file_find(const struct map_file *m, const char *function);

/* Returns the number of an object, its index in `objects`; it must be there. O(log n). */
size_t map_file_object(const struct map_file *m, const char *object);

void map_file_release(struct map_file *m);

struct ext_syms {
    const char *path;             /* as given; not owned */
    struct file_bytes text;       /* the file, cut up: the names point into it; owned */
    struct image_symbol *symbols; /* in the order of the file; owned */
    size_t n_symbols, cap;
};

/* Reads the symbols from `path`, which must outlive `e`. Their addresses assign them to the code
 * sections of `image`; one outside all sections has no end. All count as functions. Returns false,
 * after reporting, if the file cannot be read or holds no symbol. O(bytes of the file *
 * log(sections)). Release `e` also after a failure. */
bool ext_syms_read(struct ext_syms *e, const char *path, const struct image *image, struct diag *d);

void ext_syms_release(struct ext_syms *e);

#endif
