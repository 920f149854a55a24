/* threads.c - numbers of threads, by a key whose destructor tells of their ends
 *
 * Role: POSIX has no number of a thread. Each gets one when it counts something for the first time,
 * or in a tick; when it ends, the number goes to the next thread, which so goes on in its state
 * (core/threads.h), and numbers stay small. Free numbers are a list by the field `time` of the
 * states.
 * What a thread calls after its destructor of ours, in another one, is counted under a new number,
 * which that one gives back, too, when destructors run once more.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/threads.h"
#include "runtime/core/os.h"
#include "runtime/os/posix/posix.h"

static GM_TLS int own_number; /* 0: none */

static void on_thread_end(void *unused)
{
    struct gm_interrupts old;

    (void)unused;
    gm_interrupts_off(&old);
    gm_lock(&gm.lock);
    struct gm_thread *t = gm_thread_of(own_number);
    gm_self = NULL;
    gm_blocks = gm_posix.no_table;
#ifndef GM_SHARED_ARCS
    gm_arcs = gm_posix.no_table;
#endif
    if (t != NULL) {
        t->time = (uint64_t)gm_posix.ended;
        gm_posix.ended = own_number;
    }
    own_number = 0;
    gm_unlock(&gm.lock);
    gm_interrupts_restore(&old);
}

static GM_COLD void take_number(void)
{
    struct gm_interrupts old;
    struct gm_libc libc;

    gm_interrupts_off(&old);
    gm_lock(&gm.lock);
    if (own_number == 0 && gm_posix.ended != 0) {
        own_number = gm_posix.ended;
        gm_posix.ended = (int)gm_thread_of(own_number)->time;
    } else if (own_number == 0) {
        own_number = ++gm_posix.last_number;
    }
    gm_unlock(&gm.lock);
    gm_libc_begin(&libc);
    if (gm_posix.has_key)
        pthread_setspecific(gm_posix.key, &gm);
    gm_libc_end(&libc);
    gm_interrupts_restore(&old);
}

int gm_thread_number(void)
{
    if (own_number == 0)
        take_number();
    return own_number;
}

/* Its number then has another owner, or none who could be asked. */
bool gm_thread_has_ended(int number)
{
    (void)number;
    return false;
}

void gm_threads_init(void)
{
    gm_posix.no_table = gm_blocks;
    gm_posix.has_key = pthread_key_create(&gm_posix.key, on_thread_end) == 0;
}

void gm_numbers_after_fork(void)
{
    gm_posix.ended = 0;
    gm_posix.last_number = own_number;
}

/* One timer serves all threads. */
void gm_timer_start(struct gm_thread *t)
{
    (void)t;
}

void gm_timer_stop(struct gm_thread *t)
{
    (void)t;
}
