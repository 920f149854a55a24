/* objects.h - lists the program, libraries and other code in memory, with their unwind tables
 *
 * Role: walks of stacks look code up here, recorded stacks name frames by these objects, and a dump
 * finds here which libraries can have data files. The table is made by the first of these that
 * needs it. os/ finds the objects; walks and dumps read them at any moment without a lock. An
 * object keeps its number for ever. If an object is unloaded and comes back, it has its old number,
 * even at another address.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_OBJECTS_H
#define GMON_OBJECTS_H

#include "gmon_stacks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GM_OBJECTS = 4096, /* upper bound; libraries loaded one after the other count, too */
    /* Numbers that stand for no file: code that is in no object, and the runtime. */
    GM_OBJECT_ANONYMOUS = 0xfffe,
    GM_OBJECT_PROFILER = 0xffff
};

enum { GM_BUILD_ID = 64 }; /* bytes of a build ID at most; linkers write 8, 16, 20 or 32 */

/* Bytes in memory. If begin == end, there are none. */
struct gm_span {
    uintptr_t begin, end;
};

struct gm_object {
    struct gm_span code; /* range in memory from its first to its last executable byte */
    uintptr_t bias;      /* address in memory - link-time address */
    uintptr_t dynamic;   /* address of its dynamic section; 0: it has none */
    uintptr_t init;      /* link-time address of a symbol that most libraries have: _init, or, on
                            machines without it, that of the first constructor; 0: not known */
    const char *path;
    uint8_t kind;          /* enum gstack_module_kind */
    uint8_t id_bytes;      /* bytes of the build ID; 0: none */
    bool is_code_readable; /* true if all of `code` is mapped and may be read */
    bool may_go;           /* true if it may be unloaded */
    bool is_seen;          /* true if the current renewal has seen it */
    bool has_file;         /* true if the current dump has a data file for it */
    _Atomic bool is_loaded;
    unsigned char id[GM_BUILD_ID];

    /* What unwinding reads (unwind_table.h). `frames` is the call frame information, and what may
     * be read around it; if the object may go, it is a copy. `moved` is the address in `frames`
     * minus the address in the object. `table` is an index of `frames`: sorted pairs of 32-bit
     * numbers relative to table_base, the beginning of a function and that of its description.
     * `pairs` is 0 if there is no index. */
    struct gm_span frames;
    uintptr_t moved, table, table_base;
    size_t pairs;
    /* On ARM, the exception index (unwind_exidx.h), and what may be read around it. */
    struct gm_span index, around_index;
};

struct gm_objects;

#pragma GCC visibility push(hidden)

/* Returns how many object numbers are in use. */
unsigned gm_object_count(void);

/* Returns the object with this number, which may be unloaded. For dumps. */
struct gm_object *gm_object(unsigned number);

/* Returns true if the object is a library that can have a data file. The runtime cannot. */
bool gm_is_library(const struct gm_object *o);

/* Compares the bytes of two build IDs, then their lengths, as strcmp() does. */
int gm_compare_ids(const struct gm_object *a, const struct gm_object *b);

/* Returns true if both are the same build of an object, by build IDs and sizes. */
bool gm_is_same_code(const struct gm_object *a, const struct gm_object *b);

/* Returns the number of the loaded object whose code has this address, or GM_OBJECT_ANONYMOUS. */
unsigned gm_object_at(uintptr_t address);

/* Returns a number that changes when an object is loaded or unloaded. After a change, what was
 * found out about code before may be wrong. */
unsigned gm_objects_generation(void);

/* ---- for os/, with gm.objects_lock held and interrupts off ---------------------------------- */

/* Makes an empty table, if there is none. Called before the next functions. Returns false if there
 * is no memory. */
bool gm_objects_init(void);

/* Begins, and ends, a renewal. Between them gm_objects_see() is called for each library that is
 * loaded now, and for other objects once. If is_all, an object that was not seen counts as
 * unloaded. */
void gm_objects_begin(void);
void gm_objects_end(bool is_all);

/* Notes that the loaded object with this bias and dynamic section is loaded still; dynamic may be
 * 0: any. The search begins at number *next, which becomes the number behind it: objects mostly
 * come in the order of their numbers. Returns false if there is none. */
bool gm_objects_see_again(uintptr_t bias, uintptr_t dynamic, unsigned *next);

/* Notes that an object is loaded. Copies the members of `found` from `code` to `may_go`, and the
 * build ID. Returns the object if it has no tables yet: the caller fills them in. Returns NULL if
 * it has tables, or there is no room for it. */
struct gm_object *gm_objects_see(const struct gm_object *found);

#pragma GCC visibility pop

#endif
