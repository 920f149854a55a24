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
    bool is_seen;             /* while a renewal runs */
    bool has_file;            /* while a dump runs: it is a library with a data file of its own */
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

/* How many numbers are given away, and what has one of them; it may be unloaded. For dumps. */
unsigned gm_object_count(void);
struct gm_object *gm_object(unsigned number);

/* Returns true if the object is a library that can have a data file: not the runtime. */
bool gm_is_library(const struct gm_object *o);

/* The number of the loaded object that has this address in its code, or GM_OBJECT_ANONYMOUS. */
unsigned gm_object_at(uintptr_t address);

/* Changes whenever an object comes or goes: what was found out before is worth nothing then. */
unsigned gm_objects_generation(void);

/* ---- for os/, with gm.objects_lock held and interrupts off ---------------------------------- */

/* Before everything else; false: no memory, and there will be no objects. */
bool gm_objects_init(void);

/* A renewal: begin, all objects that are loaded now, end. What was not seen is unloaded; or is
 * left alone, if what was seen is not all. */
void gm_objects_begin(void);
void gm_objects_end(bool is_all);

/* This one is loaded. The fields from `code` to `is_code_readable`, and id, are set; all is copied.
 * name: not NULL if the loader tells of it. Returned is the object if it has no tables: they are to
 * be filled in. */
struct gm_object *gm_objects_see(const struct gm_object *found);

#pragma GCC visibility pop

#endif
