/* gmon_thread.c - a state for each thread that is profiled; fork
 *
 * Role: finds the calling thread's state, or makes it. Threads are not told to us, neither their
 * beginning nor their end: a state is made when a thread first counts something (or when the
 * sampler finds the thread), and taken over, counts and tables as they are, when its owner has
 * ended. So there are as many states as threads were alive at once, and a new thread often
 * starts with tables that know its arcs already.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

#include <errno.h>
#include <pthread.h>

enum { ADOPTION_TRIES = 8 }; /* states looked at for one whose owner has ended */

static bool is_ended(int tid)
{
    return gm_syscall(SYS_tgkill, gm.pid, tid, 0, 0, 0, 0) == -ESRCH;
}

/* The state of this thread, made by another one, or one without a living owner; NULL: none. The
 * search goes on where it stopped last time, so that each is looked at now and then. */
static struct gm_thread *adopt(int tid)
{
    struct gm_thread *list = atomic_load_explicit(&gm.threads, memory_order_relaxed);
    int tries = ADOPTION_TRIES;

    if (gm.looked_up_to == NULL)
        gm.looked_up_to = list;
    for (struct gm_thread *t = gm.looked_up_to; t != NULL; t = t->next, gm.looked_up_to = t) {
        if (t->tid == tid || is_ended(t->tid))
            return t;
        if (--tries == 0)
            break;
    }
    return NULL;
}

/* With the lock held, which also keeps signals out. */
struct gm_thread *gm_thread_add(int tid)
{
    struct gm_thread *t = adopt(tid);

    if (t != NULL) {
        gm.unclaimed -= t->unclaimed;
        t->unclaimed = false;
        gm_timer_stop(t);
    } else {
        t = gm_map(sizeof *t);
        if (t == NULL)
            return NULL;
        t->timer = -1;
        t->next = atomic_load_explicit(&gm.threads, memory_order_relaxed);
        atomic_store_explicit(&gm.threads, t, memory_order_release);
    }
    t->tid = tid;
    gm_timer_start(t);
    return t;
}

/* The state that the sampler made for this thread when it found it. */
static struct gm_thread *claim(int tid)
{
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next) {
        if (t->tid == tid && t->unclaimed) {
            t->unclaimed = false;
            gm.unclaimed--;
            return t;
        }
    }
    return NULL;
}

static GM_COLD struct gm_thread *make_self(void)
{
    int tid = (int)gm_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
    struct gm_thread *t = NULL;
    uint64_t old;

    gm_block_signals(&old);
    gm_lock(&gm.lock);
    if (gm_self == NULL) {
        t = gm.unclaimed > 0 ? claim(tid) : NULL;
        if (t == NULL)
            t = gm_thread_add(tid);
        if (t != NULL && t->arcs.tables > 0)
            gm_arcs = t->arcs.table[t->arcs.tables - 1];
        if (t != NULL && t->blocks.tables > 0)
            gm_blocks = t->blocks.table[t->blocks.tables - 1];
        gm_self = t;
    }
    gm_unlock(&gm.lock);
    gm_restore_signals(old);
    return gm_self;
}

struct gm_thread *gm_thread_self(void)
{
    return gm_self != NULL ? gm_self : make_self();
}

/* ---- fork: the child starts from zero ------------------------------------------------------- */

/* No lock is held while fork runs: fork waits for those of malloc and stdio, and who has them may
 * wait for ours, in a tick or a first call. So another thread may be anywhere in our code when its
 * memory is copied: the child keeps nothing but the list of threads, which is whole at any time.
 * The mask is the thread's own, as several may fork at once. */
static GM_TLS uint64_t fork_mask;

static void before_fork(void)
{
    gm_block_signals(&fork_mask);
}

static void after_fork_parent(void)
{
    gm_restore_signals(fork_mask);
}

static void free_set(struct gm_set *set)
{
    for (uint32_t i = 0; i < set->tables; i++)
        gm_unmap(set->table[i], gm_table_bytes(set->table[i]->mask));
}

static void free_thread(struct gm_thread *t)
{
    free_set(&t->arcs);
    free_set(&t->blocks);
    for (uint32_t i = 0; i < t->far_tables; i++)
        gm_unmap(t->far[i], gm_far_bytes(t->far[i]->mask));
    gm_unmap(t, sizeof *t);
}

/* Keys stay, and so do the tables: the child may have been forked by a signal handler that
 * interrupted a count in one of them. */
static void zero_set(struct gm_set *set)
{
    for (uint32_t i = 0; i < set->tables; i++) {
        struct gm_table *t = set->table[i];
        size_t entries = t->mask / sizeof(struct gm_entry) + GM_TAIL + 1;
        for (size_t k = 0; k < entries; k++)
            if (t->entry[k].count != 0)
                gm_store(&t->entry[k].count, 0);
    }
}

static void zero_thread(struct gm_thread *t)
{
    zero_set(&t->arcs);
    zero_set(&t->blocks);
    for (uint32_t i = 0; i < t->far_tables; i++)
        for (uint64_t k = 0; k <= t->far[i]->mask; k++)
            t->far[i]->entry[k].count = 0;
}

static void after_fork_child(void)
{
    struct gm_thread *next;

    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = next) {
        next = t->next;
        if (t != gm_self)
            free_thread(t);
    }
    atomic_store(&gm.threads, gm_self);
    gm.looked_up_to = NULL;
    gm.unclaimed = 0;
    gm.pid = (int)gm_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
    if (gm_self != NULL) {
        gm_self->next = NULL;
        gm_self->unclaimed = false;
        gm_self->tid = (int)gm_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
        gm_self->timer = -1; /* timers stay with the parent */
        zero_thread(gm_self);
    }
    gm_unlock(&gm.dump_lock);
    gm_forget_past();
    gm_forget_samples();
    gm_unlock(&gm.lock);
    gm_restore_signals(fork_mask);
}

void gm_thread_init(void)
{
    pthread_atfork(before_fork, after_fork_parent, after_fork_child);
}
