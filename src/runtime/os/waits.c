/* waits.c - lists the threads, and finds out if one waits, runs, or is ready to run
 *
 * Role: asks the kernel, by /proc/self/task and /proc/self/task/TID/syscall, and charges the
 * samples that are due. Only the watching thread (watch.c) uses these functions, except for the
 * list.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/stacks/call_stacks.h"
#include "runtime/core/objects.h"
#include "runtime/core/os.h"
#include "runtime/core/samples.h"
#include "runtime/core/text.h"
#include "runtime/core/threads.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <errno.h>
#include <fcntl.h>

enum { ENTRY_BYTES = 64 }; /* bytes of code at the program's entry point */

enum doing { GONE, HIDDEN, RUNS, WAITS };

/* Reads a line: "running", or hexadecimal numbers. The last two numbers are the stack pointer and
 * the pc; both are 0 if the thread is ending. */
static enum doing read_line(const char *text, uintptr_t *stack, uintptr_t *pc)
{
    *stack = *pc = 0;
    if (*text == 'r')
        return RUNS;
    for (const char *s = text; *s != 0; s++) {
        unsigned char digit = (unsigned char)(*s >= 'a' ? *s - 'a' + 10 : *s - '0');
        if (*s == ' ') {
            *stack = *pc;
            *pc = 0;
        } else if (digit < 16) { /* not the x of 0x */
            *pc = *pc * 16 + digit;
        }
    }
    return *stack != 0 ? WAITS : GONE;
}

/* Reads a file of the thread in /proc into `text`. Returns the number of bytes, or an error. */
static long read_file(struct gm_watch *w, int number, const char *name)
{
    char path[32];

    gm_text(path, sizeof path, "%u/%s", (uint64_t)(unsigned)number, name);
    long fd = gm_call(SYS_openat, w->tasks, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
    if (fd < 0)
        return fd;
    long n = gm_call(SYS_read, fd, (long)w->text, sizeof w->text - 1, 0, 0, 0);
    gm_call(SYS_close, fd, 0, 0, 0, 0, 0);
    w->text[n > 0 ? n : 0] = 0;
    return n;
}

static enum doing ask(struct gm_watch *w, int number, uintptr_t *stack, uintptr_t *pc)
{
    long n = read_file(w, number, "syscall");

    if (n <= 0)
        return n == 0 || n == -ENOENT || n == -ESRCH ? GONE : HIDDEN;
    return read_line(w->text, stack, pc);
}

/* Reads two consecutive lines, "Uid:" and "Gid:", with four numbers behind tabs each. A first
 * thread that has ended still has its lines. */
bool gm_find_ids(int number, uint64_t ids[GM_IDS])
{
    struct gm_watch *w = &gm_linux.watch;

    if (read_file(w, number, "status") <= 0 || gm_text_find(w->text, "\nState:\tZ") != NULL)
        return false;
    const char *s = gm_text_find(w->text, "\nUid:");
    for (int i = 0; i < GM_IDS && s != NULL; i++) {
        s = gm_text_find(s, "\t");
        ids[i] = s != NULL ? gm_text_number(s) : 0;
    }
    return s != NULL;
}

/* Walks a stack. For another thread, only two registers are known. */
static void walk(struct gm_stack_tree *tree, uintptr_t pc, uintptr_t stack)
{
    tree->registers =
        (struct gm_registers){.known = (gm_register_set)1 << GM_PC | (gm_register_set)1 << GM_SP};
    tree->registers.value[GM_PC] = pc;
    tree->registers.value[GM_SP] = stack;
    gm_stack_walk(tree);
}

/* Returns the place where a thread waits. The functions that wait are libc's, but a user looks for
 * a function of the program: the place is in the innermost frame of the program, except for its
 * first instructions. The profiler's own waits are charged to the profiler. */
static uintptr_t place_of(const struct gm_stack_tree *tree, uintptr_t pc)
{
    if (tree == NULL || tree->n == 0 || tree->frames[0].object == GM_OBJECT_PROFILER)
        return pc;
    for (unsigned i = 0; i < tree->n; i++) {
        if (tree->frames[i].object != 0)
            continue;
        uintptr_t at = gm_object(0)->bias + (uintptr_t)(tree->frames[i].key / 2);
        return at - gm.entry < ENTRY_BYTES ? pc : at;
    }
    return pc;
}

/* Charges n samples to a thread that waits at pc with this stack pointer. */
static void charge_wait(struct gm_watch *w, uintptr_t pc, uintptr_t stack, uint64_t n)
{
    struct gm_stacks *stacks = gm_stacks_wanted();
    struct gm_stack_tree *tree = stacks != NULL ? gm_stack_begin(stacks, w->state) : w->walks;

    if (tree != NULL)
        walk(tree, pc, stack);
    atomic_fetch_add_explicit(&gm_linux.waited, (uintptr_t)n, memory_order_relaxed);
    gm_charge(w->state, place_of(tree, pc), n);
    if (stacks != NULL && (tree == NULL || !gm_stack_tree_count(stacks, tree, n)))
        gm_stack_sample_leaf(stacks, tree, pc, n);
    gm_stack_end(tree);
}

/* Returns how long a thread has been ready without a processor so far, ns: the second number of
 * schedstat. Returns 0 if the kernel has no schedstat. */
static uint64_t time_without_processor(struct gm_watch *w, int number)
{
    const char *s = read_file(w, number, "schedstat") > 0 ? gm_text_find(w->text, " ") : NULL;

    return s != NULL ? gm_text_number(s) : 0;
}

uint64_t gm_time_awake(int number)
{
    uint64_t ready = time_without_processor(&gm_linux.watch, number);

    return gm_text_number(gm_linux.watch.text) + ready; /* schedstat begins with the CPU time */
}

/* Adds the thread's time without a processor to what its next tick stands for. Time before sampling
 * began does not count. */
static void charge_delay(struct gm_watch *w, struct gm_thread *t)
{
    uint64_t interval = UINT64_C(1000000000) / (unsigned)gm.opt.hz;
    uint64_t now = time_without_processor(w, t->number);

    if (t->delay_from != w->seen_from || now < t->delay) {
        t->delay_from = w->seen_from;
        t->delay = now;
    }
    uint64_t n = (now - t->delay) / interval;
    t->delay += n * interval;
    atomic_fetch_add_explicit(&t->delayed, (uint32_t)n, memory_order_relaxed);
}

void gm_look_at(int number, uint64_t n)
{
    struct gm_watch *w = &gm_linux.watch;
    uintptr_t stack = 0, pc = 0;
    enum doing doing = ask(w, number, &stack, &pc);

    if (doing == GONE)
        return;
    w->others++;
    w->other = number;
    w->hidden += doing == HIDDEN;
    if (gm_thread_of(number) == NULL) {
        gm_lock(&gm.lock);
        gm_thread_found(number);
        gm_unlock(&gm.lock);
    }
    if (n == 0)
        return;
    struct gm_thread *t = gm_thread_of(number);
    if (doing == WAITS)
        charge_wait(w, pc, stack, n);
    else if (doing == RUNS && t != NULL)
        charge_delay(w, t);
}

/* Reads the last number of stat, which has the form of wait(). */
int gm_first_status(void)
{
    struct gm_watch *w = &gm_linux.watch;
    uint64_t status = 0;

    read_file(w, gm.pid, "stat");
    for (const char *s = w->text; s != NULL; s = gm_text_find(s, " "))
        status = gm_text_number(s);
    return (int)(status >> 8 & 255);
}
