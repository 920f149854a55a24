/* threads.c - a state for each thread that is profiled
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/threads.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"

enum { ADOPTION_TRIES = 8 }; /* states looked at for one whose owner has ended */

/* The state of this thread, made by another one, or one without a living owner; NULL: none. The
 * search goes on where it stopped last time, so that each is looked at now and then. */
static struct gm_thread *adopt(int number)
{
    struct gm_thread *list = atomic_load_explicit(&gm.threads, memory_order_relaxed);
    int tries = ADOPTION_TRIES;

    if (gm.looked_up_to == NULL)
        gm.looked_up_to = list;
    for (struct gm_thread *t = gm.looked_up_to; t != NULL; t = t->next, gm.looked_up_to = t) {
        if (t->number == number || gm_thread_has_ended(t->number))
            return t;
        if (--tries == 0)
            break;
    }
    return NULL;
}

/* A state for a thread; NULL: no memory. gm.lock is held, and interrupts are off. */
static struct gm_thread *add(int number)
{
    struct gm_thread *t = adopt(number);

    if (t != NULL) {
        gm.unclaimed -= t->is_unclaimed;
        t->is_unclaimed = false;
        gm_timer_stop(t);
    } else {
        t = gm_map(sizeof *t);
        if (t == NULL)
            return NULL;
        t->timer = -1;
        t->next = atomic_load_explicit(&gm.threads, memory_order_relaxed);
        atomic_store_explicit(&gm.threads, t, memory_order_release);
    }
    t->number = number;
    gm_timer_start(t);
    return t;
}

static bool is_known(int number)
{
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next)
        if (t->number == number)
            return true;
    return false;
}

void gm_thread_found(int number)
{
    struct gm_thread *t = is_known(number) ? NULL : add(number);

    if (t != NULL && !t->is_unclaimed) {
        t->is_unclaimed = true;
        gm.unclaimed++;
    }
}

/* The state that the sampler made for this thread when it found it. */
static struct gm_thread *claim(int number)
{
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next) {
        if (t->number == number && t->is_unclaimed) {
            t->is_unclaimed = false;
            gm.unclaimed--;
            return t;
        }
    }
    return NULL;
}

static GM_COLD struct gm_thread *make_self(void)
{
    int number = gm_thread_number();
    struct gm_thread *t = NULL;
    struct gm_interrupts old;

    gm_interrupts_off(&old);
    gm_lock(&gm.lock);
    if (gm_self == NULL) {
        t = gm.unclaimed > 0 ? claim(number) : NULL;
        if (t == NULL)
            t = add(number);
        if (t != NULL && t->counters.arcs.tables > 0)
            gm_arcs = gm_last_table(&t->counters.arcs);
        if (t != NULL && t->counters.blocks.tables > 0)
            gm_blocks = gm_last_table(&t->counters.blocks);
        gm_self = t;
    }
    gm_unlock(&gm.lock);
    gm_interrupts_restore(&old);
    return gm_self;
}

struct gm_thread *gm_thread_self(void)
{
    return gm_self != NULL ? gm_self : make_self();
}

unsigned gm_thread_states(void)
{
    unsigned n = 0;

    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next)
        n++;
    return n;
}

void gm_threads_after_fork(void)
{
    struct gm_thread *next;

    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = next) {
        next = t->next;
        if (t == gm_self)
            continue;
        gm_counters_free(&t->counters);
        gm_unmap(t, sizeof *t);
    }
    atomic_store(&gm.threads, gm_self);
    gm.looked_up_to = NULL;
    gm.unclaimed = 0;
    if (gm_self == NULL)
        return;
    gm_self->next = NULL;
    gm_self->is_unclaimed = false;
    gm_self->number = gm_thread_number();
    gm_self->timer = -1; /* timers stay with the parent */
    gm_counters_zero(&gm_self->counters);
}
