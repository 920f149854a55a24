/* hooks.c - counts what compilers' hooks report: the slow part of mcount, and hooks in C alone
 *
 * mcount.S hands over first calls of an arc and calls far away. With -finstrument-functions counts
 * are exact by any compiler, without assembly. These hooks are weak, because a program may define
 * such functions. They stand in front of libc's hooks, which do nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/entry.h"
#include "runtime/core/keys.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/core/threads.h"
#include GM_MACHINE_HEADER

#ifdef GM_SHARED_ARCS
/* Counts an arc in the tables of all threads. Only a thread that inserts a key needs the lock:
 * mcount.S counts a known one without it. */
static bool count_arc(struct gm_thread *t, const struct gm_key *key, uintptr_t site,
                      uintptr_t callee)
{
    (void)t;
    struct gm_interrupts old = gm_enter(&gm.lock);
    bool done = gm_count_key(&gm_shared, GM_ARCS, &gm_arcs, key, site, callee);
    gm_leave(&gm.lock, &old);
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

    if (base == 0) /* counting was switched off meanwhile */
        return;
    if (t != NULL) {
        struct gm_key key;
        site = gm_call_site(site, callee, frame);
        if (site == 0) /* no caller; 0 would look like a free entry */
            site = 1;
        if (gm_arc_key(&key, site, callee, base))
            done = count_arc(t, &key, site, callee);
        else
            done =
                gm_count_far(&t->counters, gm_return_address(site), gm_return_address(callee), 1);
    }
    if (!done)
        atomic_fetch_add_explicit(&gm.lost, 1, memory_order_relaxed);
}

/* ---- -finstrument-functions ----------------------------------------------------------------- */

#define HOOK __attribute__((visibility("default"), weak)) void
HOOK __cyg_profile_func_enter(void *function, void *site);
HOOK __cyg_profile_func_exit(void *function, void *site);

/* Counts a call. The callee is the beginning of its function; the site is a return address, as in
 * mcount. */
HOOK __cyg_profile_func_enter(void *function, void *site)
{
    gm_mcount_slow((uintptr_t)site, (uintptr_t)function, NULL);
}

HOOK __cyg_profile_func_exit(void *function, void *site)
{
    (void)function;
    (void)site;
}

/* ---- -fsanitize-coverage=trace-pc ----------------------------------------------------------- */

static __attribute__((noinline)) void count_new_block(uintptr_t after)
{
    struct gm_thread *t = gm_thread_self();
    struct gm_key key = {{after, 0}};

    if (t == NULL || !gm_count_key(&t->counters, GM_BLOCKS, &gm_blocks, &key, after - 1, GM_BLOCK))
        atomic_fetch_add_explicit(&gm.lost, 1, memory_order_relaxed);
}

/* Counts a basic block; the compiler calls this at the head of every block. The key is the return
 * address. Thread-local storage may not exist before gm.base is set. Only the thread itself writes
 * its table.
 */
__attribute__((visibility("default"))) void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    uintptr_t after = (uintptr_t)__builtin_return_address(0);

    if (__builtin_expect(atomic_load_explicit(&gm.base, memory_order_relaxed) == 0, 0))
        return;
    uintptr_t home = (after & (uintptr_t)gm_blocks->mask) / GM_HOME_STEP;
    uint64_t *entry = gm_blocks->word + home * gm_entry_words(GM_BLOCKS);
    for (unsigned i = 0; i <= GM_REACH; i++) {
        if (__builtin_expect(entry[0] == after, 1)) {
            gm_add(gm_count_of(GM_BLOCKS, entry), 1);
            return;
        }
        entry = gm_next_entry(GM_BLOCKS, entry);
    }
    count_new_block(after);
}
