/* pieces - text made in pieces, by several threads at once, and written in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/pieces.h"

#include "base/mem.h"
#include "base/processors.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    THREADS_MAX = 64,
    THREADS_GOOD = 4,      /* with more of them the writing, which is one thread's, takes longer */
    SLOTS_A_THREAD = 8,    /* pieces ahead of the output: others go on while a thread has to wait
                              for a processor */
    PIECE_BYTES = 1 << 20, /* a larger piece is written as it is made */
};

struct line;

/* The place of a piece between its making and its writing. */
struct slot {
    struct line *line;
    size_t piece;
    struct sink text;
    bool is_done;
};

/* Pieces from first to last. All that follows `lock` is read and changed by who holds it, but the
 * text of a slot, which belongs to its maker until it is done. */
struct line {
    const struct pieces *pieces;
    struct sink *out; /* written to by who has set is_writing */
    pthread_mutex_t lock;
    pthread_cond_t moved; /* a piece was written */
    size_t next;          /* the piece to be made next */
    size_t written;       /* how many are */
    size_t end; /* pieces from here on are not made; the last one before it may have failed */
    bool is_writing;
    bool no_memory; /* a piece failed */
    struct slot *slots;
    size_t n_slots;
};

/* ---- writing ---- */

/* Write the text of a slot, which stands next in the output. The lock is held, and is not
 * meanwhile.
 */
static void write_slot(struct line *l, struct slot *s)
{
    l->is_writing = true;
    pthread_mutex_unlock(&l->lock);
    sink_move(l->out, &s->text);
    pthread_mutex_lock(&l->lock);
    l->is_writing = false;
    if (l->out->error && l->end > l->next)
        l->end = l->next; /* nobody needs more of it */
}

/* Write what is complete and stands next, unless somebody does already, who then goes on. */
static void write_done(struct line *l)
{
    struct slot *s = &l->slots[l->written % l->n_slots];

    while (!l->is_writing && s->is_done) {
        if (s->piece < l->end)
            write_slot(l, s);
        sink_clear(&s->text);
        s->is_done = false;
        s = &l->slots[++l->written % l->n_slots];
        pthread_cond_broadcast(&l->moved);
    }
}

/* The buffer of a piece is large: wait until all before it are written, then write it. */
static void write_part(struct sink *text)
{
    struct slot *s = text->owner;
    struct line *l = s->line;

    pthread_mutex_lock(&l->lock);
    while (l->is_writing || l->written != s->piece)
        pthread_cond_wait(&l->moved, &l->lock);
    write_slot(l, s);
    pthread_mutex_unlock(&l->lock);
}

/* ---- making ---- */

/* The thread that has the lock takes the next piece. NULL when there is none. */
static struct slot *take_next(struct line *l)
{
    struct slot *s;

    while (l->next < l->end && l->next - l->written >= l->n_slots)
        pthread_cond_wait(&l->moved, &l->lock);
    if (l->next >= l->end)
        return NULL;
    s = &l->slots[l->next % l->n_slots];
    s->piece = l->next++;
    return s;
}

static void *work(void *argument)
{
    struct line *l = argument;
    struct slot *s;
    struct diag quiet;

    diag_init(&quiet, NULL, NULL);
    pthread_mutex_lock(&l->lock);
    while ((s = take_next(l))) {
        bool ok;

        pthread_mutex_unlock(&l->lock);
        ok = l->pieces->make(l->pieces->context, s->piece, &s->text, &quiet) && !s->text.error;
        pthread_mutex_lock(&l->lock);
        if (!ok) {
            l->no_memory = true;
            l->end = s->piece < l->end ? s->piece : l->end;
        }
        s->is_done = true;
        write_done(l);
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

/* ---- threads ---- */

size_t pieces_threads(size_t jobs)
{
    size_t processors;

    if (jobs > 0)
        return jobs < THREADS_MAX ? jobs : THREADS_MAX;
    processors = processors_usable();
    return processors < THREADS_GOOD ? processors : THREADS_GOOD;
}

static void run_threads(struct line *l, size_t threads)
{
    pthread_t others[THREADS_MAX];
    size_t n = 0;

    while (n + 1 < threads && pthread_create(&others[n], NULL, work, l) == 0)
        n++;
    work(l);
    while (n > 0)
        pthread_join(others[--n], NULL);
}

static bool write_alone(const struct pieces *p, struct sink *out, struct diag *d)
{
    for (size_t i = 0; i < p->n; i++)
        if (!p->make(p->context, i, out, d))
            return false;
    return true;
}

bool pieces_write(const struct pieces *p, size_t threads, struct sink *out, struct diag *d)
{
    struct line l = {.pieces = p, .out = out, .end = p->n};

    if (threads > p->n)
        threads = p->n;
    if (threads > THREADS_MAX)
        threads = THREADS_MAX;
    if (threads < 2)
        return write_alone(p, out, d);
    l.n_slots = threads * SLOTS_A_THREAD;
    l.slots = mem_alloc(d, l.n_slots, sizeof *l.slots);
    if (!l.slots)
        return false;
    for (size_t i = 0; i < l.n_slots; i++) {
        l.slots[i].line = &l;
        sink_init(&l.slots[i].text, -1);
        sink_pass_on(&l.slots[i].text, PIECE_BYTES, write_part, &l.slots[i]);
    }
    pthread_mutex_init(&l.lock, NULL);
    pthread_cond_init(&l.moved, NULL);
    run_threads(&l, threads);
    pthread_cond_destroy(&l.moved);
    pthread_mutex_destroy(&l.lock);
    for (size_t i = 0; i < l.n_slots; i++)
        sink_release(&l.slots[i].text);
    free(l.slots);
    return !l.no_memory || diag_no_memory(d, 0);
}
