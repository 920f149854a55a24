/* unwind_rules.h - how the registers of a caller are got back, at one place in the code
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
    GM_SAME = 0,  /* it has the value that it has in the callee; nothing was said */
    GM_UNDEFINED, /* it is lost; of the return address: there is no caller */
    GM_SAVED,     /* in memory at CFA + value */
    GM_SUM,       /* CFA + value */
    GM_REGISTER,  /* in the register number `value` */
    GM_SAVED_AT,  /* in memory at the address that an expression gives */
    GM_COMPUTED   /* it is what an expression gives; of the CFA, too */
};

/* value: for expressions, where the block is: its length (ULEB128), then its bytes. */
struct gm_rules {
    int64_t value[GM_REGISTERS];
    uint8_t rule[GM_REGISTERS]; /* enum gm_rule */
    uint8_t cfa_register;
    bool is_cfa_computed; /* by the expression at cfa_value; else register + cfa_value */
    int64_t cfa_value;
};

/* What a run needs, off the stack. */
enum { GM_REMEMBERED = 8 };
struct gm_rules_memory {
    struct gm_rules rules; /* the result */
    struct gm_rules first; /* as the common instructions leave them */
    struct gm_rules remembered[GM_REMEMBERED];
    unsigned depth;  /* of `remembered` */
    uintptr_t at;    /* the rules are those of the code from here on */
    uintptr_t up_to; /* the address that is asked for */
};

#pragma GCC visibility push(hidden)

/* Makes m->rules those at `address`. Returns false if an instruction is not known, or hostile. */
bool gm_rules_at(struct gm_rules_memory *m, const struct gm_frame_info *info, uintptr_t address);

#pragma GCC visibility pop

#endif
