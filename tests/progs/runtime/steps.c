/* steps.c - can the stack be unwound at every instruction of mcount and __fentry__?
 *
 * Runs both one instruction at a time, with every register set. The calls are new, known, from far
 * away, and made while nothing is counted. The trap of each step
 * unwinds the stack by the call frame information, as debuggers and profilers do: the caller must
 * be there with all its registers, and main above it. The C part is passed over, as it blocks
 * signals, the trap included; its first instruction is looked at.
 * Prints a line for each fault, then "mcount: " and "__fentry__: " with the offsets of all
 * instructions that were looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unwind.h>

enum { TRAP_FLAG = 0x100, REGISTERS = 16, RSP = 7, R11 = 11, CODE = 512, CALL = 0xe8 };

void mcount(void);
void __fentry__(void);
void stepped(void);
extern const char after_call[];
int main(void);
void step_on(void);

/* By the numbers of DWARF: rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 ... r15. */
uint64_t wanted[REGISTERS];
uint64_t hook, site, step_to;

static uintptr_t last;   /* where the last step was */
static const char *name; /* of the hook */
static unsigned char seen[2][CODE];
static volatile sig_atomic_t faults;

/* stepped() has the frame that mcount looks into (8(%rbp)), and the word that __fentry__ does. */
__asm__(".text\n"
        ".type stepped, @function\n"
        "stepped: .cfi_startproc\n"
        "pushq %rbp\n .cfi_adjust_cfa_offset 8\n .cfi_rel_offset %rbp, 0\n"
        "pushq %rbx\n .cfi_adjust_cfa_offset 8\n .cfi_rel_offset %rbx, 0\n"
        "pushq %r12\n .cfi_adjust_cfa_offset 8\n .cfi_rel_offset %r12, 0\n"
        "pushq %r13\n .cfi_adjust_cfa_offset 8\n .cfi_rel_offset %r13, 0\n"
        "pushq %r14\n .cfi_adjust_cfa_offset 8\n .cfi_rel_offset %r14, 0\n"
        "pushq %r15\n .cfi_adjust_cfa_offset 8\n .cfi_rel_offset %r15, 0\n"
        "pushq site(%rip)\n .cfi_adjust_cfa_offset 8\n"
        "pushq $0\n .cfi_adjust_cfa_offset 8\n"
        "movq %rsp, wanted+6*8(%rip)\n"
        "pushq site(%rip)\n .cfi_adjust_cfa_offset 8\n"
        "movq %rsp, wanted+7*8(%rip)\n"
        "movq wanted(%rip), %rax\n movq wanted+8(%rip), %rdx\n movq wanted+2*8(%rip), %rcx\n"
        "movq wanted+3*8(%rip), %rbx\n movq wanted+4*8(%rip), %rsi\n movq wanted+5*8(%rip), %rdi\n"
        "movq wanted+6*8(%rip), %rbp\n movq wanted+8*8(%rip), %r8\n movq wanted+9*8(%rip), %r9\n"
        "movq wanted+10*8(%rip), %r10\n movq wanted+12*8(%rip), %r12\n"
        "movq wanted+13*8(%rip), %r13\n movq wanted+14*8(%rip), %r14\n"
        "movq wanted+15*8(%rip), %r15\n"
        "pushfq\n .cfi_adjust_cfa_offset 8\n orq $0x100, (%rsp)\n"
        "popfq\n .cfi_adjust_cfa_offset -8\n"
        "call *hook(%rip)\n"
        "after_call:\n"
        "pushfq\n .cfi_adjust_cfa_offset 8\n andq $~0x100, (%rsp)\n"
        "popfq\n .cfi_adjust_cfa_offset -8\n"
        "addq $24, %rsp\n .cfi_adjust_cfa_offset -24\n"
        "popq %r15\n .cfi_adjust_cfa_offset -8\n .cfi_restore %r15\n"
        "popq %r14\n .cfi_adjust_cfa_offset -8\n .cfi_restore %r14\n"
        "popq %r13\n .cfi_adjust_cfa_offset -8\n .cfi_restore %r13\n"
        "popq %r12\n .cfi_adjust_cfa_offset -8\n .cfi_restore %r12\n"
        "popq %rbx\n .cfi_adjust_cfa_offset -8\n .cfi_restore %rbx\n"
        "popq %rbp\n .cfi_adjust_cfa_offset -8\n .cfi_restore %rbp\n"
        "ret\n .cfi_endproc\n"
        ".size stepped, . - stepped\n"
        /* Where the C part returns to in place of mcount: steps go on. */
        "step_on: pushfq\n orq $0x100, (%rsp)\n popfq\n jmp *step_to(%rip)\n");

static void fault(const char *what, int number)
{
    faults++;
    printf("%s+%#lx: %s %d\n", name, (unsigned long)(last - hook), what, number);
}

/* What the unwinder has found: bit 0 the caller, bit 1 main. */
static _Unwind_Reason_Code look(struct _Unwind_Context *c, void *found)
{
    int *bits = found;
    uintptr_t ip = _Unwind_GetIP(c);

    if (ip == (uintptr_t)after_call) {
        *bits |= 1;
        for (int i = 0; i < (int)REGISTERS; i++)
            if (i != R11 && i != RSP && _Unwind_GetGR(c, i) != wanted[i])
                fault("register", i);
        if (_Unwind_GetCFA(c) != wanted[RSP])
            fault("register", RSP);
    } else if ((*bits & 1) != 0 && _Unwind_FindEnclosingFunction((void *)ip) == (void *)main) {
        *bits |= 2;
        return _URC_END_OF_STACK;
    }
    return _URC_NO_REASON;
}

static void on_trap(int number, siginfo_t *info, void *context)
{
    greg_t *reg = ((ucontext_t *)context)->uc_mcontext.gregs;
    uintptr_t ip = (uintptr_t)reg[REG_RIP];
    int has_called = last - hook < CODE && *(const unsigned char *)last == CALL;
    int found = 0;

    (void)number;
    (void)info;
    if (ip - hook >= CODE && !has_called)
        return;
    last = ip;
    _Unwind_Backtrace(look, &found);
    if (found != 3)
        fault("unwound only to", found);
    if (!has_called) {
        seen[hook == (uintptr_t)__fentry__][ip - hook] = 1;
        return;
    }
    uint64_t *top = (uint64_t *)(uintptr_t)reg[REG_RSP];
    step_to = *top;
    *top = (uint64_t)(uintptr_t)step_on;
    reg[REG_EFL] &= ~TRAP_FLAG;
}

static void step(uint64_t from)
{
    for (unsigned i = 0; i < REGISTERS; i++)
        wanted[i] = 0x0101010101010101U * (i + 1);
    site = from;
    last = 0;
    stepped();
}

static void step_through(void (*function)(void), const char *its_name)
{
    /* Each hook is to see its sites for the first time. */
    uint64_t here = (uint64_t)(uintptr_t)main + (function == mcount ? 0 : 64);

    hook = (uint64_t)(uintptr_t)function;
    name = its_name;
    for (uint64_t i = 0; i < 28; i++) /* more sites than have places near their homes */
        step(here + i % 14);
    step(0x7fff00000000U);
    step(0x7fff00000000U);
    moncontrol(0);
    step(here);
    moncontrol(1);
}

int main(void)
{
    struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};

    sigaction(SIGTRAP, &action, NULL);
    step_through(mcount, "mcount");
    step_through(__fentry__, "__fentry__");
    for (int h = 0; h < 2; h++) {
        printf(h ? "__fentry__:" : "mcount:");
        for (unsigned i = 0; i < CODE; i++)
            if (seen[h][i])
                printf(" %x", i);
        printf("\n");
    }
    return faults != 0;
}
