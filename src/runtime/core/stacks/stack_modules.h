/* stack_modules.h - the objects of recorded stacks, as the file of stacks has them
 *
 * Role: objects that are used get numbers, in the order of the file; those that the file cannot
 * tell apart, as one that was loaded twice, are one module. No memory is needed. gm.dump_lock is
 * held.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_STACK_MODULES_H
#define GMON_STACK_MODULES_H

#include "runtime/core/unwind/objects.h"

#include <stdint.h>

/* Those that stand for no file come behind the others. */
enum { GM_STACK_MODULES = GM_OBJECTS + 2 };
struct gm_stack_modules {
    uint32_t count;                    /* of modules */
    uint32_t number[GM_STACK_MODULES]; /* by object: of its module, from 1; 0: not used */
    uint32_t object[GM_STACK_MODULES]; /* by module: the object that describes it */
};

/* What a module is known by. */
struct gm_stack_identity {
    uint8_t kind;    /* gstack_module_kind */
    size_t id_bytes; /* 0: it has no build-id */
    const unsigned char *id;
    const char *path;
};

#pragma GCC visibility push(hidden)

/* In this order: none is used; these objects are; they have numbers. */
void gm_stack_modules_clear(struct gm_stack_modules *m);
void gm_stack_modules_use(struct gm_stack_modules *m, uint32_t object);
void gm_stack_modules_sort(struct gm_stack_modules *m);

/* The number, from 1, of the module that a used object is. */
uint32_t gm_stack_module_number(const struct gm_stack_modules *m, uint32_t object);

struct gm_stack_identity gm_stack_module(const struct gm_stack_modules *m, uint32_t number);

#pragma GCC visibility pop

#endif
