/* sandbox.c - no system call is made for which a seccomp filter of the program would kill it
 *
 * A program that shuts itself in allows the calls that it makes, and knows nothing of ours. Whether
 * it is shut in cannot be asked, as the question is a system call itself; so prctl and syscall are
 * wrapped (wrap_sandbox.c), the filter is kept, and each call of ours is shown to it first: what
 * would kill, or send SIGSYS, fails instead, like any other call that fails. Filters of a single
 * thread are taken for those of all. A filter that is set by an instruction of the program's own is
 * not seen.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"
#include "runtime/os/sandbox.h"

#include <linux/audit.h>
#include <linux/seccomp.h>

struct gm_linux gm_linux;

/* What a filter sees of a call. */
union call {
    struct seccomp_data data;
    uint32_t word[sizeof(struct seccomp_data) / sizeof(uint32_t)];
};

static uint32_t compute(unsigned operation, uint32_t a, uint32_t b)
{
    switch (operation) {
    case BPF_ADD:
        return a + b;
    case BPF_SUB:
        return a - b;
    case BPF_MUL:
        return a * b;
    case BPF_DIV:
        return b != 0 ? a / b : 0;
    case BPF_AND:
        return a & b;
    case BPF_OR:
        return a | b;
    case BPF_XOR:
        return a ^ b;
    case BPF_LSH:
        return b < 32 ? a << b : 0;
    case BPF_RSH:
        return b < 32 ? a >> b : 0;
    default:
        return 0 - a; /* BPF_NEG */
    }
}

static bool is_true(unsigned condition, uint32_t a, uint32_t b)
{
    switch (condition) {
    case BPF_JEQ:
        return a == b;
    case BPF_JGT:
        return a > b;
    case BPF_JGE:
        return a >= b;
    default:
        return (a & b) != 0; /* BPF_JSET */
    }
}

/* What the filter decides of a call. The kernel has checked that the filter ends and stays within
 * its bounds. One that uses its scratch memory, which compilers of filters do not, is taken to
 * refuse. */
static uint32_t decide(const struct gm_filter *f, const union call *call)
{
    uint32_t a = 0, x = 0;

    for (size_t at = 0; at < f->length; at++) {
        const struct sock_filter *i = f->code + at;
        uint32_t operand = BPF_SRC(i->code) == BPF_X ? x : i->k;
        uint32_t loaded = BPF_MODE(i->code) == BPF_ABS   ? call->word[i->k / 4 % 16]
                          : BPF_MODE(i->code) == BPF_LEN ? (uint32_t)sizeof call->data
                                                         : i->k;
        if (BPF_CLASS(i->code) <= BPF_LDX && BPF_MODE(i->code) == BPF_MEM)
            break;
        switch (BPF_CLASS(i->code)) {
        case BPF_LD:
            a = loaded;
            break;
        case BPF_LDX:
            x = loaded;
            break;
        case BPF_ALU:
            a = compute(BPF_OP(i->code), a, operand);
            break;
        case BPF_JMP:
            at += BPF_OP(i->code) == BPF_JA              ? i->k
                  : is_true(BPF_OP(i->code), a, operand) ? i->jt
                                                         : i->jf;
            break;
        case BPF_RET:
            return BPF_RVAL(i->code) == BPF_A ? a : i->k;
        case BPF_MISC:
            if (BPF_MISCOP(i->code) == BPF_TAX)
                x = a;
            else
                a = x;
            break;
        default: /* BPF_ST, BPF_STX */
            return SECCOMP_RET_KILL_THREAD;
        }
    }
    return SECCOMP_RET_KILL_THREAD;
}

/* SECCOMP_RET_KILL_PROCESS is the smallest as a signed number, then KILL_THREAD, then TRAP. */
static bool is_deadly(uint32_t decision)
{
    return (int32_t)(decision & SECCOMP_RET_ACTION_FULL) <= (int32_t)SECCOMP_RET_TRAP;
}

static bool is_forbidden(const struct gm_filter *f, union call *call)
{
    call->data.arch = GM_AUDIT_ARCH;
    call->data.instruction_pointer = (uintptr_t)gm_call;
    for (; f != NULL; f = f->next)
        if (f->length > 0 && is_deadly(decide(f, call)))
            return true;
    return false;
}

/* The arguments are kept in one place only, and volatile makes the compiler read them there: this
 * stack is part of what a tick takes (tests/runtime/stack.t). */
static GM_COLD long call_in_sandbox(long number, long a, long b, long c, long d, long e, long f)
{
    union call call;
    const volatile __typeof__(call.data.args[0]) *args = call.data.args;

    call.data.nr = (int)number;
    call.data.args[0] = (unsigned long)a;
    call.data.args[1] = (unsigned long)b;
    call.data.args[2] = (unsigned long)c;
    call.data.args[3] = (unsigned long)d;
    call.data.args[4] = (unsigned long)e;
    call.data.args[5] = (unsigned long)f;
    if (is_forbidden(atomic_load_explicit(&gm_linux.filters, memory_order_acquire), &call))
        return GM_FORBIDDEN;
    return gm_syscall(call.data.nr, (long)args[0], (long)args[1], (long)args[2], (long)args[3],
                      (long)args[4], (long)args[5]);
}

long gm_call(long number, long a, long b, long c, long d, long e, long f)
{
    if (atomic_load_explicit(&gm_linux.filters, memory_order_relaxed) != NULL)
        return call_in_sandbox(number, a, b, c, d, e, f);
    return gm_syscall(number, a, b, c, d, e, f);
}

bool gm_may_call(long number)
{
    union call call = {.data = {.nr = (int)number}};

    return !is_forbidden(atomic_load_explicit(&gm_linux.filters, memory_order_acquire), &call);
}

enum { MOST_BYTES_OF_CALL = 64 };
__attribute__((noinline)) long gm_call_of_program(const long c[7])
{
    return gm_syscall(c[0], c[1], c[2], c[3], c[4], c[5], c[6]);
}

bool gm_is_call_of_program(uintptr_t pc)
{
    return pc - (uintptr_t)gm_call_of_program < MOST_BYTES_OF_CALL;
}
