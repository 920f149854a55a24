/* unwind_code.h - how the registers of a caller are got back, by what the code itself does
 *
 * Role: where no table tells of a place in the code, or only of calls. Whoever returns must know to
 * where: the code is followed, without being executed, from a place to where its function
 * returns, and what it takes from the stack on that way is what a table would say. Where no way
 * leads out, as none does that ends in exit() or goes round for ever, the beginning of the function
 * is looked for, and what it puts onto the stack.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_UNWIND_CODE_H
#define GMON_UNWIND_CODE_H

#include "runtime/core/unwind_rules.h"

#include <stdbool.h>
#include <stdint.h>

enum { GM_SAVES = 16, GM_WAYS = 24, GM_SEEN = 512 };

/* What is known of a register's value, in numbers of what registers are at the place in question.
 */
struct gm_value {
    uint8_t kind; /* enum gm_value_kind */
    uint8_t base;
    int32_t offset;
};
enum gm_value_kind {
    GM_LOST = 0,
    GM_BASE, /* the register `base` + offset; GM_NO_REGISTER is 0 */
    GM_SLOT  /* the word in memory there */
};

/* A word of the stack that has been given what a register was. */
struct gm_save {
    struct gm_value at;
    uint8_t number;
};

struct gm_way {
    uintptr_t at;
    struct gm_value value[GM_REGISTERS];
    struct gm_save save[GM_SAVES];
    unsigned saves;
};

/* Where a place is, and whether it is one that is left by a call. */
struct gm_place {
    uintptr_t at;
    uintptr_t begin, end; /* code that can be read */
    bool may_go;          /* page by page, that is */
    bool is_exact;        /* no call is under way there */
    bool is_own;          /* in the runtime's own code: both the pc and the link register matter */
    unsigned mode;        /* of instructions */
};

/* What a search needs, off the stack. */
struct gm_code_memory {
    struct gm_place place;
    uintptr_t page; /* that can be read */
    struct gm_way now, body;
    struct gm_way other[GM_WAYS]; /* to be followed, if `now` leads nowhere */
    unsigned others, steps;
    uintptr_t seen[GM_SEEN]; /* jumps */
    unsigned jumps;
    struct gm_rules wider, weak;
    bool has_weak;
};

/* Are the machine's instructions known? */
static inline bool gm_reads_code(void)
{
#ifdef GM_READS_CODE
    return true;
#else
    return false;
#endif
}

#pragma GCC visibility push(hidden)

/* The rules there: of the stack pointer by cfa_register, of the link register, which has the return
 * address, and, in the runtime's own code, of the program counter apart. false: the code does not
 * tell. */
bool gm_rules_by_code(struct gm_code_memory *m, const struct gm_place *place,
                      struct gm_rules *rules);

#pragma GCC visibility pop

#endif
