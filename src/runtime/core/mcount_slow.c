/* mcount_slow.c - what mcount.S does not do itself: first calls of an arc, calls far away
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/entry.h"
#include "runtime/core/keys.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/core/threads.h"
#include GM_MACHINE_REGISTERS_HEADER

static void lose_one(void)
{
    atomic_fetch_add_explicit(&gm.lost, 1, memory_order_relaxed);
}

#ifdef GM_SHARED_ARCS
/* In the tables of all threads. What is known is counted as mcount.S does that, which is exact with
 * other threads, too; only who puts in a key needs the lock. */
static bool count_arc(struct gm_thread *t, const struct gm_key *key, uintptr_t site,
                      uintptr_t callee)
{
    struct gm_interrupts old;

    (void)t;
    if (gm_count_known(GM_ARCS, gm_load(&gm_arcs), key))
        return true;
    gm_interrupts_off(&old);
    gm_lock(&gm.lock);
    bool done = gm_count_key(&gm_shared, GM_ARCS, &gm_arcs, key, site, callee);
    gm_unlock(&gm.lock);
    gm_interrupts_restore(&old);
    return done;
}
#else
static bool count_arc(struct gm_thread *t, const struct gm_key *key, uintptr_t site,
                      uintptr_t callee)
{
    return gm_count_key(&t->counters, GM_ARCS, &gm_arcs, key, site, callee);
}
#endif

void gm_mcount_slow(uintptr_t site, uintptr_t callee, const uintptr_t *frame)
{
    uintptr_t base = atomic_load_explicit(&gm.base, memory_order_acquire);
    struct gm_thread *t = base != 0 ? gm_thread_self() : NULL;
    bool done = false;

    if (base == 0) /* switched off meanwhile */
        return;
    if (t != NULL) {
        struct gm_key key;
        site = gm_call_site(site, callee, frame);
        if (site == 0) /* of who was called by nobody; it would look like a free entry */
            site = 1;
        if (gm_arc_key(&key, site, callee, base))
            done = count_arc(t, &key, site, callee);
        else
            done =
                gm_count_far(&t->counters, gm_return_address(site), gm_return_address(callee), 1);
    }
    if (!done)
        lose_one();
}

void gm_block_slow(uintptr_t after)
{
    struct gm_thread *t = gm_thread_self();
    struct gm_key key = {{after, 0}};

    if (t == NULL || !gm_count_key(&t->counters, GM_BLOCKS, &gm_blocks, &key, after - 1, GM_BLOCK))
        lose_one();
}
