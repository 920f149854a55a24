/* new_arcs.c - the first call of an arc, interrupted at each of its instructions (x86-64)
 *
 * Use: new_arcs again|other|jump. There is a child for each instruction. It calls fresh() for the
 * first time, one instruction at a time. What the trap of the child's instruction does:
 *
 *     again    makes the same call, from the same place, so that both put in the same arc
 *     other    makes 20 other new calls, which take the entries that fresh() might want
 *     jump     does both and leaves by siglongjmp, so that the first call never ends
 *
 * Then the child calls fresh() nine times more. Prints how many children there were and how many
 * calls of fresh() went through; each child leaves a data file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <stdlib.h>
#include <x86intrin.h>

enum { TRAP_FLAG = 0x100, AFTER = 9, MOST = 5000 };

#define UNCOUNTED __attribute__((no_instrument_function, noinline))
#define NOINLINE __attribute__((noinline))

static volatile int step, wanted; /* which instruction it is; which is to be interrupted */
static const char *mode;
static sigjmp_buf before;

NOINLINE static void fresh(void)
{
    __asm__ volatile("");
}

UNCOUNTED static void call_fresh(int stepped)
{
    if (stepped)
        __writeeflags(__readeflags() | TRAP_FLAG);
    fresh();
    __writeeflags(__readeflags() & ~(unsigned long long)TRAP_FLAG);
}

NOINLINE static void other(void)
{
    __asm__ volatile("");
}

#define FIVE(call) call call call call call
#define TEXT(number) #number
#define SKIP(number) ".skip " TEXT(number) ", 0x90"
UNCOUNTED static void call_others(void)
{
    __asm__ volatile(SKIP(LAYOUT)); /* bytes by which the calls are moved */
    FIVE(other();) FIVE(other();) FIVE(other();) FIVE(other();)
}

UNCOUNTED static void on_trap(int signal)
{
    (void)signal;
    if (++step != wanted)
        return;
    if (strcmp(mode, "other") != 0)
        call_fresh(0);
    if (strcmp(mode, "again") != 0)
        call_others();
    if (strcmp(mode, "jump") == 0)
        siglongjmp(before, 1);
}

NOINLINE static void first(void)
{
    __asm__ volatile("");
}

/* 0: there was such an instruction. */
UNCOUNTED static int child(void)
{
    first(); /* the table is made with signals off, which cannot be stepped through */
    if (sigsetjmp(before, 1) == 0)
        call_fresh(1);
    if (step < wanted)
        return 1;
    for (int i = 0; i < AFTER; i++)
        call_fresh(0);
    return 0;
}

int main(int argc, char **argv)
{
    struct sigaction act = {0};
    int calls = AFTER + 2, status = 0;

    mode = argc > 1 ? argv[1] : "again";
    if (strcmp(mode, "again") != 0)
        calls--; /* no second call, or no end of the first one */
    act.sa_handler = on_trap;
    sigaction(SIGTRAP, &act, NULL);
    for (wanted = 1; wanted < MOST; wanted++) {
        pid_t pid = fork();
        if (pid == 0) {
            status = child();
            if (status != 0)
                _Exit(status);
            exit(0);
        }
        if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
            break;
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 1) {
        printf("at instruction %d a child ended with %#x\n", wanted, (unsigned)status);
        return 1;
    }
    /* The last child made a call, too: there was no such instruction any more. */
    printf("%d %d\n", wanted - 1, (wanted - 1) * calls + 1);
    return 0;
}
