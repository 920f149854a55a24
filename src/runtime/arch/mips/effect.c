/* effect.c - MIPS: what instructions do to the stack and to registers
 *
 * Jumps are executed after the instruction behind them. What is not known here writes the register
 * in whose place results are, at most.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/generic/effect.h"
#include "runtime/arch/mips/machine.h"
#include "runtime/arch/mips/registers.h"

enum {
    OP_SPECIAL = 0,
    OP_REGIMM = 1,
    OP_J = 2,
    OP_JAL = 3,
    OP_BEQ = 4,
    OP_BGTZ = 7,
    OP_ADDIU = 9,
    OP_ORI = 13,
    OP_LUI = 15,
    OP_COP0 = 16,
    OP_COP1 = 17,
    OP_BEQL = 20,
    OP_BGTZL = 23,
    OP_DADDIU = 25,
    OP_SPECIAL2 = 28,
    OP_SPECIAL3 = 31,
    OP_LB = 32,
    OP_SW = 43,
    OP_LW = 35,
    OP_SB = 40,
    OP_LL = 48,
    OP_LLD = 52,
    OP_LD = 55,
    OP_SC = 56,
    OP_SCD = 60,
    OP_SD = 63
};
enum {
    FN_JR = 8,
    FN_JALR = 9,
    FN_SYSCALL = 12,
    FN_BREAK = 13,
    FN_ADDU = 33,
    FN_SUBU = 35,
    FN_OR = 37,
    FN_DADDU = 45,
    FN_DSUBU = 47
};
enum { MOVE_AT_RA_FIELDS = 0x03e00800, AT = 1, RA = 31, SYSCALL_LOSES = 0x0300ff86 };

static unsigned field(uint32_t i, unsigned at)
{
    return i >> at & 31;
}

/* $0 is no register to write to, and 0 to read from. */
static uint8_t from(unsigned number)
{
    return number == 0 ? GM_NO_REGISTER : (uint8_t)number;
}

static uint32_t lost(unsigned number)
{
    return number == 0 ? 0 : (uint32_t)1 << number;
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

/* move $1, $31: as it stands in front of every call of mcount, and of that alone. */
static bool is_move_of_link(uint32_t i)
{
    unsigned function = i & 63;

    return (i & 0xffe0ffc0) == (MOVE_AT_RA_FIELDS & 0xffe0ffc0) && field(i, 16) == 0 &&
           (function == FN_OR || function == FN_ADDU || function == FN_DADDU);
}

static bool is_call(uint32_t i)
{
    return i >> 26 == OP_JAL || (i & 0xfc1ff83f) == 0xf809 ||
           (i >> 26 == OP_REGIMM && (i >> 16 & 0x1e) == 0x10);
}

/* mcount gives back what it is given, and the room that it is given on the stack, on o32. */
static void call(const unsigned char *code, unsigned before, struct gm_effect *e)
{
    e->kind = GM_CALL;
    e->is_delayed = true;
    for (unsigned back = 4; back <= before; back += 4) {
        uint32_t i = gm_instruction(code - back);
        if (is_call(i))
            return;
        if (!is_move_of_link(i))
            continue;
        e->kind = GM_CALL_OF_MCOUNT;
        e->change = GM_WORD == 4 ? 8 : 0;
        return;
    }
}

static void branch(uint32_t i, uintptr_t at, bool always, struct gm_effect *e)
{
    e->kind = always ? GM_JUMP : GM_BRANCH;
    e->is_delayed = true;
    e->target = at + 4 + gm_low_half(i) * 4;
}

static void leave(unsigned rs, struct gm_effect *e)
{
    e->kind = GM_RETURN;
    e->from = from(rs);
    e->is_delayed = e->goes_on = true;
}

static void special(uint32_t i, const unsigned char *code, unsigned before, struct gm_effect *e)
{
    unsigned function = i & 63, rs = field(i, 21), rt = field(i, 16), rd = field(i, 11);

    switch (function) {
    case FN_JR:
        leave(rs, e);
        return;
    case FN_JALR:
        if (rd == 0) {
            leave(rs, e);
        } else {
            call(code, before, e);
        }
        return;
    case FN_SYSCALL:
        e->lost = SYSCALL_LOSES;
        return;
    case FN_BREAK:
        e->kind = GM_STOP;
        return;
    case FN_ADDU:
    case FN_DADDU:
    case FN_SUBU:
    case FN_DSUBU:
        if (rd == 0)
            return;
        e->kind = GM_SUM_OF;
        e->to = (uint8_t)rd;
        e->from = from(rs);
        e->second = from(rt);
        e->offset = function == FN_SUBU || function == FN_DSUBU ? -1 : 0;
        return;
    case FN_OR:
        if (rs == 0 || rt == 0) {
            set(e, rd, rs | rt, 0);
            return;
        }
        break;
    default:
        break;
    }
    e->lost = lost(rd);
}

/* A word between a register and memory. */
static void transfer(uint32_t i, bool is_load, struct gm_effect *e)
{
    unsigned rt = field(i, 16);

    if (rt == 0)
        return;
    e->kind = is_load ? GM_LOADS : GM_STORES;
    e->from = from(field(i, 21));
    e->offset = (int16_t)(i & 0xffff);
    e->list = lost(rt);
}

static bool is_jump(uint32_t i, uintptr_t at, const unsigned char *code, unsigned before,
                    struct gm_effect *e)
{
    unsigned op = i >> 26;

    if (is_call(i) && op != OP_SPECIAL) {
        call(code, before, e);
    } else if (op == OP_J) {
        e->kind = GM_JUMP;
        e->is_delayed = true;
        e->target = gm_far_target(i, at);
    } else if (op == OP_REGIMM && (i >> 16 & 0x1f) < 4) {
        branch(i, at, false, e);
    } else if ((op >= OP_BEQ && op <= OP_BGTZ) || (op >= OP_BEQL && op <= OP_BGTZL)) {
        branch(i, at, op == OP_BEQ && field(i, 21) == field(i, 16), e);
    } else if (op == OP_COP1 && field(i, 21) == 8) {
        branch(i, at, false, e);
    } else {
        return false;
    }
    return true;
}

bool gm_effect_at(const unsigned char *code, uintptr_t at, unsigned before, unsigned mode,
                  struct gm_effect *e)
{
    uint32_t i = gm_instruction(code);
    unsigned op = i >> 26, rt = field(i, 16);

    if (at % 4 != 0 || mode != 0)
        return false;
    e->bytes = 4;
    if (op == OP_SPECIAL)
        special(i, code, before, e);
    else if (is_jump(i, at, code, before, e))
        return true;
    else if (op == OP_ADDIU || op == OP_DADDIU)
        set(e, rt, field(i, 21), (int16_t)(i & 0xffff));
    else if (op == OP_LUI)
        set(e, rt, 0, (int32_t)(i << 16));
    else if (op == (GM_WORD == 4 ? OP_LW : OP_LD) || op == (GM_WORD == 4 ? OP_SW : OP_SD))
        transfer(i, op == OP_LW || op == OP_LD, e);
    else if (op == OP_ORI && field(i, 21) == 0)
        set(e, rt, 0, (int32_t)(i & 0xffff));
    else if (op == OP_ORI && field(i, 21) == rt && rt != 0)
        set(e, rt, rt, (int32_t)(i & 0xffff)); /* behind lui */
    else if (op == OP_COP0 || op == OP_COP1)
        e->lost = field(i, 21) < 4 ? lost(rt) : 0;
    else if (op == OP_SPECIAL2 || (op == OP_SPECIAL3 && (i & 0x3b) == 0x20))
        e->lost = lost(field(i, 11));
    else if (op < OP_LB || op == OP_SPECIAL3 || (op >= OP_LB && op < OP_SB) || op == OP_LL ||
             op == OP_LLD || op == OP_SC || op == OP_SCD)
        e->lost = lost(rt);
    return true;
}
