/* modules.h - the list of loaded libraries
 *
 * Role: what the data files of libraries need to know of each. os/ makes the list, complete, and
 * hands it over (library_files.h); it is then never changed, but replaced as a whole, so that a
 * process forked meanwhile has the old one or the new one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_MODULES_H
#define GMON_MODULES_H

#include "runtime/core/build.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gm_module {
    uintptr_t code, end; /* code is from here up to, not including, there; in memory */
    uintptr_t bias;      /* address in memory - link-time address */
    uintptr_t init;      /* link-time address of a symbol that most libraries have: _init, or, on
                            machines without it, that of the first constructor */
    struct gm_build build;
    bool is_named;      /* has_long_name is known */
    bool has_long_name; /* another library has the name without directories already */
    char path[256];     /* the last 255 bytes of it */
};

struct gm_modules {
    size_t count, room;
    struct gm_module module[]; /* sorted by address */
};

#pragma GCC visibility push(hidden)

/* An empty list for this many. NULL: no memory. */
struct gm_modules *gm_modules_new(size_t room);

/* Puts one into the list, at its place. Returns the list, which may be another one then. NULL: no
 * memory, or list is NULL. */
struct gm_modules *gm_modules_add(struct gm_modules *list, const struct gm_module *m);

void gm_modules_free(struct gm_modules *list); /* NULL: nothing to do */

/* The module whose code has this address in memory; NULL: none, or no list. */
const struct gm_module *gm_module_of(const struct gm_modules *list, uintptr_t address);

/* Is a module with this code at this place in the list? list may be NULL. */
bool gm_modules_have(const struct gm_modules *list, const struct gm_module *m);

static inline bool gm_module_has(const struct gm_module *m, uintptr_t address)
{
    return address - m->code < m->end - m->code;
}

#pragma GCC visibility pop

#endif
