/* objects.h - which program, libraries and other code are in memory, and their unwind tables
 *
 * Role: what walks of stacks look code up in, what frames of recorded stacks are named by, and
 * which libraries can have data files. Made only if one of these is wanted. os/ finds the objects;
 * walks and dumps read them at any moment and without a lock.
 * An object keeps its number for ever. One that was unloaded and comes back has its old number,
 * wherever in memory it is then.
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
    GM_OBJECTS = 4096, /* at most; libraries loaded one after the other count, too */
    /* Numbers that stand for no file: code that is in no object, and the runtime. */
    GM_OBJECT_ANONYMOUS = 0xfffe,
    GM_OBJECT_PROFILER = 0xffff
};

enum { GM_BUILD_ID = 64 }; /* bytes of a build-id at most; linkers write 8, 16, 20 or 32 */

/* Bytes in memory. begin == end: there are none. */
struct gm_span {
    uintptr_t begin, end;
};

struct gm_object {
    struct gm_span code; /* in memory: from its first to its last executable byte */
    uintptr_t bias;      /* address in memory - link-time address */
    uintptr_t init;      /* link-time address of a symbol that most libraries have: _init, or, on
                            machines without it, that of the first constructor; 0: not known */
    const char *path;
    const char *_Atomic name; /* the path as the loader has it, which may be relative; NULL: not
                                 known, as a tick has found it */
    uint8_t kind;             /* enum gstack_module_kind */
    uint8_t id_bytes;         /* 0: it has no build-id */
    bool is_code_readable;    /* all of `code` is mapped, and may be read */
    bool may_go;              /* it was loaded later than at the start, and may be unloaded */
    bool is_seen;             /* the renewal that runs has seen it */
    bool has_file;            /* the dump that runs has a data file for it */
    _Atomic bool is_loaded;
    unsigned char id[GM_BUILD_ID];

    /* What unwinding reads (unwind_table.h). `frames`: the call frame information, and what may be
     * read around it; of an object that may go, a copy. `moved`: address in `frames` - address in
     * the object. `table`: an index of it, pairs of 32-bit numbers relative to table_base, sorted:
     * where a function begins, and where its description does. pairs 0: there is none. */
    struct gm_span frames;
    uintptr_t moved, table, table_base;
    size_t pairs;
    /* On ARM, the exception index (unwind_exidx.h), and what may be read around it. */
    struct gm_span index, around_index;
};

struct gm_objects;

#pragma GCC visibility push(hidden)

/* Returns how many numbers are in use. */
unsigned gm_object_count(void);

/* Returns the object with this number; it may be unloaded. For dumps. */
struct gm_object *gm_object(unsigned number);

/* Returns true if the object is a library that can have a data file: not the runtime. */
bool gm_is_library(const struct gm_object *o);

/* Returns the number of the loaded object that has this address in its code, or
 * GM_OBJECT_ANONYMOUS. */
unsigned gm_object_at(uintptr_t address);

/* Returns a number that changes when an object comes or goes: what was found out before is worth
 * nothing then. */
unsigned gm_objects_generation(void);

/* ---- for os/, with gm.objects_lock held and interrupts off ---------------------------------- */

/* Makes an empty table, before everything else. Returns false if there is no memory. */
bool gm_objects_init(void);

/* Begins and end a renewal; between them gm_objects_see() is told of objects that are loaded now.
 * is_all: an object that was not seen is unloaded. */
void gm_objects_begin(void);
void gm_objects_end(bool is_all);

/* Notes that an object is loaded. found: a copy is taken of `code` to `is_code_readable`, and id;
 * its name is not NULL if the loader tells of it. Returns the object if it has no tables: the
 * caller fills them in. NULL: it has tables, or there is no room for it. */
struct gm_object *gm_objects_see(const struct gm_object *found);

#pragma GCC visibility pop

#endif
