/* effect.c - RISC-V: what instructions do to the stack and to registers; 32 and 64 bits
 *
 * What is not known here writes the register in whose place results are, at most.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/generic/effect.h"
#include "runtime/arch/riscv/machine.h"
#include "runtime/arch/riscv/registers.h"

enum {
    WORD = __riscv_xlen == 64 ? 3 : 2 /* what says in a load or a store that it is of a word */
};
enum {
    LOAD = 0x03,
    OP_IMM = 0x13,
    AUIPC = 0x17,
    OP_IMM_32 = 0x1b,
    STORE = 0x23,
    AMO = 0x2f,
    OP = 0x33,
    LUI = 0x37,
    OP_32 = 0x3b,
    OP_FP = 0x53,
    BRANCH = 0x63,
    JALR = 0x67,
    JAL = 0x6f,
    SYSTEM = 0x73
};

/* x0 is no register to write to, and 0 to read from. */
static uint8_t from(unsigned number)
{
    return number == 0 ? GM_NO_REGISTER : (uint8_t)number;
}

static uint32_t bit(unsigned number)
{
    return number == 0 ? 0 : (uint32_t)1 << number;
}

/* A number of so many bits, with its sign. */
static int32_t with_sign(uint32_t number, unsigned bits)
{
    uint32_t sign = (uint32_t)1 << (bits - 1);

    return (int32_t)((number ^ sign) - sign);
}

static void set(struct gm_effect *e, unsigned to, unsigned base, int32_t offset)
{
    if (to == 0)
        return;
    e->kind = GM_SET;
    e->to = (uint8_t)to;
    e->from = from(base);
    e->offset = offset;
}

static void sum(struct gm_effect *e, unsigned to, unsigned a, unsigned b, bool is_less)
{
    if (to == 0)
        return;
    e->kind = GM_SUM_OF;
    e->to = (uint8_t)to;
    e->from = from(a);
    e->second = from(b);
    e->offset = is_less ? -1 : 0;
}

static void transfer(struct gm_effect *e, bool is_load, unsigned number, unsigned base,
                     uint32_t offset)
{
    if (number == 0)
        return;
    e->kind = is_load ? GM_LOADS : GM_STORES;
    e->from = from(base);
    e->offset = (int32_t)offset;
    e->list = bit(number);
}

static void jump(struct gm_effect *e, enum gm_effect_kind kind, uintptr_t target)
{
    e->kind = (uint8_t)kind;
    e->target = target;
}

static void jump_to_register(struct gm_effect *e, unsigned keep, unsigned number)
{
    e->kind = keep == 0 ? GM_RETURN : keep == GM_LINK ? GM_CALL : GM_STOP;
    e->from = from(number);
    e->goes_on = true;
}

/* ---- 32 bits ------------------------------------------------------------------------------------
 */

static void calculate(uint32_t i, struct gm_effect *e)
{
    unsigned code = i & 0x7f, function = i >> 12 & 7, rd = gm_rd(i), rs = gm_rs(i);

    if ((code == OP_IMM || code == OP_IMM_32) && function == 0)
        set(e, rd, rs, (int32_t)i >> 20);
    else if (code == OP && function == 0 && (i >> 25 == 0 || i >> 25 == 0x20))
        sum(e, rd, rs, i >> 20 & 31, i >> 25 != 0);
    else if (code == LUI)
        set(e, rd, 0, (int32_t)(i & 0xfffff000U));
    else
        e->lost = bit(rd);
}

static uintptr_t branch_target(uintptr_t at, uint32_t i)
{
    uint32_t distance =
        (i >> 19 & 0x1000U) | (i << 4 & 0x800U) | (i >> 20 & 0x7e0U) | (i >> 7 & 0x1eU);

    return at + (uintptr_t)(intptr_t)with_sign(distance, 13);
}

static void long_effect(uint32_t i, uintptr_t at, struct gm_effect *e)
{
    unsigned function = i >> 12 & 7, rd = gm_rd(i);

    switch (i & 0x7f) {
    case LOAD:
        if (function == WORD)
            transfer(e, true, rd, gm_rs(i), (uint32_t)((int32_t)i >> 20));
        else
            e->lost = bit(rd);
        break;
    case STORE:
        if (function == WORD)
            transfer(e, false, i >> 20 & 31, gm_rs(i),
                     (uint32_t)with_sign((i >> 20 & 0xfe0U) | rd, 12));
        break;
    case OP_IMM:
    case OP_IMM_32:
    case OP:
    case OP_32:
    case LUI:
    case AUIPC:
    case AMO:
        calculate(i, e);
        break;
    case OP_FP: /* comparisons and the like */
        e->lost = i >> 30 == 3 || i >> 27 == 0x14 ? bit(rd) : 0;
        break;
    case BRANCH:
        jump(e, GM_BRANCH, branch_target(at, i));
        break;
    case JAL:
        jump(e, rd == 0 ? GM_JUMP : rd == GM_LINK ? GM_CALL : GM_STOP, gm_jal_target(at, i));
        break;
    case JALR:
        jump_to_register(e, rd, gm_rs(i));
        break;
    case SYSTEM:
        if (i >> 20 == 1 && function == 0)
            e->kind = GM_STOP;
        e->lost = function == 0 ? bit(10) : bit(rd);
        break;
    default:
        break;
    }
}

/* ---- 16 bits ------------------------------------------------------------------------------------
 */

static void first_quarter(uint32_t c, struct gm_effect *e)
{
    unsigned rd = (c >> 2 & 7) + 8, rs = (c >> 7 & 7) + 8, function = c >> 13;
    uint32_t near = (c >> 7 & 0x38U), offset_4 = near | (c >> 4 & 4U) | (c << 1 & 0x40U);
    uint32_t offset = __riscv_xlen == 64 ? near | (c << 1 & 0xc0U) : offset_4;

    if (function == 0)
        set(e, rd, GM_SP,
            (int32_t)((c >> 7 & 0x30U) | (c >> 1 & 0x3c0U) | (c >> 4 & 4U) | (c >> 2 & 8U)));
    else if (function == WORD || function == WORD + 4)
        transfer(e, function == WORD, rd, rs, offset);
    else if (function == 2)
        e->lost = bit(rd);
}

static void second_quarter(uint32_t c, uintptr_t at, struct gm_effect *e)
{
    unsigned rd = c >> 7 & 31;
    int32_t n = with_sign((c >> 7 & 0x20U) | (c >> 2 & 31U), 6);

    switch (c >> 13) {
    case 0:
        set(e, rd, rd, n);
        break;
    case 1:
        if (__riscv_xlen == 64)
            set(e, rd, rd, n);
        else
            jump(e, GM_CALL, gm_short_jal_target(at, c));
        break;
    case 2:
        set(e, rd, 0, n);
        break;
    case 3:
        if (rd == GM_SP)
            set(e, rd, rd,
                with_sign((c >> 3 & 0x200U) | (c >> 2 & 0x10U) | (c << 1 & 0x40U) |
                              (c << 4 & 0x180U) | (c << 3 & 0x20U),
                          10));
        else
            set(e, rd, 0, n * 4096);
        break;
    case 4:
        e->lost = bit((c >> 7 & 7) + 8);
        break;
    case 5:
        jump(e, GM_JUMP, gm_short_jal_target(at, c));
        break;
    default:
        jump(e, GM_BRANCH,
             at + (uintptr_t)(intptr_t)with_sign((c >> 4 & 0x100U) | (c >> 7 & 0x18U) |
                                                     (c << 1 & 0xc0U) | (c >> 2 & 6U) |
                                                     (c << 3 & 0x20U),
                                                 9));
    }
}

static void third_quarter(uint32_t c, struct gm_effect *e)
{
    unsigned rd = c >> 7 & 31, rs = c >> 2 & 31, function = c >> 13;
    bool is_second = (c & 0x1000) != 0;

    if (function == WORD)
        transfer(e, true, rd, GM_SP,
                 (c >> 7 & 0x20U) | (WORD == 3 ? (c >> 2 & 0x18U) | (c << 4 & 0x1c0U)
                                               : (c >> 2 & 0x1cU) | (c << 4 & 0xc0U)));
    else if (function == WORD + 4)
        transfer(e, false, rs, GM_SP,
                 WORD == 3 ? (c >> 7 & 0x38U) | (c >> 1 & 0x1c0U)
                           : (c >> 7 & 0x3cU) | (c >> 1 & 0xc0U));
    else if (function == 4 && rs != 0 && is_second)
        sum(e, rd, rd, rs, false);
    else if (function == 4 && rs != 0)
        set(e, rd, rs, 0);
    else if (function == 4 && rd == 0)
        e->kind = GM_STOP;
    else if (function == 4)
        jump_to_register(e, is_second ? (unsigned)GM_LINK : 0U, rd);
    else if (function == 0 || function == 2)
        e->lost = bit(rd);
}

bool gm_effect_at(const unsigned char *code, uintptr_t at, unsigned before, unsigned mode,
                  struct gm_effect *e)
{
    uint32_t i = gm_instruction(code), c = i & 0xffff;

    (void)before;
    if (at % 2 != 0 || mode != 0 || c == 0 || c == 0xffff)
        return false;
    e->bytes = (c & 3) == 3 ? 4 : 2;
    switch (c & 3) {
    case 0:
        first_quarter(c, e);
        break;
    case 1:
        second_quarter(c, at, e);
        break;
    case 2:
        third_quarter(c, e);
        break;
    default:
        long_effect(i, at, e);
    }
    return true;
}
