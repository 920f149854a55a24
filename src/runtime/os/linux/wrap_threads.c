/* wrap_threads.c - pthread_create: threads are sampled from their first instruction on
 *
 * Also those that call nothing instrumented. It calls the real one. In the shared library only, as
 * a static program has no other one to call: there the tick signal looks for such threads.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/threads.h"
#include "runtime/os/linux/linux.h"

#include <dlfcn.h>
#include <pthread.h>

/* What a new thread is to run; a page, which it gives back. */
struct errand {
    void *(*run)(void *);
    void *arg;
};

static void *begin(void *page)
{
    struct errand errand = *(struct errand *)page;

    gm_unmap(page, sizeof errand);
    gm_thread_self();
    return errand.run(errand.arg);
}

GM_PUBLIC int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                             void *(*run)(void *), void *restrict arg)
{
    int (*real)(pthread_t *restrict, const pthread_attr_t *restrict, void *(*)(void *),
                void *restrict);
    struct errand *errand = gm_linux.can_sample ? gm_map(sizeof *errand) : NULL;

    *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    if (errand == NULL)
        return real(thread, attributes, run, arg);
    *errand = (struct errand){run, arg};
    int error = real(thread, attributes, begin, errand);
    if (error != 0)
        gm_unmap(errand, sizeof *errand);
    return error;
}
