/* merge_files - many data files become one profile
 *
 * Each thread gets a stretch of the list, all of about as many files. Their profiles are added up
 * in the order of the list, so arcs and ranges appear in the order in which one reader would have
 * found them. So do the messages of each thread, which are kept until the end.
 *
 * Which one of two files that do not fit together is named depends on what was read before, and
 * only one reader knows that. So whenever something does not fit, what the threads did is dropped
 * and the files are read one after the other. A file that is broken by itself, and may be left out,
 * does not need that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/merge_files.h"

#include "base/mem.h"
#include "base/diag.h"
#include "profile/gmon_io.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    THREADS_MAX = 64,   /* more of them would only wait for the disk */
    FILES_A_THREAD = 32 /* for fewer files no thread is started, unless the user asks for it */
};

/* ---- one file ------------------------------------------------------------------------------- */

enum outcome { ADDED, BROKEN, MISFIT };

/* Reads file number `file` of the list and adds it. Where it may be left out, nothing of a broken
 * one is added, nor of one that does not fit. `scratch` is kept from file to file. */
static enum outcome add_file(struct profile *p, const struct merge_request *m, size_t file,
                             struct file_bytes *scratch, struct gmon_file_info *info,
                             struct diag *d)
{
    bool apart = m->keep_going || m->seen;
    struct profile one = {.one_rate = m->one_rate, .arcs_repeat = true};

    if (!gmon_out_read(apart ? &one : p, m->files[file], m->format, m->target, scratch, info, d)) {
        profile_release(&one);
        return apart ? BROKEN : MISFIT;
    }
    if (!apart)
        return ADDED;
    if (!profile_fits(p, &one, d)) {
        profile_release(&one);
        return MISFIT;
    }
    if (m->seen)
        m->seen(m->context, file, &one);
    return profile_merge(p, &one, d) ? ADDED : MISFIT;
}

/* ---- one reader ----------------------------------------------------------------------------- */

static bool merge_in_turn(struct profile *p, const struct merge_request *m, size_t *left_out,
                          struct diag *d)
{
    struct file_bytes scratch = {0};
    struct progress progress;
    bool ok = true;

    p->one_rate = m->one_rate;
    p->arcs_repeat = m->arcs_repeat && m->n_files == 1;
    progress_start(&progress, d, m->n_files, "data files");
    for (size_t i = 0; ok && i < m->n_files; i++) {
        struct gmon_file_info info;

        progress_tell(&progress, i);
        switch (add_file(p, m, i, &scratch, &info, d)) {
        case ADDED:
            if (m->added)
                m->added(m->context, m->files[i], &info);
            break;
        case BROKEN:
        case MISFIT:
            ++*left_out;
            ok = m->keep_going;
            break;
        }
    }
    progress_end(&progress);
    file_bytes_release(&scratch);
    return ok;
}

/* ---- several readers ------------------------------------------------------------------------ */

/* What the threads share. */
struct team {
    const struct merge_request *request;
    struct progress progress; /* told by the first thread alone, which is the main one */
    atomic_size_t done;       /* files */
    atomic_bool give_up;      /* one of them cannot decide: all stop */
};

struct worker {
    struct team *team;
    size_t first, end; /* its stretch of the list */
    pthread_t thread;
    bool is_main, started;
    struct file_bytes scratch;
    struct profile profile; /* the sum of its stretch */
    size_t left_out;
    struct diag diag; /* writes into text */
    char *text;       /* owned */
    size_t text_size;
};

static void *work(void *argument)
{
    struct worker *w = argument;
    struct team *team = w->team;

    for (size_t i = w->first; i < w->end && !atomic_load(&team->give_up); i++) {
        struct gmon_file_info info;

        switch (add_file(&w->profile, team->request, i, &w->scratch, &info, &w->diag)) {
        case ADDED:
            break;
        case BROKEN:
            w->left_out++;
            break;
        case MISFIT:
            atomic_store(&team->give_up, true);
            break;
        }
        atomic_fetch_add(&team->done, 1);
        if (w->is_main)
            progress_tell(&team->progress, atomic_load(&team->done));
    }
    return NULL;
}

static bool start(struct worker *w, struct diag *d)
{
    FILE *stream = open_memstream(&w->text, &w->text_size);

    if (!stream)
        return false;
    diag_init(&w->diag, d->program, stream);
    w->started = w->is_main || pthread_create(&w->thread, NULL, work, w) == 0;
    return w->started;
}

static void finish(struct worker *w)
{
    if (w->started && !w->is_main)
        pthread_join(w->thread, NULL);
    if (w->diag.stream)
        fclose(w->diag.stream);
}

/* Run the threads, the first of which is this one. False when one reader has to do it all. */
static bool run_team(struct worker *workers, size_t n, struct team *team, struct diag *d)
{
    workers[0].is_main = true;
    progress_start(&team->progress, d, team->request->n_files, "data files");
    for (size_t i = n; i-- > 0;)
        if (!start(&workers[i], d))
            atomic_store(&team->give_up, true);
    work(&workers[0]);
    for (size_t i = 0; i < n; i++)
        finish(&workers[i]);
    progress_end(&team->progress);
    return !atomic_load(&team->give_up);
}

/* Add up what the threads found, and pass on what they reported, in order. */
static bool collect(struct worker *workers, size_t n, struct profile *p, size_t *left_out,
                    struct diag *d)
{
    struct diag quiet;

    diag_init(&quiet, d->program, NULL);
    for (size_t i = 0; i < n; i++)
        if (!profile_merge(p, &workers[i].profile, &quiet))
            return false;
    for (size_t i = 0; i < n; i++) {
        *left_out += workers[i].left_out;
        diag_pass_on(d, &workers[i].diag, workers[i].text, workers[i].text_size);
    }
    return true;
}

/* Some files cannot be read twice, as may have to be: a pipe, say. */
static bool can_read_twice(const struct merge_request *m)
{
    for (size_t i = 0; i < m->n_files; i++) {
        struct stat st;

        if (strcmp(m->files[i], "-") == 0 || (stat(m->files[i], &st) == 0 && !S_ISREG(st.st_mode)))
            return false;
    }
    return true;
}

/* False when one reader has to do it all; then nothing was added. */
static bool merge_as_team(struct profile *p, const struct merge_request *m, size_t n,
                          size_t *left_out, struct diag *d)
{
    struct team team = {.request = m};
    struct worker *workers;
    bool ok;

    if (!can_read_twice(m))
        return false;
    workers = mem_alloc(d, n, sizeof *workers);
    for (size_t i = 0; i < n; i++) {
        workers[i].team = &team;
        workers[i].profile.one_rate = m->one_rate;
        workers[i].first = m->n_files / n * i + (m->n_files % n * i) / n;
        workers[i].end = m->n_files / n * (i + 1) + (m->n_files % n * (i + 1)) / n;
    }
    p->one_rate = m->one_rate;
    ok = run_team(workers, n, &team, d) && collect(workers, n, p, left_out, d);
    for (size_t i = 0; i < n; i++) {
        file_bytes_release(&workers[i].scratch);
        profile_release(&workers[i].profile);
        free(workers[i].text);
    }
    if (!ok)
        profile_release(p);
    free(workers);
    return ok;
}

/* Returns how many processors this process may run on: of several programs side by side (ranks of
 * a parallel program, jobs of a batch system) each is often held to a few. */
static size_t processors_usable(void)
{
    long n = 0;

#ifdef CPU_COUNT
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) == 0)
        n = CPU_COUNT(&set);
#endif
    if (n < 1) /* unknown, or a machine with more than a set has room for */
        n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : (size_t)n;
}

/* How many threads to use; 1 where something is printed of each file in turn. */
static size_t team_size(const struct merge_request *m, const struct diag *d)
{
    size_t n = m->jobs;

    if (m->added || m->seen || d->trace)
        return 1;
    if (n == 0) {
        size_t processors = processors_usable();
        n = m->n_files / FILES_A_THREAD;
        if (n > processors)
            n = processors;
    }
    if (n > m->n_files)
        n = m->n_files;
    return n > THREADS_MAX ? THREADS_MAX : n;
}

bool merge_files(struct profile *p, const struct merge_request *m, size_t *left_out, struct diag *d)
{
    size_t n = team_size(m, d);

    *left_out = 0;
    if ((n < 2 || !merge_as_team(p, m, n, left_out, d)) && !merge_in_turn(p, m, left_out, d))
        return false;
    if (*left_out == 0)
        return true;
    diag_error(d, NULL, "%zu of %zu data files were left out; the others are added up", *left_out,
               m->n_files);
    return *left_out < m->n_files;
}
