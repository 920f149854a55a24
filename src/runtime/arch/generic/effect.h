/* effect.h - what an instruction does to the stack, to registers, and to where the code goes on
 *
 * Role: what a walk of the stack has to know of machine code where no table tells of it
 * (core/unwind_code.h). Machines that have gm_effect_at() say so in target.h (GM_READS_CODE).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_EFFECT_H
#define GMON_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

enum gm_effect_kind {
    GM_OTHER,          /* registers of `lost` have new values, and no more */
    GM_SET,            /* to = from + offset */
    GM_SUM_OF,         /* to = from + second, or - second, if offset is -1 */
    GM_LOADS,          /* registers of `list`, the lowest one first, from words at from + offset */
    GM_STORES,         /* likewise to memory; and from += change, of both */
    GM_CALL,           /* of a function, which comes back */
    GM_CALL_OF_MCOUNT, /* which changes no register, but the stack pointer by `change` */
    GM_JUMP,           /* to `target` */
    GM_BRANCH,         /* there, or on */
    GM_RETURN,         /* to where the register `from` points */
    GM_STOP            /* nobody knows */
};

enum {
    GM_NO_REGISTER = 0xff,
    GM_EFFECT_BYTES = 4,  /* of code that are looked at */
    GM_EFFECT_BEFORE = 16 /* and before it, at most: it may belong to a sequence */
};

struct gm_effect {
    uint8_t kind;     /* enum gm_effect_kind */
    uint8_t bytes;    /* of the instruction */
    uint8_t to, from; /* from: GM_NO_REGISTER stands for 0 */
    uint8_t second;
    bool goes_on;    /* GM_RETURN: if it is none, code stands behind it, and no table */
    bool is_delayed; /* jumps after the next instruction, which is executed before */
    int32_t offset, change;
    uint32_t list, lost; /* bits of registers */
    uintptr_t target;
};

#pragma GCC visibility push(hidden)

/* The instruction at `at`, whose GM_EFFECT_BYTES are at `code`; `before`: how many bytes can be
 * read before it. `mode` is the set of instructions, where the machine has several. false: it is
 * none. */
bool gm_effect_at(const unsigned char *code, uintptr_t at, unsigned before, unsigned mode,
                  struct gm_effect *e);

#pragma GCC visibility pop

#endif
