/* unwind_expression.c - DWARF expressions, as call frame information uses them
 *
 * Of the operations of DWARF 5, 2.5, those that compute with registers, memory of the stack, and
 * numbers. They are in the tables of PLT entries, of signal frames and of functions that realign
 * their stack. A loop ends after so many operations.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/unwind/unwind_memory.h"

enum { MOST_OPERATIONS = 512 };

/* DWARF 5, 7.7.1. */
enum {
    OP_DEREF = 0x06,
    OP_CONST1U = 0x08,
    OP_CONST1S,
    OP_CONST2U,
    OP_CONST2S,
    OP_CONST4U,
    OP_CONST4S,
    OP_CONST8U,
    OP_CONST8S,
    OP_CONSTU,
    OP_CONSTS,
    OP_DUP,
    OP_DROP,
    OP_OVER,
    OP_PICK,
    OP_SWAP,
    OP_ROT,
    OP_ABS = 0x19,
    OP_AND,
    OP_DIV,
    OP_MINUS,
    OP_MOD,
    OP_MUL,
    OP_NEG,
    OP_NOT,
    OP_OR,
    OP_PLUS,
    OP_PLUS_UCONST,
    OP_SHL,
    OP_SHR,
    OP_SHRA,
    OP_XOR,
    OP_BRA,
    OP_EQ,
    OP_GE,
    OP_GT,
    OP_LE,
    OP_LT,
    OP_NE,
    OP_SKIP,
    OP_LIT0 = 0x30,
    OP_LIT31 = 0x4f,
    OP_BREG0 = 0x70,
    OP_BREG31 = 0x8f,
    OP_BREGX = 0x92,
    OP_NOP = 0x96
};

struct machine {
    struct gm_walker *w;
    const unsigned char *begin; /* of the block */
    struct gm_bytes b;
    unsigned n; /* on w->stack */
};

static void push(struct machine *m, uint64_t value)
{
    if (m->n == GM_EXPRESSION_STACK)
        gm_bytes_fail(&m->b);
    else
        m->w->stack[m->n++] = value;
}

static uint64_t pop(struct machine *m)
{
    if (m->n == 0)
        return gm_bytes_fail(&m->b);
    return m->w->stack[--m->n];
}

/* A copy of what is so far below the top. */
static void pick(struct machine *m, uint64_t depth)
{
    if (depth >= m->n)
        gm_bytes_fail(&m->b);
    else
        push(m, m->w->stack[m->n - 1 - depth]);
}

/* The top goes below `count` others. */
static void sink(struct machine *m, unsigned count)
{
    uint64_t *top = m->w->stack + m->n - 1;

    if (m->n <= count) {
        gm_bytes_fail(&m->b);
        return;
    }
    uint64_t value = *top;
    for (unsigned i = 0; i < count; i++, top--)
        *top = top[-1];
    *top = value;
}

static void push_register(struct machine *m, uint64_t number)
{
    int64_t offset = gm_take_sleb(&m->b);

    if (number >= GM_REGISTERS || !gm_is_known(&m->w->now, (unsigned)number))
        gm_bytes_fail(&m->b);
    else
        push(m, m->w->now.value[number] + (uint64_t)offset);
}

static void dereference(struct machine *m)
{
    uintptr_t value;

    if (gm_read_word(m->w, (uintptr_t)pop(m), &value))
        push(m, value);
    else
        gm_bytes_fail(&m->b);
}

/* Within the block, from behind the operand. */
static void jump(struct machine *m, bool is_taken)
{
    int64_t distance = gm_take_signed(&m->b, 2);

    if (!is_taken || m->b.is_bad)
        return;
    if (distance < m->begin - m->b.at || distance > m->b.end - m->b.at)
        gm_bytes_fail(&m->b);
    else
        m->b.at += distance;
}

static uint64_t divide(struct machine *m, uint64_t a, uint64_t b)
{
    if (b == 0 || ((int64_t)a == INT64_MIN && (int64_t)b == -1))
        return gm_bytes_fail(&m->b);
    return (uint64_t)((int64_t)a / (int64_t)b);
}

static uint64_t shift_signed(uint64_t a, uint64_t by)
{
    uint64_t sign = (int64_t)a < 0 ? ~UINT64_C(0) : 0;

    return by == 0 ? a : by < 64 ? a >> by | sign << (64 - by) : sign;
}

static uint64_t compare(unsigned code, int64_t a, int64_t b)
{
    switch (code) {
    case OP_EQ:
        return a == b;
    case OP_NE:
        return a != b;
    case OP_GE:
        return a >= b;
    case OP_GT:
        return a > b;
    case OP_LE:
        return a <= b;
    default:
        return a < b;
    }
}

/* Operations with two operands and a result; false: it is another one. */
static bool combine(struct machine *m, unsigned code)
{
    if (code != OP_AND && code != OP_PLUS && (code < OP_DIV || code > OP_MUL) &&
        (code < OP_OR || code > OP_XOR || code == OP_PLUS_UCONST) && (code < OP_EQ || code > OP_NE))
        return false;
    uint64_t b = pop(m), a = pop(m), value;
    switch (code) {
    case OP_AND:
        value = a & b;
        break;
    case OP_DIV:
        value = divide(m, a, b);
        break;
    case OP_MINUS:
        value = a - b;
        break;
    case OP_MOD:
        value = b != 0 ? a % b : gm_bytes_fail(&m->b);
        break;
    case OP_MUL:
        value = a * b;
        break;
    case OP_OR:
        value = a | b;
        break;
    case OP_PLUS:
        value = a + b;
        break;
    case OP_SHL:
        value = b < 64 ? a << b : 0;
        break;
    case OP_SHR:
        value = b < 64 ? a >> b : 0;
        break;
    case OP_SHRA:
        value = shift_signed(a, b);
        break;
    case OP_XOR:
        value = a ^ b;
        break;
    default:
        value = compare(code, (int64_t)a, (int64_t)b);
    }
    push(m, value);
    return true;
}

/* Numbers in the code; false: it is another operation. */
static bool push_constant(struct machine *m, unsigned code)
{
    if (code >= OP_LIT0 && code <= OP_LIT31)
        push(m, code - OP_LIT0);
    else if (code >= OP_CONST1U && code <= OP_CONST8S)
        push(m, (code - OP_CONST1U) % 2 == 0
                    ? gm_take(&m->b, 1U << (code - OP_CONST1U) / 2)
                    : (uint64_t)gm_take_signed(&m->b, 1U << (code - OP_CONST1U) / 2));
    else if (code == OP_CONSTU)
        push(m, gm_take_uleb(&m->b));
    else if (code == OP_CONSTS)
        push(m, (uint64_t)gm_take_sleb(&m->b));
    else
        return false;
    return true;
}

/* Operations on the top of the stack, or on its order; false: it is another one. */
static bool rearrange(struct machine *m, unsigned code)
{
    switch (code) {
    case OP_DUP:
        pick(m, 0);
        return true;
    case OP_OVER:
        pick(m, 1);
        return true;
    case OP_PICK:
        pick(m, gm_take(&m->b, 1));
        return true;
    case OP_DROP:
        pop(m);
        return true;
    case OP_SWAP:
        sink(m, 1);
        return true;
    case OP_ROT:
        sink(m, 2);
        return true;
    case OP_DEREF:
        dereference(m);
        return true;
    case OP_ABS: {
        uint64_t a = pop(m);
        push(m, (int64_t)a < 0 ? 0 - a : a);
        return true;
    }
    case OP_NEG:
        push(m, 0 - pop(m));
        return true;
    case OP_NOT:
        push(m, ~pop(m));
        return true;
    case OP_PLUS_UCONST:
        push(m, pop(m) + gm_take_uleb(&m->b));
        return true;
    default:
        return false;
    }
}

static void operate(struct machine *m)
{
    unsigned code = (unsigned)gm_take(&m->b, 1);

    if (code == OP_NOP)
        return;
    if (code >= OP_BREG0 && code <= OP_BREG31)
        push_register(m, code - OP_BREG0);
    else if (code == OP_BREGX)
        push_register(m, gm_take_uleb(&m->b));
    else if (code == OP_SKIP)
        jump(m, true);
    else if (code == OP_BRA)
        jump(m, pop(m) != 0);
    else if (!push_constant(m, code) && !rearrange(m, code) && !combine(m, code))
        gm_bytes_fail(&m->b);
}

bool gm_compute(struct gm_walker *w, int64_t block, uintptr_t cfa, uintptr_t *value)
{
    /* That the block is within its table was seen when the instruction was run. */
    struct machine m = {
        .w = w, .b = {.at = (const unsigned char *)(intptr_t)block, .end = w->info.function.end}};

    if ((uintptr_t)m.b.at - (uintptr_t)w->info.first.at <
        (uintptr_t)w->info.first.end - (uintptr_t)w->info.first.at)
        m.b.end = w->info.first.end;
    uint64_t bytes = gm_take_uleb(&m.b);
    if (bytes > (uint64_t)(m.b.end - m.b.at))
        return false;
    m.begin = m.b.at;
    m.b.end = m.b.at + bytes;
    if (cfa != 0)
        push(&m, cfa);
    for (int i = 0; m.b.at < m.b.end && i < MOST_OPERATIONS; i++)
        operate(&m);
    if (m.b.is_bad || m.b.at < m.b.end)
        return false;
    *value = (uintptr_t)pop(&m);
    return !m.b.is_bad;
}
