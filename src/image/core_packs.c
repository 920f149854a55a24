/* core_packs - bounds what libiberty does with packs of arguments in names of C++
 *
 * libiberty looks for the pack of a pack expansion in all parts of what is expanded, before it
 * shows any of it. A part that others refer to is read again for each of them, so the steps can
 * double with each few letters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_packs.h"

#include "base/arith.h"
#include "base/mem.h"

#include <demangle.h>

/* Returns true if a part has up to two others; some have in their place numbers and letters. */
static bool has_others(enum demangle_component_type type)
{
    switch (type) {
    case DEMANGLE_COMPONENT_NAME:
    case DEMANGLE_COMPONENT_TEMPLATE_PARAM:
    case DEMANGLE_COMPONENT_FUNCTION_PARAM:
    case DEMANGLE_COMPONENT_CTOR:
    case DEMANGLE_COMPONENT_DTOR:
    case DEMANGLE_COMPONENT_SUB_STD:
    case DEMANGLE_COMPONENT_BUILTIN_TYPE:
    case DEMANGLE_COMPONENT_OPERATOR:
    case DEMANGLE_COMPONENT_EXTENDED_OPERATOR:
    case DEMANGLE_COMPONENT_FIXED_TYPE:
    case DEMANGLE_COMPONENT_CHARACTER:
    case DEMANGLE_COMPONENT_NUMBER:
    case DEMANGLE_COMPONENT_DEFAULT_ARG:
    case DEMANGLE_COMPONENT_LAMBDA:
    case DEMANGLE_COMPONENT_UNNAMED_TYPE:
        return false;
    default:
        return true;
    }
}

/* Returns the steps from parts[root] on. `n` is the room for parts: what points elsewhere, as in
 * kinds that newer versions of libiberty know, is no part. */
static uint64_t count_steps(const struct demangle_component *parts, size_t n, size_t root)
{
    LOCAL uint64_t *steps = mem_alloc(NULL, n, sizeof *steps); /* 0: not seen yet */
    LOCAL size_t *stack = mem_alloc(NULL, 2 * n + 1, sizeof *stack);
    size_t top = 0;

    stack[top++] = root;
    while (top > 0) {
        size_t i = stack[top - 1];
        bool is_new = steps[i] == 0;
        const struct demangle_component *others[] = {NULL, NULL};

        if (has_others(parts[i].type)) {
            others[0] = parts[i].u.s_binary.left;
            others[1] = parts[i].u.s_binary.right;
        }
        top -= !is_new;
        steps[i] = 1;
        for (size_t k = 0; k < 2; k++) {
            uintptr_t offset = (uintptr_t)others[k] - (uintptr_t)parts;
            size_t other = offset / sizeof *parts;

            if (!others[k] || other >= n)
                continue;
            if (!is_new)
                steps[i] = add_saturated(steps[i], steps[other]);
            else if (steps[other] == 0)
                stack[top++] = other;
        }
    }
    return steps[root];
}

uint64_t core_steps_to_pack(const char *name, int flags)
{
    static const char expansion_of_type[] = "Dp", expansion_of_value[] = "sp";
    const char *mangled = strstr(name, "_Z"); /* behind _GLOBAL__I_, or at the beginning */
    size_t n = mangled ? 2 * strlen(mangled) : 0;
    const struct demangle_component *root;
    void *parts = NULL; /* an array of n */
    uint64_t steps = 0;

    if (n == 0 || n > DEMANGLE_RECURSION_LIMIT ||
        (!strstr(mangled, expansion_of_type) && !strstr(mangled, expansion_of_value)))
        return 0;
    root = cplus_demangle_v3_components(mangled, flags, &parts);
    if (root)
        steps = count_steps(parts, n, (size_t)(root - (struct demangle_component *)parts));
    free(parts);
    return steps;
}
