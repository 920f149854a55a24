/* gmon_interpose.c - the function of libc that only the shared library stands in front of
 *
 * Role: pthread_create, so that threads are sampled from their first instruction on, also those
 * that call nothing instrumented. It calls the real one. Not in the archive, as a static program
 * has no other one to call: there such threads are looked for by the sampler.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

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
    struct errand *errand = gm.can_sample ? gm_map(sizeof *errand) : NULL;

    *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    if (errand == NULL)
        return real(thread, attributes, run, arg);
    *errand = (struct errand){run, arg};
    int error = real(thread, attributes, begin, errand);
    if (error != 0)
        gm_unmap(errand, sizeof *errand);
    return error;
}
