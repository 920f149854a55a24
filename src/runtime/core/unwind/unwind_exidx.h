/* unwind_exidx.h - the exception index of ARM: how a caller's registers are got back, at calls
 *
 * Role: .ARM.exidx and .ARM.extab ("Exception Handling ABI for the Arm Architecture"). They tell of
 * places where exceptions pass, and so of calls, not of the beginning and the end of a function.
 * Pure: words in, rules out. Each word that is read lies in the object, and of objects that may be
 * unloaded it is a copy.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_UNWIND_EXIDX_H
#define GMON_UNWIND_EXIDX_H

#include "runtime/core/objects.h"
#include "runtime/core/unwind/unwind_rules.h"

enum gm_exidx {
    GM_EXIDX_NOTHING, /* no entry, or none that is understood */
    GM_EXIDX_REFUSES, /* nothing can be unwound beyond that function, or nobody has said how */
    GM_EXIDX_RULES
};

#pragma GCC visibility push(hidden)

/* Finds the rules of a place by object->index; registers have their numbers on ARM, and the return
 * address that of the link register. */
enum gm_exidx gm_rules_by_exidx(const struct gm_object *object, uintptr_t address,
                                struct gm_rules *rules);

#pragma GCC visibility pop

#endif
