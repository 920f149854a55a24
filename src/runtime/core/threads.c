/* threads.c - keeps a state for each thread that is profiled
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/threads.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"

enum {
    ADOPTION_TRIES = 4, /* states checked for an ended owner */
    STATES_AT_ONCE = 64 /* states mapped at once, because a page for each would take longer */
};

/* ---- which state has this number ------------------------------------------------------------ */

/* Returns the place of a thread's state in pages of pointers, so that a look-up has the same cost
 * for any number of threads. Readers need no lock. Numbers that are too large have no place and are
 * never found again. */
static struct gm_thread *_Atomic *place_of(int number, bool make)
{
    unsigned page = (unsigned)number / GM_NUMBERS_A_PAGE;

    if (page >= GM_NUMBER_PAGES)
        return NULL;
    struct gm_number_page *p = atomic_load_explicit(&gm.numbers[page], memory_order_acquire);
    if (p == NULL && make) {
        p = gm_map(sizeof *p);
        atomic_store_explicit(&gm.numbers[page], p, memory_order_release);
    }
    return p != NULL ? &p->thread[(unsigned)number % GM_NUMBERS_A_PAGE] : NULL;
}

struct gm_thread *gm_thread_of(int number)
{
    struct gm_thread *_Atomic *place = place_of(number, false);

    return place != NULL ? atomic_load_explicit(place, memory_order_acquire) : NULL;
}

/* Notes the state of a thread. gm.lock is held, or there is no other thread. */
static void set_state_of(int number, struct gm_thread *t)
{
    struct gm_thread *_Atomic *place = place_of(number, t != NULL);

    if (place != NULL)
        atomic_store_explicit(place, t, memory_order_release);
}

/* ---- states --------------------------------------------------------------------------------- */

/* Returns the state of an ended owner with the same number, or any state without a living owner, or
 * NULL if there is none. The search goes on where it stopped last time, so that each state is
 * checked now and then. */
static struct gm_thread *adopt(int number)
{
    struct gm_thread *t = gm_thread_of(number);

    if (t != NULL)
        return t;
    for (int tries = ADOPTION_TRIES; tries > 0; tries--) {
        if (gm.looked_up_to == NULL)
            gm.looked_up_to = atomic_load_explicit(&gm.threads, memory_order_relaxed);
        if (gm.looked_up_to == NULL)
            return NULL;
        t = gm.looked_up_to;
        gm.looked_up_to = t->next; /* the next search begins behind the new owner's state */
        if (gm_thread_has_ended(t->number))
            return t;
    }
    return NULL;
}

static struct gm_thread *new_state(void)
{
    if (gm.fresh_states == 0) {
        gm.fresh = gm_map(STATES_AT_ONCE * sizeof *gm.fresh);
        if (gm.fresh == NULL)
            return NULL;
        gm.fresh_states = STATES_AT_ONCE;
    }
    gm.fresh_states--;
    return gm.fresh++;
}

/* Makes a state for a thread. Returns NULL if there is no memory. gm.lock is held, and interrupts
 * are off. */
static struct gm_thread *add(int number, bool is_runtime)
{
    struct gm_thread *t = adopt(number);

    if (t != NULL) {
        set_state_of(t->number, NULL);
        gm_timer_stop(t);
    } else {
        t = new_state();
        if (t == NULL)
            return NULL;
        t->timer = -1;
        t->next = atomic_load_explicit(&gm.threads, memory_order_relaxed);
        atomic_store_explicit(&gm.threads, t, memory_order_release);
    }
    t->number = number;
    t->is_unclaimed = false;
    atomic_store_explicit(&t->is_runtime, is_runtime, memory_order_relaxed);
    atomic_store_explicit(&t->delayed, 0, memory_order_relaxed);
    set_state_of(number, t);
    if (!is_runtime)
        gm_timer_start(t);
    return t;
}

void gm_thread_found(int number)
{
    struct gm_thread *t = gm_thread_of(number) == NULL ? add(number, false) : NULL;

    if (t != NULL)
        t->is_unclaimed = true;
}

struct gm_thread *gm_thread_of_runtime(int number)
{
    return add(number, true);
}

/* Returns the state that the sampler made for this thread when it found it, or makes another one.
 */
static struct gm_thread *claim_or_add(int number)
{
    struct gm_thread *t = gm_thread_of(number);

    if (t == NULL || !t->is_unclaimed)
        return add(number, false);
    t->is_unclaimed = false;
    return t;
}

static GM_COLD struct gm_thread *make_self(void)
{
    int number = gm_thread_number();

    struct gm_interrupts old = gm_enter(&gm.lock);
    if (gm_self == NULL) {
        struct gm_thread *t = claim_or_add(number);
        if (t != NULL && t->counters.arcs.tables > 0)
            gm_arcs = gm_last_table(&t->counters.arcs);
        if (t != NULL && t->counters.blocks.tables > 0)
            gm_blocks = gm_last_table(&t->counters.blocks);
        gm_self = t;
    }
    gm_leave(&gm.lock, &old);
    void (*first_count)(void) = atomic_load(&gm.first_count);
    if (first_count != NULL)
        first_count();
    return gm_self;
}

struct gm_thread *gm_thread_self(void)
{
    return gm_self != NULL ? gm_self : make_self();
}

struct gm_thread *gm_thread_in_tick(void)
{
    struct gm_thread *t = gm_thread_of(gm_thread_number());

    return t != NULL ? t : gm_self;
}

unsigned gm_thread_states(void)
{
    unsigned n = 0;

    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next)
        n += !atomic_load_explicit(&t->is_runtime, memory_order_relaxed);
    return n;
}

struct gm_counters *gm_next_counters(const struct gm_counters *before)
{
    struct gm_thread *t = atomic_load(&gm.threads);

#ifdef GM_SHARED_ARCS
    if (before == NULL)
        return &gm_shared;
    if (before == &gm_shared)
        before = NULL;
#endif
    if (before != NULL) {
        uintptr_t owner = (uintptr_t)before - offsetof(struct gm_thread, counters);
        t = ((const struct gm_thread *)owner)->next;
    }
    return t != NULL ? &t->counters : NULL;
}

/* The parent's tables stay mapped, untouched: the fork may have interrupted a count in one of them,
 * and to give them back would take longer than the fork. */
void gm_threads_after_fork(void)
{
#ifdef GM_SHARED_ARCS
    gm_shared = (struct gm_counters){.far_tables = 0};
#endif
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next)
        set_state_of(t->number, NULL);
    atomic_store(&gm.threads, gm_self);
    gm.looked_up_to = NULL;
    gm.fresh_states = 0; /* another thread may have been about to take one */
    if (gm_self == NULL)
        return;
    gm_self->next = NULL;
    gm_self->is_unclaimed = false;
    gm_self->number = gm_thread_number();
    gm_self->timer = -1; /* timers stay with the parent */
    set_state_of(gm_self->number, gm_self);
    gm_self->counters = (struct gm_counters){.far_tables = 0};
    gm_self->stacks = NULL;
    gm_arcs = GM_NO_TABLE;
    gm_blocks = GM_NO_TABLE;
}
