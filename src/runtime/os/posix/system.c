/* system.c - memory, locks, signal masks and messages by functions of POSIX alone
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/os/posix/posix.h"

#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#ifndef MAP_ANON
#define MAP_ANON MAP_ANONYMOUS
#endif

struct gm_posix gm_posix;

enum { SPINS = 1000, NAP = 50000 /* ns */ };

/* ---- memory --------------------------------------------------------------------------------- */

void *gm_map(size_t bytes)
{
    struct gm_libc libc;

    gm_libc_begin(&libc);
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    gm_libc_end(&libc);
    return p == MAP_FAILED ? NULL : p;
}

void gm_unmap(void *memory, size_t bytes)
{
    struct gm_libc libc;

    gm_libc_begin(&libc);
    munmap(memory, bytes);
    gm_libc_end(&libc);
}

/* What does so is not in POSIX. */
bool gm_zero_pages(void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
    return false;
}

/* ---- for call stacks, which are not walked here ---------------------------------------------- */

bool gm_signal_caller(uintptr_t pc, uintptr_t stack, struct gm_registers *interrupted)
{
    (void)pc;
    (void)stack;
    (void)interrupted;
    return false;
}

enum gm_readable gm_try_word(uintptr_t address)
{
    (void)address;
    return GM_NOT_KNOWN;
}

bool gm_copy_page(void *to, uintptr_t page, size_t bytes)
{
    (void)to;
    (void)page;
    (void)bytes;
    return false;
}

bool gm_find_new_code(void)
{
    return false;
}

/* ---- exclusion ------------------------------------------------------------------------------ */

/* What is in a sigset_t behind the bits of 128 signals, more than any system has, stands for none.
 */
enum { ROOM = sizeof((struct gm_interrupts *)0)->before };
enum { SET_BYTES = sizeof(sigset_t) < ROOM ? sizeof(sigset_t) : ROOM };

static void copy(void *to, const void *from)
{
    for (size_t i = 0; i < SET_BYTES; i++)
        ((char *)to)[i] = ((const char *)from)[i];
}

void gm_interrupts_off(struct gm_interrupts *old)
{
    struct gm_libc libc;
    sigset_t all, before;

    gm_libc_begin(&libc);
    sigfillset(&all);
    sigemptyset(&before);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    copy(old->before, &before);
    gm_libc_end(&libc);
}

void gm_interrupts_restore(const struct gm_interrupts *old)
{
    struct gm_libc libc;
    sigset_t before;

    gm_libc_begin(&libc);
    sigemptyset(&before);
    copy(&before, old->before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    gm_libc_end(&libc);
}

static bool try_lock(_Atomic int *lock)
{
    int free = 0;

    return atomic_load_explicit(lock, memory_order_relaxed) == 0 &&
           atomic_compare_exchange_strong_explicit(lock, &free, 1, memory_order_acquire,
                                                   memory_order_relaxed);
}

/* Most have it for a microsecond or two; who writes a file has it for longer, and may be of lower
 * priority, so that waiting must leave it the processor. */
static GM_COLD void nap(void)
{
    const struct timespec time = {0, NAP};
    struct gm_libc libc;

    gm_libc_begin(&libc);
    nanosleep(&time, NULL);
    gm_libc_end(&libc);
}

void gm_lock(_Atomic int *lock)
{
    for (int i = 0; !try_lock(lock); i++)
        if (i >= SPINS)
            nap();
}

void gm_unlock(_Atomic int *lock)
{
    atomic_store_explicit(lock, 0, memory_order_release);
}

/* ---- processes, words ------------------------------------------------------------------------ */

int gm_process(void)
{
    return (int)getpid();
}

void gm_put_message(const char *text, size_t size)
{
    struct gm_libc libc;
    int state;

    gm_libc_begin(&libc);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    if (write(STDERR_FILENO, text, size) < 0) /* there is nobody to tell */
        (void)0;
    pthread_setcancelstate(state, &state);
    gm_libc_end(&libc);
}
