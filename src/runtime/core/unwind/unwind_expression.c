/* unwind_expression.c - computes DWARF expressions, as call frame information uses them
 *
 * Of the operations of DWARF 5, 2.5, it knows those that compilers, linkers and people write into
 * tables: of PLT entries, of signal frames and of functions that realign their stack. An expression
 * with another operation has no known value. The number of operations is limited, so a loop ends.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/unwind/unwind_memory.h"

enum { MOST_OPERATIONS = 512 };

/* Operations (DWARF 5, 7.7.1). */
enum {
    OP_DEREF = 0x06,
    OP_CONST1U = 0x08, /* then 1S, 2U, 2S, 4U, 4S, 8U */
    OP_CONST8S = 0x0f,
    OP_CONSTU,
    OP_CONSTS,
    OP_DUP,
    OP_DROP,
    OP_OVER,
    OP_SWAP = 0x16,
    OP_AND = 0x1a,
    OP_MINUS = 0x1c,
    OP_MUL = 0x1e,
    OP_OR = 0x21,
    OP_PLUS,
    OP_PLUS_UCONST,
    OP_SHL,
    OP_SHR,
    OP_BRA = 0x28,
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
    const unsigned char *begin; /* beginning of the block */
    struct gm_bytes b;
    unsigned n; /* number of values on w->stack */
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

/* Returns the value at this depth below the top of the stack. */
static uint64_t peek(struct machine *m, unsigned depth)
{
    return depth < m->n ? m->w->stack[m->n - 1 - depth] : gm_bytes_fail(&m->b);
}

/* Returns the sum of a register and the number behind the operation. */
static uint64_t add_to_register(struct machine *m, uint64_t number)
{
    int64_t offset = gm_take_sleb(&m->b);

    if (number >= GM_REGISTERS || !gm_is_known(&m->w->now, (unsigned)number))
        return gm_bytes_fail(&m->b);
    return m->w->now.value[number] + (uint64_t)offset;
}

static uint64_t dereference(struct machine *m, uint64_t address)
{
    uintptr_t value;

    return gm_read_word(m->w, (uintptr_t)address, &value) ? value : gm_bytes_fail(&m->b);
}

/* Jumps within the block, from behind the operand. */
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

/* Returns the result of an operation with two operands; an unknown operation fails. */
static uint64_t combine(struct machine *m, unsigned code, uint64_t a, uint64_t b)
{
    switch (code) {
    case OP_AND:
        return a & b;
    case OP_MINUS:
        return a - b;
    case OP_MUL:
        return a * b;
    case OP_OR:
        return a | b;
    case OP_PLUS:
        return a + b;
    case OP_SHL:
        return b < 64 ? a << b : 0;
    case OP_SHR:
        return b < 64 ? a >> b : 0;
    case OP_EQ:
        return a == b;
    case OP_NE:
        return a != b;
    case OP_GE:
        return (int64_t)a >= (int64_t)b;
    case OP_GT:
        return (int64_t)a > (int64_t)b;
    case OP_LE:
        return (int64_t)a <= (int64_t)b;
    case OP_LT:
        return (int64_t)a < (int64_t)b;
    default:
        return gm_bytes_fail(&m->b);
    }
}

/* Returns the result of an operation, whose operands follow it or are taken from the stack. */
static uint64_t result_of(struct machine *m, unsigned code)
{
    uint64_t a, b;

    if (code >= OP_LIT0 && code <= OP_LIT31)
        return code - OP_LIT0;
    if (code >= OP_BREG0 && code <= OP_BREG31)
        return add_to_register(m, code - OP_BREG0);
    if (code >= OP_CONST1U && code <= OP_CONST8S) {
        unsigned size = 1U << (code - OP_CONST1U) / 2;
        return code % 2 == 0 ? gm_take(&m->b, size) : (uint64_t)gm_take_signed(&m->b, size);
    }
    switch (code) {
    case OP_CONSTU:
        return gm_take_uleb(&m->b);
    case OP_CONSTS:
        return (uint64_t)gm_take_sleb(&m->b);
    case OP_BREGX:
        return add_to_register(m, gm_take_uleb(&m->b));
    case OP_DUP:
        return peek(m, 0);
    case OP_OVER:
        return peek(m, 1);
    case OP_DEREF:
        return dereference(m, pop(m));
    case OP_PLUS_UCONST:
        return pop(m) + gm_take_uleb(&m->b);
    default:
        b = pop(m);
        a = pop(m);
        return combine(m, code, a, b);
    }
}

static void operate(struct machine *m)
{
    unsigned code = (unsigned)gm_take(&m->b, 1);
    uint64_t top, below;

    switch (code) {
    case OP_NOP:
        break;
    case OP_DROP:
        pop(m);
        break;
    case OP_SWAP:
        top = pop(m);
        below = pop(m);
        push(m, top);
        push(m, below);
        break;
    case OP_SKIP:
        jump(m, true);
        break;
    case OP_BRA:
        jump(m, pop(m) != 0);
        break;
    default:
        push(m, result_of(m, code));
    }
}

bool gm_compute(struct gm_walker *w, int64_t block, uintptr_t cfa, uintptr_t *value)
{
    /* The instruction that led here has checked that the block is within its table. */
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
