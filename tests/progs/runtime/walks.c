/* walks.c - walks its own stack at every single instruction, and knows what must come out
 *
 * Use: walks [-p] SCENE...  each of them is run step by step; prints "SCENE STEPS WRONG GUESSED"
 * and where it went wrong first. -p: as if it were another thread's stack: only the
 * program counter and the stack pointer are known. What must come out: a list of return addresses,
 * which grows where the instruction was a call and is cut where the stack pointer is above them. It
 * is linked with the runtime's objects.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/objects.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/core/unwind/unwind.h"
#include "runtime/os/linux.h"
#include "runtime/os/kernel.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { TRAP = 0x100, DEPTH = 512, SHOWN = 1, RET = 0xc3 };

struct call {
    uintptr_t slot, after;
    bool is_exact; /* not a return address: a signal came there */
};

static struct {
    struct gm_walker *walker;
    struct call call[4096];
    int calls;
    uintptr_t last_pc, last_sp;
    unsigned long steps, wrong, guessed, most, callers;
    int base; /* calls that are above what is stepped through */
    bool is_base_known;
    bool is_partial;
    uintptr_t restorer; /* where a signal handler returns to; 0: in none */
    bool is_made;       /* the stack was made by hand, and begins with a function */
    bool is_on;         /* until the end of a scene */
    bool is_begun;      /* set_trap has returned */
} t;

/* ---- what must come out ------------------------------------------------------------------------
 */

static bool is_call(const unsigned char *code)
{
    while (*code == 0xf2 || *code == 0x3e || *code == 0x67 || *code == 0x2e ||
           (*code & 0xf0) == 0x40)
        code++;
    return *code == 0xe8 || (*code == 0xff && (code[1] & 0x38) == 0x10);
}

static void follow(uintptr_t pc, uintptr_t sp)
{
    while (t.calls > 0 && t.call[t.calls - 1].slot < sp)
        t.calls--;
    if (t.last_pc != 0 && sp == t.last_sp - 8 && is_call((const unsigned char *)t.last_pc))
        t.call[t.calls++] = (struct call){sp, *(uintptr_t *)sp, false};
    t.last_pc = pc;
    t.last_sp = sp;
}

static uintptr_t address_of(const struct gm_frame *f)
{
    return f->object < gm_object_count() ? (uintptr_t)(f->key >> 1) + gm_object(f->object)->bias
                                         : f->object;
}

static void show(const char *what, const struct gm_frame *f, unsigned n, unsigned at,
                 enum gstack_end end)
{
    printf("# %s: end %d, frame %u of %u:", what, end, at, n);
    for (unsigned i = 0; i < n && i < at + 3; i++)
        printf(" %s+%#lx",
               f[i].object < gm_object_count() ? strrchr(gm_object(f[i].object)->path, '/') : "-",
               (unsigned long)f[i].key >> 1);
    printf("; expected");
    for (int i = t.calls; i-- > 0 && i > t.calls - 8;)
        printf(" %#lx", t.call[i].after - 1);
    printf("\n");
}

/* The frames are those of the list; what is in the runtime is left out. It is a leaf of its own,
 * except where its time is its caller's. */
static unsigned compare(uintptr_t pc, const struct gm_frame *f, unsigned n)
{
    unsigned at = 0;
    int i = t.calls;

    if (gm_is_callers_time(pc)) {
        t.callers++;
    } else if (gm_is_own(pc)) {
        if (f[0].object != GM_OBJECT_PROFILER)
            return 1;
        at++;
    } else if (address_of(f) != pc || f[at++].key % 2 != 0) {
        return 1;
    }
    while (i-- > (t.is_base_known ? 0 : t.base)) {
        if (gm_is_own(t.call[i].after - 1))
            continue;
        if (at >= n || address_of(f + at) != t.call[i].after - !t.call[i].is_exact ||
            f[at].key % 2 != !t.call[i].is_exact)
            return at + 1;
        at++;
    }
    return at == n || !t.is_base_known ? 0 : at + 1;
}

static void on_step(int number, siginfo_t *info, void *context)
{
    ucontext_t *uc = context;
    struct gm_registers r;
    struct gm_frame *f;
    unsigned n;

    (void)number;
    (void)info;
    gm_context_registers(context, &r);
    bool is_begun = t.is_begun || (t.last_pc != 0 && *(const unsigned char *)t.last_pc == RET);
    follow(r.value[GM_PC], r.value[GM_SP]);
    t.is_begun = is_begun;
    if (!t.is_on) {
        uc->uc_mcontext.gregs[REG_EFL] &= ~TRAP;
        return;
    }
    if (!t.is_begun)
        return;
    if (t.is_partial)
        r.known = 1U << GM_PC | 1U << GM_SP;
    enum gstack_end end = gm_walk(t.walker, &r, DEPTH, &f, &n);
    unsigned at = compare(r.value[GM_PC], f, n);
    t.steps++;
    t.guessed += end == GSTACK_GUESSED;
    if (at == 0 && end <= GSTACK_GUESSED)
        return;
    if (t.wrong++ < SHOWN)
        show("wrong", f, n, at, end);
}

/* ---- scenes -----------------------------------------------------------------------------------
 */

extern volatile int sink_of_all;
volatile int sink_of_all;

static __attribute__((noinline)) int leaf(int n)
{
    return n * 3 + sink_of_all;
}

static __attribute__((noinline)) int recursive(int n)
{
    return n == 0 ? leaf(n) : recursive(n - 1) + leaf(n) + 1;
}

static __attribute__((noinline)) int compare_ints(const void *a, const void *b)
{
    return leaf(*(const int *)a) - leaf(*(const int *)b);
}

static void calls(void)
{
    sink_of_all += recursive(20);
}

static void callbacks(void)
{
    int numbers[16];

    for (int i = 0; i < 16; i++)
        numbers[i] = i * 7919 % 101;
    qsort(numbers, 16, sizeof numbers[0], compare_ints);
    sink_of_all += numbers[3];
}

static void library(void)
{
    char text[200];

    snprintf(text, sizeof text, "%d %s %g", sink_of_all, "text", 3.25);
    free(malloc(strlen(text)));
}

static jmp_buf target;
static __attribute__((noinline)) void jump(int n)
{
    if (n == 0)
        longjmp(target, 1);
    jump(n - 1);
    sink_of_all++;
}

static void jumps(void)
{
    if (setjmp(target) == 0)
        jump(5);
}

static __attribute__((noinline)) int tail(int n)
{
    return recursive(n + 1);
}

static void tails(void)
{
    sink_of_all += tail(2);
}

static __attribute__((noinline)) void aligned(int n)
{
    __attribute__((aligned(64))) volatile char buffer[128];
    volatile char *sized = __builtin_alloca((size_t)n * 16);

    buffer[n] = (char)leaf(n);
    sized[n] = buffer[n];
    sink_of_all += sized[n];
}

static void alignment(void)
{
    for (int i = 1; i < 5; i++)
        aligned(i);
}

static void clocks(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    sink_of_all += (int)now.tv_sec;
}

/* Calls that the runtime makes for the program. */
static void wrappers(void)
{
    sigset_t none;

    sigemptyset(&none);
    sink_of_all += (int)syscall(SYS_getpid);
    sink_of_all += prctl(PR_GET_DUMPABLE);
    sink_of_all += sigaltstack(NULL, NULL);
    sink_of_all += sigprocmask(SIG_UNBLOCK, &none, NULL);
}

#ifdef MORE_SCENES
void more(void);
#else
static void more(void)
{
}
#endif

/* ---- stepping -----------------------------------------------------------------------------------
 */

static __attribute__((noinline)) void set_trap(bool is_on)
{
    t.is_on = is_on;
    if (is_on)
        __asm__ volatile("sub $128, %%rsp; pushf; orl $0x100, (%%rsp); popf; add $128, %%rsp" ::
                             : "cc", "memory");
}

static __attribute__((noinline)) void end_trap(void)
{
    t.is_on = false;
    __asm__ volatile("nop; nop" ::: "memory");
}

/* Overwrites the return addresses that backtrace() has left below. The scene will have its frames
 * there. */
static __attribute__((noinline)) void clear_stack(void)
{
    volatile char left[8192];

    for (size_t i = 0; i < sizeof left; i++)
        left[i] = 0;
}

/* The callers of what is stepped through, by another unwinder. */
static __attribute__((noinline)) void play(const char *name, void (*run)(void))
{
    static void *above[64]; /* not on the stack, where walks might take it for return addresses */
    int n = backtrace(above, 64);

    clear_stack();
    memset(t.call, 0, sizeof t.call);
    t.calls = 0;
    for (int i = n - 1; i > 0; i--)
        t.call[t.calls++] =
            (struct call){UINTPTR_MAX, (uintptr_t)above[i],
                          (t.restorer != 0 && (uintptr_t)above[i - 1] == t.restorer) ||
                              (t.is_made && i == n - 1)};
    t.base = t.calls;
    t.is_base_known = n > 3;
    t.last_pc = 0;
    t.is_begun = false;
    t.steps = t.wrong = t.guessed = t.callers = 0;
    /* The runtime blocks signals where it first sees an arc, and a blocked trap would kill. */
    for (volatile int pass = 0; pass < 2; pass++) {
        set_trap(pass == 1);
        run();
        end_trap();
    }
    t.wrong += run == wrappers && t.callers == 0;
    printf("%s %lu %lu %lu\n", name, t.steps, t.wrong, t.guessed);
    fflush(stdout);
}

/* ---- where scenes are played --------------------------------------------------------------------
 */

/* Below a signal handler on a stack of its own. */
static void handler(int number)
{
    (void)number;
    t.restorer = (uintptr_t)__builtin_return_address(0);
    play("handlers", calls);
    t.restorer = 0;
}

static void in_handler(void)
{
    stack_t own = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
    struct sigaction action = {.sa_flags = SA_ONSTACK};

    action.sa_handler = handler;
    sigaltstack(&own, NULL);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
}

/* In a coroutine whose stack ends where memory does. */
static ucontext_t back, coroutine;

static void enter(void)
{
    t.is_made = true;
    play("coroutines", calls);
    t.is_made = false;
}

static void in_coroutine(void)
{
    enum { BYTES = 1 << 16 };
    char *stack =
        mmap(NULL, BYTES + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    mprotect(stack + BYTES, 4096, PROT_NONE);
    getcontext(&coroutine);
    coroutine.uc_stack.ss_sp = stack;
    coroutine.uc_stack.ss_size = BYTES;
    coroutine.uc_link = &back;
    makecontext(&coroutine, enter, 0);
    swapcontext(&back, &coroutine);
}

static void *thread(void *unused)
{
    play("threads", calls);
    return unused;
}

static void in_thread(void)
{
    pthread_t id;

    pthread_create(&id, NULL, thread, NULL);
    pthread_join(id, NULL);
}

/* In a library that nobody has told of, and again when it came back. */
#ifdef WITH_PLUGIN
static void in_plugin(void)
{
    for (int i = 0; i < 2; i++) {
        void *library = dlopen("./plugin.so", RTLD_NOW);
        void (*run)(void);
        *(void **)&run = library != NULL ? dlsym(library, "run") : NULL;
        if (run == NULL)
            return;
        play("plugins", run);
        dlclose(library);
    }
}
#else
static void in_plugin(void)
{
}
#endif

/* From registers that are anything, in all code that there is, on a stack of any words. */
static uintptr_t some_word(uintptr_t stack)
{
    const struct gm_object *o = gm_object((unsigned)rand() % gm_object_count());
    uintptr_t number = (uintptr_t)rand();

    switch (rand() % 5) {
    case 0:
        return stack + number % 5000 * 8;
    case 1:
        return stack + number % 40000;
    case 2:
        return (uintptr_t)malloc + number % 4096;
    case 3:
        return number << (rand() % 40);
    default:
        return o->code.begin + number % (o->code.end - o->code.begin);
    }
}

static void anywhere(void)
{
    enum { WALKS = 30000, BYTES = 32768, WORDS = BYTES / 8 };
    uintptr_t *stack =
        mmap(NULL, BYTES + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned long ends[GSTACK_ENDS] = {0}, guessed;
    struct gm_registers r;
    struct gm_frame *f;
    unsigned n;

    mprotect((char *)stack + BYTES, 4096, PROT_NONE);
    for (int i = 0; i < WALKS; i++) {
        for (int k = 0; k < 64; k++)
            stack[rand() % WORDS] = some_word((uintptr_t)stack);
        for (int k = 0; k < GM_REGISTERS; k++)
            r.value[k] = some_word((uintptr_t)stack);
        r.value[GM_SP] = (uintptr_t)(stack + rand() % WORDS);
        r.known = rand() % 4 == 0 ? 1U << GM_PC | 1U << GM_SP : (1U << GM_REGISTERS) - 1;
        enum gstack_end end = gm_walk(t.walker, &r, DEPTH, &f, &n);
        /* without a frame: in code whose time is its caller's, which is not found */
        ends[end] += (n >= 1 || gm_is_callers_time(r.value[GM_PC])) && n <= DEPTH;
    }
    guessed = ends[GSTACK_GUESSED];
    for (int i = 1; i < GSTACK_ENDS; i++)
        ends[0] += ends[i];
    printf("anywhere %lu %lu %lu\n", ends[0], WALKS - ends[0], guessed);
}

static const struct {
    const char *name;
    void (*run)(void);
    void (*around)(void); /* what plays it elsewhere */
} scenes[] = {{"calls", calls, NULL},
              {"callbacks", callbacks, NULL},
              {"library", library, NULL},
              {"jumps", jumps, NULL},
              {"tails", tails, NULL},
              {"alignment", alignment, NULL},
              {"clocks", clocks, NULL},
              {"wrappers", wrappers, NULL},
              {"more", more, NULL},
              {"handlers", NULL, in_handler},
              {"coroutines", NULL, in_coroutine},
              {"threads", NULL, in_thread},
              {"plugins", NULL, in_plugin},
              {"anywhere", NULL, anywhere}};

extern int __sigaction(int number, const struct sigaction *action, struct sigaction *old);

int main(int argc, char **argv)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO};

    gm.opt.stacks = true;
    gm_look_at_objects(true);
    t.walker = gm_map(gm_walker_size(DEPTH));
    action.sa_sigaction = on_step;
    /* No tick meanwhile, as in a tick: a walk has left the alternate stack. Not by sigaction, which
     * is the runtime's and would let ticks in. */
    sigaddset(&action.sa_mask, SIGPROF);
    __sigaction(SIGTRAP, &action, NULL);
    t.is_partial = argc > 1 && strcmp(argv[1], "-p") == 0;
    for (int i = 1; i < argc; i++)
        for (size_t s = 0; s < sizeof scenes / sizeof scenes[0]; s++)
            if (strcmp(argv[i], scenes[s].name) == 0 && scenes[s].around != NULL)
                scenes[s].around();
            else if (strcmp(argv[i], scenes[s].name) == 0)
                play(scenes[s].name, scenes[s].run);
    return 0;
}
