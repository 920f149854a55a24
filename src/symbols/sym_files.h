/* sym_files - reads files of symbols, and files that order functions by object
 *
 * Role: ext_syms (--external-symbol-table) reads lines as nm prints them, `ADDRESS TYPE NAME`,
 * the address in hexadecimal. It yields those of type T (global code) and t (local code), in the
 * same form as an image. Lines of any other form are skipped; text behind the name is ignored.
 *
 * map_file (--file-ordering) reads a map, lines `OBJECT:ADDRESS TYPE FUNCTION` as nm
 * --print-file-name writes them: the object is what precedes the first colon, the function is the
 * last word, the rest is ignored. Lines `No symbols in ...` and empty lines are skipped. If several
 * lines have the same function, a binary search through the sorted lines chooses one of them, as in
 * GNU gprof (tests/compat).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SYM_FILES_H
#define SYMBOLS_SYM_FILES_H

#include "base/file.h"
#include "image/core.h"

struct map_entry {
    const char *function; /* raw name; "" if the line ends in a blank */
    const char *object;   /* never empty */
    size_t number;        /* number of the entry in the file, from 0 */
    bool is_first;        /* the entry is the first of the file, or the first after one of another
                           * object */
};

struct map_file {
    struct file_bytes text;    /* the file, cut up: the names point into it; owned */
    struct map_entry *entries; /* entries by function, then as in the file; owned */
    size_t n_entries, cap;
};

/* Reads the map at `path`. Returns false, after reporting the line, if the file cannot be read, has
 * a line of another form, or no entry. O(n log n). `m` must be released even after a failure. */
bool map_file_read(struct map_file *m, const char *path, struct diag *d);

/* Returns the entry that counts for a function, or NULL. O(log n). */
const struct map_entry *map_file_find(const struct map_file *m, const char *function);

void map_file_release(struct map_file *m);

struct ext_syms {
    const char *path;             /* as given; not owned */
    struct file_bytes text;       /* the file, cut up: the names point into it; owned */
    struct image_symbol *symbols; /* symbols in the order of the file; owned */
    size_t n_symbols, cap;
};

/* Reads the symbols from `path`, which must outlive `e`. Their addresses assign them to the code
 * sections of `image`; a symbol outside all sections has no end. All symbols count as functions.
 * Returns false, after reporting, if the file cannot be read or holds no symbol. O(bytes of the
 * file * log(sections)). `e` must be released even after a failure. */
bool ext_syms_read(struct ext_syms *e, const char *path, const struct image *image, struct diag *d);

void ext_syms_release(struct ext_syms *e);

#endif
