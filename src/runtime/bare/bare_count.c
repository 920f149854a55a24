/* bare_count - adds calls and samples to the selected profile
 *
 * The home of an arc is a multiplicative hash of both addresses. A second multiplication spreads 16
 * bits of the hash over the table. That needs no division, and no long product, which a Cortex-M0
 * has not. An arc that finds no entry near its home is lost, and counted as lost.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/bare/bare.h"
#include "runtime/bare/bare_atomic.h"

enum { SPREAD = 16 };

struct gmon_profile *bare_selected;

/* The function <external>, which is charged with time and calls of no function. A C compiler cannot
 * write the name, and each assembler has its own directives; these few are common to all machines.
 */
__asm__(".text\n"
        ".balign 4\n"
        ".globl \"<external>\"\n"
        ".type \"<external>\", %function\n"
        "\"<external>\":\n"
        ".long 0\n"
        ".size \"<external>\", 4\n"
        ".section .rodata.bare_external, \"a\"\n"
        ".balign 8\n"
        "bare_external_at:\n"
#if UINTPTR_MAX > UINT32_MAX
        ".quad \"<external>\"\n"
#else
        ".long \"<external>\"\n"
#endif
        ".text\n");
extern const uintptr_t bare_external_at;

uintptr_t bare_external(void)
{
    return bare_external_at & ~(uintptr_t)3;
}

struct gmon_profile *gmon_select(struct gmon_profile *profile)
{
    struct gmon_profile *before = bare_selected;

    __atomic_store_n(&bare_selected, profile, __ATOMIC_RELAXED);
    return before;
}

static inline struct bare_arc *home(const struct gmon_profile *p, uintptr_t from, uintptr_t self)
{
    uint32_t hash = (uint32_t)(from + (self << 3)) * 0x9e3779b1U;

    return p->arcs + ((hash >> SPREAD) * p->n_homes >> SPREAD);
}

/* Reads the word from memory: an interrupt may have changed it. */
static inline uintptr_t now(const uintptr_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

struct bare_arc *bare_find(struct gmon_profile *p, uintptr_t from, uintptr_t self, bool make)
{
    struct bare_arc *a = home(p, from, self), *end = a + BARE_PROBES;

    for (; a < end; a++) {
        uintptr_t is = now(&a->from);

        if (is == 0 && make && bare_claim(&a->from, from)) {
            __atomic_store_n(&a->self, self, __ATOMIC_RELAXED);
            return a;
        }
        if (is == from && now(&a->self) == self)
            return a;
    }
    return NULL;
}

void __mcount_internal(uintptr_t from, uintptr_t self)
{
    struct gmon_profile *p = __atomic_load_n(&bare_selected, __ATOMIC_RELAXED);
    struct bare_arc *a;

    if (!p)
        return;
    from |= 1;
    a = home(p, from, self);
    if (now(&a->from) != from || now(&a->self) != self)
        a = bare_find(p, from, self, true);
    if (!a)
        bare_add_one(&p->lost_calls);
    else if (bare_add_one(&a->count) == UINT32_MAX) {
        a->count = UINT32_MAX; /* full: further calls are lost */
        bare_add_one(&p->lost_calls);
    }
}

/* Counts the carry of a bin that has had 65536 samples. */
static void carry(struct gmon_profile *p, uint16_t *bin)
{
    struct bare_arc *a = bare_find(p, (uintptr_t)(bin - p->bins) + 1, BARE_CARRY, true);

    if (!a) {
        *bin = UINT16_MAX;
        p->lost_samples++;
        return;
    }
    bare_add_one(&a->count);
    p->carries++;
}

void gmon_tick(uintptr_t pc)
{
    struct gmon_profile *p = bare_selected;
    uintptr_t offset;
    uint16_t *bin;

    if (!p)
        return;
    offset = pc - p->low;
    if (offset >= p->bytes)
        offset = bare_external() - p->low;
    if (offset >= p->bytes) {
        p->lost_samples++;
        return;
    }
    bin = p->bins + (offset >> p->shift);
    if (++*bin == 0)
        carry(p, bin);
}
