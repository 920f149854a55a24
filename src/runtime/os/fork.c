/* fork.c - lets a forked child start from zero, and takes a program that a profiled one has started
 * for its child
 *
 * No lock is held while fork runs. The reason: fork waits for the locks of malloc and stdio, and a
 * thread that has those may wait for ours, in a tick or a first call. So another thread may be
 * anywhere in our code when its memory is copied, and the child uses only data that is whole at any
 * time (core/state.h).
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/arch/entry.h"
#include "runtime/core/dump.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/core/threads.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <pthread.h>
#include <sys/prctl.h>

/* Mask of the thread that forks; thread-local, because several threads may fork at once. */
static GM_TLS struct gm_interrupts fork_mask;

static void before_fork(void)
{
    gm_interrupts_off(&fork_mask);
}

/* A tick that has waited for the end of the fork is the time of the fork's caller. */
static void after_fork_parent(void)
{
    gm_open_mask((const void *)&fork_mask);
}

static void after_fork_child(void)
{
    gm_unlock(&gm.lock); /* a thread that is gone may have held the locks */
    gm_unlock(&gm.dump_lock);
    gm_unlock(&gm.objects_lock);
    gm.pid = gm_process();
    gm_descriptors_after_fork();
    gm_look_again();
    gm_save_again(0);
    gm_watch_after_fork();
    atomic_store(&gm.stacks, NULL); /* the parent's stay mapped, and untouched */
    atomic_store(&gm.walkers, NULL); /* other threads may have been using them */
    gm_threads_after_fork();
    gm_forget_past();
    gm_timers_seed();
    if (gm_self != NULL)
        gm_timer_start(gm_self);
    gm_watch_on();
    gm_open_mask((const void *)&fork_mask);
}

/* glibc's pthread_atfork is in an archive, and would bring in the other function as a strong name.
 */
#ifdef __GLIBC__
#pragma weak pthread_atfork
#endif

void gm_fork_init(void)
{
    if (__register_atfork != NULL)
        __register_atfork(before_fork, after_fork_parent, after_fork_child, &__dso_handle);
    else
        pthread_atfork(before_fork, after_fork_parent, after_fork_child);
}

/* Marks in the timer slack, by which the kernel may be late to end a sleep: 50,000 ns. A program
 * that is executed inherits it, and hardly anybody looks at it. A preloaded, profiled process has
 * CHILD, because programs that it starts inherit LD_PRELOAD, but must not take its file. A process
 * that has written its file, and executes another program itself, has LATER in place of it. */
enum { CHILD = 1, LATER = 2 };

static void change_slack(long slack, long marks)
{
    if (slack > 0 && marks != 0)
        gm_call(SYS_prctl, PR_SET_TIMERSLACK, slack ^ marks, 0, 0, 0, 0);
}

static long slack_now(void)
{
    return gm_call(SYS_prctl, PR_GET_TIMERSLACK, 0, 0, 0, 0, 0);
}

void gm_find_first_process(void)
{
    long slack = slack_now();
    bool is_shared = gm_external_function() == 0;

    if (gm.secure || !gm_is_profiled() || slack <= 0)
        return;
    gm.is_later = (slack & LATER) != 0;
    if (is_shared && (slack & CHILD) != 0)
        gm.first_pid = 0;
    change_slack(slack, (slack & LATER) | (is_shared ? ~slack & CHILD : 0));
}

/* Only the first process has the plain name. A child of vfork is another process. */
void gm_mark_image(void)
{
    if (gm.has_name && gm.pid == gm.first_pid && gm_process() == gm.pid)
        change_slack(slack_now(), LATER | (gm_external_function() == 0 ? CHILD : 0));
}
