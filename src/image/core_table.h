/* core_table - walks over all symbols of a file, with libelf or libbfd
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_TABLE_H
#define IMAGE_CORE_TABLE_H

#include "image/core_object.h"

/* Prepares walks over the symbols of `o`. Fails after reporting. */
bool core_open_table(struct object *o, struct diag *d);

/* Makes libbfd read all symbols after a walk has failed. Fails after reporting. */
bool core_read_all(struct object *o, struct diag *d);

/* Ends all walks, and frees the names of symbols that came from libelf. */
void core_close_table(struct object *o);

/* A walk over all symbols, in the file's order; zero-initialised but for the object. */
struct symbol_walk {
    struct object *object;
    long next;      /* number of the next symbol */
    uint64_t size;  /* size of the last symbol; 0: not known, as libbfd read it */
    bool is_hidden; /* the last symbol is local and hidden; false if libbfd read it */
    bool failed;    /* libelf cannot tell all; call core_read_all, and walk again */
    asymbol made;   /* the last symbol, made from libelf's */
};

/* Returns the next symbol, valid until the one after it is asked for; its name is valid as long as
 * the object's table. Returns NULL after the last symbol, or if the walk has failed. */
const asymbol *core_walk_next(struct symbol_walk *w);

#endif
