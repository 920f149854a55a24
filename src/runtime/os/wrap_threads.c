/* wrap_threads.c - wraps pthread_create and __libc_start_main, the beginnings of threads and of
 * main
 *
 * So threads are sampled from their first instruction on, even if they call nothing instrumented.
 * Both functions call the real ones. They are in the shared library only: a static program has no
 * other functions to call. There the tick signal looks for threads without a timer, and the linker
 * finds main.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/threads.h"
#include "runtime/os/linux.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

/* Takes one of gm_linux.errands, so that a new thread costs no system call. Returns NULL if all are
 * taken, by threads that have not begun so far. */
static struct gm_errand *take_errand(void)
{
    for (unsigned i = 0; i < GM_ERRANDS; i++) {
        unsigned at = atomic_fetch_add_explicit(&gm_linux.next_errand, 1, memory_order_relaxed);
        struct gm_errand *e = &gm_linux.errands[at % GM_ERRANDS];
        if (!atomic_exchange_explicit(&e->is_taken, 1, memory_order_acquire))
            return e;
    }
    return NULL;
}

static void give_back(struct gm_errand *e)
{
    atomic_store_explicit(&e->is_taken, 0, memory_order_release);
}

static void *begin(void *taken)
{
    struct gm_errand *e = taken;
    void *(*run)(void *) = e->run;
    void *arg = e->arg;

    give_back(e);
    gm_thread_self();
    void *result = run(arg);
    __asm__ volatile(""); /* no jump to `run`: walks look for this frame */
    return result;
}

/* Finds pthread_create of glibc before 2.34, which is in a library of its own. RTLD_NEXT does not
 * find that library if it came with a library that was loaded with RTLD_LOCAL. */
static void find_in_library(void)
{
    void *library = dlopen("libpthread.so.0", RTLD_LAZY | RTLD_NOLOAD);

    if (library != NULL)
        *(void **)&gm_linux.next.create = dlsym(library, "pthread_create");
}

/* Makes a thread. A thread without an errand is found when it calls something, or by the tick
 * signal. */
GM_PUBLIC int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                             void *(*run)(void *), void *restrict arg)
{
    if (gm_linux.next.create == NULL)
        gm_find_next();
    if (gm_linux.next.create == NULL)
        find_in_library();
    if (gm_linux.next.create == NULL)
        return EAGAIN;
    struct gm_errand *e = gm_linux.can_sample ? take_errand() : NULL;
    if (e == NULL)
        return gm_linux.next.create(thread, attributes, run, arg);
    gm.thread_main = (uintptr_t)begin;
    e->run = run;
    e->arg = arg;
    int error = gm_linux.next.create(thread, attributes, begin, e);
    if (error != 0)
        give_back(e);
    return error;
}

/* The type of the function that the start-up code calls with the address of main, which ppc64le
 * with glibc passes in a structure. This use of dlsym makes the linker name the library that had
 * dlsym in glibc before 2.34; the use in gm_find_next() is weak. */
typedef int start_main(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
GM_PUBLIC start_main __libc_start_main;
GM_PUBLIC int __libc_start_main(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e,
                                uintptr_t f, uintptr_t g)
{
    start_main *next;

    *(void **)&next = dlsym(RTLD_NEXT, "__libc_start_main");
#if defined(__powerpc64__) && defined(__GLIBC__)
    gm.main = ((const uintptr_t *)f)[1];
#else
    gm.main = gm_return_address(a);
#endif
    return next(a, b, c, d, e, f, g);
}
