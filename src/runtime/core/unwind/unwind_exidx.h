/* unwind_exidx.h - finds a caller's registers by the exception index of ARM, at calls
 *
 * Role: reads .ARM.exidx and .ARM.extab ("Exception Handling ABI for the Arm Architecture"). These
 * tables describe places that exceptions pass, and so calls, not the beginning and the end of a
 * function.
 * Pure: words in, rules out. Each word that is read lies in the object; if the object may be
 * unloaded, in a copy.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_UNWIND_EXIDX_H
#define GMON_UNWIND_EXIDX_H

#include "runtime/core/objects.h"
#include "runtime/core/unwind/unwind_rules.h"

enum gm_exidx {
    GM_EXIDX_NOTHING, /* no entry, or an entry that is not understood */
    GM_EXIDX_REFUSES, /* unwinding cannot go beyond the function, or nobody has said how */
    GM_EXIDX_RULES
};

#pragma GCC visibility push(hidden)

/* Finds the rules of a place by object->index. Registers have their numbers on ARM; the return
 * address has that of the link register. */
enum gm_exidx gm_rules_by_exidx(const struct gm_object *object, uintptr_t address,
                                struct gm_rules *rules);

#pragma GCC visibility pop

#endif
