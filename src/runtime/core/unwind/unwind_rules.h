/* unwind_rules.h - computes how a caller's registers are found, at one place in the code
 *
 * Role: runs the instructions of call frame information (DWARF 5, 6.4) up to an address. Pure:
 * bytes in, rules out.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_UNWIND_RULES_H
#define GMON_UNWIND_RULES_H

#include "runtime/arch/target.h"
#include "runtime/core/unwind/unwind_table.h"
#include GM_MACHINE_HEADER

enum gm_rule {
    GM_SAME = 0,  /* unchanged: as in the callee; no instruction mentions it */
    GM_UNDEFINED, /* lost; if it is the return address, there is no caller */
    GM_SAVED,     /* saved in memory at CFA + value */
    GM_SUM,       /* CFA + value */
    GM_REGISTER,  /* saved in register number `value` */
    GM_SAVED_AT,  /* saved in memory at the address that an expression gives */
    GM_COMPUTED   /* result of an expression; possible for the CFA, too */
};

/* Rules at one place. If a rule is an expression, `value` is the place of the expression's block:
 * its length (ULEB128), then its bytes. */
struct gm_rules {
    int64_t value[GM_REGISTERS];
    uint8_t rule[GM_REGISTERS]; /* enum gm_rule */
    uint8_t cfa_register;
    bool is_cfa_computed; /* true: by the expression at cfa_value; false: register + cfa_value */
    int64_t cfa_value;
};

/* Memory of a run, off the stack. */
enum { GM_REMEMBERED = 8 };
struct gm_rules_memory {
    struct gm_rules rules; /* result */
    struct gm_rules first; /* rules after the instructions that all functions share */
    struct gm_rules remembered[GM_REMEMBERED];
    unsigned depth;  /* number of `remembered` rules */
    uintptr_t at;    /* address from which on the rules hold */
    uintptr_t up_to; /* address whose rules are wanted */
};

#pragma GCC visibility push(hidden)

/* Sets m->rules to those at `address`. Returns false if an instruction is not known, or hostile. */
bool gm_rules_at(struct gm_rules_memory *m, const struct gm_frame_info *info, uintptr_t address);

#pragma GCC visibility pop

#endif
